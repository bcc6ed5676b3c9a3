"""Sheets as their real cells: values as shown, merged ranges; styled but empty cells cost nothing."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from parsers.sheet.number_format import show
from parsers.sheet.regions import SheetCell
from schemas.errors import Damaged, TooLarge

MAX_CELLS = 2_000_000
FAILURES = (KeyError, ValueError, TypeError, AttributeError, IndexError, zipfile.BadZipFile, OSError, SyntaxError, EOFError)
_NOTES = re.compile(r"^xl/(?:comments/?comment\d*|comments\d*|threadedComments/\w+)\.xml$", re.IGNORECASE)


@dataclass(frozen=True)
class Sheet:
    """A sheet's name, whether it is hidden, and its cells in reading order."""

    name: str
    hidden: bool
    cells: tuple[SheetCell, ...]


def read_sheets(path: Path) -> Iterator[Sheet]:
    """Yield the sheets of a workbook in order; formulas have their stored values. Raises Damaged or TooLarge."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True, keep_links=False)
    except FAILURES as error:
        raise Damaged(f"expected an Excel workbook; its parts are broken ({type(error).__name__})") from error
    try:
        for sheet in book.worksheets:
            try:
                cells = tuple(_cells(book, sheet))
            except FAILURES as error:
                raise Damaged(f"expected readable cells in every sheet; one is broken ({type(error).__name__})") from error
            yield Sheet(sheet.title, sheet.sheet_state != "visible", cells)
    finally:
        book.close()


def read_notes(path: Path) -> list[str]:
    """Return the texts of the notes and comments on cells, in the order of their parts."""
    texts: list[str] = []
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    with zipfile.ZipFile(path) as archive:
        for name in sorted(filter(_NOTES.match, archive.namelist())):
            try:
                root = etree.fromstring(archive.read(name), parser)
            except etree.XMLSyntaxError:
                continue
            for comment in root.iter("{*}comment", "{*}threadedComment"):
                text = "".join(node.text or "" for node in comment.iter("{*}t", "{*}text")).strip()
                if text and not text.startswith("[Threaded comment]"):
                    texts.append(text)
    return texts


def _cells(book: Any, sheet: Any) -> Iterator[SheetCell]:
    """Yield the cells with a value. openpyxl's own row reader is used, as its public ones pad rows to the styled range."""
    from openpyxl.worksheet._reader import WorkSheetParser

    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        found: dict[tuple[int, int], tuple[str, bool]] = {}
        styles = _Styles(book)
        for _, row in parser.parse():
            for cell in row:
                if cell["value"] is None:
                    continue
                text = show(cell["value"], styles.number_format(cell["style_id"])).strip()
                if text:
                    found[cell["row"], cell["column"]] = (text, styles.is_bold(cell["style_id"]))
            if len(found) > MAX_CELLS:
                raise TooLarge(f"a sheet holds more than {MAX_CELLS} values; split it")
        merged = parser.merged_cells
    yield from _merged(found, [] if merged is None else list(merged.mergeCell))


class _Styles:
    """Number format and weight by style id, each looked up once."""

    def __init__(self, book: Any) -> None:
        self._book = book
        self._formats: dict[int, str] = {}
        self._bold: dict[int, bool] = {}

    def number_format(self, style_id: int) -> str:
        """Return the number format of a style."""
        if style_id not in self._formats:
            self._formats[style_id] = self._look_up(style_id)
        return self._formats[style_id]

    def is_bold(self, style_id: int) -> bool:
        """Return whether a style is bold."""
        if style_id not in self._bold:
            styles = self._book._cell_styles
            font = self._book._fonts[styles[style_id].fontId] if style_id < len(styles) else None
            self._bold[style_id] = bool(font is not None and font.b)
        return self._bold[style_id]

    def _look_up(self, style_id: int) -> str:
        from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE

        styles = self._book._cell_styles
        if style_id >= len(styles):
            return "General"
        number = styles[style_id].numFmtId
        if number < BUILTIN_FORMATS_MAX_SIZE:
            return BUILTIN_FORMATS.get(number, "General")
        custom = self._book._number_formats
        index = number - BUILTIN_FORMATS_MAX_SIZE
        return custom[index] if index < len(custom) else "General"


def _merged(found: dict[tuple[int, int], tuple[str, bool]], ranges: list[Any]) -> Iterator[SheetCell]:
    """Yield the cells with the spans of their merged ranges, cut to the range that holds values."""
    last_row = max((row for row, _ in found), default=0)
    last_col = max((col for _, col in found), default=0)
    spans: dict[tuple[int, int], tuple[int, int]] = {}
    for entry in ranges:
        min_col, min_row, max_col, max_row = _bounds(entry)
        rows = min(max_row, max(last_row, min_row)) - min_row + 1
        cols = min(max_col, max(last_col, min_col)) - min_col + 1
        if (min_row, min_col) in found and not _covers_others(found, min_row, min_col, rows, cols):
            spans[min_row, min_col] = (rows, cols)
    for (row, col), (text, bold) in sorted(found.items()):
        rows, cols = spans.get((row, col), (1, 1))
        yield SheetCell(row - 1, col - 1, text, rows, cols, bold)


def _covers_others(found: Mapping[tuple[int, int], object], row: int, col: int, rows: int, cols: int) -> bool:
    """Return whether a merged range hides values beside its first cell; such a range is not applied, so that none is lost."""
    if rows * cols <= len(found):
        places = ((r, c) for r in range(row, row + rows) for c in range(col, col + cols))
        return any(place in found and place != (row, col) for place in places)
    return any(row <= r < row + rows and col <= c < col + cols and (r, c) != (row, col) for r, c in found)


def _bounds(entry: Any) -> tuple[int, int, int, int]:
    from openpyxl.utils import range_boundaries

    bounds = range_boundaries(entry.ref)
    return tuple(int(value or 1) for value in bounds)  # type: ignore[return-value]
