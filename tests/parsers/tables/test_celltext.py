from __future__ import annotations

import pytest

from parsers.pdf.layout import COUNTER_CLOCKWISE, Glyph
from parsers.tables.celltext import cell_text, is_number, is_year


@pytest.mark.parametrize("text", ["12", "1,200.00", "(3.5)", "-16.10%", "￥100", "5:02", "--", "90天", "203,708 户"[:7]])
def test_numbers(text):
    assert is_number(text)


@pytest.mark.parametrize("text", ["项目", "A1", "2 and more", "1个月以内", ""])
def test_words(text):
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "year"), [("2023", True), ("2023年末", True), ("2023-01-01", True), ("2023.5", True), ("20231", False)]
)
def test_years(text, year):
    assert is_year(text) is year


def test_vertical_text_is_read_in_its_own_direction():
    glyphs = [
        Glyph(char, 50, 100 - 10 * n - 10, 60, 100 - 10 * n, 58, 10, "F", False, COUNTER_CLOCKWISE, False, 0)
        for n, char in enumerate("YEAR")
    ]
    assert cell_text(glyphs) == "YEAR"


def test_glyphs_without_a_character_are_left_out():
    glyphs = [Glyph(t, 10 * n, 0, 10 * n + 10, 10, 9, 10, "F", False, 0, False, 0) for n, t in enumerate(["是", "(cid:3)"])]
    assert cell_text(glyphs) == "是"
