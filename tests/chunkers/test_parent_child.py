"""Children name the parent that holds them."""

from __future__ import annotations

from chunkers import chunk
from schemas.chunk import ChunkType
from schemas.document import Heading, Paragraph
from tests.chunkers.making import context, document, paragraphs, sentences


def test_each_child_lies_in_its_parent() -> None:
    doc = document(
        [Heading(text="一、甲", level=1), *paragraphs(40), Heading(text="第一条 乙", level=1), Paragraph(text=sentences(30))]
    )
    chunks = chunk(doc, context("parent_child")).chunks
    parents = {c.chunk_id: c for c in chunks if c.metadata.chunk_type is ChunkType.PARENT}
    children = [c for c in chunks if c.metadata.parent_id]
    assert len(parents) + len(children) == len(chunks)
    for child in children:
        parent = parents[child.metadata.parent_id or ""]
        body = child.text.removeprefix("第一条 乙\n")
        assert body in parent.text
        assert child.metadata.token_count <= 256 + 20
    sizes = [p.metadata.token_count for p in parents.values()]
    assert all(512 <= size <= 1024 for size in sizes[:-1])
    assert max(sizes) > 512
    order = [c.chunk_id for c in chunks]
    assert all(order.index(c.metadata.parent_id or "") < order.index(c.chunk_id) for c in children)
