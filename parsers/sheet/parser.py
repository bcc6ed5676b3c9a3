"""The parser of Excel workbooks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from parsers.assembly import assemble
from parsers.attach import attach_captions
from parsers.registry import PARSERS
from parsers.sheet.regions import SheetCell, regions
from parsers.sheet.workbook import Sheet, read_notes, read_sheets
from parsers.table_header import guess_header_rows, is_value, mark_header
from schemas.document import (
    Block,
    Caption,
    Cell,
    Document,
    Heading,
    Layer,
    Paragraph,
    ParseReport,
    Provenance,
    RouteDecision,
    SourceFile,
    Table,
)
from schemas.errors import EmptyFile
from schemas.settings import Settings

ENGINE = "openpyxl"
PROVENANCE = (Provenance(engine=ENGINE),)
MAX_TITLE_ROWS = 3


@PARSERS.register("xlsx")
class SheetParser:
    """Reads XLSX and XLSM: each visible sheet is a heading with its tables; hidden sheets are kept in the hidden layer."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Damaged, TooLarge or EmptyFile (no cell holds anything)."""
        path = Path(source.uri)
        sheets = list(read_sheets(path))
        if not any(sheet.cells for sheet in sheets):
            raise EmptyFile("expected values in the workbook; every sheet is empty")
        blocks = [block for sheet in sheets if sheet.cells for block in _sheet(sheet)]
        notes = [Paragraph(text=text, layer=Layer.HIDDEN, rule="comment", provenance=PROVENANCE) for text in read_notes(path)]
        hidden = sum(sheet.hidden for sheet in sheets)
        return Document(
            source=source,
            route=route,
            blocks=assemble([*blocks, *notes]),
            report=ParseReport(
                remarks=(f"sheets:{len(sheets)}", f"hidden_sheets:{hidden}"),
                dropped_chars={"hidden_sheet": _chars(sheets)} if hidden else {},
            ),
        )


def _sheet(sheet: Sheet) -> Iterator[Block]:
    blocks: list[Block] = [Heading(text=sheet.name, level=1, provenance=PROVENANCE)]
    for region in regions(sheet.cells):
        blocks += _region(region)
    for block in attach_captions(blocks):
        yield block.model_copy(update={"layer": Layer.HIDDEN, "rule": "hidden_sheet"}) if sheet.hidden else block


def _region(region: list[SheetCell]) -> Iterator[Block]:
    """Yield lines that stand alone above and below as text, and the table between them."""
    rows: dict[int, list[SheetCell]] = {}
    for cell in region:
        rows.setdefault(cell.row, []).append(cell)
    numbers = sorted(rows)
    widest = max(len(row) for row in rows.values())
    if widest == 1 and (len(numbers) <= MAX_TITLE_ROWS or sum(is_value(cell.text) for cell in region) < 0.5 * len(region)):
        yield from (Paragraph(text=cell.text, provenance=PROVENANCE) for cell in region)
        return
    first, last = 0, len(numbers)
    while widest > 1 and first < min(MAX_TITLE_ROWS, last - 1) and _is_line(rows[numbers[first]]):
        first += 1
    while widest > 1 and last - 1 > first and _is_line(rows[numbers[last - 1]]):
        last -= 1
    for number in numbers[:first]:
        yield Caption(text=rows[number][0].text, provenance=PROVENANCE)
    yield _table([cell for number in numbers[first:last] for cell in rows[number]])
    for number in numbers[last:]:
        yield Paragraph(text=rows[number][0].text, provenance=PROVENANCE)


def _is_line(row: list[SheetCell]) -> bool:
    """Return whether a row is a single text that is no part of a column: a title above, a note below."""
    return len(row) == 1 and row[0].rowspan == 1 and (row[0].colspan > 1 or len(row[0].text) > 1)


def _table(cells: list[SheetCell]) -> Table:
    top = min(cell.row for cell in cells)
    rows = _places(row for cell in cells for row in range(cell.row, cell.row + cell.rowspan))
    cols = _places(cell.col for cell in cells)
    done = tuple(
        Cell(
            row=rows[c.row],
            col=cols[c.col],
            rowspan=c.rowspan,
            colspan=sum(col in cols for col in range(c.col, c.col + c.colspan)),
            text=c.text,
        )
        for c in cells
    )
    first = [cell for cell in cells if cell.row == top]
    bold = all(cell.bold for cell in first) and not all(cell.bold for cell in cells)
    return Table(cells=mark_header(done, guess_header_rows(done, emphasised=bold)), provenance=PROVENANCE)


def _places(numbers: Iterable[int]) -> dict[int, int]:
    """Return the place of each row or column that is in use; spacers between them take none."""
    return {number: place for place, number in enumerate(sorted(set(numbers)))}


def _chars(sheets: list[Sheet]) -> int:
    return sum(len(cell.text) for sheet in sheets if sheet.hidden for cell in sheet.cells)
