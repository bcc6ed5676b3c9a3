"""Looking into the store: hybrid, vector or full text; reciprocal rank fusion; children answer with their parents.

Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): a hit scores the sum of weight / (k + rank). A full-text hit
counts by its coverage, the share of the question's tokens that it holds: one that shares a stray pair of characters with a
question in other words must not outrank what the vectors understood, one that holds every word must.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from flows.home import Home
from flows.index_form import IndexForm
from indexes.base import Condition, Hit, IndexReader, Scope, Snapshot
from indexes.catalog import Catalog
from indexes.catalog.versions import lifespan
from indexes.filters import sql_where
from indexes.lifecycle import active, statuses
from schemas.chunk import Chunk
from schemas.errors import EmbedderMismatch
from schemas.settings import SearchSettings
from schemas.version import DocStatus

if TYPE_CHECKING:
    from models.embedder.base import Embedder

T = TypeVar("T")
ATTEMPTS = 5
"""How often a search is begun again when a run cleaned up the state that it was pinned to."""


class Mode(StrEnum):
    """Which ranking is used."""

    HYBRID = "hybrid"
    VECTOR = "vector"
    BM25 = "bm25"


@dataclass(frozen=True)
class Found:
    """A hit: the chunk, its fused score, and the text of its parent where it has one."""

    chunk: Chunk
    score: float
    parent_text: str | None


@dataclass(frozen=True)
class Answer:
    """Hits, best first, and what the reader should know about them."""

    hits: tuple[Found, ...]
    warnings: tuple[str, ...] = ()


class Searcher:
    """Searches one collection. Opening costs an embedder; each search sees one consistent state of the store."""

    def __init__(self, home: Home, collection: str) -> None:
        self._home, self._collection = home, collection
        self._settings: SearchSettings = home.settings.search
        self._catalog: Catalog | None = home.catalog() if home.exists else None
        self._embedder: Embedder = home.embedder()
        self._form = IndexForm.of(home.settings.normalize, collection)
        self._index: IndexReader | None = self._open()

    def search(
        self,
        query: str,
        k: int = 10,
        mode: Mode = Mode.HYBRID,
        where: Sequence[Condition] = (),
        *,
        all_versions: bool = False,
        as_of: date | None = None,
    ) -> Answer:
        """Return the k best chunks for a query: of active versions, of all, or of those that were active on a day."""
        if self._index is None or not query.strip():
            return Answer((), () if self._index else (f"collection {self._collection!r} is empty; ingest something first",))
        scope = self._scope(where, all_versions=all_versions, as_of=as_of)
        sql_where(scope.conditions)
        index = self._index
        hits = self._steadily(lambda: self._find(index.snapshot(), query, k, mode, scope))
        if as_of is not None and not all_versions:
            hits = [_active_then(found) for found in hits]
        return Answer(tuple(hits), self._warnings(hits, filtered=bool(where)))

    def _find(self, snapshot: Snapshot, query: str, k: int, mode: Mode, scope: Scope) -> list[Found]:
        best = rank(snapshot, self._embedder, self._form, self._settings, query, k, mode, scope)
        parents = {c.chunk_id: c.text for c in snapshot.fetch(_parent_ids(best), scope)}
        return [Found(hit.chunk, hit.score, parents.get(hit.chunk.metadata.parent_id or "")) for hit in best]

    def _steadily(self, attempt: Callable[[], T]) -> T:
        """Return what the attempt gives; a state that was cleaned up under it is left for a new one."""
        for _ in range(ATTEMPTS - 1):
            try:
                return attempt()
            except (OSError, RuntimeError, ValueError):
                continue
        return attempt()

    def _scope(self, where: Sequence[Condition], *, all_versions: bool, as_of: date | None) -> Scope:
        if as_of is None or all_versions:
            return Scope(tuple(where), archive=all_versions)
        return Scope((*where, Condition("version_id", tuple(self._active_on(as_of)))), archive=True)

    def _active_on(self, day: date) -> list[str]:
        by_doc: dict[str, list[str]] = {}
        rows = self._catalog.versions.of_collection(self._collection) if self._catalog else []
        spans = {row.version_id: lifespan(row) for row in rows}
        for row in rows:
            by_doc.setdefault(row.doc_id, []).append(row.version_id)
        found = (active(statuses((spans[v] for v in versions), day)) for versions in by_doc.values())
        return sorted(version for version in found if version)

    def _warnings(self, hits: Sequence[Found], *, filtered: bool) -> tuple[str, ...]:
        warnings = []
        if not hits and not filtered and self._is_hollow():
            warnings.append("the catalog names live chunks that the index does not hold; run `docmill reconcile --repair`")
        by_doc: dict[str, set[str]] = {}
        for found in hits:
            by_doc.setdefault(found.chunk.metadata.doc_id, set()).add(found.chunk.metadata.version)
        for doc_id, labels in sorted(by_doc.items()):
            if len(labels) > 1:
                warnings.append(f"document {doc_id} answers with several versions: {', '.join(sorted(labels))}")
        if any(found.chunk.metadata.doc_status is not DocStatus.ACTIVE for found in hits):
            warnings.append("some hits are not of an active version; see doc_status")
        if self._catalog and self._catalog.intents.cut_off(self._collection, time.time()):
            warnings.append(
                "a run was cut off while publishing; run `docmill reconcile --repair`, or any ingest, to complete it"
            )
        return tuple(warnings)

    def _is_hollow(self) -> bool:
        """Return whether the catalog says that chunks are live, but the index holds none."""
        versions = self._catalog.versions.of_collection(self._collection) if self._catalog else []
        expected = any(v.status == DocStatus.ACTIVE and v.facts.get("chunks") for v in versions)
        return expected and self._index is not None and not self._index.chunks(Scope())

    def _open(self) -> IndexReader | None:
        row = self._catalog.collection(self._collection) if self._catalog else None
        if row is None:
            return None
        info = self._embedder.info
        if row.fingerprint != info.fingerprint:
            raise EmbedderMismatch(
                f"collection {self._collection!r} was built with embedder {row.embedder}, the settings name {info.name}; "
                "set [embedder] as it was",
                stage="search",
            )
        return self._home.index(self._collection, row.dimension)


def _active_then(found: Found) -> Found:
    """Return a hit of a search into the past with the status that its version had on that day."""
    metadata = found.chunk.metadata.model_copy(update={"doc_status": DocStatus.ACTIVE})
    return replace(found, chunk=found.chunk.model_copy(update={"metadata": metadata}))


def rank(
    snapshot: Snapshot, embedder: Embedder, form: IndexForm, settings: SearchSettings,
    query: str, k: int, mode: Mode, scope: Scope,
) -> list[Hit]:  # fmt: skip
    """Return the k best hits of one snapshot for a query, in its index form, under one mode."""
    from language.tokens import index_tokens
    from models.embedder.base import Side

    norm = form.query(query)
    depth = max(k, settings.depth)
    rankings: list[tuple[float, list[Hit]]] = []
    if mode is not Mode.BM25:
        vector = embedder.embed([norm], Side.QUERY)[0]
        rankings.append((settings.vector_weight, snapshot.vector(vector, depth, scope)))
    if mode is not Mode.VECTOR:
        rankings.append((settings.bm25_weight, snapshot.bm25(index_tokens(norm), depth, scope)))
    return fuse(rankings, settings.rrf_k)[:k] if mode is Mode.HYBRID else rankings[0][1][:k]


def fuse(rankings: Sequence[tuple[float, Sequence[Hit]]], k: int) -> list[Hit]:
    """Return the hits of several weighted rankings in one, by reciprocal rank and coverage; ties by chunk id."""
    scores: dict[str, float] = {}
    chunks: dict[str, Chunk] = {}
    for weight, hits in rankings:
        for rank, hit in enumerate(hits, start=1):
            scores[hit.chunk.chunk_id] = scores.get(hit.chunk.chunk_id, 0.0) + weight * hit.coverage / (k + rank)
            chunks[hit.chunk.chunk_id] = hit.chunk
    return [Hit(chunks[i], score) for i, score in sorted(scores.items(), key=lambda pair: (-pair[1], pair[0])) if score > 0]


def _parent_ids(hits: Sequence[Hit]) -> list[str]:
    return sorted({hit.chunk.metadata.parent_id for hit in hits if hit.chunk.metadata.parent_id})
