"""Rows of a grid that holds several printed rows between two rules, told apart by baselines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from parsers.pdf.layout import UPRIGHT, Glyph
from parsers.tables.celltext import cell_text, is_number
from schemas.document import Box

SAME_BASE = 0.3
MIN_COLUMNS = 2

Place = tuple[int, int, int, int]
"""(row, col, rowspan, colspan) of a cell."""


def split_rows(
    boxes: Mapping[Place, Box], inside: Mapping[Place, list[Glyph]]
) -> tuple[dict[Place, Box], dict[Place, list[Glyph]]]:
    """Return the cells and their glyphs with each such row split.

    A row is split when all its filled cells hold the same number of lines on the same baselines, and one column holds nothing
    but numbers: wrapped words do not fall out so.
    """
    rows: dict[int, list[Place]] = defaultdict(list)
    for place in boxes:
        rows[place[0]].append(place)
    new_boxes: dict[Place, Box] = {}
    new_inside: dict[Place, list[Glyph]] = {}
    cuts = {row: _cuts(row, boxes, inside, places) for row, places in rows.items()}
    for place, box in boxes.items():
        row, col, rowspan, colspan = place
        first = row + sum(len(cuts.get(r, [])) for r in range(row))
        span = rowspan + sum(len(cuts.get(r, [])) for r in range(row, row + rowspan))
        if rowspan > 1 or not cuts[row]:
            new_boxes[first, col, span, colspan] = box
            new_inside[first, col, span, colspan] = inside.get(place, [])
            continue
        bounds = [box[1], *cuts[row], box[3]]
        for step in range(len(bounds) - 1):
            low, high = bounds[step], bounds[step + 1]
            new_boxes[first + step, col, 1, colspan] = (box[0], low, box[2], high)
            new_inside[first + step, col, 1, colspan] = [
                glyph
                for glyph in inside.get(place, [])
                if (glyph.base > low or step == 0) and (glyph.base <= high or high == box[3])
            ]
    return new_boxes, new_inside


def _cuts(row: int, boxes: Mapping[Place, Box], inside: Mapping[Place, list[Glyph]], places: list[Place]) -> list[float]:
    """Return the heights at which a row is cut, or nothing."""
    if any(place[2] > 1 for place in boxes if place[0] <= row < place[0] + place[2]):
        return []
    lines = [_bases(inside[place]) for place in places if inside.get(place)]
    lines = [bases for bases in lines if bases]
    if len(lines) < MIN_COLUMNS or len(lines[0]) < 2 or any(len(bases) != len(lines[0]) for bases in lines):
        return []
    sizes = [glyph.size for place in places for glyph in inside.get(place, [])]
    near = SAME_BASE * min(sizes)
    if any(abs(one - two) > near for bases in lines for one, two in zip(bases, lines[0], strict=True)):
        return []
    cuts = [base + 0.25 * min(sizes) for base in lines[0][:-1]]
    return cuts if any(_all_numbers(inside.get(place, []), cuts) for place in places) else []


def _bases(glyphs: list[Glyph]) -> list[float]:
    bases: list[float] = []
    for glyph in sorted(glyphs, key=lambda glyph: glyph.base):
        if glyph.text.isspace():
            continue
        if glyph.turn != UPRIGHT:
            return []
        if not bases or glyph.base - bases[-1] > SAME_BASE * glyph.size:
            bases.append(glyph.base)
    return bases


def _all_numbers(glyphs: list[Glyph], cuts: list[float]) -> bool:
    lines: dict[int, list[Glyph]] = defaultdict(list)
    for glyph in glyphs:
        lines[sum(glyph.base > cut for cut in cuts)].append(glyph)
    return len(lines) == len(cuts) + 1 and all(is_number(cell_text(line)) for line in lines.values())
