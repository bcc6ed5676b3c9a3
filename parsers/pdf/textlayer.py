"""A page's glyphs sorted into what is seen, what is hidden and what was only drawn to look bold."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from parsers.pdf.layout import Glyph, Picture, RawPage, area, overlap_area

FAKE_BOLD_PT = 1.0
TINY_PT = 1.5
WHITE = 0.97
COVERING_SHARE = 0.7
"""A picture that takes this much of a page covers it."""
SCAN_SHARE = 0.9
"""A covered page is a scan when this share of its text is invisible or was painted before the picture."""
OUTSIDE_PT = 2.0
MIN_FILL_AREA = 20.0
MAX_COMPARED = 2_000_000
"""White text on a page of this many shapes is left alone: looking each up would take longer than the page is worth."""


@dataclass(frozen=True, slots=True)
class TextLayer:
    """A page with its seen glyphs only; the others by the rule that hid them; and counts of what was dropped altogether."""

    page: RawPage
    hidden: dict[str, tuple[Glyph, ...]]
    dropped: dict[str, int]
    scan: bool


def clean(page: RawPage) -> TextLayer:
    """Return the page's text layer: fake bold collapsed, invisible text and text outside the page set apart.

    On a page that is a scan (a picture covers it, and all text is invisible or beneath the picture) the invisible text is
    the text layer, to be trusted or not later on.
    """
    covers = [p for p in page.pictures if area(p.box) and _share(p, page) >= COVERING_SHARE]
    glyphs = page.glyphs
    scan = bool(covers) and _beneath(glyphs, covers) >= SCAN_SHARE
    hidden: dict[str, list[Glyph]] = defaultdict(list)
    seen: list[Glyph] = []
    blank = _white_is_invisible(page)
    for index, glyph in enumerate(glyphs):
        rule = _rule(page, glyph, scan, index in blank)
        (hidden[rule] if rule else seen).append(glyph)
    kept, doubled = drop_fake_bold(seen)
    return TextLayer(
        page=replace(page, glyphs=tuple(kept)),
        hidden={rule: tuple(drop_fake_bold(lost)[0]) for rule, lost in hidden.items()},
        dropped={"fake_bold": doubled} if doubled else {},
        scan=scan,
    )


def drop_fake_bold(glyphs: list[Glyph]) -> tuple[list[Glyph], int]:
    """Return the glyphs without those drawn again on the same spot, and how many printed ones that were.

    Same glyph, same size and a box within 1 pt (half its own width, for narrow ones): 哈哈 and 88 stand farther apart. What
    was drawn twice counts as bold.
    """
    places: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    kept: list[Glyph] = []
    dropped = 0
    for glyph in glyphs:
        column, row = int(glyph.x0), int(glyph.top)
        twin = next(
            (i for dx in (0, -1, 1) for dy in (0, -1, 1) for i in places.get((glyph.text, column + dx, row + dy), ())
             if _same_spot(kept[i], glyph)),
            None,
        )  # fmt: skip
        if twin is None:
            places[glyph.text, column, row].append(len(kept))
            kept.append(glyph)
            continue
        if not glyph.text.isspace():
            dropped += len(glyph.text)
            kept[twin] = kept[twin]._replace(bold=True)
    return kept, dropped


def _same_spot(one: Glyph, other: Glyph) -> bool:
    near = min(FAKE_BOLD_PT, max(0.35, 0.5 * (one.x1 - one.x0)))
    return (
        abs(one.size - other.size) <= 0.1 * one.size
        and abs(one.x0 - other.x0) <= near
        and abs(one.top - other.top) <= FAKE_BOLD_PT
        and abs(one.x1 - other.x1) <= FAKE_BOLD_PT + 0.1
    )


def _share(picture: Picture, page: RawPage) -> float:
    return overlap_area(picture.box, (0, 0, page.width, page.height)) / (page.width * page.height)


def _beneath(glyphs: tuple[Glyph, ...], covers: list[Picture]) -> float:
    last = max(cover.after for cover in covers)
    printed = [(i, glyph) for i, glyph in enumerate(glyphs) if not glyph.text.isspace()]
    under = sum(glyph.hidden or i < last for i, glyph in printed)
    return under / len(printed) if printed else 1.0


def _rule(page: RawPage, glyph: Glyph, scan: bool, unseen: bool) -> str:
    x, y = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
    if not (-OUTSIDE_PT <= x <= page.width + OUTSIDE_PT and -OUTSIDE_PT <= y <= page.height + OUTSIDE_PT):
        return "outside_page"
    if (glyph.hidden and not scan) or glyph.size < TINY_PT or unseen:
        return "invisible_text"
    return ""


def _white_is_invisible(page: RawPage) -> set[int]:
    """Return the indexes of white glyphs with nothing dark beneath them."""
    white = [(i, glyph) for i, glyph in enumerate(page.glyphs) if glyph.light >= WHITE]
    dark = [box for box in (*page.fills, *(picture.box for picture in page.pictures)) if area(box) >= MIN_FILL_AREA]
    if len(white) * len(dark) > MAX_COMPARED:
        return set()
    found: set[int] = set()
    for index, glyph in white:
        x, y = (glyph.x0 + glyph.x1) / 2, (glyph.top + glyph.bottom) / 2
        if not any(x0 <= x <= x1 and top <= y <= bottom for x0, top, x1, bottom in dark):
            found.add(index)
    return found
