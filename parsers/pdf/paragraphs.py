"""Segments of a column to lines, lines to paragraphs, and paragraphs joined where they run on into the next column or page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from language.numbering import Numbering, NumberKind, read_numbering
from parsers.pdf.layout import Line, RuledTable, Segment, union
from parsers.pdf.spacing import is_cjk, join_lines, join_segments
from schemas.document import Box

BULLETS = "•●○■□◆◇▪▫‣–*※✓✗➢❖★·◦∙▶►"
SAME_SIZE = 0.12
LOOSE_PITCH = 1.35
INDENT_EM = 0.9
FULL_SHARE = 0.15
PIECE_GAP = 1.2
STRETCH_LINES = 4
TABULAR_PIECES = 3
TABULAR_CHARS = 16
CLOSING = "〉》）)】"
END_MARKS = "。！？；：.!?;:…」』”\"'）)】"
TOC = "toc"
FULL_STOPS = "。！？!?；;"

_BULLET = re.compile(rf"[{re.escape(BULLETS)}](?!\d)\s*(?=\S)|—{{2,3}}\s*(?=[^\s—])")
_TICK = re.compile(r"[□☑■☐√✓]\s*[^\s□☑■☐]{1,8}(\s*[☑□■☐√✓]|$)")
_CITED = re.compile(r"[\[［【][0-9]{1,3}[\]］】]\s*\S")
"""An entry of a list of references."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A block in the making: its lines, and the joined text. `column` tells which column of which page it begins in."""

    lines: tuple[Line, ...]
    text: str
    column: int = 0
    numbering: Numbering | None = None
    bullet: str = ""
    rule: str = ""

    @property
    def first(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def last(self) -> Line:
        """The last line."""
        return self.lines[-1]

    @property
    def size(self) -> float:
        """The usual type size."""
        return median(line.size for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether every line is bold."""
        return all(line.bold for line in self.lines)

    def boxes(self) -> list[tuple[int, Box, int]]:
        """Return (page, box, turn) of each page or column that the lines stand in."""
        groups: list[list[Line]] = []
        for line in self.lines:
            if groups and groups[-1][-1].page == line.page and groups[-1][-1].base <= line.base:
                groups[-1].append(line)
            else:
                groups.append([line])
        return [(group[0].page, union([line.box for line in group]), group[0].turn) for group in groups]


def lines_of(column: Sequence[Segment | RuledTable], page: int, turn: int = 0) -> list[Line | RuledTable]:
    """Return the lines and tables of a column from the top."""
    rows: dict[float, list[Segment]] = {}
    for item in column:
        if isinstance(item, Segment):
            rows.setdefault(item.row, []).append(item)
    left = min((segment.x0 for row in rows.values() for segment in row), default=0.0)
    right = _right_edge([(max(s.x1 for s in row), row[0].size) for row in rows.values()])
    lines = [_line(sorted(row, key=lambda s: s.x0), left, right, page, turn) for row in rows.values()]
    ordered: list[Line | RuledTable] = sorted(
        [*lines, *(item for item in column if isinstance(item, RuledTable))],
        key=lambda item: (item.base if isinstance(item, Line) else item.box[1], item.box[0]),
    )
    return _with_own_edges(_with_pitch(ordered))


def _right_edge(ends: list[tuple[float, float]]) -> float:
    """Return where full lines end: the farthest place where a good share of the lines do, else the farthest end of all."""
    needed = max(2, round(FULL_SHARE * len(ends)))
    for end, size in sorted(ends, reverse=True):
        if sum(abs(other - end) <= 0.6 * size for other, _ in ends) >= needed:
            return end
    return max((end for end, _ in ends), default=0.0)


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
        pieces=1 + sum(two.x0 - one.x1 > PIECE_GAP * two.size for one, two in zip(row, row[1:], strict=False)),
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
        right = _right_edge([(line.box[2], line.size) for line in stretch])
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


def paragraphs(lines: Sequence[Line], column: int = 0) -> list[Draft]:
    """Return the paragraphs of consecutive lines of one column."""
    groups: list[list[Line]] = []
    usual = _usual_pitch(lines)
    for line in lines:
        if groups and not starts_paragraph(groups[-1], line, usual):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_draft(group, column) for group in groups]


def _draft(lines: list[Line], column: int) -> Draft:
    text = lines[0].text
    for line in lines[1:]:
        text = join_lines(text, line.text)
    number = None if is_tabular(lines[0]) else read_numbering(text)
    return Draft(tuple(lines), text, column, number, bullet_of(text))


def bullet_of(text: str) -> str:
    """Return the bullet that a line starts with, blanks after it included; tick boxes (□是 ☑否) are no bullets."""
    match = _BULLET.match(text)
    return match[0] if match and not _TICK.match(text) else ""


def _usual_pitch(lines: Sequence[Line]) -> float:
    pitches = [line.pitch for line in lines if 0 < line.pitch <= 3 * line.size]
    return median(pitches) if pitches else 0.0


def starts_paragraph(group: list[Line], line: Line, usual: float) -> bool:
    """Return whether a line begins a new paragraph after the lines of `group`."""
    last = group[-1]
    if line.rule != last.rule or line.rule == TOC or line.marker or is_tabular(last) or is_tabular(line):
        return True
    if abs(last.size - line.size) > SAME_SIZE * max(last.size, line.size) or (last.bold != line.bold and _is_whole(last, line)):
        return True
    own = group[1].pitch if len(group) > 1 else usual
    if line.pitch > max(LOOSE_PITCH * own, 1.15 * line.size) or line.pitch <= 0:
        return True
    if opens(line.text) and not _cut_reference(group, line):
        return True
    return _ends_by_shape(group, line)


def is_tabular(line: Line) -> bool:
    """Return whether a line looks like a row of a table without rules: three or more short pieces."""
    return line.pieces >= TABULAR_PIECES and len(line.text) <= TABULAR_CHARS * line.pieces


def _is_whole(last: Line, line: Line) -> bool:
    """Return whether a change of weight falls between thoughts: not inside a sentence that is partly bold."""
    return not (is_full(last, line) and last.text[-1] not in FULL_STOPS)


def opens(text: str) -> bool:
    """Return whether a text begins with a number or a bullet that opens a block of its own."""
    return bool(bullet_of(text) or _TICK.match(text) or _CITED.match(text)) or read_numbering(text) is not None


def _cut_reference(group: list[Line], line: Line) -> bool:
    """Return whether a number at the start of a line belongs to the sentence above: …依 / 第十二條, rose to / 2.5. Then.

    The line above is full and ends in the middle of a sentence, the line is not indented, and it does not count on from the
    number that the paragraph itself begins with.
    """
    last, number = group[-1], read_numbering(line.text)
    if number is None or not is_full(last, line) or last.text[-1] in END_MARKS or line.box[0] > last.box[0] + 0.5 * line.size:
        return False
    mine = read_numbering(group[0].text)
    counts_on = mine and mine.kind is number.kind and mine.number and number.number and mine.number[-1] + 1 == number.number[-1]
    return not counts_on


def is_full(last: Line, line: Line, right: float | None = None) -> bool:
    """Return whether the first word of `line` had no room at the end of `last`, in a column that ends at `right`."""
    word = 1 if is_cjk(line.text[0]) else len(line.text.split(" ", 1)[0])
    room = (last.right if right is None else right) - last.box[2]
    slack = 0.9 * line.size if is_cjk(line.text[0]) else line.char_width
    return room <= word * max(line.char_width, 0.2 * line.size) + slack


def _own_right(group: list[Line]) -> float:
    """Return where the lines of a paragraph end: its own longest line's end, once it has three lines."""
    return max(line.box[2] for line in group) if len(group) >= 3 else group[-1].right


def _ends_by_shape(group: list[Line], line: Line) -> bool:
    last, em = group[-1], line.size
    indent = line.box[0] - last.box[0]
    if not is_full(last, line, _own_right(group)):
        return True
    if len(group) == 1:
        if last.text[-1] in CLOSING and _names_clause(last.text):
            return True
        hanging = (opens(last.text) or last.text[-1] not in END_MARKS) and -0.5 * em <= indent <= 5 * em
        back_to_margin = -4.5 * em <= indent <= 0.5 * em
        return not (hanging or back_to_margin)
    margin = median(each.box[0] for each in group[1:])
    if line.box[0] - margin > INDENT_EM * em:
        return True
    return margin - line.box[0] > INDENT_EM * em


def _names_clause(text: str) -> bool:
    number = read_numbering(text)
    return number is not None and number.kind is NumberKind.CLAUSE and not re.search("[。；，]", text)


def joined(one: Draft, two: Draft) -> Draft | None:
    """Return two drafts as one where the sentence of the first runs on in the second, over a column or a page; else None."""
    if (
        abs(one.size - two.size) > SAME_SIZE * one.size
        or one.bold != two.bold
        or two.bullet
        or two.numbering
        or two.first.marker
    ):
        return None
    if one.text[-1] in END_MARKS or not one.text[-1].isprintable() or not is_full(one.last, two.first):
        return None
    if len(one.lines) == 1 and len(one.text) < 12:
        return None
    if two.text[0].isupper() and not is_cjk(two.text[0]) and one.text[-1] not in ",-" and not one.text[-1].islower():
        return None
    indented = len(two.lines) > 1 and two.first.box[0] - two.lines[1].box[0] > INDENT_EM * two.size
    if indented:
        return None
    return replace(one, lines=(*one.lines, *two.lines), text=join_lines(one.text, two.text))
