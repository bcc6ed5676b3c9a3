"""A table as a grid with costs: which cell stands where, what each shows, and where its characters are in `Table.text`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkers.budget import Limits
from chunkers.draft import Place
from schemas.document import Cell, Table
from schemas.tables import grid, header_rows

REPEAT_MOST_CHARS = 40
"""A longer merged body cell is shown once, at its first place; a shorter one in every row, so that rows read alone."""


@dataclass(frozen=True)
class Shown:
    """What one place of a rendered row says: cell text (or a piece of it), its index form, its source characters."""

    col: int
    text: str
    index: str
    start: int
    end: int


class TableGrid:
    """Rows, columns and header of a table. Without header cells, the first row is the header, unless it is the only row."""

    def __init__(self, table: Table, limits: Limits) -> None:
        self.table = table
        self.places = grid(table)
        self.head = _head(table, len(self.places))
        self.columns = [c for c in range(table.shape[1]) if any(row[c] and row[c].text.strip() for row in self.places)]  # type: ignore[union-attr]
        self._offsets = _offsets(table)
        self._limits = limits

    def shown(self, row: int, columns: Sequence[int]) -> list[Shown]:
        """Return what a row shows in some columns; long merged cells only at their first place."""
        out: list[Shown] = []
        for col in columns:
            cell = self.places[row][col]
            if cell is None or not cell.text.strip():
                continue
            if row >= self.head and (row, col) != (cell.row, cell.col) and len(cell.text) > REPEAT_MOST_CHARS:
                continue
            start, end = self._offsets[id(cell)]
            out.append(Shown(col, cell.text, cell.index_form, start, end))
        return out

    def shown_rows(self, columns: Sequence[int]) -> list[list[Shown]]:
        """Return what every row shows in some columns."""
        return [self.shown(row, columns) for row in range(len(self.places))]

    def cost(self, shown: Iterable[Shown]) -> int:
        """Return the tokens of a row in index form, where a merged cell is said once."""
        return 1 + self._limits.budget.tokens(index_row(shown))

    def column_cost(self, col: int) -> tuple[int, int]:
        """Return the tokens of a column's header, and of a body cell on average."""
        costs = [self.cost(self.shown(row, [col])) for row in range(len(self.places))]
        body = costs[self.head :]
        return sum(costs[: self.head]), sum(body) // len(body) if body else 0

    def unseen(self, seen: set[int]) -> list[Shown]:
        """Return the cells that no row carried: those that lie under another cell."""
        spans = ((cell, *self._offsets[id(cell)]) for cell in self.table.cells if cell.text.strip())
        return [Shown(cell.col, cell.text, cell.index_form, start, end) for cell, start, end in spans if start not in seen]

    def place(self, shown: Iterable[Shown], seen: set[int]) -> tuple[Place, ...]:
        """Return the source characters of a row that no row before carried; `seen` learns them."""
        places: list[Place] = []
        for item in sorted(shown, key=lambda s: s.start):
            if item.start in seen or item.start == item.end:
                continue
            seen.add(item.start)
            if places and places[-1].end + 1 == item.start:
                places[-1] = Place(self.table.id, places[-1].start, item.end)
            else:
                places.append(Place(self.table.id, item.start, item.end))
        return tuple(places)


def markdown_row(shown: Iterable[Shown], columns: Sequence[int]) -> str:
    """Return one line of a Markdown table."""
    texts = {item.col: inline(item.text).replace("|", "\\|") for item in shown}
    return "| " + " | ".join(texts.get(col, "") for col in columns) + " |"


def markdown_rule(columns: Sequence[int]) -> str:
    """Return the line under a Markdown table's header."""
    return "| " + " | ".join("---" for _ in columns) + " |"


def index_row(shown: Iterable[Shown]) -> str:
    """Return a row for the indexes: cells with a bar between, merged ones once."""
    return " | ".join(inline(index) for index in _once(shown))


def inline(text: str) -> str:
    """Return the text on one line."""
    return " ".join(text.split())


def _once(shown: Iterable[Shown]) -> list[str]:
    out: list[str] = []
    before = None
    for item in shown:
        if before is None or (item.start, item.index) != before:
            out.append(item.index)
        before = (item.start, item.index)
    return out


def _head(table: Table, rows: int) -> int:
    marked = header_rows(table)
    if 0 < marked < rows:
        return marked
    return 1 if rows > 1 else 0


def _offsets(table: Table) -> dict[int, tuple[int, int]]:
    """Return where each cell's text stands in `Table.text`, by the cell's identity (two may claim one place)."""
    by_row: dict[int, list[Cell]] = {}
    for cell in table.cells:
        by_row.setdefault(cell.row, []).append(cell)
    offsets: dict[int, tuple[int, int]] = {}
    at = 0
    for row in sorted(by_row):
        for cell in sorted(by_row[row], key=lambda c: c.col):
            offsets[id(cell)] = (at, at + len(cell.text))
            at += len(cell.text) + 1
    return offsets
