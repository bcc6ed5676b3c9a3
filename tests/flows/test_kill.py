"""kill -9 at random moments of an ingest, with a reader searching all the while."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

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


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_twenty_kills_converge_and_no_reader_sees_a_mixture(mill: Mill, tmp_path: Path) -> None:
    path = mill.write("a.md", _text("旧约"))
    assert _ingest(mill, path).wait() == 0
    path.write_text(_text("新约"), encoding="utf-8")
    started = time.monotonic()
    assert _ingest(mill, path).wait() == 0
    whole_s = time.monotonic() - started

    stop, out = tmp_path / "stop", tmp_path / "seen.json"
    command = [sys.executable, "-m", "tests.flows.reader", mill.home, mill.folder / "docmill.toml", stop, out]
    reader = subprocess.Popen([*map(str, command)], cwd=ROOT)
    dice = random.Random(SEED)
    try:
        for number in range(KILLS):
            word = list(COUNTS)[number % 2]
            path.write_text(_text(word), encoding="utf-8")
            cut_off = _ingest(mill, path)
            time.sleep(whole_s * dice.uniform(0.4, 1.0))
            cut_off.kill()
            cut_off.wait()
            assert _ingest(mill, path).wait() == 0
            found = {w for w in COUNTS for hit in mill.ok("search", w, "-k", 50, "--mode", "bm25")["hits"] if w in hit["text"]}
            assert found == {word}, f"after kill {number}"
            assert mill.ok("reconcile")["agree"], f"after kill {number}"
    finally:
        stop.touch()
        reader.wait(timeout=60)
    seen = json.loads(out.read_text(encoding="utf-8"))
    assert seen["wrong"] == []
    assert set(seen["seen"]) == set(COUNTS)


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
