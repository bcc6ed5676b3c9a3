"""Glyphs to rows and segments: what stands on one baseline, broken where a wide gap may be a gutter or a table column."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from parsers.pdf.layout import Glyph, Segment
from parsers.pdf.spacing import blank_between, is_han

SAME_BASE = 0.22
"""Baselines this share of the type size apart are one row."""
WIDE_GAP = 0.7
"""From this gap, in type sizes, a row is broken: gutters of newspapers are that narrow; word gaps come together again."""
FEW_GLYPHS = 2
SMALL = 0.85
"""Type smaller than this share of its neighbour may be raised or lowered against it (superscripts)."""


@dataclass(slots=True)
class _Run:
    """Glyphs that follow each other in the file and on the page."""

    glyphs: list[Glyph]
    size: float = 0.0
    x0: float = 0.0
    x1: float = 0.0
    base: float = 0.0

    def close(self) -> _Run:
        self.size = max(glyph.size for glyph in self.glyphs)
        self.x0, self.x1 = min(g.x0 for g in self.glyphs), max(g.x1 for g in self.glyphs)
        self.base = self.glyphs[0].base
        return self


@dataclass(slots=True)
class _Row:
    base: float
    size: float
    runs: list[_Run] = field(default_factory=list)


def segments(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Return the segments of upright glyphs, row by row from the top, each row from the left."""
    rows = _attach_small(_rows(_runs(glyphs)))
    found: list[Segment] = []
    for number, row in enumerate(sorted(rows, key=lambda row: row.base)):
        found += _row_segments(row, number)
    return found


def _runs(glyphs: Iterable[Glyph]) -> list[_Run]:
    runs: list[_Run] = []
    current: list[Glyph] = []
    for glyph in glyphs:
        if current and not _follows(current[-1], glyph):
            runs.append(_Run(current).close())
            current = []
        current.append(glyph)
    if current:
        runs.append(_Run(current).close())
    return [run for run in runs if any(not glyph.text.isspace() for glyph in run.glyphs)]


def _follows(one: Glyph, two: Glyph) -> bool:
    size = max(one.size, two.size)
    gap = two.x0 - one.x1
    return abs(one.base - two.base) <= 0.1 * size and -0.5 * size <= gap <= WIDE_GAP * size and two.x0 >= one.x0 - 0.1 * size


def _rows(runs: list[_Run]) -> list[_Row]:
    rows: list[_Row] = []
    for run in sorted(runs, key=lambda run: (run.base, run.x0)):
        row = next((r for r in reversed(rows[-6:]) if abs(run.base - r.base) <= SAME_BASE * min(run.size, r.size)), None)
        if row is None:
            row = _Row(run.base, run.size)
            rows.append(row)
        row.runs.append(run)
        row.size = max(row.size, run.size)
    return rows


def _attach_small(rows: list[_Row]) -> list[_Row]:
    """Move raised and lowered runs, small or of a character or two, into the row that they touch."""
    for index, row in enumerate(rows):
        stay: list[_Run] = []
        for run in row.runs:
            near = [other for other in rows[max(0, index - 4) : index + 5] if other is not row]
            host = None if _touches(run, row) else next((other for other in near if _touches(run, other)), None)
            (host.runs if host else stay).append(run)
        row.runs = stay
    return [row for row in rows if row.runs]


def _touches(run: _Run, row: _Row) -> bool:
    """Return whether a run stands close to a run of the row as a raised or lowered part of it."""
    above = row.base - run.base
    few = len(run.glyphs) <= FEW_GLYPHS and abs(above) <= 0.4 * row.size
    if not -0.35 * row.size <= above <= 0.75 * row.size:
        return False
    return any(
        (run.size < SMALL * other.size or (few and len(other.glyphs) > len(run.glyphs)))
        and -0.6 * other.size <= max(other.x0 - run.x1, run.x0 - other.x1) <= 0.4 * other.size
        for other in row.runs
        if other is not run
    )


def _row_segments(row: _Row, number: int) -> list[Segment]:
    pieces: list[list[Glyph]] = []
    for run in sorted(row.runs, key=lambda run: (run.x0, run.x1)):
        glyphs = _trim(run.glyphs)
        last = pieces[-1][-1] if pieces else None
        size = max(last.size, glyphs[0].size) if last else 0.0
        if last and -0.5 * size <= glyphs[0].x0 - last.x1 <= WIDE_GAP * size:
            pieces[-1] += glyphs
        else:
            pieces.append(list(glyphs))
    split = [part for piece in pieces for part in _split_wide(piece)]
    gap = _han_gap(split)
    return [_segment(part, number, gap) for part in split]


def _trim(glyphs: list[Glyph]) -> list[Glyph]:
    inked = [i for i, glyph in enumerate(glyphs) if not glyph.text.isspace()]
    return glyphs[inked[0] : inked[-1] + 1]


def _split_wide(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """Split where ink is a wide gap apart, however many blanks fill it."""
    parts: list[list[Glyph]] = [[]]
    pen: Glyph | None = None
    for glyph in glyphs:
        if not glyph.text.isspace():
            if pen and glyph.x0 - pen.x1 > WIDE_GAP * max(glyph.size, pen.size):
                parts.append([])
            pen = glyph
        parts[-1].append(glyph)
    return [_trim(part) for part in parts]


def _han_gap(parts: list[list[Glyph]]) -> float:
    """Return the row's median gap between neighbouring Han characters, in points; 0 for less than two, -1 for no Han."""
    inked = [glyph for part in parts for glyph in part if not glyph.text.isspace()]
    gaps = [b.x0 - a.x1 for a, b in itertools.pairwise(inked) if is_han(a.text[-1]) and is_han(b.text[0])]
    if not any(is_han(glyph.text[0]) for glyph in inked):
        return -1.0
    return max(0.0, median(gaps)) if len(gaps) >= 2 else 0.0


def _segment(glyphs: list[Glyph], row: int, gap: float) -> Segment:
    inked = [glyph for glyph in glyphs if not glyph.text.isspace()]
    size = _main_size(inked)
    main = [glyph for glyph in inked if glyph.size >= SMALL * size] or inked
    chars = sum(len(glyph.text) for glyph in inked)
    return Segment(
        text=_compose(glyphs, gap),
        x0=min(glyph.x0 for glyph in inked),
        top=min(glyph.top for glyph in inked),
        x1=max(glyph.x1 for glyph in inked),
        bottom=max(glyph.bottom for glyph in inked),
        base=median(glyph.base for glyph in main),
        size=size,
        bold=sum(len(glyph.text) for glyph in inked if glyph.bold) >= 0.6 * chars,
        font=max(inked, key=lambda glyph: len(glyph.text)).font,
        row=row,
        gap=gap,
        marker=_marker(inked, size),
        light=max(glyph.light for glyph in inked),
    )


def _main_size(inked: list[Glyph]) -> float:
    counts: dict[float, int] = {}
    for glyph in inked:
        key = round(glyph.size * 4) / 4
        counts[key] = counts.get(key, 0) + len(glyph.text)
    return max(counts, key=lambda size: (counts[size], size))


def _marker(inked: list[Glyph], size: float) -> str:
    """Return the raised small characters that a segment starts with: the anchor of a footnote's own text."""
    marker = ""
    for glyph in inked:
        if glyph.size >= SMALL * size:
            break
        marker += glyph.text
    return marker if len(marker) < sum(len(glyph.text) for glyph in inked) else ""


def _compose(glyphs: list[Glyph], gap: float) -> str:
    out: list[str] = []
    last: Glyph | None = None
    blank = False
    for glyph in glyphs:
        if glyph.text.isspace():
            blank = True
            continue
        if last is not None:
            out.append(blank_between(last, glyph, blank, gap))
        out.append(glyph.text)
        last, blank = glyph, False
    return "".join(out)
