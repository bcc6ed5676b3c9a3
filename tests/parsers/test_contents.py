from __future__ import annotations

from parsers.contents import set_contents_aside
from schemas.document import Cell, Heading, Paragraph, Table


def layers(blocks):
    return "".join(b.layer.value[0] for b in set_contents_aside(blocks))


def lines(*texts):
    return [Paragraph(text=text) for text in texts]


def test_a_typed_list_that_comes_again_is_set_aside():
    assert layers(lines("目  录", "第一章 总则  1", "第二章 附则  9", "第一章 总则", "正文。", "第二章 附则")) == "tttbbb"


def test_text_under_a_title_that_only_names_contents_stays():
    assert layers(lines("目录", "本公司的产品目录另行公布。", "其他说明。")) == "bbb"


def test_dot_leaders_with_a_page_number_are_contents_anywhere():
    blocks = lines("目录", "1 概述........3", "正文。")
    assert layers(blocks) == "ttb"
    assert set_contents_aside(blocks)[1].rule == "toc"


def test_a_table_of_numbered_titles_under_the_title_is_contents():
    cells = tuple(Cell(row=0, col=i, text=t) for i, t in enumerate(("1.1 合同构成", "2.1 保险金额", "")))
    assert layers([Heading(text="条款目录", level=1), Table(cells=cells), Paragraph(text="正文。")]) == "ttb"
