"""Lines to paragraphs, joined where they run on into the next column or page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from language.numbering import NumberKind, read_numbering
from parsers.pdf.captions import is_caption
from parsers.pdf.column import LOOSE_PITCH, SAME_SIZE
from parsers.pdf.draft import TOC, Draft, draft_of, is_tabular, opens
from parsers.pdf.layout import Line
from parsers.pdf.spacing import is_cjk, join_lines

INDENT_EM = 0.9
NARROW_EM = 9.0
"""A column narrower than this holds labels, each a line of its own."""
MAX_PITCH = 2.7
"""No paragraph is set wider than this, in type sizes from line to line."""
CLOSING = "〉》）)】"
END_MARKS = "。！？；：.!?;:…」』”\"'）)】"
FULL_STOPS = "。！？!?；;"
NEVER_FIRST = "，。、；：！？）】》〉」』”％"
"""What no paragraph begins with: Chinese line breaking keeps these off the line's start, so the text runs on."""


def paragraphs(lines: Sequence[Line], column: int = 0) -> list[Draft]:
    """Return the paragraphs of consecutive lines of one column."""
    groups: list[list[Line]] = []
    usual = _usual_pitch(lines)
    for line in lines:
        if groups and not starts_paragraph(groups[-1], line, usual):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [draft_of(group, column) for group in groups]


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
    if line.pitch > min(max(LOOSE_PITCH * own, 1.15 * line.size), MAX_PITCH * line.size) or line.pitch <= 0:
        return True
    if line.text[0] in NEVER_FIRST:
        return False
    if opens(line.text) and not _cut_reference(group, line):
        return True
    return _ends_by_shape(group, line)


def _is_whole(last: Line, line: Line) -> bool:
    """Return whether a change of weight falls between thoughts: not inside a sentence that is partly bold."""
    return not (is_full(last, line) and last.text[-1] not in FULL_STOPS)


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
    if _both_centred(last, line) and not (is_caption(group[0].text) or opens(group[0].text)):
        return True
    if last.right - last.left < NARROW_EM * em or not is_full(last, line, _own_right(group)):
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


def _both_centred(one: Line, two: Line) -> bool:
    """Return whether two lines of different lengths stand centred on one axis: titles, not running text."""
    shift, spread = two.box[0] - one.box[0], one.box[2] - two.box[2]
    return abs(shift) > 0.8 * two.size and abs(shift - spread) <= 0.5 * two.size


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
