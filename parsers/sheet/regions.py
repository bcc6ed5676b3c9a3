"""Tables on one sheet, told apart by the empty rows and columns between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parsers.table_header import is_value

MAX_ROUNDS = 12
WIDE_GAP = 3
"""Empty columns that part tables for certain; a narrower gap may be a spacer inside of one table."""

MAX_ROW_GAP = 2


@dataclass(frozen=True)
class SheetCell:
    """A cell that holds something, on the sheet's own grid, with the span of its merged range."""

    row: int
    col: int
    text: str
    rowspan: int = 1
    colspan: int = 1
    bold: bool = False


Group = list[SheetCell]


def regions(cells: Iterable[SheetCell]) -> list[Group]:
    """Return the cells grouped into tables, from top to bottom, then left to right.

    Groups are cut at empty rows, unless what follows only goes on (its first row holds values, as under a header with a blank
    row below it); then at empty columns, unless what stands on the right has no row names of its own.
    """
    pending = [sorted(cells, key=lambda cell: (cell.row, cell.col))]
    for _ in range(MAX_ROUNDS):
        cut = [part for group in pending for by_row in _by_rows(group) for part in _by_columns(by_row)]
        if len(cut) == len(pending):
            break
        pending = cut
    return [group for group in pending if group]


def _by_rows(group: Group) -> list[Group]:
    joined: list[Group] = []
    for part in _cut(group, rows=True):
        if joined and _goes_on(joined[-1], part):
            joined[-1] = joined[-1] + part
        else:
            joined.append(part)
    return joined


def _by_columns(group: Group) -> list[Group]:
    joined: list[Group] = []
    for part in _cut(group, rows=False):
        if joined and not _stands_beside(joined[-1], part):
            joined[-1] = sorted(joined[-1] + part, key=lambda cell: (cell.row, cell.col))
        else:
            joined.append(part)
    return joined


def _goes_on(above: Group, below: Group) -> bool:
    """Return whether a part only continues the one above it: near, under its columns, with values in its first row."""
    gap = min(cell.row for cell in below) - max(cell.row + cell.rowspan for cell in above)
    first = [cell for cell in below if cell.row == below[0].row]
    left, right = min(cell.col for cell in above), max(cell.col + cell.colspan for cell in above)
    under = all(left <= cell.col < right for cell in first)
    return gap <= MAX_ROW_GAP and under and len(first) > 1 and any(is_value(cell.text) for cell in first)


def _stands_beside(left: Group, right: Group) -> bool:
    """Return whether two parts beside each other are tables in their own right."""
    gap = min(cell.col for cell in right) - max(cell.col + cell.colspan for cell in left)
    if not (_is_table(left) and _is_table(right)):
        return gap >= WIDE_GAP
    return gap >= WIDE_GAP or _has_names(right) or not _has_names(left)


def _is_table(part: Group) -> bool:
    return len({cell.row for cell in part}) >= 2 and len({cell.col for cell in part}) >= 2


def _has_names(part: Group) -> bool:
    """Return whether the first column below the first row holds names, not values."""
    col = min(cell.col for cell in part)
    below = [cell for cell in part if cell.col == col and cell.row > part[0].row]
    return bool(below) and sum(not is_value(cell.text) for cell in below) > len(below) / 2


def _cut(group: Group, *, rows: bool) -> list[Group]:
    """Return the group cut wherever a whole row (or column) is empty."""
    ordered = sorted(group, key=lambda cell: cell.row if rows else cell.col)
    parts: list[Group] = []
    end = -1
    for cell in ordered:
        start, span = (cell.row, cell.rowspan) if rows else (cell.col, cell.colspan)
        if parts and start <= end:
            parts[-1].append(cell)
        else:
            parts.append([cell])
        end = max(end, start + span)
    return [sorted(part, key=lambda cell: (cell.row, cell.col)) for part in parts]
