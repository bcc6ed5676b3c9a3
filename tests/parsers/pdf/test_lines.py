from __future__ import annotations

from parsers.pdf.layout import Glyph
from parsers.pdf.lines import segments


def word(text, x, base, size=10.0, step=None):
    step = size if step is None else step
    return [
        Glyph(c, x + step * n, base - 0.86 * size, x + step * n + size, base + 0.14 * size, base, size, "F", False, 0, False, 0)
        for n, c in enumerate(text)
    ]


def texts(glyphs):
    return [(s.row, s.text) for s in segments(glyphs)]


def test_rows_come_from_the_top_and_segments_from_the_left():
    glyphs = [*word("右下", 200, 40), *word("左上", 0, 20), *word("左下", 0, 40), *word("右上", 200, 20)]
    assert texts(glyphs) == [(0, "左上"), (0, "右上"), (1, "左下"), (1, "右下")]


def test_glyphs_in_any_order_are_one_segment():
    assert texts(word("保险责任", 0, 20)[::-1]) == [(0, "保险责任")]


def test_a_wide_gap_breaks_and_letter_spacing_is_remembered():
    found = segments([*word("总则", 0, 20, step=19), *word("说明", 38, 20, step=19)])
    assert [s.text for s in found] == ["总", "则", "说", "明"]
    assert found[0].gap == 9


def test_raised_and_lowered_small_type_belongs_to_its_row():
    glyphs = [*word("水", 0, 20), *word("H", 12, 20), *word("2", 22, 22, size=6), *word("次行", 0, 34)]
    assert texts(glyphs) == [(0, "水H2"), (1, "次行")]


def test_a_leading_superscript_is_a_marker():
    found = segments([*word("1", 0, 17, size=6), *word("注释文字", 6, 20)])
    assert [(s.text, s.marker) for s in found] == [("1注释文字", "1")]


def test_a_character_off_its_line_comes_back():
    glyphs = [*word("近", 0, 20), *word("b", 10, 23), *word("型合金", 20, 20)]
    assert texts(glyphs) == [(0, "近b型合金")]


def test_close_lines_stay_two():
    assert texts([*word("第一行", 0, 20), *word("第二行", 0, 31)]) == [(0, "第一行"), (1, "第二行")]


def test_texts_printed_over_each_other_are_not_mixed():
    assert sorted(text for _, text in texts([*word("甲甲甲甲", 0, 20), *word("乙乙乙乙", 3, 20)])) == ["乙乙乙乙", "甲甲甲甲"]
