"""The embedded index: LanceDB, no server, one folder. Vectors are searched exactly; full text over our own tokens."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indexes.base import Hit, Holdings, LiveChange, Scope, Vector, VersionState
from indexes.filters import quoted, sql_where
from indexes.rows import columns, table_schema, to_chunk
from schemas.chunk import Chunk
from schemas.errors import EmbedderMismatch

if TYPE_CHECKING:
    import pyarrow as pa

LIVE, ARCHIVE = "live", "archive"
TOKENS_INDEX = "tokens"
SNAPSHOT_ATTEMPTS = 5
ROW_BITS = 32
"""A row's address is its fragment's number in the upper bits, its place in the fragment in these."""


class LanceIndex:
    """Writer, reader and audit of one collection in one folder.

    >>> index = LanceIndex(Path("home/index/default"), dimension=384)  # doctest: +SKIP
    >>> index.snapshot().bm25(["等待期"], 5, Scope())  # doctest: +SKIP
    """

    def __init__(self, folder: Path, dimension: int) -> None:
        os.environ.setdefault("LANCE_LOG", "error")
        import lancedb

        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._db = lancedb.connect(str(folder))
        self._dimension = dimension
        self._live = self._open(LIVE)
        self._archive = self._open(ARCHIVE)

    def stage(self, rows: pa.Table, versions: Sequence[str]) -> None:
        """Write rows to the archive, replacing whatever it held of these versions."""
        self._merge(self._archive, rows, f"version_id IN {quoted(versions)}")

    def commit(self, change: LiveChange) -> None:
        """Make the change live by one merge on the live table; every step can be done again after a crash."""
        docs = sorted(change.live)
        if not docs:
            return
        targets = sorted(v for v in change.live.values() if v)
        self._live.checkout_latest()
        self._archive.checkout_latest()
        staying = f" AND version_id NOT IN {quoted(targets)}" if targets else ""
        leaving = self._rows(self._live, f"doc_id IN {quoted(docs)}{staying}")
        if leaving.num_rows:
            self._merge(self._archive, _with_states(leaving, change.states), None)
        arriving = _with_states(self._arriving(docs, targets, change.emptied), change.states)
        self._merge(self._live, arriving, f"doc_id IN {quoted(docs)}")
        if targets:
            self._archive.delete(f"version_id IN {quoted(targets)}")
        self._update_archive_states({v: s for v, s in change.states.items() if v not in targets})

    def sweep(self) -> None:
        """Merge small files, remove every state but the last, and write fragments with retired rows anew without them.

        A reader pinned to an older state must take a new snapshot.
        """
        for name, table in ((LIVE, self._live), (ARCHIVE, self._archive)):
            table.checkout_latest()
            _optimize(table)
            scarred = self._scarred_fragments(name)
            for fragment in scarred:
                rows = f"_rowid >= {fragment << ROW_BITS} AND _rowid < {(fragment + 1) << ROW_BITS}"
                table.update(where=rows, values_sql={"chunk_id": "chunk_id"})
            if scarred:
                _optimize(table)

    def snapshot(self) -> LanceSnapshot:
        """Return the present state of both tables, pinned; taken anew where a publication fell between the two."""
        live, archive = self._pinned(LIVE), self._pinned(ARCHIVE)
        for _ in range(SNAPSHOT_ATTEMPTS):
            again = self._pinned(LIVE)
            if again.version == live.version:
                break
            live, archive = again, self._pinned(ARCHIVE)
        return LanceSnapshot(live, archive)

    def chunks(self, scope: Scope) -> list[Chunk]:
        """Return every stored chunk in scope, sorted by document, version and place."""
        snapshot = self.snapshot()
        found = [to_chunk(r) for t in snapshot.tables(scope) for r in _read(t, sql_where(scope.conditions)).to_pylist()]
        unique = {chunk.chunk_id: chunk for chunk in reversed(found)}
        return sorted(
            unique.values(), key=lambda c: (c.metadata.doc_id, c.metadata.version_id, c.metadata.chunk_index, c.chunk_id)
        )

    def holdings(self) -> Holdings:
        """Return the chunk ids of every version, and searchable rows that lack a vector or tokens."""
        one_sided: list[str] = []
        held: list[dict[str, frozenset[str]]] = []
        for name in (LIVE, ARCHIVE):
            table = self._pinned(name)
            by_version: dict[str, set[str]] = {}
            for record in _read(table, "", ["chunk_id", "version_id"]).to_pylist():
                by_version.setdefault(record["version_id"], set()).add(record["chunk_id"])
            held.append({version: frozenset(ids) for version, ids in by_version.items()})
            lame = _read(table, "searchable = true AND (vector IS NULL OR tokens IS NULL)", ["chunk_id"])
            one_sided += lame.column("chunk_id").to_pylist()
        return Holdings(live=held[0], archive=held[1], one_sided=tuple(sorted(one_sided)))

    def discard(self, version_ids: Sequence[str], *, live: bool) -> None:
        """Remove all rows of these versions from one of the tables."""
        if version_ids:
            (self._live if live else self._archive).delete(f"version_id IN {quoted(version_ids)}")

    def _scarred_fragments(self, name: str) -> list[int]:
        """Return the fragments that still hold deleted rows: Lance keeps those until enough of them have gathered.

        They are told by its deletion files, `{fragment}-{version}-{id}.arrow` (Lance table format, deletion files).
        """
        folder = self._folder / f"{name}.lance" / "_deletions"
        return sorted({int(path.name.split("-", 1)[0]) for path in folder.glob("*-*-*")})

    def _open(self, name: str) -> Any:
        known = name in self._db.list_tables().tables
        table = self._db.open_table(name) if known else self._created(name)
        found = table.schema.field("vector").type.list_size
        if found != self._dimension:
            raise EmbedderMismatch(
                f"the index holds vectors of {found} dimensions, this embedder makes {self._dimension}; "
                "use the embedder that the index was built with, or another --collection",
                stage="publish",
            )
        if not table.list_indices():
            self._create_token_index(table)
        return table

    def _created(self, name: str) -> Any:
        return self._db.create_table(name, schema=table_schema(self._dimension), exist_ok=True)

    def _create_token_index(self, table: Any) -> None:
        from lancedb.index import FTS

        config = FTS(
            base_tokenizer="whitespace",
            with_position=False,
            lower_case=False,
            stem=False,
            remove_stop_words=False,
            ascii_folding=False,
            max_token_length=None,
        )
        table.create_index(TOKENS_INDEX, config=config, replace=True)

    def _pinned(self, name: str) -> Any:
        table = self._db.open_table(name)
        table.checkout(table.version)
        return table

    def _rows(self, table: Any, where: str) -> pa.Table:
        return _read(table, where, table_schema(self._dimension).names).cast(table_schema(self._dimension))

    def _arriving(self, docs: Sequence[str], targets: Sequence[str], emptied: frozenset[str]) -> pa.Table:
        """Return the target versions' rows: from the archive where they are staged, else as they are live already."""
        import pyarrow as pa

        if not targets:
            return table_schema(self._dimension).empty_table()
        staged = self._rows(self._archive, f"version_id IN {quoted(targets)}")
        missing = sorted(set(targets) - set(staged.column("version_id").to_pylist()) - emptied)
        if not missing:
            return staged
        kept = self._rows(self._live, f"doc_id IN {quoted(docs)} AND version_id IN {quoted(missing)}")
        return pa.concat_tables([staged, kept])

    def _merge(self, table: Any, rows: pa.Table, delete_where: str | None) -> None:
        merge = table.merge_insert("chunk_id").when_matched_update_all().when_not_matched_insert_all()
        if delete_where:
            merge = merge.when_not_matched_by_source_delete(delete_where)
        merge.execute(rows, on_bad_vectors="null")

    def _update_archive_states(self, states: dict[str, VersionState]) -> None:
        by_state: dict[VersionState, list[str]] = {}
        for version, state in sorted(states.items()):
            by_state.setdefault(state, []).append(version)
        for state, versions in by_state.items():
            where = f"version_id IN {quoted(versions)} AND NOT ({_same_state(state)})"
            if self._archive.count_rows(where):
                ends = f"date '{state.effective_to}'" if state.effective_to else "CAST(NULL AS DATE)"
                changed = {
                    "doc_status": f"'{state.status}'",
                    "effective_from": f"date '{state.effective_from}'",
                    "effective_to": ends,
                }
                self._archive.update(where=where, values_sql=changed)


class LanceSnapshot:
    """One pinned state of the live and archive tables."""

    def __init__(self, live: Any, archive: Any) -> None:
        self._live = live
        self._archive = archive

    def tables(self, scope: Scope) -> list[Any]:
        """Return the tables in scope, live first."""
        return [self._live, self._archive] if scope.archive else [self._live]

    def vector(self, query: Vector, k: int, scope: Scope) -> list[Hit]:
        """Return the k nearest chunks by cosine similarity."""
        where = sql_where(scope.conditions, searchable=True)
        hits = []
        for table in self.tables(scope):
            search = table.search(query, vector_column_name="vector").distance_type("cosine").where(where, prefilter=True)
            found = search.bypass_vector_index().select([*columns(), "_distance"]).limit(k).to_arrow().to_pylist()
            hits += [Hit(to_chunk(record), 1.0 - float(record["_distance"])) for record in found]
        return _best(hits, k)

    def bm25(self, tokens: Sequence[str], k: int, scope: Scope) -> list[Hit]:
        """Return the k best chunks that hold any of the tokens."""
        wanted = list(dict.fromkeys(tokens))
        if not wanted:
            return []
        where = sql_where(scope.conditions, searchable=True)
        hits = []
        for table in self.tables(scope):
            search = table.search(_any_of(wanted), query_type="fts").where(where, prefilter=True)
            found = search.select([*columns(), "tokens", "_score"]).limit(k).to_arrow().to_pylist()
            hits += [Hit(to_chunk(record), float(record["_score"]), _coverage(wanted, record["tokens"])) for record in found]
        return _best(hits, k)

    def fetch(self, chunk_ids: Sequence[str], scope: Scope) -> list[Chunk]:
        """Return the chunks with these ids, in this order, those that are absent left out."""
        if not chunk_ids:
            return []
        found: dict[str, Chunk] = {}
        for table in reversed(self.tables(scope)):
            records = _read(table, f"chunk_id IN {quoted(sorted(set(chunk_ids)))}").to_pylist()
            found |= {record["chunk_id"]: to_chunk(record) for record in records}
        return [found[i] for i in chunk_ids if i in found]


def _optimize(table: Any) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="optimize")
        table.optimize(cleanup_older_than=timedelta(0))


def _any_of(tokens: Sequence[str]) -> Any:
    from lancedb import query

    match: Any = query.MatchQuery
    return match(" ".join(tokens), "tokens")


def _coverage(wanted: Sequence[str], held: str) -> float:
    return len(set(wanted).intersection(held.split(" "))) / len(wanted)


def _read(table: Any, where: str, names: list[str] | None = None) -> pa.Table:
    search = table.search().select(names or columns()).limit(None)
    return (search.where(where) if where else search).to_arrow()


def _best(hits: list[Hit], k: int) -> list[Hit]:
    unique: dict[str, Hit] = {}
    for hit in hits:
        unique.setdefault(hit.chunk.chunk_id, hit)
    return sorted(unique.values(), key=lambda h: (-h.score, h.chunk.chunk_id))[:k]


def _same_state(state: VersionState) -> str:
    ends = f"effective_to = date '{state.effective_to}'" if state.effective_to else "effective_to IS NULL"
    return f"doc_status = '{state.status}' AND effective_from = date '{state.effective_from}' AND {ends}"


def _with_states(rows: pa.Table, states: dict[str, VersionState]) -> pa.Table:
    """Return the rows with status and dates of their versions as the change says."""
    import pyarrow as pa

    versions = rows.column("version_id").to_pylist()
    for name, attribute in (("doc_status", "status"), ("effective_from", "effective_from"), ("effective_to", "effective_to")):
        old = rows.column(name).to_pylist()
        new = [getattr(states[v], attribute) if v in states else value for v, value in zip(versions, old, strict=True)]
        at = rows.schema.get_field_index(name)
        rows = rows.set_column(at, rows.schema.field(at), pa.array(new, type=rows.schema.field(at).type))
    return rows
