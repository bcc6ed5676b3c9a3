"""Pages as pdfplumber (on pdfminer.six) reads them: the one file that knows these libraries.

Import it inside functions: the libraries load with it. Glyphs are taken from the interpreter's own calls, because the objects
that pdfplumber builds afterwards leave out the render mode and the painting order, and take five times the memory.
"""

from __future__ import annotations

import logging
import math
from pathlib import Path
from types import TracebackType
from typing import Any

import pdfplumber
from pdfminer.pdfdevice import PDFTextDevice
from pdfminer.pdffont import PDFUnicodeNotDefined
from pdfminer.pdfinterp import PDFPageInterpreter
from pdfminer.utils import apply_matrix_pt, apply_matrix_rect, mult_matrix

from parsers.pdf.glyphs import direction, is_bold, luminance, own_base, plain_font, plain_text
from parsers.pdf.layout import CLOCKWISE, UPRIGHT, Edge, Glyph, Picture, RawPage
from parsers.pdf.shapes import edges_of
from schemas.document import Box

INVISIBLE_MODES = (3, 7)
STROKED_MODES = (2, 6)
WHITE = 0.98
MAX_PATHS = 20_000
"""Past this number of vector shapes a page is a drawing; its lines are not looked at for tables."""
USUAL_DESCENT = (0.05, 0.4)
ASSUMED_DESCENT = 0.2
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

logging.getLogger("pdfminer").setLevel(logging.ERROR)


class PdfReader:
    """Opens a PDF with an empty password and gives its pages one by one, keeping none."""

    def __init__(self, path: Path) -> None:
        self._pdf = pdfplumber.open(path)
        self._pages = self._pdf.pages

    def __enter__(self) -> PdfReader:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pdf.close()

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return len(self._pages)

    def page(self, number: int) -> RawPage:
        """Return page `number` (from 1); raises whatever a broken page makes the library raise."""
        page = self._pages[number - 1].page_obj
        device = _Device(self._pdf.rsrcmgr)
        PDFPageInterpreter(self._pdf.rsrcmgr, device).process_page(page)
        return RawPage(
            number=number,
            width=device.width,
            height=device.height,
            glyphs=tuple(device.glyphs),
            pictures=tuple(device.pictures),
            fills=tuple(device.fills),
            edges=tuple(device.edges) if device.paths <= MAX_PATHS else (),
            paths=device.paths,
        )


class _Device(PDFTextDevice):
    """Collects glyphs, images and ruling lines in the frame of the upright, cropped page."""

    def __init__(self, resources: Any) -> None:
        super().__init__(resources)
        self.glyphs: list[Glyph] = []
        self.pictures: list[Picture] = []
        self.fills: list[Box] = []
        self.edges: list[Edge] = []
        self.paths = 0
        self._render = 0
        self._figure: Box = (0.0, 0.0, 0.0, 0.0)

    def begin_page(self, page: Any, ctm: Any) -> None:
        """Note the page's frame: the crop box, as far as it lies on the media box."""
        full = _rect(ctm, page.mediabox)
        crop = _rect(ctm, getattr(page, "cropbox", None) or page.mediabox)
        x0, y0, x1, y1 = max(full[0], crop[0]), max(full[1], crop[1]), min(full[2], crop[2]), min(full[3], crop[3])
        if x1 - x0 < 1 or y1 - y0 < 1:
            x0, y0, x1, y1 = full
        self.left, self.ceiling, self.width, self.height = x0, y1, x1 - x0, y1 - y0

    def begin_figure(self, name: str, bbox: Any, matrix: Any) -> None:
        """Note where the next image goes."""
        self._figure = _rect(mult_matrix(matrix, self.ctm or IDENTITY), bbox)

    def render_image(self, name: str, stream: Any) -> None:
        """Note an image's place and how many glyphs were painted before it."""
        self.pictures.append(Picture(self._place(self._figure), len(self.glyphs)))

    def render_string(self, textstate: Any, seq: Any, ncs: Any, graphicstate: Any) -> None:
        """Note the render mode before the glyphs of a string are drawn."""
        self._render = textstate.render
        super().render_string(textstate, seq, ncs, graphicstate)

    def render_char(
        self, matrix: Any, font: Any, fontsize: float, scaling: float, rise: float, cid: int, ncs: Any, graphicstate: Any
    ) -> float:
        """Keep one glyph and return how far it moves the pen."""
        try:
            text = plain_text(font.to_unichr(cid), plain_font(font.fontname))
        except PDFUnicodeNotDefined:
            text = f"(cid:{cid})"
        advance = float(font.char_width(cid) * fontsize * scaling)
        if text:
            draw = self._vertical if font.is_vertical() else self._horizontal
            glyph = draw(matrix, font, fontsize, rise, advance, cid)
            light = luminance(graphicstate.ncolor, getattr(ncs, "name", ""))
            bold = glyph.bold or self._render in STROKED_MODES
            self.glyphs.append(glyph._replace(text=text, light=light, bold=bold, hidden=self._render in INVISIBLE_MODES))
        return advance

    def paint_path(self, gstate: Any, stroke: bool, fill: bool, evenodd: bool, path: Any) -> None:
        """Keep what can rule a table or lie under white text; white shapes on the paper are nothing."""
        self.paths += 1
        light = luminance(gstate.ncolor, getattr(getattr(gstate, "ncs", None), "name", ""))
        if self.paths > MAX_PATHS or (fill and not stroke and light >= WHITE):
            return
        edges, boxes = edges_of(path, lambda point: self._point(*apply_matrix_pt(self.ctm or IDENTITY, point)), stroke)
        self.edges += edges
        if fill and light < WHITE:
            self.fills += boxes

    def _horizontal(self, matrix: Any, font: Any, fontsize: float, rise: float, advance: float, cid: int) -> Glyph:
        descent = font.get_descent()
        if not USUAL_DESCENT[0] <= -descent <= USUAL_DESCENT[1]:
            descent = -ASSUMED_DESCENT
        box = self._place(_rect(matrix, (0, descent * fontsize + rise, advance, (descent + 1) * fontsize + rise)))
        turn = direction(matrix[0], matrix[1])
        size = box[3] - box[1] if turn == UPRIGHT else abs(fontsize) * math.hypot(matrix[2], matrix[3])
        x, y = self._point(*apply_matrix_pt(matrix, (0, rise)))
        return self._glyph(box, own_base(x, y, turn, self.width, self.height), size, font, turn)

    def _vertical(self, matrix: Any, font: Any, fontsize: float, rise: float, advance: float, cid: int) -> Glyph:
        """Return a glyph of vertical writing: columns from right to left are the lines of a page turned clockwise."""
        vx, vy = font.char_disp(cid)
        left = -fontsize * 0.5 if vx is None else -vx * fontsize * 0.001
        ceiling = (1000 - vy) * fontsize * 0.001 + rise
        box = self._place(_rect(matrix, (left, ceiling + advance, left + fontsize, ceiling)))
        size = box[2] - box[0]
        centre = own_base((box[0] + box[2]) / 2, box[1], CLOCKWISE, self.width, self.height)
        return self._glyph(box, centre + size * 0.36, size, font, CLOCKWISE)

    def _glyph(self, box: Box, base: float, size: float, font: Any, turn: int) -> Glyph:
        name = plain_font(font.fontname)
        return Glyph("", *box, base, size, name, bold=is_bold(name), turn=turn, hidden=False, light=0.0)

    def _place(self, rect: Box) -> Box:
        return rect[0] - self.left, self.ceiling - rect[3], rect[2] - self.left, self.ceiling - rect[1]

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x - self.left, self.ceiling - y


def _rect(matrix: Any, rect: Any) -> Box:
    x0, y0, x1, y1 = apply_matrix_rect(matrix, rect)
    return float(min(x0, x1)), float(min(y0, y1)), float(max(x0, x1)), float(max(y0, y1))
