"""Sideways text made upright, and its boxes turned back to the page.

A page, or a group of glyphs, printed at 90, 180 or 270 degrees is moved into a frame in which it reads like its upright twin;
only the boxes of finished blocks go back to the page as it is shown.
"""

from __future__ import annotations

from parsers.pdf.layout import CLOCKWISE, COUNTER_CLOCKWISE, UPRIGHT, UPSIDE_DOWN, Edge, Glyph, Picture, RawPage
from schemas.document import Box

_OPPOSITE = {UPRIGHT: UPRIGHT, UPSIDE_DOWN: UPSIDE_DOWN, CLOCKWISE: COUNTER_CLOCKWISE, COUNTER_CLOCKWISE: CLOCKWISE}


def turn_box(box: Box, turn: int, width: float, height: float) -> Box:
    """Return a box of a `width` x `height` page in the frame where text turned by `turn` degrees clockwise is upright."""
    x0, top, x1, bottom = box
    if turn == CLOCKWISE:
        return top, width - x1, bottom, width - x0
    if turn == COUNTER_CLOCKWISE:
        return height - bottom, x0, height - top, x1
    if turn == UPSIDE_DOWN:
        return width - x1, height - bottom, width - x0, height - top
    return box


def turn_back(box: Box, turn: int, width: float, height: float) -> Box:
    """Return a box of such a frame on the page, whose own size is `width` x `height`."""
    frame = (width, height) if turn in (UPRIGHT, UPSIDE_DOWN) else (height, width)
    return turn_box(box, _OPPOSITE[turn], *frame)


def turned(page: RawPage, turn: int) -> RawPage:
    """Return the page in the frame where glyphs turned by `turn` are upright; the page itself for 0."""
    if turn == UPRIGHT:
        return page
    width, height = page.width, page.height

    def move(box: Box) -> Box:
        return turn_box(box, turn, width, height)

    swap = turn in (CLOCKWISE, COUNTER_CLOCKWISE)
    return RawPage(
        number=page.number,
        width=height if swap else width,
        height=width if swap else height,
        glyphs=tuple(turn_glyph(glyph, turn, width, height) for glyph in page.glyphs),
        pictures=tuple(Picture(move(picture.box), picture.after) for picture in page.pictures),
        fills=tuple(move(fill) for fill in page.fills),
        edges=tuple(Edge(*move((edge.x0, edge.top, edge.x1, edge.bottom)), soft=edge.soft) for edge in page.edges),
        paths=page.paths,
        engine=page.engine,
    )


def turn_glyph(glyph: Glyph, turn: int, width: float, height: float) -> Glyph:
    """Return a glyph in the frame where `turn` is upright. Its `base` was measured along its own upright axis already."""
    x0, top, x1, bottom = turn_box(glyph.box, turn, width, height)
    own = (glyph.turn - turn) % 360 if glyph.turn >= 0 else glyph.turn
    return glyph._replace(x0=x0, top=top, x1=x1, bottom=bottom, turn=own)
