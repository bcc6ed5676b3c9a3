"""The line in front."""

from __future__ import annotations

import pytest

from chunkers.title_path import TitlePath


@pytest.mark.parametrize(
    ("title", "path", "most", "expected"),
    [
        ("条款", (), 40, "条款"),
        ("条款", ("第一章", "第二条"), 40, "条款 > 第一章 > 第二条"),
        ("条款", ("条款", "第一章"), 40, "条款 > 第一章"),
        ("条款", ("第一章", "第一节", "第二条"), 17, "条款 > … > 第二条"),
        ("条款", ("第一章", "第一节", "甲", "第二条"), 23, "条款 > … > 第一节 > 甲 > 第二条"),
        ("条款", ("很长很长的标题",), 5, "很长很长…"),
        ("", ("第一章",), 40, "第一章"),
        ("", (), 40, ""),
        ("多 行\n标题", (), 40, "多 行 标题"),
    ],
)
def test_lines(title: str, path: tuple[str, ...], most: int, expected: str) -> None:
    assert TitlePath(title, most, len, {}).line(path).line == expected


def test_index_forms_are_shown_and_full_levels_are_named() -> None:
    line = TitlePath("條款", 40, len, {"第二 條": "第二条"}).line(("第二 條",))
    assert line.line == "條款 > 第二条"
    assert line.shown == {"條款", "第二 條"}
    assert TitlePath("很长的名字", 4, len, {}).line(()).shown == frozenset()
