"""Ruling lines to grids of cells.

The method is pdfplumber's (after Anssi Nurminen's thesis, 2013): snap and join the lines, take their crossings, and from each
crossing the smallest rectangle that lines close. Written anew because that one is quadratic in the crossings and bound to its
page objects, while lines here may come from a turned page or from a picture.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from parsers.pdf.layout import Edge, overlap_area, union
from schemas.document import Box

SNAP_PT = 2.0
JOIN_PT = 3.0
MIN_LENGTH_PT = 4.0
TOUCH_PT = 3.0
MAX_CROSSINGS = 40_000
MIN_OPEN_RULES = 3
OPEN_SIDE_PT = 12.0

Grid = tuple[Box, ...]


class _Rule(NamedTuple):
    """A joined line: at x (upright) or y (flat) `at`, from `start` to `end`."""

    at: float
    start: float
    end: float


def find_grids(edges: Sequence[Edge]) -> list[Grid]:
    """Return the cell boxes of each ruled grid, from the top; grids of one cell are left out.

    A table open at its sides (flat rules that end together, upright ones only inside) is closed first. The sides of shaded
    areas rule a table only where printed lines do not.
    """
    drawn = _grids([edge for edge in edges if not edge.soft])
    if not any(edge.soft for edge in edges):
        return drawn
    taken = [union(list(grid)) for grid in drawn]
    rest = [edge for edge in edges if not any(overlap_area(_padded(edge), box) for box in taken)]
    return sorted([*drawn, *_grids(rest)], key=lambda grid: (grid[0][1], grid[0][0]))


def _padded(edge: Edge) -> Box:
    return edge.x0 - 0.5, edge.top - 0.5, edge.x1 + 0.5, edge.bottom + 0.5


def _grids(edges: Sequence[Edge]) -> list[Grid]:
    flat = _join(edge_rules(edges, horizontal=True))
    upright = _join(edge_rules(edges, horizontal=False))
    if len(flat) < 2 or not upright:
        return []
    upright = _join([*upright, *_open_sides(flat, upright)])
    if len(upright) < 2 or len(flat) * len(upright) > MAX_CROSSINGS:
        return []
    cells = _cells(flat, upright)
    return [part for grid in _connected(cells) if len(grid) > 1 for part in split_stacked(grid)]


def edge_rules(edges: Iterable[Edge], *, horizontal: bool) -> list[_Rule]:
    """Return the flat or the upright edges as positions with a start and an end."""
    if horizontal:
        return [_Rule((e.top + e.bottom) / 2, e.x0, e.x1) for e in edges if e.horizontal]
    return [_Rule((e.x0 + e.x1) / 2, e.top, e.bottom) for e in edges if not e.horizontal]


def _join(rules: list[_Rule]) -> list[_Rule]:
    """Return the rules snapped to common positions and joined end to end, short leftovers dropped."""
    joined: list[_Rule] = []
    for group in _snapped(rules):
        at = sum(rule.at for rule in group) / len(group)
        start, end = group[0].start, group[0].end
        for rule in group[1:]:
            if rule.start <= end + JOIN_PT:
                end = max(end, rule.end)
            else:
                joined.append(_Rule(at, start, end))
                start, end = rule.start, rule.end
        joined.append(_Rule(at, start, end))
    return [rule for rule in joined if rule.end - rule.start >= MIN_LENGTH_PT]


def _snapped(rules: list[_Rule]) -> list[list[_Rule]]:
    groups: list[list[_Rule]] = []
    for rule in sorted(rules):
        if groups and rule.at - groups[-1][-1].at <= SNAP_PT:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return [sorted(group, key=lambda rule: (rule.start, rule.end)) for group in groups]


def _open_sides(flat: list[_Rule], upright: list[_Rule]) -> list[_Rule]:
    """Return upright rules that close tables whose flat rules reach past their outermost upright ones."""
    spans: dict[tuple[int, int], list[_Rule]] = defaultdict(list)
    for rule in flat:
        spans[round(rule.start / JOIN_PT), round(rule.end / JOIN_PT)].append(rule)
    sides: list[_Rule] = []
    for group in spans.values():
        start, end = group[0].start, group[0].end
        inner = [rule for rule in upright if start < rule.at < end]
        for part in _linked(group, inner):
            top, bottom = part[0].at, part[-1].at
            met = [rule.at for rule in inner if rule.end > top and rule.start < bottom]
            if min(met) - start > OPEN_SIDE_PT:
                sides.append(_Rule(start, top, bottom))
            if end - max(met) > OPEN_SIDE_PT:
                sides.append(_Rule(end, top, bottom))
    return sides


def _linked(flat: list[_Rule], inner: list[_Rule]) -> list[list[_Rule]]:
    """Return the runs of flat rules, three at least, that upright ones lead from one to the next."""
    parts: list[list[_Rule]] = [[flat[0]]]
    for one, two in itertools.pairwise(flat):
        middle = (one.at + two.at) / 2
        if not any(rule.start <= middle <= rule.end for rule in inner):
            parts.append([])
        parts[-1].append(two)
    return [part for part in parts if len(part) >= MIN_OPEN_RULES]


def _cells(flat: list[_Rule], upright: list[_Rule]) -> list[Box]:
    """Return, for each crossing, the smallest rectangle to its lower right that rules close."""
    positions = [rule.at for rule in upright]
    down: dict[int, list[int]] = defaultdict(list)
    right: dict[int, list[int]] = {}
    for h, rule in enumerate(flat):
        first, last = bisect_left(positions, rule.start - TOUCH_PT), bisect_right(positions, rule.end + TOUCH_PT)
        met = [v for v in range(first, last) if upright[v].start - TOUCH_PT <= rule.at <= upright[v].end + TOUCH_PT]
        right[h] = met
        for v in met:
            down[v].append(h)
    crossings = {(h, v) for h, met in right.items() for v in met}
    cells: list[Box] = []
    for h, met in right.items():
        for place, v in enumerate(met):
            box = _smallest(h, v, met[place + 1 :], down[v], crossings, flat, upright)
            if box:
                cells.append(box)
    return cells


def _smallest(
    h: int,
    v: int,
    rights: list[int],
    column: list[int],
    crossings: set[tuple[int, int]],
    flat: list[_Rule],
    upright: list[_Rule],
) -> Box | None:
    for below in column[bisect_right(column, h) :]:
        if flat[below].at - flat[h].at < SNAP_PT:
            continue
        for v2 in rights:
            if upright[v2].at - upright[v].at >= SNAP_PT and (below, v2) in crossings:
                return upright[v].at, flat[h].at, upright[v2].at, flat[below].at
    return None


def split_stacked(grid: Grid) -> list[Grid]:
    """Return the tables of a grid that were set one on the other: parted above a full-width row after which columns change."""
    x0, _, x1, _ = union(list(grid))
    titles = sorted({box[1] for box in grid if box[0] - x0 <= SNAP_PT and x1 - box[2] <= SNAP_PT})
    bounds = [top for top in titles if any(box[3] <= top + SNAP_PT for box in grid)]
    parts: list[list[Box]] = [[]]
    for lower, upper in zip([float("-inf"), *bounds], [*bounds, float("inf")], strict=True):
        part = [box for box in grid if lower - SNAP_PT <= box[1] < upper - SNAP_PT]
        if parts[-1] and _inner_ticks(part) and _inner_ticks(parts[-1]) != _inner_ticks(part):
            parts.append([])
        parts[-1] += part
    return [tuple(part) for part in parts if part]


def _inner_ticks(cells: list[Box]) -> set[int]:
    if not cells:
        return set()
    x0, _, x1, _ = union(cells)
    return {round(x) for box in cells for x in (box[0], box[2]) if x0 + SNAP_PT < x < x1 - SNAP_PT}


def _connected(cells: list[Box]) -> list[Grid]:
    """Return the cells grouped into grids that share corners, each from the top left, the grids from the top."""
    parent = list(range(len(cells)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    owner: dict[tuple[float, float], int] = {}
    for i, (x0, top, x1, bottom) in enumerate(cells):
        for corner in ((x0, top), (x1, top), (x0, bottom), (x1, bottom)):
            j = owner.setdefault(corner, i)
            parent[find(i)] = find(j)
    groups: dict[int, list[Box]] = defaultdict(list)
    for i, cell in enumerate(cells):
        groups[find(i)].append(cell)
    grids = [tuple(sorted(group, key=lambda box: (box[1], box[0]))) for group in groups.values()]
    return sorted(grids, key=lambda grid: (grid[0][1], grid[0][0]))
