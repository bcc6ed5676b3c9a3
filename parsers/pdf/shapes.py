"""Painted paths to the ruling lines and boxes that they show."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from parsers.pdf.layout import Edge
from schemas.document import Box

MIN_LENGTH_PT = 1.0
MAX_THICKNESS_PT = 3.0
SKEW_PT = 0.7

Point = tuple[float, float]


def edges_of(path: Sequence[Any], place: Callable[[Point], Point], stroke: bool) -> tuple[list[Edge], list[Box]]:
    """Return the flat and upright lines of a path, and the boxes of its straight-sided parts.

    `path` is a list of PDF operators with their operands: ("m", x, y), ("l", x, y), ("c", ...), ("h",). `place` moves a point
    to the page. A box thinner than 3 pt is one line; a larger one gives its four sides, soft ones if it is only filled; curves
    give nothing.
    """
    edges: list[Edge] = []
    boxes: list[Box] = []
    for part in _straight_parts(path):
        points = [place(point) for point in part]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = (min(xs), min(ys), max(xs), max(ys))
        if min(box[2] - box[0], box[3] - box[1]) <= MAX_THICKNESS_PT and len(points) > 2:
            edges += _long_enough(Edge(*box))
            continue
        if len(points) > 2:
            boxes.append(box)
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            if abs(ax - bx) <= SKEW_PT or abs(ay - by) <= SKEW_PT:
                edges += _long_enough(Edge(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), soft=not stroke))
    return edges, boxes


def _long_enough(edge: Edge) -> list[Edge]:
    return [edge] if max(edge.x1 - edge.x0, edge.bottom - edge.top) >= MIN_LENGTH_PT else []


def _straight_parts(path: Sequence[Any]) -> list[list[Point]]:
    parts: list[list[Point]] = []
    current: list[Point] = []
    straight = True
    for step in [*path, ("m", 0.0, 0.0)]:
        if step[0] == "m":
            if straight and len(current) > 1:
                parts.append(current)
            current, straight = [(float(step[1]), float(step[2]))], True
        elif step[0] == "h":
            if current:
                current.append(current[0])
        elif step[0] == "l":
            current.append((float(step[1]), float(step[2])))
        else:
            straight = False
    return parts
