"""Sections that carry the same title path and yet say different things: where two truths may be live at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from reports.evidence import Evidence, Example, excerpt
from schemas.chunk import Chunk, ChunkMetadata

SECTIONS_PER_PATH = 50
"""Under one title path at most so many sections are compared with each other, the first by file name."""


@dataclass(frozen=True)
class Section:
    """Neighbouring chunks of one version under one title path, read as a whole."""

    first: ChunkMetadata
    text: str
    tokens: frozenset[str]

    @property
    def example(self) -> Example:
        """The section's place and first words."""
        meta = self.first
        return Example(
            source_file=meta.source_file,
            section_path=meta.section_path,
            page_numbers=meta.page_numbers,
            excerpt=excerpt(self.text),
            note=f"version {meta.version}",
        )


def conflicts(evidence: Evidence) -> list[tuple[Section, Section]]:
    """Return the pairs of sections with one title path whose token sets overlap less than `conflict_jaccard`.

    Sections of documents that are about different products, or of a different type, are no pair: what they say may differ.
    """
    by_path: dict[tuple[str, ...], list[list[Chunk]]] = {}
    for run in _runs(evidence.searchable):
        by_path.setdefault(run[0].metadata.section_path, []).append(run)
    found: list[tuple[Section, Section]] = []
    for path in sorted(by_path):
        if path and len(by_path[path]) > 1:
            sections = [_section(run) for run in by_path[path][:SECTIONS_PER_PATH]]
            found += [
                (one, other)
                for one, other in combinations(sections, 2)
                if _comparable(one.first, other.first)
                and one.tokens
                and other.tokens
                and jaccard(one.tokens, other.tokens) < evidence.thresholds.conflict_jaccard
            ]
    return found


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the shared part of two sets, 0 to 1; two empty sets are the same."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0


def _runs(ordered: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    for _, run in groupby(ordered, key=lambda c: (c.metadata.version_id, c.metadata.section_path)):
        yield list(run)


def _section(chunks: list[Chunk]) -> Section:
    from language.tokens import index_tokens

    text = "\n".join(c.text for c in chunks)
    return Section(chunks[0].metadata, text, frozenset(index_tokens(text)))


def _comparable(one: ChunkMetadata, other: ChunkMetadata) -> bool:
    if one.doc_id == other.doc_id:
        return True
    products = {one.product_code, other.product_code} - {None}
    return one.doc_type == other.doc_type and len(products) <= 1
