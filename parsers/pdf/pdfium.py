"""What pdfium says of a PDF: whether it opens, its pages, bookmarks and properties, and its glyphs as a second opinion.

The one file that knows pypdfium2, which is imported inside functions.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from parsers.pdf.glyphs import direction, is_bold, own_base, plain_font, plain_text
from parsers.pdf.layout import OBLIQUE, UPRIGHT, Glyph, RawPage
from schemas.errors import Damaged, EmptyFile, Encrypted

MAX_BOOKMARKS = 5000
INVISIBLE_MODES = (3, 7)
_PROPERTIES = {"Title": "title", "Author": "author", "Subject": "subject", "Keywords": "keywords"}


class Bookmark(NamedTuple):
    """An entry of a PDF's outline: `level` from 1, `page` from 1 or None."""

    title: str
    level: int
    page: int | None


class Pdfium:
    """Opens a PDF with an empty password. Raises Encrypted, Damaged or EmptyFile."""

    def __init__(self, path: Path) -> None:
        import pypdfium2

        try:
            self._pdf = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            raise _typed(error, path) from error
        self.page_count = len(self._pdf)
        if self.page_count == 0:
            self._pdf.close()
            raise EmptyFile("expected a PDF with pages; it has none")

    def __enter__(self) -> Pdfium:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pdf.close()

    def properties(self) -> dict[str, str]:
        """Return title, author, subject and keywords, those that are not empty."""
        found = self._pdf.get_metadata_dict()
        return {ours: found[theirs].strip() for theirs, ours in _PROPERTIES.items() if found.get(theirs, "").strip()}

    def bookmarks(self) -> list[Bookmark]:
        """Return the outline in order."""
        found = []
        for mark in self._pdf.get_toc():
            dest = mark.get_dest()
            index = dest.get_index() if dest else None
            found.append(Bookmark((mark.get_title() or "").strip(), mark.level + 1, None if index is None else index + 1))
            if len(found) >= MAX_BOOKMARKS:
                break
        return found

    def text(self, number: int) -> str:
        """Return the text of page `number` (from 1), blanks and line ends aside; "" where the page cannot be read."""
        import pypdfium2

        try:
            page = self._pdf[number - 1]
            try:
                text = page.get_textpage()
                try:
                    found = text.get_text_range(errors="ignore")
                finally:
                    text.close()
            finally:
                page.close()
        except pypdfium2.PdfiumError:
            return ""
        return "".join(plain_text(char) for char in found if not char.isspace() and char != "\ufffe")

    def page(self, number: int) -> RawPage:
        """Return page `number` (from 1) with glyphs only, no lines or pictures; raises pypdfium2.PdfiumError."""
        page = self._pdf[number - 1]
        try:
            width, height = page.get_size()
            text = page.get_textpage()
            try:
                glyphs = [glyph for i in range(text.count_chars()) for glyph in _glyph(page, text, i, width, height)]
            finally:
                text.close()
        finally:
            page.close()
        return RawPage(number, width, height, tuple(glyphs), engine="pdfium")


def _typed(error: Exception, path: Path) -> Exception:
    import pypdfium2.raw

    code = getattr(error, "err_code", None)
    if code in (pypdfium2.raw.FPDF_ERR_PASSWORD, pypdfium2.raw.FPDF_ERR_SECURITY) or "password" in str(error).lower():
        return Encrypted("opening this PDF needs a password; save it without one and ingest it again")
    if path.stat().st_size == 0:
        return EmptyFile("expected a PDF; the file has 0 bytes")
    return Damaged("expected a readable PDF; its structure is broken, so have it written anew by the program that made it")


def _glyph(page: Any, text: Any, index: int, width: float, height: float) -> list[Glyph]:
    import pypdfium2.raw as pdfium

    code = pdfium.FPDFText_GetUnicode(text, index)
    if code in (0, 0xFFFE, 0xFFFF) or code > 0x10FFFF or pdfium.FPDFText_IsGenerated(text, index) == 1:
        return []
    buffer = ctypes.create_string_buffer(128)
    length = pdfium.FPDFText_GetFontInfo(text, index, buffer, 128, None)
    font = plain_font(buffer.raw[: max(0, min(length, 128) - 1)].decode("utf-8", "replace"))
    shown = plain_text(chr(code), font)
    box = _box(page, text, index, width, height)
    if not shown or box is None:
        return []
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, index, matrix)
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(text, index, x, y)
    px, py = _to_page(page, x.value, y.value, width, height)
    own = direction(matrix.a, matrix.b) if matrix.a or matrix.b else UPRIGHT
    turn = own if own == OBLIQUE else (own + page.get_rotation()) % 360
    size = pdfium.FPDFText_GetFontSize(text, index) * max(abs(matrix.d), abs(matrix.c), 0.001)
    mode = pdfium.FPDFTextObj_GetTextRenderMode(pdfium.FPDFText_GetTextObject(text, index))
    base = own_base(px, py, turn, width, height)
    return [Glyph(shown, *box, base, max(size, 0.1), font, is_bold(font), turn, mode in INVISIBLE_MODES, 0.0)]


def _box(page: Any, text: Any, index: int, width: float, height: float) -> tuple[float, float, float, float] | None:
    left, bottom, right, top = text.get_charbox(index, loose=True)
    corners = [_to_page(page, left, bottom, width, height), _to_page(page, right, top, width, height)]
    xs, ys = sorted(x for x, _ in corners), sorted(y for _, y in corners)
    return xs[0], ys[0], xs[1], ys[1]


def _to_page(page: Any, x: float, y: float, width: float, height: float) -> tuple[float, float]:
    """Return a point of the PDF's own space on the upright, cropped page, through pdfium's own transform."""
    import pypdfium2.raw as pdfium

    scale = 1000
    px, py = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, round(width * scale), round(height * scale), 0, x, y, px, py)
    return px.value / scale, py.value / scale
