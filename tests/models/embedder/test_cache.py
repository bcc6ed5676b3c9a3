from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.embedder.base import EmbedderInfo, Side, Vectors
from models.embedder.cache import CachedEmbedder, EmbeddingCache
from models.embedder.hashing import HashingEmbedder
from schemas.errors import ChunkTooLong, EmbedderUnavailable, IndexBroken
from schemas.settings import EmbedderSettings

SETTINGS = EmbedderSettings(provider="hashing", dimension=16)


class Counting(HashingEmbedder):
    """The hashing embedder, with every text that reached it."""

    def __init__(self) -> None:
        super().__init__(SETTINGS)
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str], side: Side = Side.PASSAGE) -> Vectors:
        self.seen += texts
        return super().embed(texts, side)


@pytest.fixture
def cache(tmp_path):
    made = EmbeddingCache(tmp_path / "embeddings")
    yield made
    made.close()


def test_a_text_is_computed_once_and_comes_back_the_same(cache):
    inner = Counting()
    first = CachedEmbedder(inner, cache)
    a = first.embed(["保险", "等待期", "保险"])
    assert inner.seen == ["保险", "等待期"]
    assert (first.hits, first.computed) == (1, 2)
    second = CachedEmbedder(inner, cache)
    b = second.embed(["等待期", "保险", "新的"])
    assert inner.seen == ["保险", "等待期", "新的"]
    assert (second.hits, second.computed) == (2, 1)
    assert np.array_equal(a[[1, 0]], b[:2])
    assert np.array_equal(a, HashingEmbedder(SETTINGS).embed(["保险", "等待期", "保险"]))
    assert a.dtype == np.float32


def test_the_cache_outlives_the_process(tmp_path):
    folder = tmp_path / "embeddings"
    code = (
        "import sys; from pathlib import Path; from models.embedder import *; from schemas.settings import EmbedderSettings;"
        "CachedEmbedder(make_embedder(EmbedderSettings(provider='hashing', dimension=16)), EmbeddingCache(Path(sys.argv[1]))).embed(['保险'])"
    )
    subprocess.run([sys.executable, "-c", code, folder], check=True)
    inner = Counting()
    CachedEmbedder(inner, EmbeddingCache(folder)).embed(["保险"])
    assert inner.seen == []


def test_sides_and_models_are_kept_apart(cache):
    inner = Counting()
    cached = CachedEmbedder(inner, cache)
    cached.embed(["保险"], Side.PASSAGE)
    cached.embed(["保险"], Side.QUERY)
    assert inner.seen == ["保险", "保险"]
    other = CachedEmbedder(HashingEmbedder(EmbedderSettings(provider="hashing", dimension=32)), cache)
    assert other.embed(["保险"]).shape == (1, 32)
    assert other.computed == 1


def test_progress_counts_different_texts(cache):
    told: list[tuple[int, int]] = []
    cached = CachedEmbedder(Counting(), cache, progress=lambda done, total: told.append((done, total)), group_size=2)
    cached.embed(["a", "b", "c", "d", "e", "a"])
    assert told == [(0, 5), (2, 5), (4, 5), (5, 5)]
    told.clear()
    cached.embed(["a", "b"])
    cached.embed([])
    assert told == [(2, 2)]


def test_nothing_asked_nothing_given(cache):
    assert CachedEmbedder(Counting(), cache).embed([]).shape == (0, 16)


def test_what_was_computed_before_a_failure_is_kept(cache):
    cached = CachedEmbedder(Counting(), cache, group_size=2)
    with pytest.raises(ChunkTooLong):
        cached.embed(["a", "b", "保" * 600])
    assert cache.size(cached.info) == 2


def test_no_text_is_stored(cache, tmp_path):
    CachedEmbedder(Counting(), cache).embed(["张三的保单 INVENTED-NAME-42"])
    cache.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"INVENTED-NAME-42" not in stored
    assert "张三".encode() not in stored


def test_the_first_vector_under_a_key_stays(cache):
    info = HashingEmbedder(SETTINGS).info
    ones, twos = np.full(16, 1, np.float32), np.full(16, 2, np.float32)
    cache.put(info, {b"k": ones})
    cache.put(info, {b"k": twos, b"l": twos})
    found = cache.get(info, [b"k", b"l", b"m"])
    assert sorted(found) == [b"k", b"l"]
    assert found[b"k"].tolist() == ones.tolist()


def test_many_keys_at_once(cache):
    info = HashingEmbedder(SETTINGS).info
    vectors = {b"p%032d" % n: np.full(16, n, np.float32) for n in range(3000)}
    cache.put(info, vectors)
    found = cache.get(info, list(vectors))
    assert all(found[key][0] == n for n, key in enumerate(vectors))


def test_a_damaged_file_is_named(tmp_path):
    info = HashingEmbedder(SETTINGS).info
    cache = EmbeddingCache(tmp_path)
    cache.put(info, {})
    cache.close()
    (file,) = tmp_path.glob("*.db")
    file.write_bytes(b"not a database" * 500)
    with pytest.raises(IndexBroken, match=f"{file.name} is damaged; delete it"):
        EmbeddingCache(tmp_path).get(info, [b"k"])


def test_a_vector_of_another_size_is_damage(cache, tmp_path):
    info = HashingEmbedder(SETTINGS).info
    cache.put(info, {b"k": np.zeros(4, np.float32)})
    with pytest.raises(IndexBroken):
        cache.get(info, [b"k"])


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    info = EmbedderInfo(name="m", dimension=4, window=8, fingerprint="m-1")
    (tmp_path / "taken").mkdir()
    cache = EmbeddingCache(tmp_path / "taken")
    cache.put(info, {})
    cache.close()
    (file,) = (tmp_path / "taken").glob("*.db")
    file.unlink()
    file.mkdir()
    with pytest.raises(EmbedderUnavailable, match="could not be used"):
        EmbeddingCache(tmp_path / "taken").put(info, {})


WRITER = """
import sys
from pathlib import Path
import numpy as np
from models.embedder.base import EmbedderInfo
from models.embedder.cache import EmbeddingCache
info = EmbedderInfo(name="m", dimension=64, window=8, fingerprint="m-1")
cache = EmbeddingCache(Path(sys.argv[1]))
start, groups = int(sys.argv[2]), int(sys.argv[3])
print("ready", flush=True)
for group in range(groups):
    keys = [start + group * 20 + n for n in range(20)]
    cache.put(info, {b"%08d" % key: np.full(64, key, np.float32) for key in keys})
"""
INFO = EmbedderInfo(name="m", dimension=64, window=8, fingerprint="m-1")


def _writer(folder, start: int, groups: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, folder, str(start), str(groups)], stdout=subprocess.PIPE)


def test_processes_write_into_one_new_file_together(tmp_path):
    writers = [_writer(tmp_path, start, 30) for start in (0, 300, 600, 900)]
    assert [writer.wait() for writer in writers] == [0, 0, 0, 0]
    for writer in writers:
        writer.stdout.close()
    cache = EmbeddingCache(tmp_path)
    assert cache.size(INFO) == 1500
    found = cache.get(INFO, [b"%08d" % key for key in range(1500)])
    assert all(found[b"%08d" % key].tolist() == [key] * 64 for key in range(1500))


def test_a_killed_writer_leaves_whole_groups(tmp_path):
    for round_ in range(3):
        writer = _writer(tmp_path, round_ * 1_000_000, 100_000)
        writer.stdout.readline()
        time.sleep(0.15)
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        cache = EmbeddingCache(tmp_path)
        assert cache.size(INFO) % 20 == 0
        cache.put(INFO, {b"after-%02d" % n: np.zeros(64, np.float32) for n in range(round_ * 20, round_ * 20 + 20)})
        cache.close()
    (file,) = tmp_path.glob("*.db")
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@given(st.lists(st.lists(st.text(max_size=8), max_size=6), max_size=4), st.integers(1, 3))
@settings(deadline=None, max_examples=30)
def test_cached_equals_computed(tmp_path_factory, calls, group_size):
    cache = EmbeddingCache(tmp_path_factory.mktemp("cache"))
    cached = CachedEmbedder(Counting(), cache, group_size=group_size)
    for texts in calls:
        assert np.array_equal(cached.embed(texts), HashingEmbedder(SETTINGS).embed(texts))
    assert cached.hits + cached.computed == sum(map(len, calls))
    cache.close()
