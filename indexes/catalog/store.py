"""The catalog: one engine, short transactions, rooms for files, versions, runs, leases and intents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from indexes.catalog.files import Files
from indexes.catalog.intents import Intents
from indexes.catalog.leases import Leases
from indexes.catalog.runs import Runs
from indexes.catalog.tables import Base, CollectionRow
from indexes.catalog.versions import Versions
from schemas.errors import EmbedderMismatch, StoreError

BUSY_TIMEOUT_S = 60


class Catalog:
    """Opens (and at first use creates) the catalog at a path or database URL.

    >>> catalog = Catalog("sqlite://")
    >>> catalog.versions.documents("default")
    []
    """

    def __init__(self, url: str | Path) -> None:
        address = f"sqlite:///{url}" if isinstance(url, Path) else url
        self._engine = create_engine(address)
        if self._engine.dialect.name == "sqlite":
            _prepare_sqlite(self._engine)
        with _typed_faults():
            Base.metadata.create_all(self._engine)
        self.files = Files(self.begin)
        self.versions = Versions(self.begin)
        self.runs = Runs(self.begin)
        self.leases = Leases(self.begin)
        self.intents = Intents(self.begin)

    @contextmanager
    def begin(self) -> Iterator[Session]:
        """Yield a session in one transaction: committed at the end, rolled back on an error. Raises StoreError."""
        with _typed_faults(), Session(self._engine, expire_on_commit=False) as session, session.begin():
            yield session

    def collection(self, name: str) -> CollectionRow | None:
        """Return what a collection's index was built with, or None where it has none yet."""
        with self.begin() as session:
            return session.get(CollectionRow, name)

    def collections(self) -> list[str]:
        """Return the names of all collections, sorted."""
        with self.begin() as session:
            return sorted(session.scalars(select(CollectionRow.name)))

    def bind_collection(self, name: str, embedder: str, dimension: int, fingerprint: str, tokenizer: str) -> None:
        """Record what a collection's index is built with, or raise EmbedderMismatch where it was built with something else."""
        with self.begin() as session:
            row = session.get(CollectionRow, name)
            if row is None:
                session.add(
                    CollectionRow(
                        name=name, embedder=embedder, dimension=dimension, fingerprint=fingerprint, tokenizer=tokenizer
                    )
                )
            elif (row.fingerprint, row.tokenizer) != (fingerprint, tokenizer):
                raise EmbedderMismatch(
                    f"collection {name!r} was built with embedder {row.embedder} and tokenizer {row.tokenizer}, "
                    f"the settings name {embedder} and {tokenizer}; set them back, or use another --collection or --home",
                    stage="embed",
                )

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()


@contextmanager
def _typed_faults() -> Iterator[None]:
    """Raise what the database complains of as StoreError, without the statement and its values."""
    try:
        yield
    except DatabaseError as error:
        raise StoreError(
            f"the catalog could not be used ({error.orig}); where it is damaged, restore it, or ingest into a new --home",
            stage="catalog",
        ) from error


def _prepare_sqlite(engine: Engine) -> None:
    """Make SQLite fit for several processes: a write-ahead log, patience, and write locks taken when a transaction begins."""

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_S * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
