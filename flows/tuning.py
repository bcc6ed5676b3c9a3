"""Tuning for real: every setting cuts the cached documents anew, fills a throw-away index, and answers the queries from it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from flows.ingest import Order
from flows.process import Workbench, rows_of, source_of
from flows.run import Run
from flows.search import Mode, rank
from flows.task import Task
from indexes.base import LiveChange, Scope
from indexes.lance import LanceIndex
from indexes.rows import to_table
from reports.queries import Query, load_queries
from reports.retrieval import Mode as ReportMode
from reports.retrieval import evaluate
from reports.tune import Setting, Trial, Tuning, settings_of, sweep
from schemas.chunk import Chunk, ChunkType
from schemas.document import Document
from schemas.settings import ChunkPreset

CHUNKERS = ("structure", "recursive")
Progress = Callable[[str, int, int], None]


def tune(order: Order, queries: Path, sizes: Sequence[int], overlaps: Sequence[int]) -> Tuning:
    """Return the sweep over chunkers, sizes and overlaps on the active documents of a collection."""
    asked = load_queries(queries)
    with Workbench.open(order.home, order.collection) as bench:
        documents = _active_documents(order, bench)
        grid, messages = settings_of(CHUNKERS, bench.embedder.info.window, sizes, overlaps)
        done = 0

        def measure(setting: Setting) -> Trial:
            nonlocal done
            order.report("tuning", done, len(grid))
            done += 1
            return _measure(bench, documents, asked, setting)

        tuning = sweep(grid, measure, messages=messages)
        order.report("tuning", len(grid), len(grid))
        return tuning


def _active_documents(order: Order, bench: Workbench) -> list[tuple[Document, Task]]:
    from flows.ingest import active_tasks

    run = Run.start(order.home, "tune", order.collection, order.as_of)
    tasks = active_tasks(run)
    run.finish()
    return [(bench.document(source_of(task)), task) for task in tasks]


def _measure(bench: Workbench, documents: Sequence[tuple[Document, Task]], queries: Sequence[Query], setting: Setting) -> Trial:
    preset = ChunkPreset(
        chunker=setting.chunker, size=setting.size, overlap=setting.overlap_tokens, min_size=min(128, setting.size // 2)
    )
    trial_bench = bench.with_presets({"trial": preset})
    chunks = [c for document, task in documents for c in trial_bench.chunk(document, task, date.min, "trial").chunks]
    with tempfile.TemporaryDirectory() as folder:
        index = LanceIndex(Path(folder), bench.embedder.info.dimension)
        versions = sorted({chunk.metadata.version_id for chunk in chunks})
        index.stage(to_table(rows_of(bench, chunks), bench.embedder.info.dimension), versions)
        index.commit(LiveChange(live={c.metadata.doc_id: c.metadata.version_id for c in chunks}))
        snapshot = index.snapshot()
        retrieved: dict[str, list[Chunk]] = {}

        def search(query: str, mode: ReportMode, k: int) -> Sequence[Chunk]:
            hits = rank(snapshot, bench.embedder, bench.form, bench.home.settings.search, query, k, Mode(mode), Scope())
            retrieved[query] = [hit.chunk for hit in hits]
            return retrieved[query]

        parents = {c.chunk_id: c for c in chunks if c.metadata.chunk_type is ChunkType.PARENT}
        result = evaluate(queries, search, modes=(ReportMode.HYBRID,), parents=parents)
    metrics = {name: interval.value for name, interval in result.modes[ReportMode.HYBRID].items()}
    return Trial(metrics=metrics | {"chunks": float(len(chunks))}, retrieved=[(q, retrieved[q.query]) for q in queries])
