"""Children are killed at their limits, replaced when due, and let no raw word out."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from flows.parse_child import read_document
from flows.parse_pool import ParsePool
from schemas.document import SourceFile
from schemas.errors import ChildCrashed, DeadlineExceeded, EmptyFile, MemoryExceeded, Skipped
from schemas.settings import Limits, Settings


def source(path: Path) -> SourceFile:
    data = path.read_bytes()
    return SourceFile(uri=str(path), name=path.name, sha256=hashlib.sha256(data).hexdigest(), size=len(data))


def long_text(folder: Path, paragraphs: int = 200_000) -> SourceFile:
    path = folder / "long.txt"
    path.write_text("第一条 被保险人应当通知我们。\n\n" * paragraphs, encoding="utf-8")
    return source(path)


@pytest.fixture
def note(tmp_path: Path) -> SourceFile:
    path = tmp_path / "note.txt"
    path.write_text("联系手机13800138000，请保密。\n", encoding="utf-8")
    return source(path)


@pytest.fixture(scope="module")
def pool() -> Iterator[ParsePool]:
    with ParsePool(Settings()) as made:
        yield made


def test_the_document_is_scrubbed_before_it_is_written(pool: ParsePool, note: SourceFile, tmp_path: Path) -> None:
    pool.parse(note, tmp_path / "out.gz")
    document = read_document(tmp_path / "out.gz")
    assert "13800138000" not in document.model_dump_json()
    assert document.report.pii_counts == {"MOBILE_PHONE": 1}
    assert not document.raw


def test_an_unscrubbed_document_is_marked(pool: ParsePool, note: SourceFile, tmp_path: Path) -> None:
    pool.parse(note, tmp_path / "raw.gz", scrub=False)
    document = read_document(tmp_path / "raw.gz")
    assert document.raw
    assert "13800138000" in document.blocks[0].text


def test_errors_come_back_as_their_own_class_with_a_scrubbed_name(pool: ParsePool, tmp_path: Path) -> None:
    empty = tmp_path / "理赔_13800138000.txt"
    empty.write_bytes(b"")
    with pytest.raises(EmptyFile) as caught:
        pool.parse(source(empty), tmp_path / "x.gz")
    assert "13800138000" not in str(caught.value)
    assert caught.value.stage
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 32)
    with pytest.raises(Skipped) as skipped:
        pool.parse(source(picture), tmp_path / "x.gz")
    assert skipped.value.rule == "needs_ocr"
    assert not (tmp_path / "x.gz").exists()


def test_a_child_is_killed_at_its_deadline(tmp_path: Path) -> None:
    with ParsePool(Settings(limits=Limits(timeout_s=0.2, timeout_per_page_s=0.0))) as pool:
        with pytest.raises(DeadlineExceeded):
            pool.parse(long_text(tmp_path), tmp_path / "x.gz")
        assert pool._child is None
    assert not (tmp_path / "x.gz").exists()


def test_a_child_is_killed_at_its_memory_limit(tmp_path: Path, note: SourceFile) -> None:
    with ParsePool(Settings(limits=Limits(memory_mb=64))) as pool, pytest.raises(MemoryExceeded, match="memory_mb = 64"):
        pool.parse(note, tmp_path / "x.gz")


def test_a_child_that_dies_is_replaced(tmp_path: Path, note: SourceFile) -> None:
    with ParsePool(Settings()) as pool:
        victim = pool._ready_child().process.pid
        threading.Timer(0.3, os.kill, (victim, signal.SIGKILL)).start()
        with pytest.raises(ChildCrashed):
            pool.parse(long_text(tmp_path), tmp_path / "x.gz")
        pool.parse(note, tmp_path / "2.gz")
        assert pool._child is not None
        assert pool._child.process.pid != victim


def test_a_file_is_not_blamed_for_a_child_that_read_others_before(tmp_path: Path, note: SourceFile) -> None:
    with ParsePool(Settings()) as pool:
        pool.parse(note, tmp_path / "1.gz")
        assert pool._child is not None
        victim = pool._child.process.pid
        threading.Timer(0.1, os.kill, (victim, signal.SIGKILL)).start()
        pool.parse(long_text(tmp_path, 10_000), tmp_path / "2.gz")
        assert pool._child.process.pid != victim
    assert (tmp_path / "2.gz").exists()


def test_a_child_is_recycled_after_so_many_files(tmp_path: Path, note: SourceFile) -> None:
    with ParsePool(Settings(limits=Limits(recycle_after=2))) as pool:
        pool.parse(note, tmp_path / "1.gz")
        assert pool._child is not None
        pool.parse(note, tmp_path / "2.gz")
        assert pool._child is None


def test_no_child_is_left_behind(tmp_path: Path, note: SourceFile) -> None:
    with ParsePool(Settings()) as pool:
        pool.parse(note, tmp_path / "1.gz")
        assert pool._child is not None
        pid = pool._child.process.pid
    deadline = time.monotonic() + 5
    while psutil.pid_exists(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not psutil.pid_exists(pid)
