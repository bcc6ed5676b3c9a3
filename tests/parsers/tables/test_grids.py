from __future__ import annotations

from parsers.pdf.layout import Edge
from parsers.tables.grids import find_grids


def flat(y, x0, x1, soft=False):
    return Edge(x0, y, x1, y, soft)


def upright(x, top, bottom, soft=False):
    return Edge(x, top, x, bottom, soft)


def full(xs, ys, soft=False):
    return [flat(y, xs[0], xs[-1], soft) for y in ys] + [upright(x, ys[0], ys[-1], soft) for x in xs]


def test_a_full_grid():
    (grid,) = find_grids(full([0, 50, 100], [0, 20, 40]))
    assert grid == ((0, 0, 50, 20), (50, 0, 100, 20), (0, 20, 50, 40), (50, 20, 100, 40))


def test_merged_cells_are_larger_rectangles():
    edges = [flat(y, 0, 100) for y in (0, 20, 40)] + [upright(0, 0, 40), upright(50, 20, 40), upright(100, 0, 40)]
    (grid,) = find_grids(edges)
    assert grid[0] == (0, 0, 100, 20)
    assert len(grid) == 3


def test_lines_drawn_twice_or_cell_by_cell_are_one():
    edges = full([0, 50, 100], [0, 20, 40])
    pieces = [flat(20.8, 0, 48), flat(20, 49, 100), upright(50.6, 0, 40)]
    (grid,) = find_grids([*edges, *pieces])
    assert len(grid) == 4


def test_open_sides_are_closed():
    edges = [flat(y, 0, 100) for y in (0, 20, 40)] + [upright(50, 0, 40)]
    (grid,) = find_grids(edges)
    assert len(grid) == 4
    assert grid[0] == (0, 0, 50, 20)


def test_open_tables_one_above_the_other_stay_apart():
    edges = [flat(y, 0, 100) for y in (0, 20, 40, 200, 220, 240)] + [upright(50, 0, 40), upright(50, 200, 240)]
    assert [len(grid) for grid in find_grids(edges)] == [4, 4]


def test_three_rules_without_columns_and_a_single_frame_are_no_grid():
    assert find_grids([flat(y, 0, 100) for y in (0, 20, 40)]) == []
    assert find_grids(full([0, 100], [0, 40])) == []


def test_shading_rules_a_table_only_where_lines_do_not():
    lines = full([0, 50, 100], [0, 20, 40])
    shade = full([3, 47], [22, 38], soft=True)
    assert [len(grid) for grid in find_grids([*lines, *shade])] == [4]
    assert [len(grid) for grid in find_grids(full([0, 50, 100], [100, 120, 140], soft=True))] == [4]


def test_tables_stacked_under_a_full_width_row_are_parted():
    upper = full([0, 50, 100], [0, 20, 40])
    lower = [flat(y, 0, 100) for y in (40, 60, 80, 100)] + [upright(0, 40, 100), upright(30, 60, 100), upright(100, 40, 100)]
    grids = find_grids([*upper, *lower])
    assert [len(grid) for grid in grids] == [4, 5]
    assert grids[1][0] == (0, 40, 100, 60)
