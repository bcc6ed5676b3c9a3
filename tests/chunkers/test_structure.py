"""Sections, sentence ends, overlap, clauses."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chunkers import chunk
from language.sentences import sentence_spans
from schemas.chunk import ChunkType
from schemas.document import Footnote, Heading, Layer, ListItem, Paragraph, Seal
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document, paragraphs, sentences, table, texts

SMALL = {"default": ChunkPreset(size=100, overlap=25, min_size=20)}


def test_a_section_that_fits_is_one_chunk_with_its_heading() -> None:
    doc = document([Heading(text="一、投保", level=1), *paragraphs(8), Heading(text="二、理赔", level=1), *paragraphs(8)])
    chunks = chunk(doc, context()).chunks
    assert [c.text.split("\n")[0] for c in chunks] == ["一、投保", "二、理赔"]
    assert [c.metadata.section_path for c in chunks] == [("一、投保",), ("二、理赔",)]
    assert chunks[0].index_text.startswith("示例文件 > 一、投保\n第0个句子")


def test_short_neighbours_of_one_section_are_joined() -> None:
    doc = document(
        [Heading(text="1 总则", level=1)]
        + [b for i in range(1, 5) for b in (Heading(text=f"1.{i} 小节", level=2), Paragraph(text=sentences(1, start=i)))]
    )
    [only] = chunk(doc, context()).chunks
    assert only.metadata.section_path == ("1 总则",)
    assert only.text.splitlines()[:3] == ["1 总则", "1.1 小节", "第1个句子说明乙乙乙乙乙乙乙乙乙乙乙。"]


def test_long_sections_are_cut_at_sentence_ends_with_whole_sentences_repeated() -> None:
    text = sentences(40)
    chunks = chunk(document([Paragraph(text=text)]), context(presets=SMALL)).chunks
    assert len(chunks) > 5
    whole = {text[a:b] for a, b in sentence_spans(text)}
    for before, after in pairwise(chunks):
        assert after.text[-1] == "。"
        first = after.text[: after.text.index("。") + 1]
        assert first in whole
        assert before.text.endswith(first)
        assert after.metadata.token_count <= 100 + 10


def test_a_closing_quote_stays_with_its_sentence() -> None:
    doc = document([Paragraph(text="他说：“保单生效。”" * 30)])
    assert {t[0] for t in texts(chunk(doc, context(presets=SMALL)))} == {"他"}


def test_no_overlap_runs_over_a_section_border() -> None:
    doc = document([Heading(text="甲", level=1), *paragraphs(6), Heading(text="乙", level=1), *paragraphs(6)])
    second = next(t for t in texts(chunk(doc, context(presets=SMALL))) if "乙\n" in t)
    assert second.startswith("乙\n")


def clauses(*bodies: str) -> list[Heading | Paragraph]:
    """Return clauses with headings."""
    out: list[Heading | Paragraph] = []
    for number, body in enumerate(bodies, start=1):
        out += [Heading(text=f"第{'一二三四五六七'[number - 1]}条 条款{number}", level=2), Paragraph(text=body)]
    return out


@pytest.mark.parametrize("preset", ["default", "clause", "parent_child", "semantic"])
def test_a_clause_is_one_chunk_and_shares_it_with_none(preset: str) -> None:
    doc = document([Heading(text="第一章 总则", level=1), *clauses("短。", "也短。", sentences(8))])
    found = [c for c in chunk(doc, context(preset)).chunks if c.metadata.chunk_type is not ChunkType.PARENT]
    assert [c.metadata.chunk_type for c in found] == [ChunkType.CLAUSE] * 3
    assert [c.metadata.section_title for c in found] == ["第一条 条款1", "第二条 条款2", "第三条 条款3"]
    assert found[0].text == "第一章 总则\n第一条 条款1\n短。"
    assert found[0].index_text == "示例文件 > 第一章 总则 > 第一条 条款1\n短。"


def test_a_long_clause_is_cut_between_its_paragraphs_and_says_its_heading_again() -> None:
    bodies = [Paragraph(text=sentences(6, start=6 * i)) for i in range(8)]
    doc = document([Heading(text="第八条 保险责任", level=1), *bodies, *clauses("短。")])
    found = texts(chunk(doc, context("clause")))
    pieces = [t for t in found if t.startswith("第八条")]
    assert len(found) == len(pieces) + 1
    assert all(t.startswith("第八条 保险责任\n") for t in pieces)
    lines = [line for t in pieces for line in t.splitlines()[1:]]
    assert lines == [b.text for b in bodies]


def test_a_clause_without_a_heading_block_carries_its_number_and_title() -> None:
    doc = document([Paragraph(text="第五条 责任免除　" + sentences(60)), Paragraph(text="第六条 终止　合同终止。")])
    chunks = chunk(doc, context("clause")).chunks
    assert all(c.text.startswith("第五条 责任免除") for c in chunks[:-1])
    assert len(chunks) > 2
    assert {c.metadata.section_title for c in chunks} == {"第五条 责任免除", "第六条 终止"}


def test_a_sentence_about_a_clause_opens_none() -> None:
    doc = document(
        [Heading(text="第一条 甲", level=1), Paragraph(text="第三条所述情形除外。"), Paragraph(text="依第十二条之规定办理。")]
    )
    assert len(chunk(doc, context()).chunks) == 1


def test_headings_inside_a_clause_belong_to_it() -> None:
    inner = [
        Heading(text="（一）身故", level=3),
        Paragraph(text="给付。"),
        Heading(text="（二）全残", level=3),
        Paragraph(text="给付。"),
    ]
    doc = document([Heading(text="第五条 保险责任", level=2), *inner, *clauses("短。")])
    chunks = chunk(doc, context()).chunks
    assert chunks[0].text == "第五条 保险责任\n（一）身故\n给付。\n（二）全残\n给付。"
    assert chunks[0].metadata.section_path == ("第五条 保险责任",)


def test_numbered_headings_are_clauses_only_under_the_clause_preset() -> None:
    blocks = [Heading(text="2 保障", level=1)]
    blocks += [b for i in range(1, 4) for b in (Heading(text=f"2.{i} 条目", level=2), Paragraph(text="短。"))]
    assert len(chunk(document(blocks), context("default")).chunks) == 1
    found = chunk(document(blocks), context("clause")).chunks
    assert [c.metadata.chunk_type for c in found] == [ChunkType.CLAUSE] * 3
    assert found[0].text == "2 保障\n2.1 条目\n短。"


def test_a_table_inside_a_clause_stays_in_it_if_all_fits() -> None:
    doc = document(
        [
            Heading(text="第一条 系数", level=1),
            Paragraph(text="系数如下："),
            table([["等级", "系数"], ["甲", "1.2"]]),
            *clauses("短。"),
        ]
    )
    first = chunk(doc, context("clause")).chunks[0]
    assert first.metadata.chunk_type is ChunkType.CLAUSE
    assert first.metadata.has_table
    assert first.text == "第一条 系数\n系数如下：\n| 等级 | 系数 |\n| --- | --- |\n| 甲 | 1.2 |"


def test_a_heading_never_stands_alone_before_its_text() -> None:
    doc = document(
        [Heading(text="部", level=1), Heading(text="章", level=2), Heading(text="节", level=3), Paragraph(text=sentences(30))]
    )
    assert texts(chunk(doc, context(presets=SMALL)))[0].startswith("部\n章\n节\n第0个")


def test_headings_without_text_join_what_is_before_them() -> None:
    doc = document([Heading(text="一、正文", level=1), *paragraphs(3), Heading(text="（此页无正文）", level=1)])
    assert texts(chunk(doc, context()))[0].endswith("（此页无正文）")


def test_footnotes_stand_at_the_end_of_their_section() -> None:
    note = Footnote(text="见附录。", marker="[1]", layer=Layer.NOTE)
    doc = document(
        [
            Heading(text="一、甲", level=1),
            Paragraph(text="前半句"),
            note,
            Paragraph(text="后半句。"),
            Heading(text="二、乙", level=1),
            *paragraphs(9),
        ]
    )
    assert texts(chunk(doc, context()))[0].startswith("一、甲\n前半句\n后半句。\n[1] 见附录。")


def test_a_seal_is_its_own_chunk() -> None:
    doc = document([Paragraph(text="正文。"), Seal(text="某某公司合同专用章"), Paragraph(text="后文。")])
    assert [c.metadata.chunk_type for c in chunk(doc, context()).chunks] == [ChunkType.TEXT, ChunkType.SEAL, ChunkType.TEXT]


def test_list_stays_with_its_lead_in() -> None:
    items = [ListItem(text=f"（{n}）{'项目内容' * 4}；") for n in "一二三四"]
    doc = document([*paragraphs(2), Paragraph(text="下列情形除外："), *items, *paragraphs(2)])
    with_list = [
        t
        for t in texts(chunk(doc, context(presets={"default": ChunkPreset(size=140, overlap=0, min_size=0)})))
        if "（一）" in t
    ]
    assert len(with_list) == 1
    assert "下列情形除外：\n（一）" in with_list[0]
    assert "（四）" in with_list[0]


def test_a_list_too_long_repeats_its_lead_in_on_every_piece() -> None:
    items = [ListItem(text=f"（{i}）{'项目内容' * 4}；") for i in range(1, 31)]
    chunks = chunk(document([Paragraph(text="下列情形除外："), *items]), context(presets=SMALL)).chunks
    assert len(chunks) > 3
    assert all(c.text.startswith("下列情形除外：\n（") for c in chunks)
    assert {c.metadata.chunk_type for c in chunks} == {ChunkType.LIST}


def test_bullets_are_shown_and_printed_numbers_are_not_doubled() -> None:
    doc = document([Paragraph(text="包括："), ListItem(text="甲"), ListItem(text="乙", depth=1), ListItem(text="（三）丙")])
    assert texts(chunk(doc, context())) == ["包括：\n- 甲\n  - 乙\n（三）丙"]
