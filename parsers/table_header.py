"""Which rows of a table are its header, where the file does not say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from schemas.document import Cell

MAX_HEADER_ROWS = 6
MAX_HEADER_CHARS = 60
COVERED = 0.6
VALUES_BELOW = 0.2
_VALUE = re.compile(r"^[\s¥￥$€£(（+\-−–]*\d[\d,，.．:：/\s年月日-]*[%％‰)）元万亿个天岁份]*$|^[-—–/*×√✓]+$")
_NUMBER = re.compile(r"^[\s¥￥$€£(（+\-−–]*\d[\d,，.．\s]*[%％‰)）]*$|^[-—–]+$")
_YEAR = re.compile(r"^(?:19|20)\d\d$")

Rows = list[list[Cell]]


def is_value(text: str) -> bool:
    """Return whether a cell reads as a value (a number, an amount, a date, a dash), not as a name of something."""
    return bool(_VALUE.match(text.strip()))


def guess_header_rows(cells: Sequence[Cell], *, emphasised: bool = False) -> int:
    """Return how many rows at the top are a header; 0 where the first row reads like any other.

    Group rows (with spans, or mostly blank) over a row of names count together when rows of numbers follow. Else the first row
    counts if its cells are short names and values stand below, if it is emphasised (bold), or if the table is no form.
    """
    rows = _rows(cells)
    if len(rows) < 2 or not rows[0]:
        return 0
    width = max(cell.col + cell.colspan for cell in cells)
    grouped = _grouped_header(rows, width)
    if grouped:
        return grouped
    first = _filled(rows[0])
    names = first and all(len(cell.text) <= MAX_HEADER_CHARS and not is_value(cell.text) for cell in first)
    if not names or sum(cell.colspan for cell in first) < COVERED * width:
        return 0
    count = _reach(rows)
    below = [cell for row in rows[count:] for cell in _filled(row)]
    if emphasised or sum(is_value(cell.text) for cell in below) >= max(1, VALUES_BELOW * len(below)):
        return count
    return count if width >= 2 and not _is_form(rows) else 0


def mark_header(cells: Iterable[Cell], rows: int) -> tuple[Cell, ...]:
    """Return the cells with those of the first `rows` rows flagged as header."""
    return tuple(cell.model_copy(update={"header": True}) if cell.row < rows else cell for cell in cells)


def _grouped_header(rows: Rows, width: int) -> int:
    """Return the number of rows above the first row of numbers if they read as one header of group rows and names, else 0."""
    count = next((index for index, row in enumerate(rows) if _is_numeric(row, top=index == 0)), 0)
    if not 2 <= count <= MAX_HEADER_ROWS:
        return 0
    above = rows[:count]
    short = all(len(cell.text) <= MAX_HEADER_CHARS for row in above for cell in row)
    groups = all(
        any(cell.colspan > 1 or cell.rowspan > 1 for cell in row) or _share(row, width) < COVERED for row in above[:-1]
    )
    return count if short and groups and len(_filled(above[-1])) > 1 else 0


def _is_numeric(row: list[Cell], *, top: bool) -> bool:
    """Return whether most cells of a row beside its first are numbers; years in the top row are names."""
    filled = _filled(row)
    beside = filled[1:] if len(filled) > 1 else filled
    numbers = [cell for cell in beside if _NUMBER.match(cell.text.strip()) and not (top and _YEAR.match(cell.text.strip()))]
    return bool(beside) and len(numbers) * 2 >= len(beside)


def _reach(rows: Rows) -> int:
    """Return the rows that the first row's cells reach into; a group over several columns has its own names below it."""
    count = max(cell.rowspan for cell in rows[0])
    grouped = any(cell.colspan > 1 for cell in rows[0]) and len(rows[0]) > 1
    if count == 1 and grouped and len(rows) > 2:
        below = _filled(rows[1])
        count = 2 if below and not any(is_value(cell.text) for cell in below) else 1
    return min(count, MAX_HEADER_ROWS, len(rows) - 1)


def _is_form(rows: Rows) -> bool:
    """Return whether a table looks like a form: names and entries side by side, names ending in a colon or entries blank."""
    cells = [cell for row in rows for cell in row]
    marks = sum(cell.text.rstrip().endswith(("：", ":")) for cell in cells)
    blank = sum(not cell.text.strip() for cell in cells)
    return marks >= 2 or blank > 0.4 * len(cells)


def _share(row: list[Cell], width: int) -> float:
    return sum(cell.colspan for cell in _filled(row)) / width


def _filled(row: list[Cell]) -> list[Cell]:
    return [cell for cell in row if cell.text.strip()]


def _rows(cells: Sequence[Cell]) -> Rows:
    rows: Rows = [[] for _ in range(max((cell.row for cell in cells), default=-1) + 1)]
    for cell in cells:
        rows[cell.row].append(cell)
    return rows
