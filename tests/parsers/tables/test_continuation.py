from __future__ import annotations

import pytest

from parsers.pdf.layout import RuledTable
from parsers.tables.continuation import continues, join_tables
from schemas.document import Cell

COLUMNS = (0.0, 100.0, 200.0)


def table(rows, headers=0, columns=COLUMNS):
    cells = tuple(Cell(row=r, col=c, text=text, header=r < headers) for r, row in enumerate(rows) for c, text in enumerate(row))
    return RuledTable((0, 0, 200, 100), cells, columns, 10)


def rows(joined):
    last = max(cell.row for cell in joined.cells)
    return [[cell.text for cell in sorted(joined.cells, key=lambda c: c.col) if cell.row == r] for r in range(last + 1)]


@pytest.mark.parametrize(
    ("columns", "same"),
    [((0, 100, 200), True), ((20, 120, 220), True), ((0, 103, 200), True), ((0, 110, 200), False), ((0, 100), False)],
)
def test_continues(columns, same):
    assert continues(table([["a", "b"]]), table([["a", "b"]], columns=columns)) is same


def test_the_repeated_header_goes_and_is_counted():
    one = table([["险种", "费率"], ["甲", "1"]], headers=1)
    joined, dropped = join_tables(one, table([["险 种", "费率"], ["乙", "2"]], headers=1))
    assert rows(joined) == [["险种", "费率"], ["甲", "1"], ["乙", "2"]]
    assert dropped == 4
    assert [cell.header for cell in joined.cells if cell.row == 2] == [False, False]


def test_no_row_is_lost_without_a_repeated_header():
    one = table([["险种", "费率"], ["甲", "1"]], headers=1)
    joined, dropped = join_tables(one, table([["乙", "2"], ["丙", "3"]], headers=1))
    assert rows(joined)[2:] == [["乙", "2"], ["丙", "3"]]
    assert dropped == 0


def test_a_row_cut_by_the_page_is_made_whole():
    one = table([["险种", "说明"], ["甲", "本产品仅限"]], headers=1)
    joined, _ = join_tables(one, table([["", "团体投保。"], ["乙", "无"]]))
    assert rows(joined)[1:] == [["甲", "本产品仅限团体投保。"], ["乙", "无"]]


@pytest.mark.parametrize("rest", [["", "12.5"], ["乙", "团体投保。"]])
def test_a_row_that_begins_anew_is_not_joined(rest):
    one = table([["险种", "说明"], ["甲", "本产品仅限"]], headers=1)
    assert rows(join_tables(one, table([rest]))[0])[2] == rest
