"""One chunking job: the document's blocks in the order they are cut, its preset, and the budget that counts tokens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from chunkers.budget import Budget, Limits
from chunkers.clause import starts_clause
from chunkers.context import ChunkContext
from chunkers.draft import Place
from schemas.chunk import Drop, Span
from schemas.document import Block, Caption, Document, Heading, Layer, Table
from schemas.settings import ChunkPreset

CHUNKED_LAYERS = (Layer.BODY, Layer.NOTE)


@dataclass(frozen=True)
class Job:
    """What a chunker works on. `blocks` hold text and belong to the body or the notes; notes stand at their section's end."""

    document: Document
    context: ChunkContext
    preset: ChunkPreset
    budget: Budget
    blocks: tuple[Block, ...]

    @property
    def limits(self) -> Limits:
        """The limits of running text by the preset."""
        preset = self.preset
        return Limits(self.budget, preset.size, min(preset.min_size, preset.size // 2), preset.overlap, preset.unit)

    def blocks_of(self, places: Iterable[Place]) -> list[Block]:
        """Return the blocks that some source characters stand in, each once."""
        wanted = {place.block_id for place in places}
        return [self._by_id[block_id] for block_id in sorted(wanted) if block_id in self._by_id]

    @cached_property
    def _by_id(self) -> dict[str, Block]:
        return {block.id: block for block in self.blocks}


def make_job(document: Document, context: ChunkContext, preset: ChunkPreset) -> Job:
    """Return the job of one document."""
    blocks = tuple(_captions_first(_notes_last(block for block in document.blocks if _has_text(block))))
    forms = {b.text: b.norm_slice(0, len(b.text)) for b in document.blocks if isinstance(b, Heading)}
    budget = Budget(context.embedder).titled(doc_name(document), forms)
    return Job(document, context, preset, budget, blocks)


def doc_name(document: Document) -> str:
    """Return what people call a document: its title, else its file's name without the extension."""
    return document.title.strip() or PurePath(document.source.name).stem


def drops(document: Document) -> tuple[Drop, ...]:
    """Return the characters that are kept out of every chunk, by the rule that set their block aside (or by its layer)."""
    return tuple(
        Drop(span=Span(block_id=block.id, start=0, end=len(block.text)), rule=block.rule or block.layer.value)
        for block in document.blocks
        if block.layer not in CHUNKED_LAYERS and block.text.strip()
    )


def _has_text(block: Block) -> bool:
    return block.layer in CHUNKED_LAYERS and bool(block.text.strip())


def _notes_last(blocks: Iterable[Block]) -> list[Block]:
    """Return the blocks with notes moved to the end of the section (or clause) in which they stand."""
    out: list[Block] = []
    notes: list[Block] = []
    for block in blocks:
        if block.layer is Layer.NOTE:
            notes.append(block)
            continue
        if notes and (isinstance(block, Heading) or starts_clause(block)):
            out += notes
            notes = []
        out.append(block)
    return out + notes


def _captions_first(blocks: list[Block]) -> list[Block]:
    """Return the blocks with a caption below a table moved above it, where the table has none above."""
    out = list(blocks)
    for i in range(len(out) - 1):
        above = i > 0 and isinstance(out[i - 1], Caption)
        if isinstance(out[i], Table) and isinstance(out[i + 1], Caption) and not above:
            out[i], out[i + 1] = out[i + 1], out[i]
    return out
