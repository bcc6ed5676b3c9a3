"""Ruled grids and the glyphs in them to tables with spans and header flags."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from parsers.pdf.layout import Glyph, RuledTable, union
from parsers.tables.celltext import cell_text, is_number, is_year
from parsers.tables.grids import SNAP_PT, Grid
from parsers.tables.rows import Place, split_rows
from schemas.document import Box, Cell

MIN_FILLED_SHARE = 0.12
MIN_FILLED = 2
MAX_HEADER_ROWS = 4
MAX_CELLS = 20_000
MAX_TITLE_CHARS = 80
SPACER_PT = 9.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A cell on the grid, with its box and what stands in it."""

    row: int
    col: int
    rowspan: int
    colspan: int
    box: Box
    text: str
    bold: bool


def ruled_tables(grids: Sequence[Grid], glyphs: Sequence[Glyph]) -> tuple[list[RuledTable], list[Glyph]]:
    """Return the tables of a page from the top, and the glyphs that are in none of them.

    Frames around running text (one cell, one column) and drawings (next to no text) are not tables: their glyphs stay out.
    A grid within another grid's cell is a table of its own.
    """
    left = list(glyphs)
    tables: list[RuledTable] = []
    for grid in sorted(grids, key=_area):
        table, rest = _table(grid, left)
        if table:
            tables.append(table)
            left = rest
    return sorted(tables, key=lambda table: (table.box[1], table.box[0])), left


def _area(grid: Grid) -> float:
    x0, top, x1, bottom = union(list(grid))
    return (x1 - x0) * (bottom - top)


def _table(grid: Grid, glyphs: list[Glyph]) -> tuple[RuledTable | None, list[Glyph]]:
    columns = without_spacers(_ticks([x for box in grid for x in (box[0], box[2])]), [_span(g.x0, g.x1) for g in glyphs])
    rows = without_spacers(_ticks([y for box in grid for y in (box[1], box[3])]), [_span(g.top, g.bottom) for g in glyphs])
    if len(columns) < 3 or len(rows) < 2 or (len(columns) - 1) * (len(rows) - 1) > MAX_CELLS:
        return None, glyphs
    boxes = _complete(grid, rows, columns)
    inside, outside = _sort_into(boxes, rows, columns, glyphs)
    boxes, inside = split_rows(boxes, inside)
    placed = [
        Placed(*place, boxes[place], cell_text(inside.get(place, ())), _is_bold(inside.get(place, ())))
        for place in sorted(boxes)
    ]
    if not _is_table(placed):
        return None, glyphs
    heads = header_count(placed)
    cells = tuple(
        Cell(row=p.row, col=p.col, rowspan=p.rowspan, colspan=p.colspan, text=p.text, header=p.row < heads) for p in placed
    )
    size = median(glyph.size for group in inside.values() for glyph in group)
    return RuledTable(union(list(boxes.values())), cells, tuple(columns), size), outside


def _ticks(values: list[float]) -> list[float]:
    """Return the distinct positions, near ones taken as one."""
    ticks: list[float] = []
    for value in sorted(values):
        if not ticks or value - ticks[-1] > SNAP_PT:
            ticks.append(value)
    return ticks


def _span(low: float, high: float) -> float:
    return (low + high) / 2


def without_spacers(ticks: list[float], middles: list[float]) -> list[float]:
    """Return the positions without those that only close a gap between double rules: too narrow for type, and empty."""
    marks = sorted(middles)
    kept = list(ticks)
    for low, high in itertools.pairwise(ticks):
        empty = bisect_left(marks, high) == bisect_left(marks, low)
        if high - low <= SPACER_PT and empty and len(kept) > 2 and low in kept:
            kept.remove(high if high != ticks[-1] else low)
    return kept


def _nearest(ticks: list[float], value: float) -> int:
    return min(range(len(ticks)), key=lambda i: abs(ticks[i] - value))


def _complete(grid: Grid, rows: list[float], columns: list[float]) -> dict[Place, Box]:
    """Return every cell by (row, col, rowspan, colspan); places that no rectangle covers become cells of their own."""
    boxes: dict[Place, Box] = {}
    covered: set[tuple[int, int]] = set()
    for box in sorted(grid, key=lambda box: (box[2] - box[0]) * (box[3] - box[1])):
        row, col = _nearest(rows, box[1]), _nearest(columns, box[0])
        rowspan, colspan = _nearest(rows, box[3]) - row, _nearest(columns, box[2]) - col
        places = {(r, c) for r in range(row, row + rowspan) for c in range(col, col + colspan)}
        if places and not places & covered:
            covered |= places
            boxes[row, col, rowspan, colspan] = box
    for row in range(len(rows) - 1):
        for col in range(len(columns) - 1):
            if (row, col) not in covered:
                boxes[row, col, 1, 1] = (columns[col], rows[row], columns[col + 1], rows[row + 1])
    return boxes


def _sort_into(
    boxes: dict[Place, Box], rows: list[float], columns: list[float], glyphs: list[Glyph]
) -> tuple[dict[Place, list[Glyph]], list[Glyph]]:
    """Return the glyphs of each cell, by where their middle lies, and those outside the table."""
    owner = {
        (r, c): place
        for place in boxes
        for r in range(place[0], place[0] + place[2])
        for c in range(place[1], place[1] + place[3])
    }
    inside: dict[Place, list[Glyph]] = {}
    outside: list[Glyph] = []
    for glyph in glyphs:
        x, y = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
        if not (columns[0] - 1 <= x <= columns[-1] + 1 and rows[0] - 1 <= y <= rows[-1] + 1):
            outside.append(glyph)
            continue
        row = next((i for i in range(len(rows) - 1) if y <= rows[i + 1]), len(rows) - 2)
        col = next((i for i in range(len(columns) - 1) if x <= columns[i + 1]), len(columns) - 2)
        inside.setdefault(owner[row, col], []).append(glyph)
    return inside, outside


def _is_bold(glyphs: Sequence[Glyph]) -> bool:
    inked = [glyph for glyph in glyphs if not glyph.text.isspace()]
    return bool(inked) and all(glyph.bold for glyph in inked)


def _is_table(placed: list[Placed]) -> bool:
    rows = max(cell.row + cell.rowspan for cell in placed)
    filled = [cell for cell in placed if cell.text]
    if len(filled) < MIN_FILLED or len(filled) < MIN_FILLED_SHARE * len(placed):
        return False
    columns_used = {cell.col for cell in filled}
    rows_used = {cell.row for cell in filled}
    if rows == 1:
        return len(filled) >= 3
    return len(columns_used) >= 2 and (len(rows_used) >= 2 or len(filled) >= 3)


def header_count(placed: Sequence[Placed]) -> int:
    """Return how many rows at the top are header rows.

    The first row is one, unless it holds numbers or the grid has one row. Rows that its cells span belong to it; a row after
    one with cells spanning columns, or a bold row after bold rows, goes on with it.
    """
    last = max(cell.row + cell.rowspan for cell in placed)
    if last == 1:
        return 0
    count = 0
    while count < min(MAX_HEADER_ROWS, last - 1):
        row = [cell for cell in placed if cell.row == count]
        filled = [cell for cell in row if cell.text]
        if len(row) == 1 and len(row[0].text) > MAX_TITLE_CHARS:
            break
        numbers = sum(is_number(cell.text) and not is_year(cell.text) for cell in filled)
        if not filled or numbers * 3 > len(filled):
            break
        if count and not _goes_on(placed, count, filled):
            break
        count = (
            max(count + 1, *(cell.row + cell.rowspan for cell in row if cell.text and cell.col)) if _spans(row) else count + 1
        )
    return min(count, last - 1)


def _spans(row: list[Placed]) -> bool:
    return any(cell.rowspan > 1 and cell.text and cell.col for cell in row)


def _goes_on(placed: Sequence[Placed], count: int, filled: list[Placed]) -> bool:
    above = [cell for cell in placed if cell.row < count <= cell.row + cell.rowspan and cell.text]
    columns = max(cell.col + cell.colspan for cell in placed)
    grouped = any(1 < cell.colspan < columns or (cell.colspan == columns and cell.row == count - 1) for cell in above)
    return grouped or (len(filled) >= 2 and (all(cell.bold for cell in above) and all(cell.bold for cell in filled)))
