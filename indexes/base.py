"""What an index is, for the embedded store and for a server alike.

Two tables per collection: *live* holds exactly what is active, *archive* everything else, staged rows included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from schemas.chunk import Chunk
from schemas.version import DocStatus

if TYPE_CHECKING:
    import pyarrow as pa

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Row:
    """A chunk on its way into the index. Parents have no vector and no tokens: they are stored, never searched."""

    chunk: Chunk
    vector: Vector | None
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class VersionState:
    """What the rows of one version must say of it."""

    status: DocStatus
    effective_from: date
    effective_to: date | None


@dataclass(frozen=True)
class LiveChange:
    """One step for searchers: which version of each document is live from now on (None: none is).

    A version that is not staged keeps the rows that it has, unless it is among the `emptied`: those have none from now on.
    """

    live: dict[str, str | None]
    states: dict[str, VersionState] = field(default_factory=dict)
    emptied: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Condition:
    """A metadata filter: the field equals one of the values, or, where it is a list, contains one of them."""

    field: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Scope:
    """Where to look: live rows only, or the archive too; and which rows count."""

    conditions: tuple[Condition, ...] = ()
    archive: bool = False


@dataclass(frozen=True)
class Hit:
    """A chunk with its score in one ranking; higher is better.

    `coverage` is the share of the query's different tokens that a full-text hit holds; a vector hit covers all of it.
    """

    chunk: Chunk
    score: float
    coverage: float = 1.0


@dataclass(frozen=True)
class Holdings:
    """What an index really holds: chunk ids by version, live and archived, and rows that are searchable on one side only."""

    live: dict[str, frozenset[str]]
    archive: dict[str, frozenset[str]]
    one_sided: tuple[str, ...] = ()


class Snapshot(Protocol):
    """One consistent state of the index: every call on it sees the same rows."""

    def vector(self, query: Vector, k: int, scope: Scope) -> list[Hit]:
        """Return the k nearest chunks by cosine similarity, ties by chunk id."""

    def bm25(self, tokens: Sequence[str], k: int, scope: Scope) -> list[Hit]:
        """Return the k best chunks by BM25 over our own tokens, each counted once in the query; ties by chunk id."""

    def fetch(self, chunk_ids: Sequence[str], scope: Scope) -> list[Chunk]:
        """Return the chunks with these ids, in this order, those that are absent left out."""


class IndexReader(Protocol):
    """The searching side of an index."""

    def snapshot(self) -> Snapshot:
        """Return the present state, pinned."""

    def chunks(self, scope: Scope) -> list[Chunk]:
        """Return every stored chunk in scope, sorted by document, version and place."""


class IndexWriter(Protocol):
    """The publishing side. One publisher writes at a time for one document; the catalog's leases see to that."""

    def stage(self, rows: pa.Table, versions: Sequence[str]) -> None:
        """Write rows (columns of `indexes.rows.table_schema`) to the archive, replacing whatever it held of these versions."""

    def commit(self, change: LiveChange) -> None:
        """Make the change live in one step for searchers. Doing it again after a crash at any point ends the same."""

    def sweep(self) -> None:
        """Merge small files and remove old states, so that retired text does not linger."""


class IndexAudit(Protocol):
    """What reconciliation needs."""

    def holdings(self) -> Holdings:
        """Return what is stored."""

    def discard(self, version_ids: Sequence[str], *, live: bool) -> None:
        """Remove all rows of these versions from the live or the archive table."""
