"""Any model that sentence-transformers loads: a local folder, or a hub name where the machine may download."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.describe import describe, refuse_long, well_formed
from schemas.errors import EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

PACKAGE = "sentence-transformers"
WINDOW_IF_UNSTATED = 512


class SentenceTransformersEmbedder:
    """Vectors of `[embedder] model`, normalised, counted by the model's own tokenizer; its `max_seq_length` is the window.

    A folder is loaded with `local_files_only`. The side's prompt is the settings' `query_prefix` or `passage_prefix`, else what
    the model brings under "query" and "document". Batches are padded, so a vector's last bits may depend on its neighbours; the
    cache keeps the first that was computed.
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        if not settings.model:
            raise SettingsError(
                "[embedder] provider sentence-transformers needs model: a folder, or a hub name such as BAAI/bge-large-zh-v1.5"
            )
        self._model = _load(settings)
        self._lock = threading.Lock()
        self._batch_size = settings.batch_size
        self._prompts = {
            Side.QUERY: settings.query_prefix or _prompt(self._model, "query"),
            Side.PASSAGE: settings.passage_prefix or _prompt(self._model, "document", "passage"),
        }
        dimension = self._model.get_embedding_dimension()
        window = self._model.max_seq_length or WINDOW_IF_UNSTATED
        parts = {
            "weights": _weights_sha256(self._model),
            PACKAGE: version(PACKAGE),
            "prompts": json.dumps(self._prompts),
            "text": "1",
        }
        name = Path(settings.model).name if Path(settings.model).is_dir() else settings.model
        self.info: EmbedderInfo = describe(settings, name=name, dimension=dimension, window=window, parts=parts)

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        """Return one unit vector per text, shape (len(texts), dimension); raises ChunkTooLong rather than cut."""
        safe = [self._prompts[side] + well_formed(text) for text in texts]
        refuse_long(map(self._count, safe), self.info, side)
        if not safe:
            return np.empty((0, self.info.dimension), dtype=np.float32)
        with self._lock:
            vectors = self._model.encode(
                safe,
                prompt="",
                batch_size=self._batch_size,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            )
        return np.asarray(vectors, dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        """Return the tokens of `text` as a passage, prompt and specials included."""
        return self._count(self._prompts[Side.PASSAGE] + well_formed(text))

    def _count(self, text: str) -> int:
        return len(self._model.tokenizer(text, truncation=False, verbose=False)["input_ids"])


def _load(settings: EmbedderSettings) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise EmbedderMissing(
            "sentence-transformers is not installed; pip install sentence-transformers==6.2.0 "
            "(without a GPU, first: pip install torch --index-url https://download.pytorch.org/whl/cpu)",
            stage="embed",
        ) from error
    folder = Path(settings.model).expanduser()
    if not folder.is_dir() and settings.model.startswith((".", "/", "~")):
        raise EmbedderMissing(f"the folder {settings.model} of [embedder] model does not exist", stage="embed")
    try:
        return SentenceTransformer(str(folder) if folder.is_dir() else settings.model, local_files_only=folder.is_dir())
    except (OSError, ValueError) as error:
        raise EmbedderMissing(
            f"sentence-transformers could not load {settings.model} ({type(error).__name__}); give a folder that holds the "
            "model's files, or a hub name on a machine that may download",
            stage="embed",
        ) from error


def _prompt(model: Any, *names: str) -> str:
    return next((model.prompts[name] for name in names if model.prompts.get(name)), "")


def _weights_sha256(model: Any) -> str:
    """Return one checksum over every parameter, so that a folder whose files were exchanged is another model."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(f"{name}{tuple(tensor.shape)}{tensor.dtype}".encode())
        digest.update(tensor.detach().cpu().float().numpy().tobytes())
    return digest.hexdigest()
