"""The text of a table cell from its glyphs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from parsers.pdf.layout import OBLIQUE, UPRIGHT, Glyph
from parsers.pdf.lines import segments
from parsers.pdf.spacing import is_cjk, join_lines, join_segments
from parsers.pdf.trust import is_undecoded
from parsers.pdf.turn import turn_glyph

_NUMBER = re.compile(r"[(（]?[-+−–—]?[¥￥$€£]?\s*\d[\d,，.]*\s*[)）]?\s*(?:%|％|‰|元|万元|亿元|天|日|年|月|岁|倍|个|人|次)?")
_TIME = re.compile(r"\d{1,4}(?:[:：/-]\d{1,4}){1,2}")
_YEAR = re.compile(r"(?:19|20)\d{2}(?:\s*年|\s*$|[-/.]\d)")
_FULL = 0.8


def cell_text(glyphs: Iterable[Glyph]) -> str:
    """Return the text of a cell: its lines joined where they were wrapped, set apart by a blank where they were not.

    Vertical header text is read in its own direction; glyphs that have no character are left out.
    """
    groups: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        if not is_undecoded(glyph):
            groups.setdefault(glyph.turn, []).append(glyph)
    return " ".join(filter(None, (_upright_text(groups[turn], turn) for turn in sorted(groups))))


def is_year(text: str) -> bool:
    """Return whether a cell holds a year or a date, which heads columns as often as it fills them."""
    return bool(_YEAR.match(text.strip()))


def is_number(text: str) -> bool:
    """Return whether a cell holds an amount, a share or a count rather than words."""
    return bool(_NUMBER.fullmatch(text.strip()) or _TIME.fullmatch(text.strip())) or text.strip() in (
        "-",
        "—",
        "–",
        "--",
        "不适用",
        "N/A",
        "/",
    )


def _upright_text(glyphs: list[Glyph], turn: int) -> str:
    if turn not in (UPRIGHT, OBLIQUE):
        extent = max(max(glyph.x1, glyph.bottom) for glyph in glyphs) + 1
        glyphs = [turn_glyph(glyph, turn, extent, extent) for glyph in glyphs]
    rows: dict[int, list[int]] = {}
    found = segments(glyphs)
    for index, segment in enumerate(found):
        rows.setdefault(segment.row, []).append(index)
    lines = [[found[i] for i in rows[row]] for row in sorted(rows)]
    if not lines:
        return ""
    widest = max(line[-1].x1 - line[0].x0 for line in lines)
    text = join_segments(lines[0])
    for line, before in zip(lines[1:], lines, strict=False):
        wrapped = before[-1].x1 - before[0].x0 >= _FULL * widest or is_cjk(text[-1])
        text = join_lines(text, join_segments(line)) if wrapped else f"{text} {join_segments(line)}"
    return text
