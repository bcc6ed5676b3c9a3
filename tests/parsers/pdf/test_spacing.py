from __future__ import annotations

import pytest

from parsers.pdf.layout import Glyph, Segment
from parsers.pdf.spacing import SOFT, blank_between, join_lines, join_segments, settle


def glyph(text, x0, x1):
    return Glyph(text, x0, 0, x1, 10, 9, 10, "F", False, 0, False, 0.0)


@pytest.mark.parametrize(
    ("one", "two", "gap", "written", "usual", "blank"),
    [
        ("保", "险", 0, False, 0, ""),
        ("保", "险", 4, True, 5, ""),
        ("保", "险", 5, True, 0, SOFT),
        ("保", "险", 20, False, 0, " "),
        ("年", "A", 2, False, 0, ""),
        ("年", "A", 3, True, 0, " "),
        ("a", "b", 0.3, False, -1, ""),
        ("a", "b", 2.5, False, -1, " "),
        ("ff", "icult", 0.2, True, -1, ""),
        (".", "1", 3, False, 0, ""),
        (".", "1", 3, False, -1, " "),
    ],
)
def test_blank_between(one, two, gap, written, usual, blank):
    assert blank_between(glyph(one, 0, 10), glyph(two, 10 + gap, 20 + gap), written, usual) == blank


@pytest.mark.parametrize(
    ("printed", "text"),
    [
        (f"第{SOFT}二{SOFT}十{SOFT}條{SOFT}保險契約", "第二十條 保險契約"),
        ("第 十 條", "第十條"),
        ("第 3 条", "第3条"),
        (f"第一章{SOFT}总{SOFT}则", "第一章 总则"),
        (f"每{SOFT}日{SOFT}測試", "每日測試"),
        ("附 则", "附则"),
        ("甲方： 乙方：", "甲方： 乙方："),
        ("Chapter one", "Chapter one"),
    ],
)
def test_settle(printed, text):
    assert settle(printed) == text


@pytest.mark.parametrize(
    ("one", "two", "text"),
    [
        ("保险责任", "开始", "保险责任开始"),
        ("the premium", "is due", "the premium is due"),
        ("recog-", "nition", "recognition"),
        ("state-of-", "the-art", "state-of-the-art"),
        ("Anglo-", "American", "Anglo-American"),
        ("2018–", "23", "2018–23"),
        ("按照", "GB 1234", "按照GB 1234"),
        ("使用 Word", "软件 Excel", "使用 Word 软件 Excel"),
        ("他说：", "“可以”", "他说：“可以”"),
        ("he said", "“yes”", "he said “yes”"),
    ],
)
def test_join_lines(one, two, text):
    assert join_lines(one, two) == text


def segment(text, x0, x1, gap=0.0):
    return Segment(text, x0, 0, x1, 10, 9, 10, False, "F", 1, gap)


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([segment("目", 0, 10), segment("录", 30, 40)], "目录"),
        ([segment("姓名", 0, 20), segment("张三", 60, 80)], "姓名 张三"),
        ([segment(c, 20 * n, 20 * n + 10, gap=10) for n, c in enumerate("总则说明")], "总则说明"),
        ([segment("Total", 0, 20), segment("12.5", 60, 80)], "Total 12.5"),
    ],
)
def test_join_segments(parts, text):
    assert join_segments(parts) == text
