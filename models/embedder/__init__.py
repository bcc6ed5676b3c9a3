"""Text to vectors: one protocol, five providers, a cache in front of any of them."""

from models.embedder.base import Embedder, EmbedderInfo, Side, Vectors
from models.embedder.cache import CachedEmbedder, EmbeddingCache
from models.embedder.registry import EMBEDDERS, make_embedder

__all__ = ["EMBEDDERS", "CachedEmbedder", "Embedder", "EmbedderInfo", "EmbeddingCache", "Side", "Vectors", "make_embedder"]
