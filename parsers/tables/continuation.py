"""Tables that continue over pages: one table, its header once, no row lost."""

from __future__ import annotations

from collections.abc import Sequence

from parsers.pdf.layout import RuledTable
from parsers.pdf.spacing import join_lines
from parsers.tables.celltext import is_number
from schemas.document import Cell

SAME_COLUMN_PT = 4.0
FULL_STOPS = "。！？；.!?;"


def continues(one: RuledTable, two: RuledTable) -> bool:
    """Return whether the second table has the columns of the first, measured from the left rule (margins may be mirrored)."""
    if len(one.columns) != len(two.columns):
        return False
    shift = two.columns[0] - one.columns[0]
    return all(abs(b - a - shift) <= SAME_COLUMN_PT for a, b in zip(one.columns, two.columns, strict=True))


def join_tables(one: RuledTable, two: RuledTable) -> tuple[RuledTable, int]:
    """Return both as one table, and the number of characters dropped with the repeated header.

    A row that was cut by the page's end (no key, only the rest of wrapped words) goes back into the row above.
    """
    repeated = _repeated_rows(one, two)
    dropped = sum(_chars(cell.text) for cell in two.cells if cell.row < repeated)
    rest = [cell for cell in two.cells if cell.row >= repeated]
    last = max(cell.row + cell.rowspan for cell in one.cells)
    cells = list(one.cells)
    if rest and _is_cut_row(cells, rest, last, repeated):
        cells = _with_rest(cells, [cell for cell in rest if cell.row == repeated], last)
        repeated += 1
        rest = [cell for cell in rest if cell.row >= repeated]
    shifted = [cell.model_copy(update={"row": cell.row - repeated + last, "header": False}) for cell in rest]
    return RuledTable(one.box, (*cells, *shifted), one.columns, one.size), dropped


def _chars(text: str) -> int:
    return sum(not char.isspace() for char in text)


def _row(cells: Sequence[Cell], row: int) -> dict[int, str]:
    return {cell.col: "".join(cell.text.split()) for cell in cells if cell.row == row}


def _repeated_rows(one: RuledTable, two: RuledTable) -> int:
    """Return how many rows at the top of the second table repeat the first one's header."""
    headers = 1 + max((cell.row for cell in one.cells if cell.header), default=-1)
    rows = max(cell.row + cell.rowspan for cell in two.cells)
    count = 0
    while count < min(headers, rows) and _row(one.cells, count) == _row(two.cells, count):
        count += 1
    return count if count == headers else 0


def _is_cut_row(above: Sequence[Cell], rest: Sequence[Cell], last: int, row: int) -> bool:
    ends = {cell.col: cell for cell in above if cell.row + cell.rowspan == last}
    begun = [cell for cell in rest if cell.row == row]
    filled = [cell for cell in begun if cell.text]
    key = min(begun, key=lambda cell: cell.col, default=None)
    if not filled or key is None or key.text or any(cell.rowspan > 1 for cell in begun):
        return False
    return all(
        cell.col in ends and ends[cell.col].text and ends[cell.col].text[-1] not in FULL_STOPS and not is_number(cell.text)
        for cell in filled
    )


def _with_rest(cells: list[Cell], begun: list[Cell], last: int) -> list[Cell]:
    more = {cell.col: cell.text for cell in begun if cell.text}
    return [
        cell.model_copy(update={"text": join_lines(cell.text, more[cell.col])})
        if cell.row + cell.rowspan == last and cell.col in more
        else cell
        for cell in cells
    ]
