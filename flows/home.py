"""The home directory: catalog, index, caches and runs of one mill, and how they are opened."""

from __future__ import annotations

import os
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.settings import EmbedderSettings, Settings

if TYPE_CHECKING:
    from indexes.catalog import Catalog
    from indexes.lance import LanceIndex
    from indexes.publisher import Publisher
    from models.embedder.base import Embedder
    from models.embedder.cache import CachedEmbedder


@dataclass(frozen=True)
class Home:
    """A home directory with the settings that a command runs under."""

    path: Path
    settings: Settings

    @property
    def documents(self) -> Path:
        """Parsed and scrubbed documents, by content."""
        return self._made("cache", "documents")

    @property
    def embeddings(self) -> Path:
        """Vectors, by content and model."""
        return self._made("cache", "embeddings")

    def run_folder(self, run_id: str) -> Path:
        """Return the folder of one run."""
        return self._made("runs", run_id)

    def staged_path(self, run_id: str, item: int) -> Path:
        """Return where the rows of one item wait for the publisher."""
        return self._made("runs", run_id, "staged") / f"{item:06d}.arrow"

    def save_settings(self, run_id: str) -> None:
        """Write the settings of a run where its workers read them, for the owner's eyes only."""
        path = self.run_folder(run_id) / "settings.json"
        path.touch(mode=0o600)
        path.write_text(self.settings.model_dump_json(indent=1), encoding="utf-8")

    @classmethod
    def of_run(cls, path: Path, run_id: str) -> Home:
        """Return the home as a run's worker sees it: under the settings that the run was started with."""
        text = (path / "runs" / run_id / "settings.json").read_text(encoding="utf-8")
        return cls(path, Settings.model_validate_json(text))

    @property
    def exists(self) -> bool:
        """Whether anything was ever ingested here."""
        return bool(self.settings.flows.catalog_url) or (self.path / "catalog.db").exists()

    def catalog(self) -> Catalog:
        """Return the catalog: the database that the settings name, else a file of this home."""
        from indexes.catalog import Catalog

        self.path.mkdir(parents=True, exist_ok=True)
        return Catalog(self.settings.flows.catalog_url or self.path / "catalog.db")

    def index(self, collection: str, dimension: int) -> LanceIndex:
        """Return the index of a collection for vectors of this dimension."""
        from indexes.lance import LanceIndex

        return LanceIndex(self._made("index") / collection, dimension)

    def embedder(self) -> CachedEmbedder:
        """Return the embedder of the settings, with this home's cache in front."""
        from models.embedder.cache import CachedEmbedder, EmbeddingCache

        return CachedEmbedder(_loaded(self.settings.embedder), EmbeddingCache(self.embeddings))

    def publisher(self, catalog: Catalog, collection: str, run_id: str) -> Publisher:
        """Return the publisher of a collection, its index bound to the embedder and tokenizer that the settings name."""
        from indexes.catalog.leases import owner_name
        from indexes.publisher import Publisher
        from language.tokens import TOKENIZER_VERSION

        info = self.embedder().info
        catalog.bind_collection(collection, info.name, info.dimension, info.fingerprint, TOKENIZER_VERSION)
        return Publisher(
            catalog, lambda: self.index(collection, info.dimension), collection, owner_name(run_id), self.settings.flows.lease_s
        )

    def _made(self, *parts: str) -> Path:
        folder = self.path.joinpath(*parts)
        folder.mkdir(parents=True, exist_ok=True)
        return folder


@lru_cache(maxsize=2)
def _loaded(settings: EmbedderSettings) -> Embedder:
    """Return the embedder, loaded once in a process: weights and tokenizers cost seconds."""
    from models.embedder import make_embedder

    return make_embedder(settings)


def new_run_id() -> str:
    """Return the id of a new run: ids sort by the time at which runs started, whatever day they work on."""
    return f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}-{os.getpid():x}-{uuid.uuid4().hex[:4]}"
