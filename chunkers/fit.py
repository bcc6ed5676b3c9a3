"""The last word on the embedder's window: a draft that is still too long, by the final string, is cut until it fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chunkers.budget import Budget
from chunkers.draft import Draft, Part, Place
from chunkers.split import best_cut
from schemas.chunk import ChunkType
from schemas.document import Block, TextBlock
from schemas.errors import ChunkTooLong


def fitted(draft: Draft, budget: Budget, blocks: Mapping[str, Block]) -> list[Draft]:
    """Return the draft, or drafts that carry the same characters and stay inside the window.

    Gives up what is said again first, then cuts between parts, then inside one. Raises ChunkTooLong for a part without source
    characters that is too long by itself.
    """
    if draft.chunk_type is ChunkType.PARENT or budget.fits(draft.parts):
        return [draft]
    own = draft.own
    repeats = tuple(part for part in draft.parts if part.repeat)
    for kept in (repeats[:1], ()):
        if len(kept) < len(repeats) and budget.fits((*kept, *own)):
            return [replace(draft, parts=(*kept, *own))]
    halves = _halves(own, blocks)
    if halves is None:
        raise ChunkTooLong("a part of a chunk without source text exceeds the embedder's window; its chunker must cut it")
    return [piece for half in halves for piece in fitted(replace(draft, parts=(*repeats, *half)), budget, blocks)]


def _halves(own: tuple[Part, ...], blocks: Mapping[str, Block]) -> tuple[tuple[Part, ...], tuple[Part, ...]] | None:
    """Return the parts in two, of about the same length; a single part is cut inside. Pieces without source stay in front."""
    if len(own) > 1:
        middle = sum(len(part.index) for part in own) / 2
        at, sofar = 1, len(own[0].index)
        while at < len(own) - 1 and sofar < middle:
            sofar += len(own[at].index)
            at += 1
        return own[:at], own[at:]
    places = own[0].places if own else ()
    if len(places) > 1:
        middle_place = len(places) // 2
        return _slices(own[0], places[:middle_place], blocks), _slices(own[0], places[middle_place:], blocks)
    if not places or places[0].end - places[0].start < 2:
        return None
    block_id, start, end = places[0]
    block = blocks[block_id]
    edits = block.edits if isinstance(block, TextBlock) else ()
    cut = best_cut(block.text, start, (start + end + 1) // 2, edits)
    first, second = Place(block_id, start, cut), Place(block_id, cut, end)
    return _slices(own[0], (first,), blocks), _slices(own[0], (second,), blocks)


def _slices(part: Part, places: tuple[Place, ...], blocks: Mapping[str, Block]) -> tuple[Part, ...]:
    """Return the places as parts that show their source as it is."""
    out = []
    for place in places:
        block = blocks[place.block_id]
        text = block.text[place.start : place.end]
        index = block.norm_slice(place.start, place.end) if isinstance(block, TextBlock) else text
        out.append(replace(part, text=text, index=index, places=(place,)))
    return tuple(out)
