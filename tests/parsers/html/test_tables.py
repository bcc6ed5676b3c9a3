from __future__ import annotations

import pytest

from parsers.html.tables import is_layout, read_table
from parsers.html.tree import parse_html


def table_of(markup):
    return next(parse_html(markup).iter("table"))


CASES = [
    ("spans", "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td>1<td>2<td>3</table>",
     [(0, 0, 2, 1, "a"), (0, 1, 1, 2, "b"), (1, 1, 1, 1, "c"), (1, 2, 1, 1, "d"), (2, 0, 1, 1, "1"), (2, 1, 1, 1, "2"), (2, 2, 1, 1, "3")]),
    ("a span of zero reaches the end", "<table><tr><td rowspan=0>a<td>b<tr><td>c</table>",
     [(0, 0, 2, 1, "a"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c")]),
    ("spans past the table are cut", "<table><tr><td rowspan=99>a<td>b</table>", [(0, 0, 1, 1, "a"), (0, 1, 1, 1, "b")]),
    ("lists and breaks in cells", "<table><tr><td><ul><li>x<li>y</ul><td>p<br>q</table>", [(0, 0, 1, 1, "x\ny"), (0, 1, 1, 1, "p\nq")]),
]  # fmt: skip


@pytest.mark.parametrize(("markup", "cells"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_cells(markup, cells):
    table = read_table(table_of(markup), ())
    assert [(c.row, c.col, c.rowspan, c.colspan, c.text) for c in table.cells] == cells


def test_header_cells_and_caption():
    table = read_table(table_of("<table><caption>费率</caption><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>"), ())
    assert [c.header for c in table.cells] == [True, True, False, False]
    assert table.caption == "费率"


def test_nothing_in_it():
    assert read_table(table_of("<table><tr><td> <td></table>"), ()) is None


@pytest.mark.parametrize(
    ("markup", "layout"),
    [
        ("<table><tr><td>a<td>b<tr><td>1<td>2</table>", False),
        ("<table><tr><td>only one</table>", True),
        ("<table role=presentation><tr><td>a<td>b<tr><td>1<td>2</table>", True),
        ("<table><tr><td>menu<td><table><tr><td>a<td>b</table></table>", True),
        ("<table><tr><td>menu<td><p>" + "文" * 700 + "</p></table>", True),
        ("<table><tr><th>名称<th>说明<tr><td>a<td><p>" + "文" * 700 + "</p></table>", False),
    ],
)
def test_tables_that_only_lay_out_a_page(markup, layout):
    assert is_layout(table_of(markup)) is layout
