"""Reading order from geometry: the page parted at gutters until what is left reads from top to bottom.

A variant of the recursive X-Y cut (Nagy and Seth, 1984) that looks for gutters first: a left edge shared by several segments
proposes one; what crosses it bounds the bands in which it holds; the tallest band that looks like text on both sides is cut.
So a full-width title above two columns, or a table between them, needs no rule of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from parsers.pdf.layout import Item, RuledTable, Segment

MIN_LINES = 3
MIN_GUTTER_EM = 0.8
MIN_GUTTER_PT = 6.0
EDGE_PT = 3.0
MAX_ALIGNED = 0.5
MIN_FILL = 0.6
MIN_CHARS = 12
MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class _Cut:
    x: float
    above: list[Item]
    left: list[Item]
    right: list[Item]
    below: list[Item]
    lines: int


def columns(items: Sequence[Item], gutters: Sequence[float] = ()) -> list[list[Item]]:
    """Return the items of a page as columns in reading order, each from the top.

    `gutters` are positions where earlier pages of the document were cut; there one line a side is enough.
    """
    return [leaf for leaf in _split(list(items), tuple(gutters), 0) if leaf]


def gutters_of(items: Sequence[Item]) -> list[float]:
    """Return the positions where the page is cut at the first level, to be offered to the pages after it."""
    cut = _best_cut(list(items), ())
    return [cut.x] if cut else []


def _split(items: list[Item], gutters: tuple[float, ...], depth: int) -> list[list[Item]]:
    cut = _best_cut(items, gutters) if depth < MAX_DEPTH else None
    if cut is None:
        return [sorted(items, key=_place)]
    parts = (cut.above, cut.left, cut.right, cut.below)
    return [leaf for part in parts if part for leaf in _split(part, gutters, depth + 1)]


def _place(item: Item) -> tuple[float, float]:
    return (item.base if isinstance(item, Segment) else item.box[1]), item.box[0]


def _best_cut(items: list[Item], gutters: tuple[float, ...]) -> _Cut | None:
    texts = [item for item in items if isinstance(item, Segment)]
    if len(texts) < 2:
        return None
    cuts = [cut for x in _candidates(texts) for cut in _cuts(items, x, gutters)]
    return max(cuts, key=lambda cut: (cut.lines, -cut.x), default=None)


def _candidates(texts: list[Segment]) -> list[float]:
    """Return x positions just left of edges at which segments begin, those of the leftmost edge aside."""
    starts: dict[int, list[float]] = defaultdict(list)
    for text in texts:
        starts[round(text.x0 / EDGE_PT)].append(text.x0)
    leftmost = min(text.x0 for text in texts)
    return sorted(min(xs) - 1 for xs in starts.values() if min(xs) > leftmost + 4 * EDGE_PT)


def _cuts(items: list[Item], x: float, gutters: tuple[float, ...]) -> list[_Cut]:
    crossing = sorted(_middle(item) for item in items if _crosses(item, x))
    free = [item for item in items if not _crosses(item, x)]
    bounds = [float("-inf"), *crossing, float("inf")]
    known = any(abs(x - gutter) <= 2 * EDGE_PT for gutter in gutters)
    cuts = []
    for top, bottom in zip(bounds, bounds[1:], strict=False):
        band = [item for item in free if top < _middle(item) < bottom]
        left = [item for item in band if item.box[2] <= x + 1]
        right = [item for item in band if item.box[2] > x + 1]
        if left and right and _is_gutter(left, right, known):
            above = [item for item in items if _middle(item) <= top]
            below = [item for item in items if _middle(item) >= bottom and _middle(item) > top]
            cuts.append(_Cut(x, above, left, right, below, len(_rows(left)) + len(_rows(right))))
    return cuts


def _crosses(item: Item, x: float) -> bool:
    return item.box[0] < x - 1 and item.box[2] > x + 1


def _middle(item: Item) -> float:
    return (item.box[1] + item.box[3]) / 2


def _is_gutter(left: list[Item], right: list[Item], known: bool) -> bool:
    size = median(item.size for item in (*left, *right))
    if min(item.box[0] for item in right) - max(item.box[2] for item in left) < max(MIN_GUTTER_PT, MIN_GUTTER_EM * size):
        return False
    rows_left, rows_right = _rows(left), _rows(right)
    if min(len(rows_left), len(rows_right)) < MIN_LINES and not known:
        return False
    if _aligned(rows_left, rows_right, size) < MAX_ALIGNED and min(map(_longest, (rows_left, rows_right))) >= 4:
        return True
    return all(_is_prose(rows) for rows in (rows_left, rows_right))


def _rows(items: list[Item]) -> list[list[Item]]:
    rows: dict[float, list[Item]] = defaultdict(list)
    for item in items:
        rows[item.row if isinstance(item, Segment) else -1 - item.box[1]].append(item)
    return list(rows.values())


def _aligned(left: list[list[Item]], right: list[list[Item]], size: float) -> float:
    """Return the share of the shorter side's rows that stand level with a row of the other side."""
    few, many = sorted((left, right), key=len)
    bases = [_place(row[0])[0] for row in many]
    return sum(any(abs(_place(row[0])[0] - base) <= 0.2 * size for base in bases) for row in few) / len(few)


def _longest(rows: list[list[Item]]) -> int:
    return max(sum(len(item.text) for item in row if isinstance(item, Segment)) for row in rows)


def _is_prose(rows: list[list[Item]]) -> bool:
    """Return whether a side is filled with running text rather than with the cells of a table."""
    texts = [[item for item in row if isinstance(item, Segment)] for row in rows]
    texts = [row for row in texts if row]
    if not texts:
        return any(isinstance(item, RuledTable) for row in rows for item in row)
    start, end = min(row[0].x0 for row in texts), max(row[-1].x1 for row in texts)
    fill = median(sum(item.x1 - item.x0 for item in row) for row in texts) / max(1.0, end - start)
    return fill >= MIN_FILL and median(sum(len(item.text) for item in row) for row in texts) >= MIN_CHARS
