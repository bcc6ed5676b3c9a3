"""Vectors once computed, kept by the model's fingerprint, the side and the hash of the text. No text is ever stored."""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from models.embedder.base import Embedder, EmbedderInfo, Side, Vectors
from schemas.errors import EmbedderUnavailable, IndexBroken

T = TypeVar("T")

BUSY_TIMEOUT_S = 60.0
KEYS_PER_QUERY = 500
KEEP = "INSERT OR IGNORE INTO vectors VALUES (?, ?)"
REPLACE = "INSERT OR REPLACE INTO vectors VALUES (?, ?)"
SCHEMA = """
CREATE TABLE IF NOT EXISTS model (fingerprint TEXT PRIMARY KEY, name TEXT NOT NULL, dimension INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL);
"""


class EmbeddingCache:
    """One SQLite file per embedder in `folder`, in WAL mode: processes may share it, a kill loses the open group at most.

    The first vector stored under a key stays, unless it is to be replaced. Deleting a file, or the folder, costs nothing but
    computing again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._open: dict[str, sqlite3.Connection] = {}

    def get(self, info: EmbedderInfo, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        """Return the vectors, shape (dimension,), of those keys that are known."""
        found: dict[bytes, Vectors] = {}
        for start in range(0, len(keys), KEYS_PER_QUERY):
            part = keys[start : start + KEYS_PER_QUERY]
            sql = f"SELECT key, vector FROM vectors WHERE key IN ({','.join('?' * len(part))})"  # noqa: S608 (placeholders only)
            rows: list[tuple[bytes, bytes]] = self._run(info, partial(_all, sql=sql, values=part))
            for key, blob in rows:
                found[key] = np.frombuffer(blob, dtype="<f4").astype(np.float32)
        if any(len(vector) != info.dimension for vector in found.values()):
            raise self._broken(info)
        return found

    def put(self, info: EmbedderInfo, vectors: Mapping[bytes, Vectors], *, replace: bool = False) -> None:
        """Return once the vectors are stored, in one transaction; what is already known under a key stays, or is replaced."""
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()]
        self._run(info, lambda db: _insert(db, rows, REPLACE if replace else KEEP))

    def size(self, info: EmbedderInfo) -> int:
        """Return how many vectors of this embedder are stored."""
        return int(self._run(info, lambda db: db.execute("SELECT count(*) FROM vectors").fetchone())[0])

    def close(self) -> None:
        """Return once every file is closed; the next use opens them again."""
        with self._lock:
            for connection in self._open.values():
                connection.close()
            self._open.clear()

    def _run(self, info: EmbedderInfo, action: Callable[[sqlite3.Connection], T]) -> T:
        with self._lock:
            try:
                return action(self._connection(info))
            except sqlite3.OperationalError as error:
                raise EmbedderUnavailable(
                    f"the embedding cache could not be used ({error}); is the disk full, or its folder read-only?",
                    stage="embed",
                ) from error
            except sqlite3.DatabaseError as error:
                raise self._broken(info) from error

    def _connection(self, info: EmbedderInfo) -> sqlite3.Connection:
        if info.fingerprint not in self._open:
            self._folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self._path(info), timeout=BUSY_TIMEOUT_S, check_same_thread=False, isolation_level=None
            )
            connection.execute("PRAGMA page_size=8192")
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.executescript(SCHEMA)
            connection.execute("INSERT OR IGNORE INTO model VALUES (?, ?, ?)", (info.fingerprint, info.name, info.dimension))
            self._open[info.fingerprint] = connection
        return self._open[info.fingerprint]

    def _path(self, info: EmbedderInfo) -> Path:
        return self._folder / f"{hashlib.sha256(info.fingerprint.encode()).hexdigest()[:16]}.db"

    def _broken(self, info: EmbedderInfo) -> IndexBroken:
        name = self._path(info).name
        return IndexBroken(
            f"the embedding cache file {name} is damaged; delete it, its vectors will be computed again", stage="embed"
        )


class CachedEmbedder:
    """An embedder that computes a text once per model: `hits` counts the texts that cost nothing, `computed` those that did.

    Vectors are stored group by group, so a run that is killed goes on where it was; after each, `progress(done, total)` is
    called with the number of different texts.
    """

    def __init__(
        self,
        embedder: Embedder,
        cache: EmbeddingCache,
        *,
        progress: Callable[[int, int], None] | None = None,
        group_size: int = 32,
    ) -> None:
        self._embedder = embedder
        self._cache = cache
        self._progress = progress
        self._group_size = group_size
        self.hits = 0
        self.computed = 0

    @property
    def info(self) -> EmbedderInfo:
        """What identifies the model behind the cache."""
        return self._embedder.info

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE, *, fresh: bool = False) -> Vectors:
        """Return one unit vector per text, shape (len(texts), dimension), each computed once; `fresh` skips the cache."""
        keys = [_key(text, side) for text in texts]
        unique = dict(zip(keys, texts, strict=True))
        known = {} if fresh else self._cache.get(self.info, list(unique))
        missing = [key for key in unique if key not in known]
        self.hits += len(texts) - len(missing)
        self._tell(len(unique) - len(missing), len(unique))
        for start in range(0, len(missing), self._group_size):
            group = missing[start : start + self._group_size]
            made = dict(zip(group, self._embedder.embed([unique[key] for key in group], side), strict=True))
            self._cache.put(self.info, made, replace=fresh)
            known |= made
            self.computed += len(group)
            self._tell(len(known), len(unique))
        return np.stack([known[key] for key in keys]) if keys else np.empty((0, self.info.dimension), dtype=np.float32)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model sees for `text`."""
        return self._embedder.count_tokens(text)

    def _tell(self, done: int, total: int) -> None:
        if self._progress is not None and total:
            self._progress(done, total)


def _key(text: str, side: Side) -> bytes:
    return side.value[:1].encode() + hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _all(connection: sqlite3.Connection, sql: str, values: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    return connection.execute(sql, values).fetchall()


def _insert(connection: sqlite3.Connection, rows: Iterable[tuple[bytes, bytes]], sql: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(sql, rows)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
