"""Tables of HTML: cells with their spans, once each; tables that only lay out a page are told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parsers.html.spacing import BREAK, collapse
from parsers.html.tags import BLOCKS, DROPPED, Element, is_hidden, name_of
from parsers.table_header import guess_header_rows, mark_header
from schemas.document import Cell, Provenance, Table

MAX_SPAN = 1000
MAX_NESTED_SHARE = 0.4
MAX_CELL_CHARS = 600
MAX_CELLS = 200_000
SECTIONS = frozenset({"thead", "tbody", "tfoot"})


@dataclass(frozen=True)
class _Row:
    element: Element
    in_head: bool


def is_layout(table: Element) -> bool:
    """Return whether a table only lays out a page: by role, a nested table, a single cell or row, or cells full of blocks."""
    if table.get("role") in {"presentation", "none"}:
        return True
    nested = [inner for inner in table.iterdescendants("table") if next(inner.iterancestors("table")) is table]
    if nested and (not _names_columns(table) or sum(map(_chars, nested)) > MAX_NESTED_SHARE * _chars(table)):
        return True
    rows = [[c for c in row.element if name_of(c) in {"td", "th"}] for row in _rows(table)]
    cells = [cell for row in rows for cell in row]
    if len(cells) < 2 or (max(map(len, rows)) < 2 and len(rows) < 2):
        return True
    if _names_columns(table):
        return False
    long = [cell for cell in cells if _chars(cell) > MAX_CELL_CHARS]
    return bool(long) and (
        len(rows) <= 2 or any(next(cell.iterdescendants("p", "h1", "h2", "h3"), None) is not None for cell in long)
    )


def _names_columns(table: Element) -> bool:
    """Return whether a table has a caption or header cells of its own."""
    return any(next(found.iterancestors("table")) is table for found in table.iterdescendants("th", "caption"))


def _chars(element: Element) -> int:
    return sum(len("".join(text.split())) for text in element.itertext())


def read_table(table: Element, provenance: tuple[Provenance, ...]) -> Table | None:
    """Return the table, or None where no cell holds text. Header flags come from `th` and `thead`, else from a guess."""
    occupied: dict[tuple[int, int], bool] = {}
    cells: list[Cell] = []
    rows = list(_rows(table))
    for at, row in enumerate(rows):
        col = 0
        for element in row.element:
            if name_of(element) not in {"td", "th"} or len(occupied) > MAX_CELLS:
                continue
            while occupied.get((at, col)):
                col += 1
            cell = _cell(element, at, col, len(rows), row.in_head)
            cells.append(cell)
            for r in range(at, at + cell.rowspan):
                for c in range(col, col + cell.colspan):
                    occupied[r, c] = True
            col += cell.colspan
    if not any(cell.text for cell in cells):
        return None
    caption = next((text_of(child) for child in table if name_of(child) == "caption"), "")
    return Table(cells=_with_header(cells), caption=caption, provenance=provenance)


def text_of(element: Element) -> str:
    """Return the visible text of an element as one string: blocks and breaks on lines of their own."""
    pieces: list[str] = []
    _collect(element, pieces, 0)
    lines = collapse("".join(pieces)).split("\n")
    return "\n".join(line for line in lines if line)


def _collect(element: Element, pieces: list[str], depth: int) -> None:
    name = name_of(element)
    if name == "br":
        pieces.append(BREAK)
    elif name == "img":
        pieces.append(element.get("alt") or "")
    is_block = depth > 0 and name in BLOCKS
    pieces.append(BREAK if is_block else "")
    pieces.append(element.text or "")
    for child in element:
        if depth < 100 and name_of(child) not in DROPPED | {""} and not is_hidden(child):
            _collect(child, pieces, depth + 1)
        pieces.append(child.tail or "")
    pieces.append(BREAK if is_block else "")


def _cell(element: Element, row: int, col: int, row_count: int, in_head: bool) -> Cell:
    rowspan = _span(element, "rowspan")
    return Cell(
        row=row,
        col=col,
        rowspan=row_count - row if rowspan == 0 else min(rowspan, row_count - row),
        colspan=max(1, _span(element, "colspan")),
        text=text_of(element),
        header=in_head or name_of(element) == "th",
    )


def _with_header(cells: list[Cell]) -> tuple[Cell, ...]:
    """Keep `th` flags as they are; where no whole row is flagged, guess."""
    first = [cell for cell in cells if cell.row == 0]
    if first and all(cell.header for cell in first):
        return tuple(cells)
    return mark_header(cells, guess_header_rows(cells)) if not any(cell.header for cell in cells) else tuple(cells)


def _rows(table: Element) -> Iterator[_Row]:
    for child in table:
        name = name_of(child)
        if name == "tr":
            yield _Row(child, in_head=False)
        elif name in SECTIONS:
            for row in child:
                if name_of(row) == "tr":
                    yield _Row(row, in_head=name == "thead")


def _span(element: Element, name: str) -> int:
    digits = "".join(character for character in (element.get(name) or "1")[:6] if character.isdigit())
    return min(int(digits), MAX_SPAN) if digits else 1
