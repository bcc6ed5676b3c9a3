from __future__ import annotations

import pytest

from parsers.pdf.draft import Draft, draft_of
from parsers.pdf.headings import Body, body_of, find_headings
from parsers.pdf.layout import Line

BODY = Body(10, bold=False)
TEXT = "保险人对保险期间内发生的保险事故承担给付保险金的责任，但合同另有约定的除外。"


def draft(text, size=10.0, bold=False) -> Draft:
    return draft_of([Line(text, (72, 100, 72 + size * len(text), 110), 109, size, bold, "F", 72, 520, 1)], 1)


def levels(*drafts, marked=None):
    return find_headings(drafts, BODY, marked)


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("第一章 总则", True),
        ("第三节 保险金额", True),
        ("第五条 保险责任", True),
        ("第五条 投保人应当如实告知，否则承担责任。", False),
        ("第五条：定义", True),
        ("附件一 残疾程度表", True),
        ("一、重要提示", True),
        ("一、投保人应当如实告知；", False),
        ("1.1 适用范围", True),
        ("（一）会计政策", True),
        ("(a) first of the list", False),
        ("Chapter 3 Definitions", True),
        ("表1 保费收入", False),
        ("单位：元", False),
        (TEXT, False),
        ("参考文献", True),
    ],
)
def test_headings_by_their_words(text, heading):
    assert (0 in levels(draft(text), draft(TEXT))) is heading


@pytest.mark.parametrize(
    ("made", "heading"),
    [
        (draft("合并资产负债表", 14), True),
        (draft("合并资产负债表", 10, bold=True), True),
        (draft("合并资产负债表", 10), False),
        (draft("合并资产负债表，及其附注。", 14), False),
        (draft("below the line", 14), False),
    ],
)
def test_headings_by_their_type(made, heading):
    assert (0 in levels(made, draft(TEXT))) is heading


def test_siblings_without_text_between_them_are_a_list():
    assert levels(draft("（一）身份证明"), draft("（二）保险单"), draft("（三）申请书")) == {}


def test_one_class_has_one_level_everywhere():
    found = levels(
        draft("年度报告", 22), draft("第一节 提示", 14), draft(TEXT), draft("一、概况"), draft(TEXT), draft("（一）业务"), draft(TEXT),
        draft("第二节 数据", 14), draft(TEXT), draft("（一）收入"), draft(TEXT),
    )  # fmt: skip
    assert found == {0: 1, 1: 2, 3: 3, 5: 4, 7: 2, 9: 4}


def test_the_sizes_of_a_cover_do_not_push_the_chapters_down():
    cover = [draft("公司名称", 40), draft("年度报告", 30), draft("二〇二四年", 20), draft("修订版本", 16)]
    found = levels(*cover, draft("第一章 总则", 12), draft(TEXT))
    assert found[4] == 3


def test_bookmarks_give_the_levels_where_they_are_most():
    drafts = [draft("甲"), draft(TEXT), draft("乙"), draft(TEXT), draft("丙"), draft(TEXT), draft("合并报表", 14), draft(TEXT)]
    assert levels(*drafts, marked={0: 1, 2: 2, 4: 2}) == {0: 1, 2: 2, 4: 2, 6: 3}


def test_in_a_bold_document_bold_marks_nothing():
    drafts = [draft(TEXT, bold=True), draft("合并资产负债表", bold=True)]
    body = body_of(drafts, 10)
    assert body.bold
    assert find_headings(drafts, body) == {}
