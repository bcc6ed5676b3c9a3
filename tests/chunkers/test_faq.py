"""One question, one chunk."""

from __future__ import annotations

import pytest

from chunkers import chunk
from chunkers.faq import asks
from schemas.chunk import ChunkType
from schemas.document import Block, Heading, ListItem, Paragraph
from tests.chunkers.making import context, document, sentences, table, texts


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (Paragraph(text="Q1：等待期多久"), True),
        (Paragraph(text="问：等待期多久？"), True),
        (Paragraph(text="3. 问题：如何退保"), True),
        (Heading(text="如何退保？", level=2), True),
        (Heading(text="退保", level=2), False),
        (Paragraph(text="问题在于条款"), False),
        (Paragraph(text="A：九十天。"), False),
    ],
)
def test_questions(block: Block, expected: bool) -> None:
    assert asks(block) is expected


def test_each_question_with_its_answer_is_one_chunk() -> None:
    doc = document(
        [
            Heading(text="常见问题", level=1),
            Paragraph(text="问：等待期多久？"),
            Paragraph(text="答：90天。"),
            Paragraph(text="问：如何退保？"),
            Paragraph(text="答：须提供："),
            ListItem(text="（1）保险合同；"),
            ListItem(text="（2）身份证明。"),
        ]
    )
    chunk_set = chunk(doc, context("faq"))
    assert texts(chunk_set) == [
        "常见问题\n问：等待期多久？\n答：90天。",
        "问：如何退保？\n答：须提供：\n（1）保险合同；\n（2）身份证明。",
    ]
    assert {c.metadata.chunk_type for c in chunk_set.chunks} == {ChunkType.FAQ}


def test_a_split_answer_carries_the_question() -> None:
    doc = document([Heading(text="如何理赔？", level=2), *(Paragraph(text=sentences(12, start=12 * i)) for i in range(5))])
    found = texts(chunk(doc, context("faq")))
    assert len(found) > 1
    assert all(t.startswith("如何理赔？\n") for t in found)


def test_a_table_of_questions_goes_row_by_row() -> None:
    doc = document([table([["序号", "问题", "答案"], ["1", "等待期多久", "90天"], ["2", "如何退保", "致电客服"]])])
    chunk_set = chunk(doc, context())
    assert [c.metadata.doc_type for c in chunk_set.chunks] == ["faq", "faq"]
    head = "| 序号 | 问题 | 答案 |\n| --- | --- | --- |\n"
    assert texts(chunk_set) == [head + "| 1 | 等待期多久 | 90天 |", head + "| 2 | 如何退保 | 致电客服 |"]
