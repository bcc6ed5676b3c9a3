"""What an embedder is: texts in, unit vectors out, and the tokenizer that says what fits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from schemas.record import Opaque, Record

Vectors = npt.NDArray[np.float32]


class Side(StrEnum):
    """Asymmetric models embed a query and a passage differently."""

    QUERY = "query"
    PASSAGE = "passage"


class EmbedderInfo(Record):
    """Stored with the index; a difference in `fingerprint` is refused. `window` is in tokens, specials included."""

    name: Opaque
    dimension: int
    window: int
    fingerprint: Opaque


class Embedder(Protocol):
    """One embedding model. Vectors are float32, L2-normalised, shape (len(texts), dimension)."""

    @property
    def info(self) -> EmbedderInfo:
        """What identifies the model."""

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text; raises ChunkTooLong rather than cut a text."""

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model sees for `text`, prefix and specials included."""
