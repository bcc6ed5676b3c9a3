"""What a chunk's references point to, by chunk id."""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.draft import Draft
from schemas.chunk import ChunkType
from schemas.document import Document, Heading


def ref_maps(document: Document, drafts: Sequence[tuple[str, Draft]]) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return per chunk id: each reference as printed, with the ids of the chunks that hold its target; () is unresolved.

    Where the target is a heading and its clause or section was cut, every piece that belongs to it is named.
    """
    searched = [(chunk, draft) for chunk, draft in drafts if draft.chunk_type is not ChunkType.PARENT]
    holders: dict[str, list[str]] = {}
    for chunk, draft in searched:
        for block_id in dict.fromkeys(place.block_id for place in draft.places):
            holders.setdefault(block_id, []).append(chunk)
    sections = _sections(document)
    maps: dict[str, dict[str, tuple[str, ...]]] = {chunk: {} for chunk, _ in drafts}
    by_block: dict[str, list[tuple[int, int, str, tuple[str, ...]]]] = {}
    for reference in document.references:
        members = sections.get(reference.target_block_id or "", [reference.target_block_id or ""])
        targets = tuple(dict.fromkeys(chunk for member in members for chunk in holders.get(member, ())))
        by_block.setdefault(reference.block_id, []).append((*reference.span, reference.raw, targets))
    for chunk, draft in drafts:
        for place in draft.places:
            for start, end, raw, targets in by_block.get(place.block_id, ()):
                if start < place.end and end > place.start:
                    maps[chunk][raw] = tuple(dict.fromkeys((*maps[chunk].get(raw, ()), *targets)))
    return maps


def _sections(document: Document) -> dict[str, list[str]]:
    """Return per heading the ids of the blocks directly under it, itself first."""
    members: dict[str, list[str]] = {}
    current: str | None = None
    for block in document.blocks:
        if isinstance(block, Heading):
            current = block.id
            members[current] = [block.id]
        elif current is not None:
            members[current].append(block.id)
    return members
