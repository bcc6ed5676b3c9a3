"""The control: recursive separators over the plain text, blind to structure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from chunkers.budget import Cost, Limits, within
from chunkers.draft import Draft, Part, Place, Role
from chunkers.job import Job
from chunkers.registry import CHUNKERS
from schemas.chunk import ChunkType
from schemas.document import Block, TextBlock

SEPARATORS = ("\n\n", "\n", "。", "！", "？", "；", ". ", "，", " ", "")


class _Stretch(NamedTuple):
    """A block's place in the whole text."""

    block: Block
    start: int
    end: int


@CHUNKERS.register("recursive")
class RecursiveChunker:
    """Splits at the first separator that occurs, again what is still too long, and joins pieces up to the size with overlap.

    What every other chunker must beat. Only the embedder's window is respected beside the size.
    """

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order, all of type text."""
        text, stretches = _plain(job.blocks)
        room = job.limits.room(())
        pieces = list(_split(text, 0, len(text), 0, room, job.limits))
        drafts: list[Draft] = []
        covered = 0
        for start, end in _merge(text, pieces, room, job.limits):
            repeat = _parts(text, stretches, start, min(covered, end), repeat=True)
            own = _parts(text, stretches, max(start, covered), end, repeat=False)
            covered = max(covered, end)
            if any(part.text.strip() for part in own):
                drafts.append(Draft(ChunkType.TEXT, (*repeat, *own)))
        return drafts


def _plain(blocks: tuple[Block, ...]) -> tuple[str, list[_Stretch]]:
    stretches: list[_Stretch] = []
    pieces: list[str] = []
    at = 0
    for block in blocks:
        body = block.text
        stretches.append(_Stretch(block, at, at + len(body)))
        pieces.append(body)
        at += len(body) + 2
    return "\n\n".join(pieces), stretches


def _split(text: str, start: int, end: int, level: int, room: Cost, limits: Limits) -> Iterator[tuple[int, int]]:
    """Yield pieces that fit, separators kept at their end."""
    if within(limits.text_cost(text[start:end]), room) or end - start <= 1:
        yield start, end
        return
    while SEPARATORS[level] and text.find(SEPARATORS[level], start, end) < 0:
        level += 1
    separator = SEPARATORS[level]
    if not separator:
        middle = (start + end) // 2
        yield from _split(text, start, middle, level, room, limits)
        yield from _split(text, middle, end, level, room, limits)
        return
    at = start
    while at < end:
        found = text.find(separator, at, end)
        stop = end if found < 0 else found + len(separator)
        yield from _split(text, at, stop, level + 1, room, limits)
        at = stop


def _merge(text: str, pieces: list[tuple[int, int]], room: Cost, limits: Limits) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of chunks: pieces joined while they fit, the last ones within the overlap said again."""
    held: list[tuple[int, int]] = []
    costs: list[Cost] = []
    units = tokens = 0
    for start, end in pieces:
        cost = limits.text_cost(text[start:end])
        if held and not within(Cost(units + cost.units, tokens + cost.tokens), room):
            yield held[0][0], held[-1][1]
            while held and (units > limits.overlap or not within(Cost(units + cost.units, tokens + cost.tokens), room)):
                units, tokens = units - costs[0].units, tokens - costs[0].tokens
                held.pop(0)
                costs.pop(0)
        held.append((start, end))
        costs.append(cost)
        units, tokens = units + cost.units, tokens + cost.tokens
    if held:
        yield held[0][0], held[-1][1]


def _parts(text: str, stretches: list[_Stretch], start: int, end: int, *, repeat: bool) -> list[Part]:
    """Return the blocks' stretches of text[start:end] as parts."""
    parts: list[Part] = []
    begin = max(bisect_right(stretches, start, key=lambda stretch: stretch.start) - 1, 0)
    for block, first, last in stretches[begin:]:
        if first >= end:
            break
        low, high = max(start, first), min(end, last)
        if low >= high or not text[low:high].strip():
            continue
        inner = (low - first, high - first)
        index = block.norm_slice(*inner) if isinstance(block, TextBlock) else text[low:high]
        parts.append(Part(text[low:high], index, (Place(block.id, *inner),), Role.TEXT, repeat=repeat))
    return parts
