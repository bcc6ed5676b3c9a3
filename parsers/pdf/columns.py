"""Reading order from geometry: the page parted at gutters until what is left reads from top to bottom.

A variant of the recursive X-Y cut (Nagy and Seth, 1984) that looks for gutters first: a left edge shared by several segments
proposes one; what crosses it bounds the bands in which it holds; the tallest band that looks like text on both sides is cut.
So a full-width title above two columns, or a table between them, needs no rule of its own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from parsers.pdf.layout import Item, RuledTable, Segment

MIN_LINES = 3
MIN_GUTTER_EM = 0.45
MIN_GUTTER_PT = 4.0
EDGE_PT = 3.0
MAX_ALIGNED = 0.5
MIN_BESIDE = 0.5
MIN_FILL = 0.6
MIN_CHARS = 12
MAX_DEPTH = 12
INFINITY = float("inf")


class Reading(NamedTuple):
    """A page's columns in reading order, and the gutters found, to be offered to the pages after it."""

    leaves: list[list[Item]]
    gutters: list[float]


class _Cut(NamedTuple):
    lines: int
    x: float
    top: float
    bottom: float


class _Spot(NamedTuple):
    """An item with the numbers that are asked for again and again."""

    middle: float
    x0: float
    x1: float
    item: Item


def columns(items: Sequence[Item], gutters: Sequence[float] = ()) -> Reading:
    """Return the items of a page as columns in reading order, each from the top.

    `gutters` are positions where earlier pages of the document were cut; there one line a side is enough.
    """
    spots = sorted((_spot(item) for item in items), key=lambda spot: (spot.middle, spot.x0))
    found: list[float] = []
    leaves = _split(spots, tuple(gutters), found, 0)
    return Reading([[spot.item for spot in sorted(leaf, key=_place)] for leaf in leaves if leaf], found)


def _spot(item: Item) -> _Spot:
    x0, top, x1, bottom = item.box
    return _Spot((top + bottom) / 2, x0, x1, item)


def _split(spots: list[_Spot], gutters: tuple[float, ...], found: list[float], depth: int) -> list[list[_Spot]]:
    cut = _best_cut(spots, gutters) if depth < MAX_DEPTH else None
    if cut is None:
        return [spots]
    found.append(cut.x)
    band = [spot for spot in spots if cut.top < spot.middle < cut.bottom]
    parts = (
        [spot for spot in spots if spot.middle <= cut.top],
        [spot for spot in band if spot.x1 <= cut.x + 1],
        [spot for spot in band if spot.x1 > cut.x + 1],
        [spot for spot in spots if spot.middle >= cut.bottom and spot.middle > cut.top],
    )
    return [leaf for part in parts if part for leaf in _split(part, gutters, found, depth + 1)]


def _place(spot: _Spot) -> tuple[float, float]:
    return (spot.item.base if isinstance(spot.item, Segment) else spot.item.box[1]), spot.x0


def _best_cut(spots: list[_Spot], gutters: tuple[float, ...]) -> _Cut | None:
    texts = [spot.item for spot in spots if isinstance(spot.item, Segment)]
    if len(texts) < 2:
        return None
    cuts = [cut for x in _candidates(texts) for cut in _cuts(spots, x, gutters)]
    return max(cuts, key=lambda cut: (cut.lines, -cut.x, -cut.top), default=None)


def _candidates(texts: list[Segment]) -> list[float]:
    """Return x positions just left of edges at which segments begin, those of the leftmost edge aside."""
    starts: dict[int, list[float]] = defaultdict(list)
    for text in texts:
        starts[round(text.x0 / EDGE_PT)].append(text.x0)
    leftmost = min(text.x0 for text in texts)
    return sorted(min(xs) - 1 for xs in starts.values() if min(xs) > leftmost + 4 * EDGE_PT)


def _cuts(spots: list[_Spot], x: float, gutters: tuple[float, ...]) -> list[_Cut]:
    crossing = [spot.middle for spot in spots if spot.x0 < x - 1 and spot.x1 > x + 1]
    free = [spot for spot in spots if not (spot.x0 < x - 1 and spot.x1 > x + 1)]
    middles = [spot.middle for spot in free]
    known = any(abs(x - gutter) <= 2 * EDGE_PT for gutter in gutters)
    cuts = []
    for top, bottom in zip([-INFINITY, *crossing], [*crossing, INFINITY], strict=True):
        band = free[bisect_right(middles, top) : bisect_left(middles, bottom)]
        left = [spot.item for spot in band if spot.x1 <= x + 1]
        right = [spot.item for spot in band if spot.x1 > x + 1]
        if left and right and _is_gutter(left, right, known):
            cuts.append(_Cut(len(_rows(left)) + len(_rows(right)), x, top, bottom))
    return cuts


def _is_gutter(left: list[Item], right: list[Item], known: bool) -> bool:
    size = median(item.size for item in (*left, *right))
    if min(item.box[0] for item in right) - max(item.box[2] for item in left) < max(MIN_GUTTER_PT, MIN_GUTTER_EM * size):
        return False
    rows_left, rows_right = _rows(left), _rows(right)
    if min(len(rows_left), len(rows_right)) < MIN_LINES and not known:
        return False
    if _beside(rows_left, rows_right) < MIN_BESIDE:
        return False
    if _aligned(rows_left, rows_right, size) < MAX_ALIGNED and min(map(_longest, (rows_left, rows_right))) >= 4:
        return True
    return all(_is_prose(rows) for rows in (rows_left, rows_right))


def _rows(items: list[Item]) -> list[list[Item]]:
    rows: dict[float, list[Item]] = defaultdict(list)
    for item in items:
        rows[item.row if isinstance(item, Segment) else -1 - item.box[1]].append(item)
    return list(rows.values())


def _beside(left: list[list[Item]], right: list[list[Item]]) -> float:
    """Return the share of the shorter side's rows that have something of the other side beside them."""
    few, many = sorted((left, right), key=len)
    spans = [(row[0].box[1], row[0].box[3]) for row in many]
    return sum(any(row[0].box[1] < bottom and top < row[0].box[3] for top, bottom in spans) for row in few) / len(few)


def _aligned(left: list[list[Item]], right: list[list[Item]], size: float) -> float:
    """Return the share of the shorter side's rows that stand level with a row of the other side."""
    few, many = sorted((left, right), key=len)
    bases = [_base(row[0]) for row in many]
    return sum(any(abs(_base(row[0]) - base) <= 0.2 * size for base in bases) for row in few) / len(few)


def _base(item: Item) -> float:
    return item.base if isinstance(item, Segment) else item.box[1]


def _longest(rows: list[list[Item]]) -> int:
    return max(sum(len(item.text) for item in row if isinstance(item, Segment)) for row in rows)


def _is_prose(rows: list[list[Item]]) -> bool:
    """Return whether a side is running text rather than the cells of a table: long pieces, most of them of one length.

    Pieces, not rows, because a side may hold several columns still.
    """
    texts = [item for row in rows for item in row if isinstance(item, Segment)]
    if not texts:
        return any(isinstance(item, RuledTable) for row in rows for item in row)
    widths = sorted(item.x1 - item.x0 for item in texts)
    usual = widths[int(0.8 * (len(widths) - 1))]
    return median(widths) >= MIN_FILL * usual and median(len(item.text) for item in texts) >= MIN_CHARS
