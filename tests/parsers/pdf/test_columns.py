from __future__ import annotations

from parsers.pdf.columns import columns
from parsers.pdf.layout import Segment


def line(text, x0, x1, base):
    return Segment(text, x0, base - 9, x1, base + 2, base, 10, False, "F", round(base * 10), 0.0)


def column(name, x0, x1, first, count, pitch=14):
    return [line(f"{name}{n} some running text here", x0, x1, first + pitch * n) for n in range(count)]


def names(items):
    return ["".join(item.text.split()[0] for item in leaf) for leaf in columns(items).leaves]


def test_two_columns_are_read_one_after_the_other():
    assert names([*column("r", 320, 560, 100, 4), *column("l", 40, 280, 100, 4)]) == ["l0l1l2l3", "r0r1r2r3"]


def test_three_columns_with_lines_at_different_heights():
    items = [*column("a", 40, 200, 100, 5), *column("b", 215, 375, 105, 5), *column("c", 390, 550, 109, 5)]
    assert names(items) == ["a0a1a2a3a4", "b0b1b2b3b4", "c0c1c2c3c4"]


def test_full_width_lines_part_the_columns():
    items = [
        line("title across the whole page", 40, 560, 60), *column("l", 40, 280, 100, 4), *column("r", 320, 560, 100, 4),
        line("footer across the whole page", 40, 560, 300),
    ]  # fmt: skip
    assert names(items) == ["title", "l0l1l2l3", "r0r1r2r3", "footer"]


def test_the_rows_of_a_table_without_rules_are_no_columns():
    rows = [line(text, x, x + 40, 100 + 14 * n) for n in range(6) for text, x in ((f"n{n}", 40), ("1.5", 200), ("2.5", 360))]
    assert len(names(rows)) == 1


def test_labels_beside_their_text_are_no_column():
    items = [line(f"({n})", 40, 52, 100 + 14 * n) for n in range(5)] + column("t", 80, 560, 100, 5)
    assert len(names(items)) == 1


def test_lines_that_follow_each_other_are_no_columns():
    items = [line("left one", 40, 120, 100), line("centre", 250, 350, 80), line("left two", 40, 120, 120),
             line("centre", 250, 350, 140), line("left three", 40, 120, 160), line("centre", 250, 350, 180)]  # fmt: skip
    assert len(names(items)) == 1


def test_a_gutter_of_an_earlier_page_holds_for_a_line_or_two():
    items = [*column("l", 40, 280, 100, 6), *column("r", 320, 560, 103, 2)]
    assert len(columns(items).leaves) == 1
    assert len(columns(items, [319.0]).leaves) == 2
