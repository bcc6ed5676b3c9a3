"""Files as last seen: how change is found, how a failure repeats, how a move is told from a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select, update

from indexes.catalog.leases import Begin
from indexes.catalog.tables import FileRow


class Files:
    """One row per (collection, uri)."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def all(self, collection: str) -> dict[str, FileRow]:
        """Return every file of a collection by uri, those gone included."""
        with self._begin() as session:
            rows = session.scalars(select(FileRow).where(FileRow.collection == collection))
            return {row.uri: row for row in rows}

    def get(self, collection: str, uri: str) -> FileRow | None:
        """Return one file, or None."""
        with self._begin() as session:
            return session.get(FileRow, (collection, uri))

    def save(self, rows: Iterable[dict[str, Any]]) -> None:
        """Write rows, given as column to value, replacing those with the same collection and uri."""
        with self._begin() as session:
            for row in rows:
                session.merge(FileRow(**row))

    def of_source(self, collection: str, source: str) -> list[FileRow]:
        """Return the files last seen under a source and not gone since, sorted by uri."""
        query = select(FileRow).where(FileRow.collection == collection, FileRow.source == source, FileRow.gone.is_(False))
        with self._begin() as session:
            return list(session.scalars(query.order_by(FileRow.uri)))

    def mark_gone(self, collection: str, uris: Sequence[str]) -> None:
        """Note that files are no longer where they were."""
        with self._begin() as session:
            session.execute(update(FileRow).where(FileRow.collection == collection, FileRow.uri.in_(uris)).values(gone=True))

    def touch(self, collection: str, uri: str, *, size: int, mtime_ns: int, source: str | None) -> None:
        """Note a file's new time stamp where its bytes turned out to be the same, and that it is there."""
        values = {"size": size, "mtime_ns": mtime_ns, "gone": False} | ({"source": source} if source else {})
        with self._begin() as session:
            session.execute(update(FileRow).where(FileRow.collection == collection, FileRow.uri == uri).values(values))
