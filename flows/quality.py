"""The quality report: chunks from the index, facts from the catalog, searches through the real path, one JSON and one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from flows.home import Home
from flows.search import Mode, Searcher
from indexes.base import Scope
from indexes.catalog import Catalog
from indexes.catalog.tables import FileRow, VersionRow
from indexes.reconcile import compare
from reports.facts import StoreFacts, Tally
from reports.page.render import render
from reports.queries import load_queries
from reports.report import Report, load_report, make_report
from reports.retrieval import Mode as ReportMode
from reports.retrieval import evaluate
from schemas.chunk import Chunk, ChunkType
from schemas.errors import SettingsError, WrongUse
from schemas.run import Outcome

MOST_EXAMPLES = 5


@dataclass(frozen=True)
class Written:
    """A report and where its page lies."""

    report: Report
    page: Path


def write_report(home: Home, collection: str, as_of: date, queries: Path | None, out: Path | None) -> Written:
    """Return the report of a collection, with its page written; it is compared with the one written before it."""
    report = build_report(home, collection, as_of, queries)
    folder = home.path / "reports"
    folder.mkdir(parents=True, exist_ok=True)
    stored = folder / f"{collection}.json"
    page = out or folder / f"{collection}.html"
    page.write_text(render(report, _previous(stored)), encoding="utf-8")
    stored.write_text(report.model_dump_json(indent=1), encoding="utf-8")
    return Written(report, page)


def build_report(home: Home, collection: str, as_of: date, queries: Path | None = None) -> Report:
    """Return the report of a collection. Raises WrongUse where nothing was ever ingested."""
    catalog = home.catalog() if home.exists else None
    bound = catalog.collection(collection) if catalog else None
    if catalog is None or bound is None:
        raise WrongUse(f"collection {collection!r} is empty; ingest something first")
    index = home.index(collection, bound.dimension)
    chunks = index.chunks(Scope())
    agreement = compare(catalog, index, collection)
    facts = store_facts(catalog, collection, chunks, home.embedder().info.window)
    facts = facts.model_copy(update={"missing": len(agreement.missing), "orphaned": len(agreement.orphaned)})
    retrieval = None
    if queries:
        searcher = Searcher(home, collection)
        parents = {c.chunk_id: c for c in chunks if c.metadata.chunk_type is ChunkType.PARENT}

        def search(query: str, mode: ReportMode, k: int) -> Sequence[Chunk]:
            return [found.chunk for found in searcher.search(query, k, Mode(mode)).hits]

        retrieval = evaluate(load_queries(queries), search, parents=parents)
    latest = catalog.runs.latest(collection)
    run_id = latest.run_id if latest else None
    return make_report(chunks, facts, home.settings.report.thresholds, as_of, retrieval=retrieval, run_id=run_id)


def store_facts(catalog: Catalog, collection: str, chunks: Sequence[Chunk], window: int) -> StoreFacts:
    """Return what the catalog knows of a collection, counted; names are the scrubbed ones."""
    versions = catalog.versions.of_collection(collection)
    live_ids = {chunk.metadata.version_id for chunk in chunks}
    live = [version for version in versions if version.version_id in live_ids]
    files = [row for row in catalog.files.all(collection).values() if not row.gone]
    names = {version.version_id: version.name for version in versions}
    return StoreFacts(
        collection=collection,
        window=window,
        documents=len({version.doc_id for version in versions}),
        versions=dict(sorted(Counter(version.status for version in versions).items())),
        pages=_summed(live, "page_outcomes"),
        business_lines=tuple(sorted({version.business_line for version in versions if version.business_line})),
        version_conflicts=_live_twice(live),
        renditions=tuple(
            sorted(names.get(row.version_id or "", row.doc_id or "") for row in files if _rule(row) == "rendition")
        ),
        references=sum(version.facts["references"] for version in live),
        references_unresolved=sum(version.facts["unresolved"] for version in live),
        pii_counts=_summed(live, "pii"),
        dropped_chars=_summed(live, "dropped_chars"),
        total_chars=sum(version.facts["body_chars"] for version in live),
        outcomes=dict(sorted(Counter(str(row.outcome) for row in files).items())),
        failed=_tallies(files, Outcome.FAILED),
        skipped=_tallies(files, Outcome.SKIPPED),
    )


def _summed(versions: Sequence[VersionRow], name: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    for version in versions:
        total.update(version.facts[name])
    return dict(sorted(total.items()))


def _live_twice(live: Sequence[VersionRow]) -> tuple[str, ...]:
    by_doc = Counter(version.doc_id for version in live)
    return tuple(sorted(doc_id for doc_id, count in by_doc.items() if count > 1))


def _rule(row: FileRow) -> str:
    reason = row.result.get("reason") or {}
    return str(reason.get("rule") or reason.get("error") or "")


def _tallies(files: Sequence[FileRow], outcome: Outcome) -> tuple[Tally, ...]:
    by_reason: dict[str, list[str]] = {}
    for row in sorted(files, key=lambda r: r.uri):
        if row.outcome == outcome:
            by_reason.setdefault(_rule(row), []).append(str(row.result.get("name") or ""))
    return tuple(
        Tally(reason=reason, count=len(names), examples=tuple(name for name in names if name)[:MOST_EXAMPLES])
        for reason, names in sorted(by_reason.items())
    )


def _previous(stored: Path) -> Report | None:
    try:
        return load_report(stored) if stored.exists() else None
    except SettingsError:
        return None
