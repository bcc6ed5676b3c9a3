from __future__ import annotations

from parsers.numbered import is_clause, itemise, promote, relevel
from schemas.document import Heading, ListItem, Paragraph


def shape(blocks):
    return [(b.kind, getattr(b, "level", None), b.text) for b in blocks]


def test_short_numbered_lines_become_headings_by_rank():
    blocks = [
        Paragraph(text=t) for t in ("第一章 总则", "第一条 目的", "为规范管理，制定本办法。", "第二条 范围", "第二章 附则")
    ]
    assert shape(promote(blocks)) == [
        ("heading", 1, "第一章 总则"),
        ("heading", 2, "第一条 目的"),
        ("paragraph", None, "为规范管理，制定本办法。"),
        ("heading", 2, "第二条 范围"),
        ("heading", 1, "第二章 附则"),
    ]


def test_a_clause_that_is_a_sentence_stays_text():
    text = "第五条 甲方应当按照约定支付款项。"
    assert shape(promote([Paragraph(text=text)])) == [("paragraph", None, text)]


def test_marked_headings_keep_their_level_and_lend_it():
    blocks = [
        Heading(text="第一章 总则", level=2),
        Paragraph(text="第二章 附则"),
        Paragraph(text="一、适用"),
        Paragraph(text="正文。"),
    ]
    assert [b.level for b in promote(blocks)[:3]] == [2, 2, 3]


def test_items_of_a_list_are_no_headings():
    blocks = [Paragraph(text=t) for t in ("一、身份证", "二、户口本", "三、结婚证", "以上材料须提供原件。")]
    assert [b.kind for b in promote(blocks)[:2]] == ["paragraph", "paragraph"]


def test_flat_headings_get_levels_from_their_numbers():
    texts = ["某保险条款", "1. 合同", "1.1 构成", "犹豫期", "1.2 成立", "2. 责任", "附注"]
    levels = [b.level for b in relevel([Heading(text=t, level=1) for t in texts])]
    assert levels == [1, 2, 3, 4, 3, 2, 1]


def test_headings_of_several_levels_are_left_alone():
    blocks = [
        Heading(text="1. a", level=1),
        Heading(text="1.1 b", level=2),
        Heading(text="2. c", level=1),
        Heading(text="d", level=1),
    ]
    assert relevel(blocks) == blocks


def test_numbered_paragraphs_become_items_unless_they_are_clauses():
    kinds = [
        b.kind
        for b in itemise([Paragraph(text="（1）甲"), Paragraph(text="① 乙"), Paragraph(text="第五条 丙"), Paragraph(text="丁")])
    ]
    assert kinds == ["list_item", "list_item", "paragraph", "paragraph"]
    assert isinstance(itemise([Paragraph(text="1. x")])[0], ListItem)


def test_labels_of_clauses():
    assert [is_clause(label) for label in ("第五条", "第二章", "附件二", "1.", "(a)", "①")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
