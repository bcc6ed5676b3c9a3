"""Which paragraphs are headings, and their levels, consistent over the whole document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from language.numbering import Numbering, NumberKind
from parsers.pdf.captions import heads_of, is_caption
from parsers.pdf.draft import Draft
from parsers.pdf.spacing import is_cjk

LARGER = 1.12
SAME_SIZE_PT = 0.4
MAX_LINES = 3
MAX_LEVEL = 9
MIN_BOOKMARKS = 3
MOST = 0.6

_TOP = (NumberKind.PART, NumberKind.CHAPTER, NumberKind.SECTION, NumberKind.APPENDIX, NumberKind.ARTICLE)
_MIDDLE = (NumberKind.HAN, NumberKind.HAN_PAREN, NumberKind.DECIMAL, NumberKind.ROMAN)
_SENTENCE_END = re.compile(r"[。！？；;，,、][”’」』\"']?$|[a-z0-9)]\.$")
_INSIDE_SENTENCE = re.compile(r"[。；;！]|？.|[，,].*[，,]")
_LETTER = re.compile(r"[^\W\d_]")
_WORDS = re.compile(
    r"(?:前\s*言|引\s*言|序\s*言|摘\s*要|总\s*则|附\s*则|附\s*录|致\s*谢|参考文献|重要提示|释\s*义|声\s*明|结\s*论|"
    r"abstract|introduction|references|acknowledge?ments?|conclusions?|contents|appendix|preface|summary)[:：]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Body:
    """The body's type: size in points, and whether most of it is bold (then bold marks nothing)."""

    size: float
    bold: bool


def body_of(drafts: Sequence[Draft], size: float) -> Body:
    """Return the body's type from all drafts and the commonest size."""
    chars = bold = 0
    for draft in drafts:
        if abs(draft.size - size) <= 0.1 * size:
            chars += len(draft.text)
            bold += len(draft.text) * draft.bold
    return Body(size, chars > 0 and bold > 0.5 * chars)


def find_headings(drafts: Sequence[Draft | None], body: Body, marked: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return the level of each draft that is a heading, by its index; None among the drafts is something else (a table).

    `marked` are the levels of drafts that bookmarks name: those are headings, and where they are most of them, the others go
    below the bookmark before. Else levels follow classes: one per form of number and one per style without number, numbers by
    their rank, styles by their size among them.
    """
    marked = marked or {}
    found = [i for i, draft in enumerate(drafts) if draft and (i in marked or _is_heading(drafts, i, body))]
    if len(marked) >= max(MIN_BOOKMARKS, MOST * len(found)):
        return _below_bookmarks(found, marked)
    levels = _levels([draft for i in found if (draft := drafts[i])])
    return {i: min(MAX_LEVEL, level) for i, level in zip(found, levels, strict=True)}


def _below_bookmarks(found: Sequence[int], marked: Mapping[int, int]) -> dict[int, int]:
    levels: dict[int, int] = {}
    above = 0
    for index in found:
        above = marked.get(index, above)
        levels[index] = min(MAX_LEVEL, above if index in marked else above + 1)
    return levels


def _is_heading(drafts: Sequence[Draft | None], index: int, body: Body) -> bool:
    draft = drafts[index]
    if draft is None or draft.rule or draft.first.rule or not _can_be(draft):
        return False
    if draft.numbering:
        return _numbered(drafts, index, draft, draft.numbering, body)
    return _by_style(drafts, index, draft, body)


def _can_be(draft: Draft) -> bool:
    text = draft.text
    if len(draft.lines) > MAX_LINES or _width(text) > 120 or draft.bullet or not _LETTER.search(text):
        return False
    question = draft.numbering is not None and text[-1] in "？?"
    if (_SENTENCE_END.search(text) and not question) or draft.first.pieces >= 4:
        return False
    return not is_caption(text) and heads_of(text) is None


def _width(text: str) -> int:
    """Return the length of a text in half squares: Han count two."""
    return sum(2 if is_cjk(char) else 1 for char in text)


def _numbered(drafts: Sequence[Draft | None], index: int, draft: Draft, number: Numbering, body: Body) -> bool:
    rest = draft.text[number.end :].lstrip(" 　:：、.．")
    strong = is_strong(draft, body)
    if number.kind in _TOP:
        return _width(rest) <= 90 and not _INSIDE_SENTENCE.search(rest)
    if number.kind is NumberKind.CLAUSE:
        return _width(rest) <= 70 and not re.search(r"[，,。；;：:]", rest)
    if draft.text[-1] in ":：" or _INSIDE_SENTENCE.search(rest) or _width(rest) > 90 or len(draft.lines) > 2:
        return False
    if number.kind in _MIDDLE:
        return bool(rest) and (
            strong or not (rest[-1] in "？?" or "，" in rest or _width(rest) > 60 or _has_sibling(drafts, index, number))
        )
    return strong and _width(rest) <= 60


def is_strong(draft: Draft, body: Body) -> bool:
    """Return whether a paragraph's type stands out from the body's."""
    return draft.size >= LARGER * body.size or (draft.bold and not body.bold and draft.size >= 0.95 * body.size)


def _has_sibling(drafts: Sequence[Draft | None], index: int, number: Numbering) -> bool:
    """Return whether the next or the last paragraph carries the neighbouring number of the same form: then it is a list."""
    for other, step in ((index + 1, 1), (index - 1, -1)):
        near = drafts[other] if 0 <= other < len(drafts) else None
        theirs = near.numbering if near else None
        same = theirs and theirs.kind is number.kind and number.number and theirs.number[:-1] == number.number[:-1]
        if theirs and same and theirs.number[-1] == number.number[-1] + step:
            return True
    return False


def _by_style(drafts: Sequence[Draft | None], index: int, draft: Draft, body: Body) -> bool:
    text = draft.text
    if text[0].islower() or (text[-1] in ":：" and _width(text) > 30):
        return False
    if _WORDS.fullmatch(text.strip()) and len(draft.lines) == 1:
        return True
    if draft.size >= LARGER * body.size:
        return not _INSIDE_SENTENCE.search(text)
    if not is_strong(draft, body) or len(draft.lines) > 2 or _width(text) > 80 or draft.first.pieces > 2 or text[-1] in ":：":
        return False
    after = drafts[index + 1] if index + 1 < len(drafts) else None
    return not _INSIDE_SENTENCE.search(text) and (after is None or not after.bold or after.numbering is not None)


def _levels(found: Sequence[Draft]) -> list[int]:
    """Return the level of each heading from the order of its class."""
    classes: dict[object, list[Draft]] = defaultdict(list)
    for draft in found:
        classes[_class(draft)].append(draft)
    sizes = {key: median(draft.size for draft in group) for key, group in classes.items()}
    bold = {key: sum(draft.bold for draft in group) * 2 > len(group) for key, group in classes.items()}
    order: list[list[object]] = [[key] for key in sorted((k for k in classes if isinstance(k, int)), key=_as_int)]
    plain = sorted((key for key in classes if not isinstance(key, int)), key=lambda key: (-sizes[key], not bold[key], str(key)))
    for key in plain:
        place = _place(key, order, sizes, bold)
        if place is None:
            order.append([key])
        elif place[1]:
            order[place[0]].append(key)
        else:
            order.insert(place[0], [key])
    level = {key: number for number, group in enumerate(_collapsed(order), start=1) for key in group}
    return [level[_class(draft)] for draft in found]


def _collapsed(order: list[list[object]]) -> list[list[object]]:
    """Return the classes with neighbouring styles as one, two on top: a cover's many sizes must not push the chapters down.

    A document without any numbers keeps each style.
    """
    if not any(isinstance(group[0], int) for group in order):
        return order
    done: list[list[object]] = []
    for index, group in enumerate(order):
        plain_run = index > 1 and not isinstance(group[0], int) and not isinstance(order[index - 1][0], int)
        if plain_run:
            done[-1] = [*done[-1], *group]
        else:
            done.append(list(group))
    return done


def _class(draft: Draft) -> object:
    """Return a numbered heading's rank, or the style of one without a number."""
    return draft.numbering.rank if draft.numbering else (round(draft.size), draft.bold)


def _as_int(key: object) -> int:
    return key if isinstance(key, int) else 0


def _place(
    key: object, order: list[list[object]], sizes: Mapping[object, float], bold: Mapping[object, bool]
) -> tuple[int, bool] | None:
    """Return where a style goes among the classes: (index, whether it shares that level), or None for the end."""
    for index, group in enumerate(order):
        head = group[0]
        if abs(sizes[head] - sizes[key]) <= SAME_SIZE_PT and bold[head] == bold[key] and isinstance(head, int):
            return index, True
        if sizes[head] < sizes[key] - SAME_SIZE_PT:
            return index, False
    return None
