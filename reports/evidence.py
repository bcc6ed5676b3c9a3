"""The chunks under judgement, with what several metrics ask of them worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from reports.facts import StoreFacts
from schemas.chunk import Chunk, ChunkType
from schemas.record import Opaque, Record
from schemas.settings import Thresholds

EXCERPT_CHARS = 160


class Example(Record):
    """Something to look at: a chunk's place and first words, or a name with a note."""

    source_file: str = ""
    section_path: tuple[str, ...] = ()
    page_numbers: tuple[int, ...] = ()
    chunk_id: Opaque | None = None
    excerpt: str = ""
    note: str = ""


@dataclass(frozen=True)
class Evidence:
    """What a metric is computed from. `chunks` are those that searchers reach (the live table), parents included."""

    chunks: Sequence[Chunk]
    facts: StoreFacts
    thresholds: Thresholds
    as_of: date

    @cached_property
    def searchable(self) -> tuple[Chunk, ...]:
        """The chunks a search can hit: all but parents, in the order of documents and of reading."""
        return tuple(c for c in self.ordered if c.metadata.chunk_type != ChunkType.PARENT)

    @cached_property
    def ordered(self) -> tuple[Chunk, ...]:
        """Every chunk by file, version and place in it, so that no result hangs on the order of arrival."""
        return tuple(sorted(self.chunks, key=_place))

    @cached_property
    def by_id(self) -> dict[str, Chunk]:
        """Chunks by their id."""
        return {c.chunk_id: c for c in self.chunks}

    @cached_property
    def firsts(self) -> dict[str, str]:
        """For each content hash the id of the first searchable chunk that has it; the others are duplicates of it."""
        seen: dict[str, str] = {}
        for chunk in self.searchable:
            seen.setdefault(chunk.metadata.content_hash, chunk.chunk_id)
        return seen

    @cached_property
    def copies(self) -> Counter[str]:
        """How many searchable chunks share each content hash."""
        return Counter(c.metadata.content_hash for c in self.searchable)


def age_days(chunk: Chunk, as_of: date) -> int | None:
    """Return how many days before `as_of` the chunk was last changed, or None where `update_time` is not a date."""
    try:
        return (as_of - date.fromisoformat(chunk.metadata.update_time[:10])).days
    except ValueError:
        return None


def excerpt(text: str) -> str:
    """Return the first words of a text on one line."""
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT_CHARS else line[: EXCERPT_CHARS - 1] + "…"


def example_of(chunk: Chunk, note: str = "") -> Example:
    """Return a chunk as an example."""
    meta = chunk.metadata
    return Example(
        source_file=meta.source_file,
        section_path=meta.section_path,
        page_numbers=meta.page_numbers,
        chunk_id=chunk.chunk_id,
        excerpt=excerpt(chunk.text),
        note=note,
    )


def _place(chunk: Chunk) -> tuple[str, str, int, str]:
    return chunk.metadata.source_file, chunk.metadata.version_id, chunk.metadata.chunk_index, chunk.chunk_id
