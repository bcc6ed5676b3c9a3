"""Children to search, parents to read."""

from __future__ import annotations

from dataclasses import replace

from chunkers.clause import clause_regions
from chunkers.compose import Bundle, Composer
from chunkers.draft import Draft
from chunkers.job import Job
from chunkers.pack import pack
from chunkers.registry import CHUNKERS
from chunkers.structure import draft_of
from schemas.chunk import ChunkType


@CHUNKERS.register("parent_child")
class ParentChildChunker:
    """Cuts like structure into parents of up to `parent_size` tokens, and each of these into children of up to `size`.

    A clause or a table is never in one parent with anything else. Parents are not embedded and may exceed the window.
    """

    def drafts(self, job: Job) -> list[Draft]:
        """Return each parent, then its children."""
        bundles = Composer(job.limits, min(job.preset.table_whole_tokens, job.preset.size)).compose(clause_regions(job.blocks))
        return [draft for bundle in bundles for draft in _family(bundle, job.preset.parent_size)]


def _family(bundle: Bundle, parent_size: int) -> list[Draft]:
    shortest = parent_size // 2 if bundle.running_text else 0
    wide = replace(bundle.limits, size=parent_size, min_size=shortest, overlap=0, unit="tokens", windowed=False)
    drafts: list[Draft] = []
    for order, parts in enumerate(pack(bundle.parts, wide)):
        parent = draft_of(parts, ChunkType.PARENT)
        if not parent.own:
            continue
        drafts.append(parent)
        for child in pack(parent.own, bundle.limits, continues=order > 0):
            drafts.append(draft_of(child, bundle.chunk_type, parent))
    return drafts
