"""Which embedders there are, by the name that `[embedder] provider` gives."""

from __future__ import annotations

from models.embedder.base import Embedder
from models.embedder.e5 import E5Embedder
from models.embedder.hashing import HashingEmbedder
from models.embedder.openai import OpenAIEmbedder
from models.embedder.sentence_transformers import SentenceTransformersEmbedder
from models.embedder.use import UseEmbedder
from schemas.registry import Registry
from schemas.settings import EmbedderSettings

EMBEDDERS: Registry[Embedder] = Registry("embedder", "docmill.embedders")
"""Every class takes EmbedderSettings; third parties add theirs through the entry-point group `docmill.embedders`."""

for _name, _cls in (
    ("e5", E5Embedder),
    ("use", UseEmbedder),
    ("sentence-transformers", SentenceTransformersEmbedder),
    ("openai", OpenAIEmbedder),
    ("hashing", HashingEmbedder),
):
    EMBEDDERS.register(_name)(_cls)


def make_embedder(settings: EmbedderSettings) -> Embedder:
    """Return the embedder that the settings name, loaded; raises UnknownName, which lists what is known, or EmbedderMissing."""
    return EMBEDDERS.get(settings.provider)(settings)  # type: ignore[call-arg]
