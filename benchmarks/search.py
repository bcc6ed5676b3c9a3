"""The real store searched on public question sets: vector, BM25 and hybrid, and our chunks beside the recursive-token control."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from datetime import date
from io import StringIO
from pathlib import Path

from benchmarks.questions import EVAL
from flows.cli import main
from flows.home import Home
from flows.ingest import Order
from flows.process import Workbench
from flows.search import Mode, Searcher
from flows.tuning import active_documents, try_preset
from reports.queries import Query
from reports.retrieval import Mode as ReportMode
from reports.retrieval import Retrieval, evaluate
from schemas.settings import ChunkPreset, Settings
from schemas.version import doc_id

BENCH = Path(".docmill") / "bench" / "search"
DAY = date(2024, 1, 1)
DRCD_QUESTIONS = 1000
CONTROLS = {
    "structure, 512 / 100 tokens": ChunkPreset(),
    "recursive control, 512 / 100 tokens": ChunkPreset(chunker="recursive"),
    "structure, 256 / 50 tokens": ChunkPreset(size=256, overlap=50, min_size=64),
    "recursive control, 256 / 50 tokens": ChunkPreset(chunker="recursive", size=256, overlap=50),
}


def run() -> None:
    """Print Recall@1 / Recall@5 / MRR by mode for both sets, then for DRCD by way of cutting."""
    if not EVAL.is_dir():
        print(f"no evaluation sets in {EVAL}; set DOCMILL_CORPUS to the corpus folder beside them")
        return
    for name, build in (("bank faq", _bank_faq), ("drcd", _drcd)):
        folder = BENCH / name.replace(" ", "_")
        shutil.rmtree(folder / "documents", ignore_errors=True)
        (folder / "documents").mkdir(parents=True)
        queries = list(build(folder / "documents"))
        home = Home(folder / "home", Settings())
        _ingest(folder)
        searcher = Searcher(home, "default")
        print(f"{name}: {len(queries)} questions")
        _show(evaluate(queries, lambda q, mode, k, s=searcher: [f.chunk for f in s.search(q, k, Mode(mode)).hits]), "the store")
        if name == "drcd":
            _show_controls(home, queries)


def _show_controls(home: Home, queries: list[Query]) -> None:
    with Workbench.open(home, "default") as bench:
        documents = active_documents(Order(home, "default", DAY), bench)
        for name, preset in CONTROLS.items():
            tried = try_preset(bench, documents, queries, preset, tuple(ReportMode))
            _show(tried.retrieval, f"{name}, {tried.chunks} chunks")


def _ingest(folder: Path) -> None:
    out = StringIO()
    with redirect_stdout(out):
        main(["ingest", str(folder / "documents"), "--home", str(folder / "home"), "--as-of", DAY.isoformat(), "--json"])
    print(f"  {json.loads(out.getvalue())['counts']}")


def _show(found: Retrieval, name: str) -> None:
    print(f"  {name}")
    for mode in ReportMode:
        values = found.modes[mode]
        print(
            f"    {mode:<7} " + " / ".join(f"{values[metric].value:.3f}" for metric in ("recall@1", "recall@5", "mrr")),
            flush=True,
        )


def _drcd(folder: Path) -> Iterator[Query]:
    """Write one Markdown file an article and yield evenly picked questions; the answer must stand in a chunk of its article."""
    asked: list[Query] = []
    for number, article in enumerate(json.loads((EVAL / "drcd" / "DRCD_dev.json").read_text(encoding="utf-8"))["data"]):
        path = folder / f"{number:04d}.md"
        paragraphs = [paragraph["context"] for paragraph in article["paragraphs"]]
        path.write_text("\n\n".join([f"# {article['title']}", *paragraphs]) + "\n", encoding="utf-8")
        document = doc_id("default", path.absolute().as_posix())
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                asked.append(Query(query=qa["question"], relevant_doc_ids=(document,), answer_text=qa["answers"][0]["text"]))
    step = len(asked) / DRCD_QUESTIONS
    yield from (asked[int(i * step)] for i in range(DRCD_QUESTIONS))


def _bank_faq(folder: Path) -> Iterator[Query]:
    """Write one Markdown file an entry and yield the contest's questions with the entry that answers each."""
    source = EVAL / "aicup2024_faq_zhtw"
    documents = {}
    for pid, group in json.loads((source / "pid_map_content.json").read_text(encoding="utf-8")).items():
        path = folder / f"{int(pid):04d}.md"
        parts = [part for entry in group for part in (f"# {entry['question']}", *entry["answers"])]
        path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
        documents[pid] = doc_id("default", path.absolute().as_posix())
    for line in (source / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Query(query=row["query"], relevant_doc_ids=(documents[str(row["gold"])],))
