"""Vectors from hashed character n-grams: no weights, for unit tests and for trying the machinery."""

from __future__ import annotations

import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.describe import describe, refuse_long, well_formed
from models.embedder.estimate import estimate_tokens
from schemas.settings import EmbedderSettings

DIMENSION = 256
WINDOW = 512
LONGEST_GRAM = 3


class HashingEmbedder:
    """256-dimensional vectors of characters, pairs and triples, each hashed to a place and a sign (the hashing trick).

    Texts that share characters are near, meaning plays no part. The same on every machine. Weinberger et al. 2009, "Feature
    Hashing for Large Scale Multitask Learning".

    >>> HashingEmbedder(EmbedderSettings(provider="hashing")).embed(["等待期", "犹豫期"]).shape
    (2, 256)
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        dimension = settings.dimension or DIMENSION
        parts = {"grams": str(LONGEST_GRAM), "dimension": str(dimension), "text": "1"}
        self.info: EmbedderInfo = describe(settings, name="hashing", dimension=dimension, window=WINDOW, parts=parts)

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text, shape (len(texts), dimension); raises ChunkTooLong past 512 estimated tokens."""
        safe = [well_formed(text) for text in texts]
        refuse_long(map(estimate_tokens, safe), self.info, side)
        vectors = np.zeros((len(safe), self.info.dimension), dtype=np.float32)
        for row, text in enumerate(safe):
            for gram, count in Counter(_grams(text)).items():
                code = zlib.crc32(gram.encode())
                vectors[row, (code >> 1) % self.info.dimension] += (1.0 if code & 1 else -1.0) * (1.0 + np.log(count))
        return unit(vectors)

    def count_tokens(self, text: str) -> int:
        """Return an estimate of the tokens of `text`."""
        return estimate_tokens(text)


def unit(vectors: Vectors) -> Vectors:
    """Return the rows scaled to length 1; a row of zeros becomes the first axis, so that every text has a direction."""
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    safe = np.where(norms > 0, vectors, np.eye(1, vectors.shape[1], dtype=np.float32))
    return np.asarray(safe / np.where(norms > 0, norms, 1.0), dtype=np.float32)


def _grams(text: str) -> Iterator[str]:
    folded = "".join(unicodedata.normalize("NFKC", text).lower().split())
    for size in range(1, LONGEST_GRAM + 1):
        yield from (folded[start : start + size] for start in range(len(folded) - size + 1))
