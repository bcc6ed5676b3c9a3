"""Faults that one chunk can have: a table of small tests, shared by the health metrics and the list of worst chunks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from reports.evidence import Evidence
from schemas.chunk import Chunk, ChunkType

ASIDE_FROM_FRAGMENTS = frozenset({ChunkType.CLAUSE, ChunkType.FAQ})
RUNNING_TEXT = frozenset({ChunkType.TEXT, ChunkType.CLAUSE})
TINY_TOKENS = 16
LONG_LINE_CHARS = 15
OVERLAP_PROBE_CHARS = 12

_CONTINUES = re.compile(r"[，、。；：！？）】》」』”’,;:!?)\]}]")
_LOWER = re.compile(r"[a-z]{2,}[ ,;]")
_LETTERED = re.compile(r"[A-Za-z0-9]{1,3}[.、．)）]")
_ENDS = re.compile(r"[。！？；：…．.!?;:）)】》」』”’\"'|>`]\s*$")
_SEPARATOR = re.compile(r"^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$")
_NUMBER = re.compile(r"[-+(]?[\d,.，．]+\s*[%％)]?")


@dataclass(frozen=True)
class Fault:
    """One fault: its name in JSON, its words for people, its weight among the worst chunks, and the test."""

    name: str
    words: str
    weight: float
    found: Callable[[Chunk, Evidence], bool]


def is_empty(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether nothing in the text can be read: white space, control and zero-width characters only."""
    return not any(unicodedata.category(ch)[0] not in "ZC" for ch in chunk.text)


def is_oversize(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether a chunk that is embedded exceeds the embedder's window."""
    window = evidence.facts.window
    return window is not None and not _is_parent(chunk) and chunk.metadata.token_count > window


def is_fragment(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether a chunk is short and of a kind that should not be: clauses, FAQ and children of a parent may be."""
    return counts_for_fragments(chunk) and chunk.metadata.token_count < evidence.thresholds.fragment_tokens


def counts_for_fragments(chunk: Chunk) -> bool:
    """Return whether a chunk belongs to those whose length says something."""
    return chunk.metadata.chunk_type not in ASIDE_FROM_FRAGMENTS and chunk.metadata.parent_id is None


def is_tiny(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether a chunk of any kind but a parent has hardly a sentence's worth of tokens."""
    return not _is_parent(chunk) and chunk.metadata.token_count < TINY_TOKENS


def is_duplicate(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether an earlier searchable chunk has the same content."""
    first = evidence.firsts.get(chunk.metadata.content_hash)
    return not _is_parent(chunk) and first is not None and first != chunk.chunk_id


def is_heading_only(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether every line of the text is a title of its own section path."""
    titles = {_bare(title) for title in (*chunk.metadata.section_path, chunk.metadata.section_title)} - {""}
    lines = {_bare(line) for line in chunk.text.splitlines()} - {""}
    return bool(lines) and bool(titles) and lines <= titles


def starts_mid_sentence(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether running text begins inside a sentence.

    Either its first character can only continue one (a comma, a closing bracket), or the chunk before it breaks off without a
    sentence end where this one goes on: in lower case, or in the same section. Overlapping text is looked up there.
    """
    text = chunk.text.lstrip()
    if chunk.metadata.chunk_type not in RUNNING_TEXT or not text:
        return False
    if _CONTINUES.match(text):
        return True
    before = evidence.by_id.get(chunk.metadata.prev_chunk_id or "")
    if before is None or _opens_by_number(text):
        return False
    if _LOWER.match(text):
        return not _ENDS.search(before.text)
    return _same_section(before, chunk) and _breaks_off(before.text, text)


def _breaks_off(before: str, text: str) -> bool:
    """Return whether `text` goes on inside a sentence of `before`: where the two overlap, or else after its last line."""
    at = before.rfind(text[:OVERLAP_PROBE_CHARS])
    head = before if at < 0 else before[:at]
    if not head.strip() or (at > 0 and before[at - 1] == "\n"):
        return False
    last_line = head.rstrip().splitlines()[-1]
    if _ENDS.search(last_line):
        return False
    return at > 0 or (len(last_line) >= LONG_LINE_CHARS and not _opens_by_number(last_line))


def lacks_header(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether a table piece has rows but no header above them: no separator line, or nothing but numbers over it."""
    if chunk.metadata.chunk_type != ChunkType.TABLE:
        return False
    lines = chunk.text.splitlines()
    if any("<table" in line or "<tr" in line for line in lines):
        return "<th" not in chunk.text
    rows = [i for i, line in enumerate(lines) if line.strip().startswith("|")]
    if not rows:
        return False
    rule = next((i for i in rows if _SEPARATOR.match(lines[i])), None)
    if rule is None:
        return True
    cells = [cell.strip() for i in rows if i < rule for cell in lines[i].strip().strip("|").split("|")]
    words = [cell for cell in cells if cell]
    return all(_NUMBER.fullmatch(cell) for cell in words)


def is_doubtful(chunk: Chunk, evidence: Evidence) -> bool:
    """Return whether the parser itself was not sure of the text."""
    return chunk.metadata.parse_confidence < evidence.thresholds.low_confidence


FAULTS: tuple[Fault, ...] = (
    Fault("empty", "holds no text", 6, is_empty),
    Fault("oversize", "exceeds the embedder's window", 5, is_oversize),
    Fault("no_header", "is a table piece without its header", 4, lacks_header),
    Fault("heading_only", "is nothing but a heading", 3, is_heading_only),
    Fault("low_confidence", "was read with low confidence", 3, is_doubtful),
    Fault("mid_sentence", "starts inside a sentence", 2, starts_mid_sentence),
    Fault("tiny", f"has fewer than {TINY_TOKENS} tokens", 2, is_tiny),
    Fault("duplicate", "repeats another chunk", 1, is_duplicate),
    Fault("fragment", "is short for its kind", 1, is_fragment),
)


def faults_of(chunk: Chunk, evidence: Evidence) -> tuple[Fault, ...]:
    """Return the faults of a chunk, heaviest first."""
    return tuple(fault for fault in FAULTS if fault.found(chunk, evidence))


def _is_parent(chunk: Chunk) -> bool:
    return chunk.metadata.chunk_type == ChunkType.PARENT


def _same_section(one: Chunk, other: Chunk) -> bool:
    a, b = one.metadata, other.metadata
    return a.version_id == b.version_id and a.section_path == b.section_path and a.chunk_type in RUNNING_TEXT


def _opens_by_number(text: str) -> bool:
    from language.numbering import read_numbering

    return _LETTERED.match(text) is not None or read_numbering(text.splitlines()[0]) is not None


def _bare(line: str) -> str:
    return "".join(unicodedata.normalize("NFKC", line).lstrip("#*- ").split())
