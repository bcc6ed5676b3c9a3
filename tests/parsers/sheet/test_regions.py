from __future__ import annotations

import pytest

from parsers.sheet.regions import SheetCell, regions


def grid(*rows: str) -> list[SheetCell]:
    """Cells of rows of words; a dot is an empty place."""
    return [SheetCell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row.split()) if text != "."]


@pytest.mark.parametrize(
    ("rows", "groups"),
    [
        (("a b", "1 2"), ["ab12"]),
        (("a b", "1 2", ". .", "c d", "3 4"), ["ab12", "cd34"]),
        (("a b", ". .", "1 2", "3 4"), ["ab1234"]),
        (("a b . c d", "x 2 . y 4"), ["abx2", "cdy4"]),
        (("a b . c d", "x 2 . 3 4"), ["abcdx234"]),
        (("a b . . . c", "1 2 . . . ."), ["ab12", "c"]),
    ],
)
def test_tables_on_one_sheet(rows, groups):
    assert ["".join(cell.text for cell in group) for group in regions(grid(*rows))] == groups


def test_merged_cells_bridge_the_gap_that_they_cover():
    cells = [SheetCell(0, 0, "t", colspan=3), SheetCell(1, 0, "a"), SheetCell(1, 2, "b")]
    assert len(regions(cells)) == 1
