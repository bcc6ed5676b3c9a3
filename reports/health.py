"""Health of a collection: a table of metrics, and an alert for each that crosses its threshold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from reports import measures
from reports.evidence import Evidence, Example
from reports.facts import StoreFacts
from reports.measures import Measure, Value
from schemas.chunk import Chunk
from schemas.record import Opaque, Record
from schemas.settings import Thresholds

Unit = Literal["share", "chunks", "pairs", "documents", "pages", "files", "rows", "values"]


@dataclass(frozen=True)
class Metric:
    """One row of the health table.

    `threshold` is a number or the name of a field of `Thresholds`, None where a metric only informs. `bad` says on which side
    of it an alert stands. `sentence` says what an alert means and what to do.
    """

    name: str
    title: str
    measure: Callable[[Evidence], Measure]
    unit: Unit
    threshold: str | float | None
    bad: Literal["below", "above"]
    sentence: str


class Alert(Record):
    """A metric on the wrong side of its threshold. Of a metric with parts, the first example's note names the part."""

    metric: Opaque
    value: int | float
    threshold: int | float
    collection: str
    examples: tuple[Example, ...] = ()


class Health(Record):
    """Every metric's value by name, and the alerts in the order of the table."""

    values: dict[Opaque, int | float | dict[str, int] | None]
    alerts: tuple[Alert, ...] = ()


METRICS: tuple[Metric, ...] = (
    Metric("index_agreement", "Index agreement", measures.index_agreement, "rows", 0, "above",
           "Catalog, vector and BM25 index disagree, so searches miss text or find what is gone: docmill reconcile --repair."),
    Metric("version_conflicts", "Version conflicts", measures.version_conflicts, "documents", 0, "above",
           "Two versions of one document are live at once; give the newer one its effective date and ingest it again."),
    Metric("conflict", "Conflicting sections", measures.conflict, "pairs", "conflict_max_pairs", "above",
           "Sections with the same title path say different things; check which document is out of date."),
    Metric("chunks", "Chunks", measures.chunk_count, "chunks", 1, "below",
           "Nothing can be found in this collection; ingest something, or look at the failed files below."),
    Metric("coverage", "Coverage by business line", measures.coverage, "chunks", "coverage_min_chunks", "below",
           "A business line has little to be found; add its documents, or name it in the source's business_line."),
    Metric("freshness", "Freshness", measures.freshness, "share", "freshness_min_share", "below",
           "Hardly anything changed lately; check that the nightly run sees the folders where documents are kept up to date."),
    Metric("failed_files", "Failed files", measures.failed_files, "files", 0, "above",
           "Files could not be read; the reasons stand below, and the last good version of each stays live."),
    Metric("needs_ocr", "Pages that need OCR", measures.needs_ocr, "pages", 0, "above",
           "Scanned pages were not read, so their text cannot be found; have an OCR engine at hand and run a backfill."),
    Metric("failed_pages", "Failed pages", measures.failed_pages, "pages", 0, "above",
           "Pages could not be read in documents that are live otherwise; their text is missing."),
    Metric("empty", "Empty chunks", measures.empty, "chunks", 0, "above",
           "Chunks hold nothing to read; a parser or chunker lets empty blocks through."),
    Metric("oversize", "Oversize chunks", measures.oversize, "chunks", 0, "above",
           "Chunks exceed the embedder's window, so their end is not searched; lower the preset's size."),
    Metric("tables_without_header", "Table pieces without header", measures.tables_without_header, "chunks", 0, "above",
           "Table rows stand without their header, and no reader can tell what their numbers mean."),
    Metric("fragmentation", "Fragmentation", measures.fragmentation, "share", "fragmentation_max_share", "above",
           "Many chunks are too short to answer anything; raise the preset's min_size, or look for headings that are none."),
    Metric("mid_sentence", "Mid-sentence starts", measures.mid_sentence, "share", "mid_sentence_max_share", "above",
           "Chunks begin inside a sentence; columns, page breaks or sentence ends are read wrongly."),
    Metric("heading_only", "Heading-only chunks", measures.heading_only, "share", "heading_only_max_share", "above",
           "Chunks are headings without text; running headers may be taken for headings."),
    Metric("duplicates", "Duplicates", measures.duplicates, "share", "duplicates_max_share", "above",
           "The same text is found several times; furniture may be left in the body, or a file is kept in two places."),
    Metric("low_confidence", "Low parse confidence", measures.low_confidence, "share", "low_confidence_max_share", "above",
           "Much text was read with doubt; look at these pages with docmill inspect."),
    Metric("unresolved_references", "Unresolved references", measures.unresolved_references, "share",
           "unresolved_max_share", "above",
           "Most references in the text lead nowhere; numbering or headings may be read wrongly."),
    Metric("skipped_files", "Skipped files", measures.skipped_files, "files", None, "above",
           "Files were left out by a rule; the rules stand below."),
    Metric("pii", "Personal data masked", measures.pii, "values", None, "above",
           "Personal values were found and masked."),
)  # fmt: skip
"""Adding a metric is one function in `measures` and one row here; the page, the JSON and the gate follow."""


def health(chunks: Sequence[Chunk], facts: StoreFacts, thresholds: Thresholds, as_of: date) -> Health:
    """Return every metric of the chunks that searchers reach, with an alert for each beyond its threshold."""
    evidence = Evidence(chunks, facts, thresholds, as_of)
    values: dict[str, Value] = {}
    alerts: list[Alert] = []
    for metric in METRICS:
        measure = metric.measure(evidence)
        values[metric.name] = measure.value
        alerts += _alerts(metric, measure, evidence)
    return Health(values=dict(sorted(values.items())), alerts=tuple(alerts))


def limit_of(metric: Metric, thresholds: Thresholds) -> float | int | None:
    """Return a metric's threshold as a number, or None where it has none."""
    if isinstance(metric.threshold, str):
        limit: int | float = getattr(thresholds, metric.threshold)
        return limit
    return metric.threshold


def _alerts(metric: Metric, measure: Measure, evidence: Evidence) -> list[Alert]:
    limit = limit_of(metric, evidence.thresholds)
    if limit is None or measure.value is None:
        return []
    parts = measure.value if isinstance(measure.value, dict) else {None: measure.value}
    return [
        Alert(
            metric=metric.name,
            value=value,
            threshold=limit,
            collection=evidence.facts.collection,
            examples=(Example(note=key),) if key else measure.examples,
        )
        for key, value in parts.items()
        if (value < limit if metric.bad == "below" else value > limit) and not (key == measures.UNASSIGNED and len(parts) > 1)
    ]
