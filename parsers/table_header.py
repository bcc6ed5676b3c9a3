"""Which rows of a table are its header, where the file does not say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from schemas.document import Cell

MAX_HEADER_ROWS = 4
MAX_HEADER_CHARS = 60
_VALUE = re.compile(r"^[\s¥￥$€£(（+\-−–]*\d[\d,，.．:：/\s年月日-]*[%％‰)）元万亿个天岁份]*$|^[-—–/*×√✓]+$")


def is_value(text: str) -> bool:
    """Return whether a cell reads as a value (a number, an amount, a date, a dash), not as a name of something."""
    return bool(_VALUE.match(text.strip()))


def guess_header_rows(cells: Sequence[Cell], *, emphasised: bool = False) -> int:
    """Return how many rows at the top are a header; 0 where the first row reads like any other.

    The first row counts if its cells are short names and the rows below hold values, or if it is emphasised (bold). Cells that
    span rows or columns in it draw the rows that they reach in.
    """
    rows = _rows(cells)
    if len(rows) < 2 or not rows[0]:
        return 0
    first = [cell for cell in rows[0] if cell.text.strip()]
    width = max(cell.col + cell.colspan for cell in cells)
    names = first and all(len(cell.text) <= MAX_HEADER_CHARS and not is_value(cell.text) for cell in first)
    if not names or sum(cell.colspan for cell in first) < 0.6 * width:
        return 0
    count = _reach(rows)
    below = [cell for row in rows[count:] for cell in row if cell.text.strip()]
    values = sum(is_value(cell.text) for cell in below)
    if emphasised or (below and values >= 0.2 * len(below)):
        return count
    return count if width >= 2 and not _is_form(rows) else 0


def mark_header(cells: Iterable[Cell], rows: int) -> tuple[Cell, ...]:
    """Return the cells with those of the first `rows` rows flagged as header."""
    return tuple(cell.model_copy(update={"header": True}) if cell.row < rows else cell for cell in cells)


def _reach(rows: list[list[Cell]]) -> int:
    """Return the rows that the first row's cells reach into; a group over several columns has its own names below it."""
    count = max(cell.rowspan for cell in rows[0])
    grouped = any(cell.colspan > 1 for cell in rows[0]) and len(rows[0]) > 1
    if count == 1 and grouped and len(rows) > 2:
        below = [cell for cell in rows[1] if cell.text.strip()]
        count = 2 if below and not any(is_value(cell.text) for cell in below) else 1
    return min(count, MAX_HEADER_ROWS, len(rows) - 1)


def _is_form(rows: list[list[Cell]]) -> bool:
    """Return whether a table looks like a form: names and entries side by side, names ending in a colon or entries blank."""
    cells = [cell for row in rows for cell in row]
    marks = sum(cell.text.rstrip().endswith(("：", ":")) for cell in cells)
    blank = sum(not cell.text.strip() for cell in cells)
    return marks >= 2 or blank > 0.4 * len(cells)


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[] for _ in range(max((cell.row for cell in cells), default=-1) + 1)]
    for cell in cells:
        rows[cell.row].append(cell)
    return rows
