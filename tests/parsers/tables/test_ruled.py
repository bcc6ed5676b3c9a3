from __future__ import annotations

import itertools

import pytest

from parsers.pdf.layout import Glyph
from parsers.tables.ruled import Placed, header_count, ruled_tables, without_spacers


def word(text, x, base, size=8.0, bold=False):
    return [
        Glyph(
            char, x + size * n, base - size * 0.86, x + size * (n + 1), base + size * 0.14, base, size, "F", bold, 0, False, 0
        )
        for n, char in enumerate(text)
    ]


def boxes(xs, ys):
    return tuple((a, t, b, u) for t, u in itertools.pairwise(ys) for a, b in itertools.pairwise(xs))


def texts(table):
    return {(c.row, c.col): c.text for c in table.cells}


def test_words_go_to_cells_and_leave_the_page():
    glyphs = [*word("项目", 4, 15), *word("金额", 104, 15), *word("寿险", 4, 35), *word("12", 104, 35), *word("外面", 4, 80)]
    (table,), rest = ruled_tables([boxes([0, 100, 200], [0, 20, 40])], glyphs)
    assert texts(table) == {(0, 0): "项目", (0, 1): "金额", (1, 0): "寿险", (1, 1): "12"}
    assert [c.header for c in table.cells] == [True, True, False, False]
    assert "".join(g.text for g in rest) == "外面"


def test_merged_cells_keep_their_spans_and_their_text_once():
    grid = ((0, 0, 100, 40), (100, 0, 300, 20), (100, 20, 200, 40), (200, 20, 300, 40), *boxes([0, 100, 200, 300], [40, 60]))
    glyphs = [
        *word("名", 4, 25),
        *word("数", 180, 15),
        *word("甲", 104, 35),
        *word("乙", 204, 35),
        *word("丙", 4, 55),
        *word("1", 104, 55),
    ]
    (table,), _ = ruled_tables([grid], glyphs)
    spans = {c.text: (c.row, c.col, c.rowspan, c.colspan) for c in table.cells if c.text}
    assert spans["名"] == (0, 0, 2, 1)
    assert spans["数"] == (0, 1, 1, 2)
    assert sum(c.rowspan * c.colspan for c in table.cells) == 9
    assert [c.header for c in table.cells if c.row < 2] == [True] * 4


def test_wrapped_lines_in_a_cell_are_one_text():
    glyphs = [
        *word("扣除非经常性损益", 4, 15),
        *word("的净利润", 4, 25),
        *word("12", 104, 20),
        *word("a", 4, 45),
        *word("b", 104, 45),
    ]
    (table,), _ = ruled_tables([boxes([0, 100, 200], [0, 30, 50])], glyphs)
    assert texts(table)[0, 0] == "扣除非经常性损益的净利润"


def test_rows_without_rules_between_them_are_told_apart_by_numbers():
    glyphs = [*word("名称", 4, 15), *word("数", 104, 15)]
    glyphs += [*word("甲", 4, 35), *word("12", 104, 35), *word("乙", 4, 45), *word("34", 104, 45)]
    (table,), _ = ruled_tables([boxes([0, 100, 200], [0, 20, 50])], glyphs)
    assert texts(table) == {(0, 0): "名称", (0, 1): "数", (1, 0): "甲", (1, 1): "12", (2, 0): "乙", (2, 1): "34"}


def test_places_that_no_rectangle_covers_lose_nothing():
    grid = boxes([0, 100, 200], [0, 20, 40])[:3]
    glyphs = [*word("一", 4, 15), *word("二", 104, 15), *word("三", 4, 35), *word("四", 104, 35)]
    (table,), rest = ruled_tables([grid], glyphs)
    assert texts(table)[1, 1] == "四"
    assert rest == []


@pytest.mark.parametrize("grid", [boxes([0, 200], [0, 20, 40]), boxes([0, 100, 200], [0, 40])], ids=["one column", "two boxes"])
def test_frames_are_no_tables(grid):
    glyphs = [*word("提示", 4, 15), *word("正文", 4, 35), *word("旁边", 104, 15)]
    tables, rest = ruled_tables([grid], glyphs)
    assert tables == []
    assert len(rest) == len(glyphs)


def test_a_table_in_a_cell_is_a_table_of_its_own():
    outer = boxes([0, 200, 400], [0, 100, 200])
    inner = boxes([210, 250, 290], [10, 30, 50])
    glyphs = [*word("外", 4, 50), *word("底", 4, 150), *word("右", 204, 150)]
    glyphs += [*word("a", 212, 25), *word("b", 252, 25), *word("c", 212, 45), *word("d", 252, 45)]
    tables, rest = ruled_tables([outer, inner], glyphs)
    assert sorted(len([c for c in t.cells if c.text]) for t in tables) == [3, 4]
    assert rest == []


@pytest.mark.parametrize(
    ("ticks", "middles", "kept"),
    [([0, 3, 100, 200], [50, 150], [0, 100, 200]), ([0, 3, 100], [1, 50], [0, 3, 100]), ([0, 97, 100], [50], [0, 100])],
)
def test_without_spacers(ticks, middles, kept):
    assert without_spacers(ticks, middles) == kept


def placed(rows, bold=()):
    return [Placed(r, c, 1, 1, (0, 0, 0, 0), text, (r in bold)) for r, row in enumerate(rows) for c, text in enumerate(row)]


@pytest.mark.parametrize(
    ("rows", "bold", "count"),
    [
        ([["项目", "金额"], ["寿险", "1"]], (), 1),
        ([["项目", "2023年"], ["寿险", "1"]], (), 1),
        ([["寿险", "12.5"], ["健康险", "3"]], (), 0),
        ([["项目", "金额"], ["", "万元"], ["寿险", "1"]], (0, 1), 1),
        ([["项目", "金额"], ["名称", "万元"], ["寿险", "1"]], (0, 1), 2),
        ([["甲", "乙", "丙"]], (), 0),
    ],
)
def test_header_count(rows, bold, count):
    assert header_count(placed(rows, bold)) == count
