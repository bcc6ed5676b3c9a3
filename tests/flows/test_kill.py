"""kill -9 at random moments of an ingest, with a reader searching all the while."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.flows.conftest import Mill
from tests.flows.reader import COUNTS

ROOT = Path(__file__).resolve().parents[2]
KILLS = 20
SEED = 7


def _text(word: str) -> str:
    clauses = [f"第{number}条 {word}\n{word}第{number}条款事项，当事人应当遵守。" for number in "一二三四"[: COUNTS[word]]]
    return "\n\n".join(clauses) + "\n"


def _ingest(mill: Mill, path: Path) -> subprocess.Popen[bytes]:
    words = [
        "ingest",
        path,
        "--version",
        "v1",
        "--rehash",
        "--home",
        mill.home,
        "--config",
        mill.folder / "docmill.toml",
        "--json",
    ]
    return subprocess.Popen(
        [sys.executable, "-m", "flows.cli", *map(str, words)], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


class Reader:
    """A process that searches a home without pause, until it is asked what it saw."""

    def __init__(self, mill: Mill) -> None:
        self._stop, self._out = mill.folder / "stop", mill.folder / "seen.json"
        command = [sys.executable, "-m", "tests.flows.reader", mill.home, mill.folder / "docmill.toml", self._stop, self._out]
        self._process = subprocess.Popen([*map(str, command)], cwd=ROOT)

    def seen(self) -> dict[str, Any]:
        self._stop.touch()
        self._process.wait(timeout=60)
        result: dict[str, Any] = json.loads(self._out.read_text(encoding="utf-8"))
        return result


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_twenty_kills_converge_and_no_reader_sees_a_mixture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mills = [Mill(tmp_path / name, capsys) for name in ("one", "two")]
    paths = [mill.write("a.md", _text("旧约")) for mill in mills]
    for mill in mills:
        mill.configure()
    _ingest_all(mills, paths)
    whole_s = _ingest_all(mills, paths, _text("新约"))
    readers = [Reader(mill) for mill in mills]
    dice = random.Random(SEED)
    try:
        for number in range(KILLS // len(mills)):
            word = list(COUNTS)[number % 2]
            _kill_all(mills, paths, _text(word), [whole_s * dice.uniform(0.4, 1.0) for _ in mills])
            _ingest_all(mills, paths)
            for mill in mills:
                found = {w for w in COUNTS for hit in _hits(mill, w) if w in hit["text"]}
                assert found == {word}, f"after kill {number}"
                assert mill.ok("reconcile")["agree"], f"after kill {number}"
    finally:
        seen = [reader.seen() for reader in readers]
    assert [s["wrong"] for s in seen] == [[], []]
    assert all(set(s["seen"]) == set(COUNTS) for s in seen)


def _hits(mill: Mill, query: str) -> list[dict[str, Any]]:
    hits: list[dict[str, Any]] = mill.ok("search", query, "-k", 50, "--mode", "bm25")["hits"]
    return hits


def _ingest_all(mills: list[Mill], paths: list[Path], text: str | None = None) -> float:
    """Ingest in every home at once, wait for the end, and return the seconds that it took."""
    started = time.monotonic()
    for path in paths if text else []:
        path.write_text(str(text), encoding="utf-8")
    running = [_ingest(mill, path) for mill, path in zip(mills, paths, strict=True)]
    assert [process.wait() for process in running] == [0] * len(mills)
    return time.monotonic() - started


def _kill_all(mills: list[Mill], paths: list[Path], text: str, after_s: list[float]) -> None:
    """Begin an ingest of the text in every home and kill each after its time."""
    for path in paths:
        path.write_text(text, encoding="utf-8")
    started = time.monotonic()
    running = [_ingest(mill, path) for mill, path in zip(mills, paths, strict=True)]
    for process, moment_s in sorted(zip(running, after_s, strict=True), key=lambda pair: pair[1]):
        time.sleep(max(0.0, started + moment_s - time.monotonic()))
        process.kill()
    for process in running:
        process.wait()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nightly_and_reingest_of_the_same_document_at_once(mill: Mill) -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder}/documents"\n')
    path = mill.write("a.md", _text("旧约"))
    mill.ok("nightly")
    [document] = mill.ok("status")["documents"]
    path.write_text(_text("新约"), encoding="utf-8")
    common = ["--home", str(mill.home), "--config", str(mill.folder / "docmill.toml"), "--json"]
    commands = [["nightly", *common], ["reingest", document["doc_id"], "--force", *common]] * 2
    running = [subprocess.Popen([sys.executable, "-m", "flows.cli", *c], cwd=ROOT, stdout=subprocess.PIPE) for c in commands]
    for process in running:
        out, _ = process.communicate()
        assert process.returncode == 0, out.decode()
    assert mill.ok("reconcile")["agree"]
    assert len({hit["metadata"]["version_id"] for hit in mill.ok("search", "条款事项", "-k", 50)["hits"]}) == 1
