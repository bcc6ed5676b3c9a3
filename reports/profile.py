"""How a collection's chunks are spread: what the charts show, and the worst chunks with what is wrong with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from reports.evidence import Evidence, age_days, excerpt
from reports.facts import StoreFacts
from reports.faults import faults_of
from schemas.chunk import Chunk
from schemas.record import Opaque, Record
from schemas.settings import Thresholds

BINS = 32
BIN_STEPS = (8, 16, 32, 64, 128, 256, 512, 1024)
MOST_DOCUMENTS = 12
WORST = 10
AGES: tuple[tuple[str, int], ...] = (
    ("today", 0),
    ("7 days", 7),
    ("30 days", 30),
    ("90 days", 90),
    ("a year", 365),
    ("older", 10**9),
)
"""Labels and upper ends, in days, of the ages of chunks."""


class Bin(Record):
    """Chunks of `low` to `high` - 1 tokens."""

    low: int
    high: int
    count: int


class Row(Record):
    """A label and its count."""

    label: str
    count: int


class WorstChunk(Record):
    """A chunk with the names and words of its faults, heaviest first, and their summed weight."""

    chunk_id: Opaque
    score: float
    faults: tuple[Opaque, ...]
    words: tuple[str, ...]
    source_file: str
    version: str
    section_path: tuple[str, ...]
    page_numbers: tuple[int, ...]
    chunk_type: Opaque
    token_count: int
    excerpt: str


class Profile(Record):
    """Counts behind the charts. `documents` has the largest ones; `more_documents` says how many are left out."""

    chunks: int
    tokens: int
    median_tokens: int
    lengths: tuple[Bin, ...]
    types: tuple[Row, ...]
    documents: tuple[Row, ...]
    more_documents: int
    document_count: int
    ages: tuple[Row, ...]
    languages: tuple[Row, ...]
    worst: tuple[WorstChunk, ...]


def profile(chunks: Sequence[Chunk], facts: StoreFacts, thresholds: Thresholds, as_of: date) -> Profile:
    """Return the spread of the chunks over lengths, types, documents and ages, and the ten worst."""
    evidence = Evidence(chunks, facts, thresholds, as_of)
    searchable = evidence.searchable
    tokens = sorted(c.metadata.token_count for c in searchable)
    names = {c.metadata.doc_id: c.metadata.doc_name for c in searchable}
    by_document = Counter(c.metadata.doc_id for c in searchable)
    documents = [Row(label=names[doc], count=n) for doc, n in sorted(by_document.items(), key=lambda item: (-item[1], item[0]))]
    return Profile(
        chunks=len(searchable),
        tokens=sum(tokens),
        median_tokens=tokens[(len(tokens) - 1) // 2] if tokens else 0,
        lengths=_lengths(tokens),
        types=_rows(Counter(c.metadata.chunk_type.value for c in evidence.ordered)),
        documents=tuple(documents[:MOST_DOCUMENTS]),
        more_documents=max(0, len(documents) - MOST_DOCUMENTS),
        document_count=len(documents),
        ages=_ages(searchable, as_of),
        languages=_rows(Counter(c.metadata.language or "und" for c in searchable)),
        worst=_worst(evidence),
    )


def _lengths(tokens: Sequence[int]) -> tuple[Bin, ...]:
    if not tokens:
        return ()
    step = next((s for s in BIN_STEPS if tokens[-1] < s * BINS), -(-tokens[-1] // BINS) + 1)
    counts = Counter(n // step for n in tokens)
    return tuple(Bin(low=i * step, high=(i + 1) * step, count=counts[i]) for i in range(max(counts) + 1))


def _rows(counts: Counter[str]) -> tuple[Row, ...]:
    return tuple(Row(label=label, count=n) for label, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _ages(chunks: Sequence[Chunk], as_of: date) -> tuple[Row, ...]:
    ages = [age_days(c, as_of) for c in chunks]
    counts = Counter(next(label for label, days in AGES if age <= days) for age in ages if age is not None)
    unknown = (Row(label="unknown", count=ages.count(None)),) if None in ages else ()
    return (*(Row(label=label, count=counts[label]) for label, _ in AGES), *unknown)


def _worst(evidence: Evidence) -> tuple[WorstChunk, ...]:
    judged = [(c, faults_of(c, evidence)) for c in evidence.searchable]
    judged.sort(key=lambda pair: (-sum(f.weight for f in pair[1]), pair[0].metadata.token_count))
    return tuple(
        WorstChunk(
            chunk_id=chunk.chunk_id,
            score=sum(f.weight for f in faults),
            faults=tuple(f.name for f in faults),
            words=tuple(f.words for f in faults),
            source_file=chunk.metadata.source_file,
            version=chunk.metadata.version,
            section_path=chunk.metadata.section_path,
            page_numbers=chunk.metadata.page_numbers,
            chunk_type=chunk.metadata.chunk_type.value,
            token_count=chunk.metadata.token_count,
            excerpt=excerpt(chunk.text),
        )
        for chunk, faults in judged[:WORST]
    )
