"""Where a blank belongs: between glyphs, between segments of a line, and between lines of a paragraph."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from language.numbering import NumberKind, read_numbering
from parsers.pdf.layout import Glyph, Segment

SOFT = "\x1f"
"""Room between two Han characters that is a blank only if it ends a number: 第一章 总则, but 第 二 十 條."""

LATIN_BLANK = 0.16
MIXED_BLANK = 0.42
POINT_BLANK = 0.6
HAN_BLANK = 1.2
LETTER_SPACED = 1.7
"""A gap this many times the row's usual one sticks out of letter-spaced type."""

_CJK = re.compile(
    "[\u2e80-\u303f\u3041-\u30ff\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6"
    "①-⑳\U00020000-\U0003ffff]"
)
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\u3007\uf900-\ufaff\U00020000-\U0003ffff]")
_UNITS = "编|編|篇|章|节|節|条|條|款|项|項|目"
_SPACED_LABEL = re.compile(f"第[ {SOFT}]*(?:[0-9０-９一二三四五六七八九十百千零〇兩两][ {SOFT}]*){{1,8}}(?:{_UNITS})")
_LONE_HAN = re.compile(f"(?<![^ {SOFT}]){_HAN.pattern}(?:[ {SOFT}]{_HAN.pattern})+(?![^ {SOFT}])")
_SHARED = "“”‘’…—·"
"""Marks that Chinese and Latin type share."""
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_LATIN_WORD_CUT = re.compile(r"(?<![A-Za-z-])[A-Za-z]{2,}-$")
_LABELS = (NumberKind.PART, NumberKind.CHAPTER, NumberKind.SECTION, NumberKind.CLAUSE, NumberKind.APPENDIX)


@lru_cache(maxsize=65536)
def is_han(char: str) -> bool:
    """Return whether a character is Han."""
    return bool(_HAN.match(char))


@lru_cache(maxsize=65536)
def is_cjk(char: str) -> bool:
    """Return whether a character belongs to Chinese or Japanese setting, punctuation included."""
    return bool(_CJK.match(char))


def blank_between(one: Glyph, two: Glyph, written: bool, usual: float) -> str:
    """Return "", " " or SOFT for what stands between two glyphs of a segment.

    `written` says that the file has a blank there; `usual` is the row's usual gap between Han characters, in points, negative
    for a row without any. Chinese type leaves room after the point of a number (3620. 1), which is no blank.
    """
    size, gap = max(one.size, two.size), two.x0 - one.x1
    left, right = _set_wide(one, one.text[-1]), _set_wide(two, two.text[0])
    if left and right:
        return _between_han(gap, size, written, usual)
    if left or right:
        return " " if (written and gap > 0.1 * size) or gap > max(MIXED_BLANK * size, LETTER_SPACED * usual) else ""
    if not written and usual >= 0 and one.text == "." and two.text[0].isdigit() and gap < POINT_BLANK * size:
        return ""
    if written and one.text in _LIGATURES and gap < 0.1 * size and two.text[0].islower():
        return ""
    return " " if written or gap > LATIN_BLANK * size else ""


def _between_han(gap: float, size: float, written: bool, usual: float) -> str:
    if gap > max(HAN_BLANK * size, LETTER_SPACED * usual):
        return " "
    return SOFT if (written or gap > 0.3 * size) and usual < 0.2 * size else ""


def _set_wide(glyph: Glyph, char: str) -> bool:
    """Return whether a glyph is set the Chinese way; quotes and dashes are where they take a full square."""
    return is_cjk(char) or (char in _SHARED and glyph.x1 - glyph.x0 >= 0.75 * glyph.size)


def join_segments(parts: Sequence[Segment]) -> str:
    """Return the text of a line made of segments, from the left."""
    out = parts[0].text
    for one, two in itertools.pairwise(parts):
        size, gap = max(one.size, two.size), two.x0 - one.x1
        blank = " "
        if is_cjk(one.text[-1]) and is_cjk(two.text[0]):
            lone = len(parts) == 2 and len(one.text) == len(two.text) == 1 and gap <= 3 * size
            blank = "" if lone else _between_han(gap, size, False, one.gap)
        out += blank + two.text
    return settle(out)


def settle(text: str) -> str:
    """Return a line's text with soft blanks decided and letter-spaced Han drawn together.

    第 二 十 條 becomes 第二十條; 总 则 becomes 总则; the blank after 第一章 stays.
    """
    text = _SPACED_LABEL.sub(lambda match: re.sub(f"[ {SOFT}]", "", match[0]), text)
    text = _LONE_HAN.sub(lambda match: match[0].replace(" ", "").replace(SOFT, ""), text)
    if SOFT not in text:
        return text
    plain = text.replace(SOFT, "")
    number = read_numbering(plain)
    if number is None or number.kind not in _LABELS:
        return plain
    ink = sum(1 for char in text[: _offset(text, number.end)] if char != SOFT)
    at = _offset(text, number.end)
    has_blank = at < len(text) and text[at] == SOFT
    return plain[:ink] + " " + plain[ink:].lstrip() if has_blank else plain


def _offset(text: str, plain_offset: int) -> int:
    """Return where in `text` the first `plain_offset` characters other than SOFT end."""
    seen = 0
    for index, char in enumerate(text):
        if seen == plain_offset:
            return index
        seen += char != SOFT
    return len(text)


def join_lines(one: str, two: str) -> str:
    """Return two lines of a paragraph as one text: nothing between Han, a blank between Latin words.

    A hyphen at the line's end goes when the rest of the word is lower case, and neither half has a hyphen of its own.
    """
    if not one or not two:
        return one + two
    left = is_cjk(one[-1]) or (one[-1] in _SHARED and any(map(is_cjk, one[-4:])))
    right = is_cjk(two[0]) or (two[0] in _SHARED and any(map(is_cjk, two[:4])))
    if left or right:
        return one + two if left and right else one + _mixed_blank(one, two) + two
    if _LATIN_WORD_CUT.search(one) and two[0].islower() and "-" not in two.split(" ", 1)[0]:
        return one[:-1] + two
    if one[-1] in "-/–" and not one[-2:-1].isspace():
        return one + two
    return one + " " + two


def _mixed_blank(one: str, two: str) -> str:
    """Return a blank where the paragraph itself writes one between Han and Latin words."""
    return " " if re.search(r"[\u4e00-\u9fff] [A-Za-z]|[A-Za-z] [\u4e00-\u9fff]", one + "\n" + two) else ""
