"""The folder of real documents through the whole mill: outcomes, time, memory, and whether anything was lost, cut or beheaded."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.floor import kept_share
from benchmarks.questions import EVAL
from chunkers import uncovered
from flows.home import Home
from flows.ingest import active_tasks
from flows.process import Workbench, document_facts, source_of
from flows.run import Run
from parsers.read import parse
from schemas.chunk import ChunkSet, ChunkType
from schemas.document import Document, Table
from schemas.settings import load_settings
from schemas.tables import header_rows

CORPUS = Path(os.environ.get("DOCMILL_CORPUS", EVAL.parent / "corpus"))
BENCH = Path(".docmill") / "bench" / "corpus"
SETTINGS = '[embedder]\nprovider = "use"\n'
LEAST_KEPT = 0.99
MOST_DROPPED = 0.05


def run() -> None:
    """Print the two runs' outcomes and figures, then what was lost, and every document that falls short."""
    if not CORPUS.is_dir():
        print(f"no documents in {CORPUS}; set DOCMILL_CORPUS to the corpus folder")
        return
    shutil.rmtree(BENCH, ignore_errors=True)
    BENCH.mkdir(parents=True, exist_ok=True)
    (BENCH / "docmill.toml").write_text(SETTINGS, encoding="utf-8")
    first = _ingest("first run")
    second = _ingest("second run")
    same = _verdicts(first) == _verdicts(second)
    print(f"second run repeats every verdict: {same}; embedded {second['counts']['embedded']}")
    _print_failures(first)
    _print_losses(_check())


def _ingest(name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "flows.cli", "ingest", str(CORPUS), "--home", str(BENCH / "home")]
    started = time.monotonic()
    done = subprocess.run(
        [*command, "--config", str(BENCH / "docmill.toml"), "--json"], stdout=subprocess.PIPE, text=True, check=False
    )
    result: dict[str, Any] = json.loads(done.stdout)
    peak_gib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    print(f"{name}: {time.monotonic() - started:.1f} s, largest process {peak_gib:.2f} GiB, {result['counts']}", flush=True)
    return result


def _verdicts(result: dict[str, Any]) -> list[tuple[str, str]]:
    repeated = {"parsed": "unchanged"}
    return [(f["path"], repeated.get(f["outcome"], f["outcome"])) for f in result["files"]]


def _print_failures(result: dict[str, Any]) -> None:
    reasons = Counter((f["outcome"], f["reason"]["rule"] or f["reason"]["error"]) for f in result["files"] if f["reason"])
    for (outcome, reason), count in sorted(reasons.items()):
        print(f"  {outcome:<8} {reason:<18} {count}")


@dataclass
class Losses:
    """What was found over all active documents."""

    documents: int = 0
    chunks: int = 0
    uncovered_chars: int = 0
    over_window: int = 0
    headless: int = 0
    garbage: int = 0
    body_chars: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    short: list[str] = field(default_factory=list)
    floors: int = 0


def _check() -> Losses:
    home = Home(BENCH / "home", load_settings(BENCH / "docmill.toml"))
    losses = Losses()
    planning = Run.start(home, "bench", "default", date.today())
    tasks = active_tasks(planning)
    planning.finish()
    with Workbench.open(home, "default") as bench:
        for task in tasks:
            document = bench.document(source_of(task))
            made = bench.chunk(document, task, date(2024, 1, 1))
            losses.documents += 1
            losses.uncovered_chars += sum(span.end - span.start for span in uncovered(document, made))
            searched = [chunk for chunk in made.chunks if chunk.metadata.chunk_type is not ChunkType.PARENT]
            losses.chunks += len(searched)
            losses.over_window += sum(bench.embedder.count_tokens(c.index_text) > bench.embedder.info.window for c in searched)
            losses.headless += headless_pieces(document, made)
            losses.garbage += sum(_is_garbage(chunk.text) for chunk in searched)
            _note_drops(losses, Path(task.uri), document_facts(document, made))
            _note_floor(losses, Path(task.uri), document, home)
    return losses


def headless_pieces(document: Document, made: ChunkSet) -> int:
    """Return how many pieces of tables hold no cell of their table's header rows (of its first row, where none is flagged).

    A piece of a header cell that had to be cut itself is header.
    """
    headers = {block.id: _header_words(block) for block in document.blocks if isinstance(block, Table)}
    headless = 0
    for chunk in made.chunks:
        text = "".join(chunk.text.split())
        cells = [cell for line in chunk.text.splitlines() for cell in ("".join(c.split()) for c in line.split("|")) if cell]
        words = [headers[span.block_id] for span in made.spans[chunk.chunk_id] if span.block_id in headers]
        headless += any(group and not any(w in text or any(c in w for c in cells) for w in group) for group in words)
    return headless


def _header_words(table: Table) -> list[str]:
    rows = max(1, header_rows(table))
    cells = ("".join(cell.text.replace("|", "\\|").split()) for cell in table.cells if cell.row < rows)
    return [cell for cell in cells if cell]


def _is_garbage(text: str) -> bool:
    return "(cid:" in text or "\ufffd" in text or any("\ue000" <= c <= "\uf8ff" for c in text)


def _note_drops(losses: Losses, path: Path, facts: dict[str, Any]) -> None:
    losses.body_chars += facts["body_chars"]
    losses.dropped.update(facts["dropped_chars"])
    dropped = sum(facts["dropped_chars"].values())
    if facts["body_chars"] and dropped > MOST_DROPPED * facts["body_chars"]:
        losses.short.append(f"{path.name}: {dropped / facts['body_chars']:.0%} set aside: {facts['dropped_chars']}")


def _note_floor(losses: Losses, path: Path, document: Document, home: Home) -> None:
    if document.route.kind not in ("pdf", "docx", "xlsx"):
        return
    raw = parse(document.source.model_copy(update={"uri": str(path), "name": path.name}), home.settings, lambda _pages: None)
    kept = kept_share(path, raw)
    if kept is None:
        return
    losses.floors += 1
    if kept[0] < LEAST_KEPT:
        losses.short.append(f"{path.name}: holds {kept[0]:.3%} of the floor's {kept[1]} characters")


def _print_losses(losses: Losses) -> None:
    print(f"{losses.documents} documents, {losses.chunks} embedded chunks, {losses.body_chars} characters")
    print(f"  characters in no chunk and no drop list  {losses.uncovered_chars}")
    print(f"  chunks over the embedder's window        {losses.over_window}")
    print(f"  table pieces without their header        {losses.headless}")
    print(f"  chunks with unreadable characters        {losses.garbage}")
    print(f"  documents held against a floor           {losses.floors}")
    for rule, count in losses.dropped.most_common():
        print(f"  set aside by {rule:<24} {count / max(1, losses.body_chars):.2%}")
    for line in sorted(losses.short):
        print(f"  ! {line}")
