"""Small documents and contexts for the chunkers' tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from typing import Any

from chunkers import ChunkContext
from models.embedder.base import Embedder
from models.embedder.hashing import HashingEmbedder
from schemas.chunk import Chunk, ChunkSet, ChunkType
from schemas.document import Block, Cell, Document, Heading, Kind, Paragraph, RouteDecision, SourceFile, Table
from schemas.settings import EmbedderSettings
from schemas.version import DocumentVersion


@cache
def hashing() -> Embedder:
    """Return the embedder that needs no weights, window 512."""
    return HashingEmbedder(EmbedderSettings(provider="hashing"))


def placed(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks with ids and section paths, as every parser gives them."""
    out: list[Block] = []
    open_headings: list[Heading] = []
    for order, block in enumerate(blocks, start=1):
        if isinstance(block, Heading):
            open_headings = [h for h in open_headings if h.level < block.level]
        path = tuple(h.text for h in open_headings)
        out.append(block.model_copy(update={"id": f"b{order:05d}", "section_path": path}))
        if isinstance(block, Heading):
            open_headings.append(block)
    return tuple(out)


def document(blocks: Iterable[Block], *, title: str = "示例文件", kind: Kind = Kind.DOCX, **fields: Any) -> Document:
    """Return a document with a version."""
    return Document(
        source=SourceFile(uri="/in/example.docx", name="example.docx", sha256="0" * 64, size=1),
        route=RouteDecision(kind=kind, parser="test"),
        blocks=placed(blocks),
        title=title,
        language="zh",
        version=DocumentVersion(
            version_id="11111111-1111-5111-8111-111111111111",
            doc_id="22222222-2222-5222-8222-222222222222",
            family="example",
            label="v1",
            sha256="0" * 64,
            effective_from=date(2026, 1, 1),
        ),
        **fields,
    )


def context(preset: str | None = None, **fields: Any) -> ChunkContext:
    """Return a context over the hashing embedder."""
    return ChunkContext(embedder=fields.pop("embedder", hashing()), preset=preset, **fields)


def table(rows: Sequence[Sequence[str]], *, head: int = 1, **fields: Any) -> Table:
    """Return a table without spans."""
    cells = (Cell(row=r, col=c, text=text, header=r < head) for r, row in enumerate(rows) for c, text in enumerate(row))
    return Table(cells=tuple(cells), **fields)


def sentences(count: int, *, start: int = 0, length: int = 20) -> str:
    """Return so many different sentences of about `length` characters each."""
    return "".join(
        f"第{start + i}个句子说明" + "甲乙丙丁戊己庚辛壬癸"[(start + i) % 10] * (length - 9) + "。" for i in range(count)
    )


def paragraphs(count: int, per_paragraph: int = 3) -> list[Paragraph]:
    """Return so many paragraphs of different sentences."""
    return [Paragraph(text=sentences(per_paragraph, start=i * per_paragraph)) for i in range(count)]


def searched(chunk_set: ChunkSet) -> list[Chunk]:
    """Return the chunks that a search can find."""
    return [c for c in chunk_set.chunks if c.metadata.chunk_type is not ChunkType.PARENT]


def texts(chunk_set: ChunkSet) -> list[str]:
    """Return the texts of the chunks that a search can find."""
    return [c.text for c in searched(chunk_set)]
