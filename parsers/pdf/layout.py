"""What the stages of the PDF parser hand to each other. Lengths are points, origin top left of the upright page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from schemas.document import Box, Cell

UPRIGHT, CLOCKWISE, UPSIDE_DOWN, COUNTER_CLOCKWISE, OBLIQUE = 0, 90, 180, 270, -1
"""How a glyph is turned against the upright page, in degrees clockwise; OBLIQUE is anything between."""


class Glyph(NamedTuple):
    """One printed character (or ligature). `base` is the height of its baseline; `light` is 0 for black, 1 for white."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    base: float
    size: float
    font: str
    bold: bool
    turn: int
    hidden: bool
    light: float

    @property
    def box(self) -> Box:
        """The glyph's box."""
        return self.x0, self.top, self.x1, self.bottom


class Picture(NamedTuple):
    """An image on a page; `after` is the number of glyphs painted before it."""

    box: Box
    after: int


class Edge(NamedTuple):
    """A ruling line, flat or upright. The sides of a shaded area are `soft`: they may rule a table, or lie under text."""

    x0: float
    top: float
    x1: float
    bottom: float
    soft: bool = False

    @property
    def horizontal(self) -> bool:
        """Whether the line lies flat."""
        return self.x1 - self.x0 >= self.bottom - self.top


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as its library gives it. `paths` counts vector shapes."""

    number: int
    width: float
    height: float
    glyphs: tuple[Glyph, ...]
    pictures: tuple[Picture, ...] = ()
    fills: tuple[Box, ...] = ()
    edges: tuple[Edge, ...] = ()
    paths: int = 0
    engine: str = "pdfplumber"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a printed row without a wide gap.

    `row` tells which pieces stand on one row; `gap` is the row's usual distance between Han characters. A soft blank stands in
    the text where glyphs leave room that may or may not be a space. `marker` is the raised small type that it starts with.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    base: float
    size: float
    bold: bool
    font: str
    row: int
    gap: float
    marker: str = ""
    light: float = 0.0

    @property
    def box(self) -> Box:
        """The segment's box."""
        return self.x0, self.top, self.x1, self.bottom


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table with its place; `columns` are the x positions of its vertical rules."""

    box: Box
    cells: tuple[Cell, ...]
    columns: tuple[float, ...]
    size: float


Item = Segment | RuledTable


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one column. `left` and `right` are the column's edges, `pitch` the distance from the line above (0: none)."""

    text: str
    box: Box
    base: float
    size: float
    bold: bool
    font: str
    left: float
    right: float
    page: int
    marker: str = ""
    pieces: int = 1
    pitch: float = 0.0
    turn: int = UPRIGHT
    rule: str = ""

    @property
    def width(self) -> float:
        """The printed width."""
        return self.box[2] - self.box[0]

    @property
    def char_width(self) -> float:
        """The mean width of a character, blanks included."""
        return self.width / max(1, len(self.text))


def union(boxes: list[Box]) -> Box:
    """Return the smallest box around all of them; there must be one."""
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def overlap_area(a: Box, b: Box) -> float:
    """Return the area that two boxes share, in square points."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def area(box: Box) -> float:
    """Return a box's area in square points."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])
