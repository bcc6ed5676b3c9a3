"""The no-loss check: every character of a document is in a chunk, or in the list of drops."""

from __future__ import annotations

import re

from schemas.chunk import ChunkSet, ChunkType, Span
from schemas.document import Document, Table

_CELL_ENDS = re.compile(r"[\t\n]+")


def uncovered(document: Document, chunk_set: ChunkSet) -> list[Span]:
    """Return the spans that neither a chunk nor a drop accounts for, without white space at their ends; [] is the proof.

    A span counts only if the chunk's `text` really holds these characters (white space and the bars that Markdown escapes
    aside). Parents do not count: nobody finds them.
    """
    blocks = {block.id: block for block in document.blocks}
    texts = {block_id: block.text for block_id, block in blocks.items()}
    marks = {block_id: bytearray(len(text)) for block_id, text in texts.items()}
    for drop in chunk_set.drops:
        _mark(marks, drop.span)
    for chunk in chunk_set.chunks:
        if chunk.metadata.chunk_type is ChunkType.PARENT:
            continue
        shown = _squeezed(chunk.text)
        for span in chunk_set.spans.get(chunk.chunk_id, ()):
            source = texts.get(span.block_id, "")[span.start : span.end]
            if source and _holds(shown, source, in_table=isinstance(blocks[span.block_id], Table)):
                _mark(marks, span)
    return [span for block_id, text in texts.items() for span in _gaps(block_id, text, marks[block_id])]


def _mark(marks: dict[str, bytearray], span: Span) -> None:
    if span.block_id in marks:
        end = min(span.end, len(marks[span.block_id]))
        marks[span.block_id][span.start : end] = b"\x01" * max(0, end - span.start)


def _holds(shown: str, source: str, *, in_table: bool) -> bool:
    pieces = _CELL_ENDS.split(source) if in_table else [source]
    return all(_squeezed(piece) in shown or _squeezed(piece.replace("|", "\\|")) in shown for piece in pieces)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _gaps(block_id: str, text: str, marked: bytearray) -> list[Span]:
    gaps: list[Span] = []
    at = marked.find(b"\x00")
    while at >= 0:
        end = marked.find(b"\x01", at)
        end = len(text) if end < 0 else end
        gap = text[at:end]
        if gap.strip():
            start = at + len(gap) - len(gap.lstrip())
            gaps.append(Span(block_id=block_id, start=start, end=start + len(gap.strip())))
        at = marked.find(b"\x00", end)
    return gaps
