from __future__ import annotations

import pytest

from parsers.pdf.shapes import edges_of


def rectangle(x0, y0, x1, y1):
    return [("m", x0, y0), ("l", x1, y0), ("l", x1, y1), ("l", x0, y1), ("h",)]


@pytest.mark.parametrize(
    ("path", "edges", "boxes"),
    [
        ([("m", 0, 0), ("l", 100, 0)], 1, 0),
        ([("m", 0, 0), ("l", 100, 50)], 0, 0),
        (rectangle(0, 0, 100, 0.5), 1, 0),
        (rectangle(0, 0, 100, 50), 4, 1),
        ([("m", 0, 0), ("c", 1, 1, 2, 2, 3, 3)], 0, 0),
        ([*rectangle(0, 0, 100, 50), *rectangle(0, 60, 100, 61)], 5, 1),
    ],
)
def test_edges_of(path, edges, boxes):
    found = edges_of(path, lambda point: point, stroke=True)
    assert (len(found[0]), len(found[1])) == (edges, boxes)


def test_the_sides_of_a_shaded_area_are_soft():
    edges, _ = edges_of(rectangle(0, 0, 100, 50), lambda point: point, stroke=False)
    assert all(edge.soft for edge in edges)
    thin, _ = edges_of(rectangle(0, 0, 100, 1), lambda point: point, stroke=False)
    assert not thin[0].soft
