"""The health metrics: one small function each, from evidence to a value and the examples behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reports.conflict import conflicts
from reports.evidence import Evidence, Example, age_days, example_of, excerpt
from reports.facts import Tally
from reports.faults import (
    counts_for_fragments,
    is_doubtful,
    is_duplicate,
    is_empty,
    is_fragment,
    is_heading_only,
    is_oversize,
    lacks_header,
    starts_mid_sentence,
)
from schemas.chunk import Chunk

Value = int | float | dict[str, int] | None
UNASSIGNED = "unassigned"
MOST_EXAMPLES = 5


@dataclass(frozen=True)
class Measure:
    """A metric's value: a number, a number per key, or None where there is nothing to judge."""

    value: Value
    examples: tuple[Example, ...] = ()


def chunk_count(evidence: Evidence) -> Measure:
    """Return how many chunks can be found by a search."""
    return Measure(len(evidence.searchable))


def freshness(evidence: Evidence) -> Measure:
    """Return the share of chunks changed within the last days; the examples are the oldest."""
    ages = [(age_days(chunk, evidence.as_of), chunk) for chunk in evidence.searchable]
    fresh = sum(1 for age, _ in ages if age is not None and age <= evidence.thresholds.freshness_days)
    oldest = sorted((pair for pair in ages if pair[0] is not None), key=lambda pair: -(pair[0] or 0))[:MOST_EXAMPLES]
    return Measure(_share(fresh, len(ages)), tuple(example_of(c, f"{age} days old") for age, c in oldest))


def coverage(evidence: Evidence) -> Measure:
    """Return the number of chunks of each business line, those that settings name and hold none included."""
    counts = Counter(dict.fromkeys(evidence.facts.business_lines, 0))
    counts.update(c.metadata.business_line or UNASSIGNED for c in evidence.searchable)
    return Measure(dict(sorted(counts.items())))


def fragmentation(evidence: Evidence) -> Measure:
    """Return the share of short chunks among those that should not be: clauses, FAQ and children left aside."""
    base = [c for c in evidence.ordered if counts_for_fragments(c)]
    short = [c for c in base if is_fragment(c, evidence)]
    short.sort(key=lambda c: c.metadata.token_count)
    return Measure(_share(len(short), len(base)), _examples(short, lambda c: f"{c.metadata.token_count} tokens"))


def conflict(evidence: Evidence) -> Measure:
    """Return the number of pairs of sections that share a title path and little else."""
    pairs = conflicts(evidence)
    shown = [
        a.example.model_copy(update={"note": f"against {b.first.source_file}, version {b.first.version}: {excerpt(b.text)}"})
        for a, b in pairs[:MOST_EXAMPLES]
    ]
    return Measure(len(pairs), tuple(shown))


def version_conflicts(evidence: Evidence) -> Measure:
    """Return the number of documents with more than one version live at once, by the catalog or by the chunks themselves."""
    versions: dict[str, dict[str, Chunk]] = {}
    for chunk in evidence.searchable:
        versions.setdefault(chunk.metadata.doc_id, {}).setdefault(chunk.metadata.version_id, chunk)
    seen = {doc: next(iter(found.values())).metadata.doc_name for doc, found in versions.items() if len(found) > 1}
    told = [name for name in evidence.facts.version_conflicts if name not in {*seen, *seen.values()}]
    names = sorted([*seen.values(), *told])
    return Measure(len(names), tuple(Example(note=name) for name in names[:MOST_EXAMPLES]))


def oversize(evidence: Evidence) -> Measure:
    """Return the number of embedded chunks over the embedder's window, or None where the window is not known."""
    if evidence.facts.window is None:
        return Measure(None)
    return _count(evidence, is_oversize, lambda c: f"{c.metadata.token_count} tokens")


def empty(evidence: Evidence) -> Measure:
    """Return the number of chunks without anything to read."""
    return _count(evidence, is_empty)


def duplicates(evidence: Evidence) -> Measure:
    """Return the share of chunks whose content an earlier chunk has too."""
    return _share_of(evidence, is_duplicate, lambda c: f"{evidence.copies[c.metadata.content_hash]} copies")


def heading_only(evidence: Evidence) -> Measure:
    """Return the share of chunks that hold their own headings and nothing else."""
    return _share_of(evidence, is_heading_only)


def mid_sentence(evidence: Evidence) -> Measure:
    """Return the share of chunks that start inside a sentence."""
    return _share_of(evidence, starts_mid_sentence)


def tables_without_header(evidence: Evidence) -> Measure:
    """Return the number of table pieces whose rows stand alone."""
    return _count(evidence, lacks_header)


def low_confidence(evidence: Evidence) -> Measure:
    """Return the share of chunks that the parser doubted."""
    return _share_of(evidence, is_doubtful, lambda c: f"confidence {c.metadata.parse_confidence:.2f}")


def unresolved_references(evidence: Evidence) -> Measure:
    """Return the share of references in the text whose target was not found, or None where there are none."""
    return Measure(_share(evidence.facts.references_unresolved, evidence.facts.references))


def pii(evidence: Evidence) -> Measure:
    """Return how many values of each personal kind were masked."""
    return Measure(dict(sorted(evidence.facts.pii_counts.items())))


def index_agreement(evidence: Evidence) -> Measure:
    """Return how many rows catalog, vector and BM25 index do not agree on: missing and orphaned."""
    return Measure({"missing": evidence.facts.missing, "orphaned": evidence.facts.orphaned})


def needs_ocr(evidence: Evidence) -> Measure:
    """Return the number of pages that only OCR could read, and that were not read."""
    return Measure(evidence.facts.pages.get("needs_ocr", 0))


def failed_pages(evidence: Evidence) -> Measure:
    """Return the number of pages that could not be read in files that were kept."""
    return Measure(evidence.facts.pages.get("failed", 0))


def failed_files(evidence: Evidence) -> Measure:
    """Return the number of files that ended in an error."""
    return _tallied(evidence.facts.failed)


def skipped_files(evidence: Evidence) -> Measure:
    """Return the number of files left out by a rule."""
    return _tallied(evidence.facts.skipped)


def _tallied(tallies: Sequence[Tally]) -> Measure:
    shown = [Example(source_file=name, note=tally.reason) for tally in tallies for name in tally.examples]
    return Measure(sum(tally.count for tally in tallies), tuple(shown[:MOST_EXAMPLES]))


def _count(evidence: Evidence, test: Callable[[Chunk, Evidence], bool], note: Callable[[Chunk], str] = lambda c: "") -> Measure:
    found = [c for c in evidence.searchable if test(c, evidence)]
    return Measure(len(found), _examples(found, note))


def _share_of(
    evidence: Evidence, test: Callable[[Chunk, Evidence], bool], note: Callable[[Chunk], str] = lambda c: ""
) -> Measure:
    found = [c for c in evidence.searchable if test(c, evidence)]
    return Measure(_share(len(found), len(evidence.searchable)), _examples(found, note))


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def _examples(chunks: Sequence[Chunk], note: Callable[[Chunk], str]) -> tuple[Example, ...]:
    return tuple(example_of(chunk, note(chunk)) for chunk in chunks[:MOST_EXAMPLES])
