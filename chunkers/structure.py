"""The default chunker: by headings, clauses, lists and sentence ends."""

from __future__ import annotations

from collections.abc import Iterable

from chunkers.clause import clause_regions
from chunkers.compose import Bundle, Composer, chunk_type_of
from chunkers.draft import Draft, Part, draft_path
from chunkers.job import Job
from chunkers.pack import pack
from chunkers.registry import CHUNKERS
from schemas.chunk import ChunkType


@CHUNKERS.register("structure")
class StructureChunker:
    """Sections, with short neighbours joined and long ones cut at sentence ends; a clause (第X条) is a chunk of its own."""

    every_number = False
    fences_apart = False

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order."""
        return [draft for bundle in self.bundles(job) for draft in drafts_of(bundle)]

    def bundles(self, job: Job) -> list[Bundle]:
        """Return what is cut together."""
        composer = Composer(job.limits, job.preset.table_whole_tokens, fences_apart=self.fences_apart)
        return composer.compose(clause_regions(job.blocks, every_number=self.every_number))


@CHUNKERS.register("clause")
class ClauseChunker(StructureChunker):
    """Like structure, and every numbered heading below a chapter (2.3 保险责任) is a clause as well."""

    every_number = True


@CHUNKERS.register("code")
class CodeChunker(StructureChunker):
    """Like structure, and every fence, function, operation and schema is a chunk of its own."""

    fences_apart = True


def drafts_of(bundle: Bundle) -> list[Draft]:
    """Return the drafts of one bundle."""
    groups: Iterable[tuple[Part, ...]] = [bundle.parts] if bundle.whole else pack(bundle.parts, bundle.limits)
    return [draft_of(parts, bundle.chunk_type) for parts in groups if not all(part.repeat for part in parts)]


def draft_of(parts: tuple[Part, ...], chunk_type: ChunkType | None, parent: Draft | None = None) -> Draft:
    """Return one draft, its type and section read from its parts where they are not given."""
    return Draft(chunk_type or chunk_type_of(parts), parts, draft_path(parts), parent)
