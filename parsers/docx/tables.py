"""Tables of Word: rows and cells through all wrappers, each merged cell once, with its spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from parsers.docx.context import ENGINE, Context
from parsers.docx.names import Node, find, local, number, switch, value
from parsers.docx.revisions import revision_of, rule_of
from parsers.table_header import guess_header_rows, mark_header
from schemas.document import Block, Cell, Layer, Paragraph, Provenance, Table

WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo", "AlternateContent", "Choice"})
MAX_COLUMNS = 512


class BlockReader(Protocol):
    """What reads the content of a cell."""

    def blocks(self, holder: Node) -> Iterator[Block]:
        """Yield the blocks inside a holder."""


@dataclass
class _Cell:
    """A cell under construction."""

    row: int
    col: int
    colspan: int
    text: str
    rowspan: int = 1


@dataclass
class _Grid:
    """The cells so far, the vertical merges that are open by first column, and blocks that follow the table."""

    cells: list[_Cell] = field(default_factory=list)
    open: dict[int, _Cell] = field(default_factory=dict)
    after: list[Block] = field(default_factory=list)
    row: int = 0


def read_table(table: Node, reader: BlockReader, context: Context) -> Iterator[Block]:
    """Yield the table, then what its cells hold beside text: nested tables, notes, comments, text set aside.

    A table of one cell is a frame around running text: its content is given as it is.
    """
    rows = list(_inside(table, "tr"))
    if len(rows) == 1 and len(cells := list(_inside(rows[0], "tc"))) == 1 and context.policy.row_is_gone(rows[0]) is None:
        yield from reader.blocks(cells[0])
        return
    grid = _Grid()
    flagged = 0
    for row in rows:
        gone = context.policy.row_is_gone(row)
        if gone is not None:
            grid.after += _set_aside((b for cell in _inside(row, "tc") for b in reader.blocks(cell)), gone)
            continue
        flagged += flagged == grid.row and bool(switch(row, "trPr", "tblHeader"))
        _read_row(row, grid, reader, context)
        grid.row += 1
    cells_done = tuple(Cell(row=c.row, col=c.col, rowspan=c.rowspan, colspan=c.colspan, text=c.text) for c in grid.cells)
    if any(cell.text for cell in cells_done):
        bold = _bold_first_row(rows)
        header = flagged or guess_header_rows(cells_done, emphasised=bold)
        yield Table(cells=mark_header(cells_done, header), provenance=(Provenance(engine=ENGINE),))
    yield from grid.after


def _read_row(row: Node, grid: _Grid, reader: BlockReader, context: Context) -> None:
    col = number(row, "trPr", "gridBefore") or 0
    for cell in _inside(row, "tc"):
        if col >= MAX_COLUMNS:
            break
        gone = context.policy.cell_is_gone(cell)
        if gone is not None:
            grid.after += _set_aside(reader.blocks(cell), gone)
            continue
        span = max(1, min(number(cell, "tcPr", "gridSpan") or 1, MAX_COLUMNS - col))
        text = _cell_text(reader.blocks(cell), grid)
        _place(_Cell(grid.row, col, span, text), _merge(cell), grid)
        col += span


def _place(cell: _Cell, merge: str | None, grid: _Grid) -> None:
    """Put a cell on the grid, or let the cell above that it continues grow over it."""
    above = grid.open.get(cell.col)
    if merge == "continue" and above is not None and above.colspan == cell.colspan:
        above.rowspan += 1
        above.text = "\n".join(part for part in (above.text, cell.text) if part)
        return
    for col in range(cell.col, cell.col + cell.colspan):
        grid.open.pop(col, None)
    grid.cells.append(cell)
    if merge is not None:
        grid.open[cell.col] = cell


def _merge(cell: Node) -> str | None:
    """Return restart or continue, or None for a cell that is not merged downwards; without a value it continues."""
    if find(cell, "tcPr", "vMerge") is None:
        return None
    return value(cell, "tcPr", "vMerge") or "continue"


def _cell_text(blocks: Iterable[Block], grid: _Grid) -> str:
    texts: list[str] = []
    for block in blocks:
        if block.layer is Layer.BODY and not isinstance(block, Table):
            texts.append(block.text)
        else:
            grid.after.append(block)
    return "\n".join(texts)


def _set_aside(blocks: Iterable[Block], mark: Node) -> list[Block]:
    """Return the blocks of a deleted row or cell in the hidden layer, under the name of the change."""
    rule, revision = rule_of(mark), revision_of(mark)
    return [
        Paragraph(text=b.text, layer=Layer.HIDDEN, rule=rule, revision=revision, provenance=b.provenance)
        if b.layer is Layer.BODY
        else b
        for b in blocks
    ]


def _inside(holder: Node, name: str) -> Iterator[Node]:
    """Yield rows or cells of a holder in order, through content controls and other wrappers, not into nested tables."""
    for child in holder:
        tag = local(child)
        if tag == name:
            yield child
        elif tag in WRAPPERS:
            yield from _inside(child, name)


def _bold_first_row(rows: list[Node]) -> bool:
    """Return whether every run with text in the first row is bold."""
    if not rows:
        return False
    runs = [run for run in rows[0].iter("{*}r") if find(run, "t") is not None]
    return bool(runs) and all(switch(run, "rPr", "b") for run in runs)
