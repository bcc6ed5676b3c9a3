"""The no-loss check finds what is lost."""

from __future__ import annotations

from chunkers import chunk, uncovered
from schemas.chunk import Span
from schemas.document import Paragraph
from tests.chunkers.making import context, document, table


def test_a_missing_chunk_a_missing_drop_and_a_false_claim_are_found() -> None:
    doc = document([table([["a|b", ""], ["1", "2"]]), Paragraph(text="甲乙 丙")])
    full = chunk(doc, context())
    assert uncovered(doc, full) == []
    fewer = full.model_copy(update={"chunks": full.chunks[:1]})
    assert uncovered(doc, fewer) == [Span(block_id="b00002", start=0, end=4)]
    lying = full.model_copy(update={"chunks": (full.chunks[0], full.chunks[1].model_copy(update={"text": "甲 丙"}))})
    assert uncovered(doc, lying) == [Span(block_id="b00002", start=0, end=4)]
    holes = full.model_copy(
        update={"spans": {**full.spans, full.chunks[1].chunk_id: (Span(block_id="b00002", start=0, end=1),)}}
    )
    assert uncovered(doc, holes) == [Span(block_id="b00002", start=1, end=4)]
