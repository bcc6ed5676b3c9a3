"""A column's segments to lines, each with the edges of the stretch of text that it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from parsers.pdf.layout import Line, RuledTable, Segment, union
from parsers.pdf.spacing import join_segments

SAME_SIZE = 0.12
"""Type sizes within this share of each other are one."""
LOOSE_PITCH = 1.35
"""Lines farther apart than this many times the usual pitch do not belong together."""
FULL_SHARE = 0.15
EDGE_SHARE = 0.8
PIECE_GAP = 1.2
STRETCH_LINES = 4


def lines_of(column: Sequence[Segment | RuledTable], page: int, turn: int = 0) -> list[Line | RuledTable]:
    """Return the lines and tables of a column from the top."""
    rows: dict[float, list[Segment]] = {}
    for item in column:
        if isinstance(item, Segment):
            rows.setdefault(item.row, []).append(item)
    left = min((segment.x0 for row in rows.values() for segment in row), default=0.0)
    right = _right_edge([(max(s.x1 for s in row), row[0].size) for row in rows.values()], left)
    lines = [_line(sorted(row, key=lambda s: s.x0), left, right, page, turn) for row in rows.values()]
    ordered: list[Line | RuledTable] = sorted(
        [*lines, *(item for item in column if isinstance(item, RuledTable))],
        key=lambda item: (item.base if isinstance(item, Line) else item.box[1], item.box[0]),
    )
    return _with_own_edges(_with_pitch(ordered))


def _right_edge(ends: list[tuple[float, float]], left: float) -> float:
    """Return where full lines end: the farthest place where a good share of the lines do, else the farthest end of all.

    A place far inside is no edge, however many titles happen to end there.
    """
    needed = max(2, round(FULL_SHARE * len(ends)))
    farthest = max((end for end, _ in ends), default=0.0)
    for end, size in sorted(ends, reverse=True):
        if end - left < EDGE_SHARE * (farthest - left):
            break
        if sum(abs(other - end) <= 0.6 * size for other, _ in ends) >= needed:
            return end
    return farthest


def _line(row: list[Segment], left: float, right: float, page: int, turn: int) -> Line:
    main = max(row, key=lambda segment: len(segment.text))
    chars = sum(len(segment.text) for segment in row)
    return Line(
        text=join_segments(row),
        box=union([segment.box for segment in row]),
        base=main.base,
        size=main.size,
        bold=sum(len(segment.text) for segment in row if segment.bold) > 0.6 * chars,
        font=main.font,
        left=left,
        right=right,
        page=page,
        marker=row[0].marker,
        pieces=1 + sum(two.x0 - one.x1 > PIECE_GAP * two.size for one, two in pairwise(row)),
        turn=turn,
    )


def _with_pitch(items: list[Line | RuledTable]) -> list[Line | RuledTable]:
    done: list[Line | RuledTable] = []
    for item in items:
        above = done[-1] if done else None
        if isinstance(item, Line) and isinstance(above, Line):
            done.append(replace(item, pitch=item.base - above.base))
        else:
            done.append(item)
    return done


def _with_own_edges(items: list[Line | RuledTable]) -> list[Line | RuledTable]:
    """Return the lines with the right edge of the stretch of text that they stand in, where that is narrower than the column.

    An abstract set in from both sides is such a stretch: four lines or more at one pitch and size, most of them full.
    """
    done = list(items)
    start = 0
    for end in range(1, len(items) + 1):
        if end < len(items) and _same_stretch(items[end - 1], items[end]):
            continue
        stretch = [item for item in items[start:end] if isinstance(item, Line)]
        right = _right_edge([(line.box[2], line.size) for line in stretch], min((line.box[0] for line in stretch), default=0.0))
        if len(stretch) >= STRETCH_LINES and stretch[0].right - right > stretch[0].size and _mostly_full(stretch, right):
            done[start:end] = [replace(line, right=right) for line in stretch]
        start = end
    return done


def _same_stretch(one: Line | RuledTable, two: Line | RuledTable) -> bool:
    if not isinstance(one, Line) or not isinstance(two, Line) or abs(one.size - two.size) > SAME_SIZE * one.size:
        return False
    return 0 < two.pitch <= max(LOOSE_PITCH * (one.pitch if 0 < one.pitch < 2 * two.size else two.size * 1.3), 1.15 * two.size)


def _mostly_full(stretch: list[Line], right: float) -> bool:
    left = min(line.box[0] for line in stretch)
    full = sum(line.box[2] >= right - 2 * line.size for line in stretch)
    return full >= 0.7 * len(stretch) and median(line.width for line in stretch) >= 0.8 * (right - left)
