"""The control knows no structure."""

from __future__ import annotations

from itertools import pairwise

from chunkers import chunk
from schemas.chunk import ChunkType
from schemas.document import Heading
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document, paragraphs, table, texts


def test_sizes_and_overlap_over_plain_text() -> None:
    preset = ChunkPreset(chunker="recursive", size=150, overlap=70)
    doc = document([Heading(text="一、甲", level=1), *paragraphs(8), table([["a", "b"], ["1", "2"]])])
    chunk_set = chunk(doc, context("r", presets={"r": preset}))
    found = texts(chunk_set)
    assert {c.metadata.chunk_type for c in chunk_set.chunks} == {ChunkType.TEXT}
    assert {c.metadata.section_path for c in chunk_set.chunks} == {()}
    assert found[0].startswith("一、甲\n第0个")
    assert found[-1].endswith("a\tb\n1\t2")
    assert all(c.metadata.token_count <= 160 for c in chunk_set.chunks)
    assert all(after[:10] in before for before, after in pairwise(found[:-1]))
