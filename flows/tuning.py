"""Tuning for real: every setting cuts the cached documents anew, fills a throw-away index, and answers the queries from it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
from reports.retrieval import Retrieval, evaluate
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
        documents = active_documents(order, bench)
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


def active_documents(order: Order, bench: Workbench) -> list[tuple[Document, Task]]:
    """Return the active documents of a collection with the tasks that made them."""
    from flows.ingest import active_tasks

    run = Run.start(order.home, "tune", order.collection, order.as_of)
    tasks = active_tasks(run)
    run.finish()
    return [(bench.document(source_of(task)), task) for task in tasks]


def _measure(bench: Workbench, documents: Sequence[tuple[Document, Task]], queries: Sequence[Query], setting: Setting) -> Trial:
    smallest = min(128, setting.size // 2)
    preset = ChunkPreset(chunker=setting.chunker, size=setting.size, overlap=setting.overlap_tokens, min_size=smallest)
    tried = try_preset(bench, documents, queries, preset, (ReportMode.HYBRID,))
    metrics = {name: interval.value for name, interval in tried.retrieval.modes[ReportMode.HYBRID].items()}
    return Trial(metrics=metrics | {"chunks": float(tried.chunks)}, retrieved=tried.retrieved)


@dataclass(frozen=True)
class Tried:
    """What one preset gave: scores by mode, how many chunks it made, and what each query retrieved."""

    retrieval: Retrieval
    chunks: int
    retrieved: list[tuple[Query, Sequence[Chunk]]]


def try_preset(
    bench: Workbench,
    documents: Sequence[tuple[Document, Task]],
    queries: Sequence[Query],
    preset: ChunkPreset,
    modes: Sequence[ReportMode],
) -> Tried:
    """Return how well the queries are answered when these documents are cut by this preset, in an index of its own."""
    cutting = bench.with_presets({"trial": preset})
    chunks = [c for document, task in documents for c in cutting.chunk(document, task, date.min, "trial").chunks]
    dimension = bench.embedder.info.dimension
    retrieved: dict[str, Sequence[Chunk]] = {}
    with tempfile.TemporaryDirectory() as folder:
        index = LanceIndex(Path(folder), dimension)
        index.stage(to_table(rows_of(bench, chunks), dimension), sorted({c.metadata.version_id for c in chunks}))
        index.commit(LiveChange(live={c.metadata.doc_id: c.metadata.version_id for c in chunks}))
        snapshot = index.snapshot()

        def search(query: str, mode: ReportMode, k: int) -> Sequence[Chunk]:
            hits = rank(snapshot, bench.embedder, bench.form, bench.home.settings.search, query, k, Mode(mode), Scope())
            retrieved[query] = [hit.chunk for hit in hits]
            return retrieved[query]

        parents = {c.chunk_id: c for c in chunks if c.metadata.chunk_type is ChunkType.PARENT}
        result = evaluate(queries, search, modes=modes, parents=parents)
    return Tried(result, len(chunks), [(query, retrieved[query.query]) for query in queries])
