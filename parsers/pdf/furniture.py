"""Running headers, footers, page numbers, margin text and watermarks, found by repetition, position and shape.

Never by a fixed height: a row at the top of a page is a header because other pages have it too, or because it counts pages.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from parsers.pdf.layout import RuledTable, Segment
from parsers.pdf.page_numbers import page_number, says_page

OUTER_ROWS = 5
"""How many rows from the top and from the bottom are looked at."""
OUTER_SHARE = 0.25
SAME_PLACE_PT = 4.0
MIN_REPEATS = 3
MIN_SAME_CHARS = 6
"""What has no words (a date, a file number) is furniture if it is this long and the very same on every page."""
MARGIN_PT = 40.0
COPIED_ROWS = 4
SHORT_CHARS = 40
MOST_PAGES = 0.6
MASKED_RANK = 1
"""Rows farther in must be the very same on every page, numbers included."""
TALL = 3.0
FAINT = 0.55
LARGE = 1.8

HEADER, FOOTER, NUMBER, MARGIN, WATERMARK = "running_header", "running_footer", "page_number", "margin_text", "watermark"

_DIGITS = re.compile(r"[0-9０-９]+|(?<![A-Za-z])[ivxlcIVXLC]+(?![A-Za-z])")
_LEADER = re.compile(r"[.．·…⋯]{4,}")
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as furniture sees it: segments in reading rows, and the tables that have claimed their words already."""

    number: int
    width: float
    height: float
    segments: tuple[Segment, ...]
    tables: tuple[RuledTable, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    page: int
    index: int
    segment: Segment
    at_top: bool
    rank: int
    sheet: Sheet = field(repr=False)


def find_furniture(sheets: Sequence[Sheet]) -> list[dict[int, str]]:
    """Return, for each page, the indexes of the segments that are furniture, with the rule that says so."""
    found: list[dict[int, str]] = [{} for _ in sheets]
    outer = [seen for place, sheet in enumerate(sheets) for seen in _outer(place, sheet)]
    for seen, rule in [*_numbers(outer, len(sheets)), *_repeated(outer, len(sheets))]:
        found[seen.page].setdefault(seen.index, rule)
    for page, sheet in enumerate(sheets):
        for index in _copied_body(sheet, found[page]):
            del found[page][index]
    _pull_in_numbers(outer, found)
    _beside_furniture(outer, found)
    for place, index in _watermarks(sheets):
        found[place].setdefault(index, WATERMARK)
    for place, sheet in enumerate(sheets):
        for index in _stacked_in_margin(sheet, found[place]):
            found[place].setdefault(index, MARGIN)
    return found if _leaves_body(sheets, found) else [_only_numbers(rules) for rules in found]


def _leaves_body(sheets: Sequence[Sheet], found: list[dict[int, str]]) -> bool:
    """Return whether any text is left: what repeats around nothing is the document itself."""
    return any(sheet.tables or len(rules) < len(sheet.segments) for sheet, rules in zip(sheets, found, strict=True))


def _only_numbers(rules: dict[int, str]) -> dict[int, str]:
    return {index: rule for index, rule in rules.items() if rule == NUMBER}


def masked(text: str) -> str:
    """Return a row's text with numbers masked and blanks gone, to compare it over pages."""
    return re.sub(r"\s", "", _DIGITS.sub("#", text))


def _outer(place: int, sheet: Sheet) -> list[_Seen]:
    rows: dict[int, list[int]] = defaultdict(list)
    for index, segment in enumerate(sheet.segments):
        rows[segment.row].append(index)
    order = sorted(rows, key=lambda row: sheet.segments[rows[row][0]].base)
    seen = []
    for at_top, ranked in ((True, order[:OUTER_ROWS]), (False, order[::-1][:OUTER_ROWS])):
        for rank, row in enumerate(ranked):
            for index in rows[row]:
                segment = sheet.segments[index]
                near = (
                    segment.bottom <= OUTER_SHARE * sheet.height if at_top else segment.top >= (1 - OUTER_SHARE) * sheet.height
                )
                if near and len(rows[row]) <= 4 and not _LEADER.search(segment.text):
                    seen.append(_Seen(place, index, segment, at_top, rank, sheet))
    return seen


def _repeated(outer: list[_Seen], pages: int) -> list[tuple[_Seen, str]]:
    """Return what stands at the same height with the same words on three pages (on both, of two), from the edge inwards."""
    groups: dict[tuple[bool, str], list[_Seen]] = defaultdict(list)
    for seen in outer:
        text = masked(seen.segment.text) if seen.rank <= MASKED_RANK else seen.segment.text
        if len(_LETTERS.findall(text)) >= 2:
            groups[seen.at_top, text].append(seen)
        elif len(seen.segment.text) >= MIN_SAME_CHARS and seen.rank <= 1:
            groups[seen.at_top, seen.segment.text].append(seen)
    needed = min(MIN_REPEATS, max(2, pages))
    places = _kept_places(outer, pages)
    found = []
    for (at_top, _), group in groups.items():
        for place in _same_places(group):
            enough = 2 if _spot(place[0]) in places else needed
            if len({seen.page for seen in place}) >= enough:
                found += [(seen, HEADER if at_top else FOOTER) for seen in place if pages > 2 or seen.rank <= 1]
    return found


def _kept_places(outer: list[_Seen], pages: int) -> set[tuple[bool, int, int]]:
    """Return the places at the outermost row where most pages have something short: the chapter's name, whatever it is."""
    taken: dict[tuple[bool, int, int], set[int]] = defaultdict(set)
    for seen in outer:
        if seen.rank == 0 and len(seen.segment.text) <= SHORT_CHARS:
            taken[_spot(seen)].add(seen.page)
    return {spot for spot, on in taken.items() if len(on) >= max(4, MOST_PAGES * pages)}


def _spot(seen: _Seen) -> tuple[bool, int, int]:
    return seen.at_top, round(_height(seen) / SAME_PLACE_PT), round(seen.segment.size)


def _beside_furniture(outer: list[_Seen], found: list[dict[int, str]]) -> None:
    """Add short texts that stand on the row of a header or footer in the same type: … 第三章 责任免除."""
    rows: dict[tuple[int, int], tuple[str, float]] = {}
    for seen in outer:
        rule = found[seen.page].get(seen.index)
        if rule in (HEADER, FOOTER) and seen.rank <= 1:
            rows[seen.page, seen.segment.row] = rule, seen.segment.size
    for seen in outer:
        rule, size = rows.get((seen.page, seen.segment.row), ("", 0.0))
        if rule and abs(seen.segment.size - size) <= 0.6 and len(seen.segment.text) <= SHORT_CHARS:
            found[seen.page].setdefault(seen.index, rule)


def _same_places(group: list[_Seen]) -> list[list[_Seen]]:
    """Return the group parted by height and type size; neighbours within the tolerance hang together."""
    places: list[list[_Seen]] = []
    for seen in sorted(group, key=lambda seen: (round(seen.segment.size), _height(seen), seen.page)):
        last = places[-1][-1] if places else None
        same = (
            last and abs(_height(last) - _height(seen)) <= SAME_PLACE_PT and abs(last.segment.size - seen.segment.size) <= 0.6
        )
        if same:
            places[-1].append(seen)
        else:
            places.append([seen])
    return places


def _copied_body(sheet: Sheet, rules: dict[int, str]) -> list[int]:
    """Return what only looks repeated because pages are copies of each other: rows that go on as the body's own."""
    found: list[int] = []
    for rule in (HEADER, FOOTER):
        marked = [index for index in rules if rules[index] == rule]
        bases = sorted({sheet.segments[index].base for index in marked})
        rest = [s.base for i, s in enumerate(sheet.segments) if i not in rules]
        if len(bases) < COPIED_ROWS or not rest:
            continue
        pitch = median(two - one for one, two in itertools.pairwise(bases))
        inner = bases[-1] if rule == HEADER else bases[0]
        if min(abs(base - inner) for base in rest) <= 1.3 * pitch:
            found += marked
    return found


def _height(seen: _Seen) -> float:
    """Return the distance from the page's nearer edge, so that pages of two sizes agree."""
    return seen.segment.base if seen.at_top else seen.sheet.height - seen.segment.base


def _numbers(outer: list[_Seen], pages: int) -> list[tuple[_Seen, str]]:
    """Return the outermost texts that count pages: in words, or as numbers that run with the pages."""
    candidates = [(seen, page_number(seen.segment.text)) for seen in outer if seen.rank <= 2]
    counted: dict[tuple[bool, int], int] = defaultdict(int)
    for seen, number in candidates:
        if number:
            counted[seen.at_top, number - seen.sheet.number] += 1
    roman = sum(1 for seen, number in candidates if number == 0 and seen.rank == 0)
    found = []
    for seen, number in candidates:
        if number is None:
            continue
        said = says_page(seen.segment.text)
        if not said and not _stands_apart(seen):
            continue
        runs = number and counted[seen.at_top, number - seen.sheet.number] >= 2
        lone = pages <= 2 and number == seen.sheet.number and seen.rank == 0 and _stands_alone(seen)
        if (said and seen.rank <= 1) or runs or lone or (number == 0 and roman >= 2 and seen.rank == 0):
            found.append((seen, NUMBER))
    return found


def _stands_apart(seen: _Seen) -> bool:
    """Return whether no other text is near on the same row: 4.4 in front of a clause is not a page's number."""
    row = [s for s in seen.sheet.segments if s.row == seen.segment.row and s is not seen.segment]
    return all(max(s.x0 - seen.segment.x1, seen.segment.x0 - s.x1) >= 3 * seen.segment.size for s in row)


def _stands_alone(seen: _Seen) -> bool:
    others = [s for s in seen.sheet.segments if s is not seen.segment]
    boxes = [*(s.box for s in others), *(t.box for t in seen.sheet.tables)]
    gap = min((max(box[1] - seen.segment.bottom, seen.segment.top - box[3]) for box in boxes), default=99.0)
    return gap >= 1.2 * seen.segment.size


def _pull_in_numbers(outer: list[_Seen], found: list[dict[int, str]]) -> None:
    """Add bare numbers that stand on a row of furniture: 2020 年年度报告 … 5."""
    rows = {(seen.page, seen.segment.row) for seen in outer if seen.index in found[seen.page]}
    for seen in outer:
        if (seen.page, seen.segment.row) in rows and page_number(seen.segment.text) is not None:
            found[seen.page].setdefault(seen.index, NUMBER)


def _watermarks(sheets: Sequence[Sheet]) -> list[tuple[int, int]]:
    """Return faint, large segments that stand in the same place on three pages."""
    sizes = [segment.size for sheet in sheets for segment in sheet.segments]
    if not sizes:
        return []
    large = LARGE * median(sizes)
    places: dict[tuple[str, int, int], list[tuple[int, int]]] = defaultdict(list)
    for place, sheet in enumerate(sheets):
        for index, segment in enumerate(sheet.segments):
            if segment.light >= FAINT and segment.size >= large:
                places[segment.text, round(segment.x0 / 10), round(segment.base / 10)].append((place, index))
    return [found for group in places.values() if len(group) >= MIN_REPEATS for found in group]


def _stacked_in_margin(sheet: Sheet, known: dict[int, str]) -> list[int]:
    """Return single characters set one under the other in the margin, beside the text: a strip taller than three widths."""
    lone = [
        i for i, s in enumerate(sheet.segments)
        if i not in known and len(s.text) == 1 and (s.x1 <= MARGIN_PT or s.x0 >= sheet.width - MARGIN_PT)
    ]  # fmt: skip
    strips: dict[int, list[int]] = defaultdict(list)
    for index in lone:
        strips[round(sheet.segments[index].x0 / 6)].append(index)
    found: list[int] = []
    for strip in strips.values():
        boxes = [sheet.segments[i].box for i in strip]
        height = max(b[3] for b in boxes) - min(b[1] for b in boxes)
        if len(strip) >= 3 and height >= TALL * max(b[2] - b[0] for b in boxes):
            found += strip
    return found
