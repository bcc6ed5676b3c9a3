"""Width and spacing of printed text, and folding of Traditional to Simplified; each as edits, so that offsets stay known."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Any

from language.edits import apply_edits, compose, run_passes, substitutions
from schemas.document import Edit

__all__ = [
    "apply_edits",
    "compose",
    "fold_traditional",
    "fold_width",
    "run_passes",
    "space_edits",
    "traditional_edits",
    "width_edits",
]

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd"
"""Han characters, for use inside a character class."""

KEPT_PUNCTUATION = "，。；：？！（）"
"""Full-width marks that Chinese text is written with; they stay. 《》“”、 and ① have no narrow form and stay by themselves."""

CJK_MARKS = "、。〈〉《》「」『』【】〔〕〖〗，；：？！（）"
"""Marks of Chinese text beside which a space means nothing."""

SHARED_MARKS = "“”‘’…—·"
"""Marks of both Chinese and English; a space beside them means nothing where Han stands on its other side."""

_NARROW = {chr(0xFF01 + i): chr(0x21 + i) for i in range(94) if chr(0xFF01 + i) not in KEPT_PUNCTUATION} | {
    "￥": "¥",
    "￠": "¢",
    "￡": "£",
}
_COMPATIBILITY = "\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06"
"""Radicals and compatibility ideographs that PDF fonts put for the ordinary character, and Latin ligatures."""

_WIDE_RUN = re.compile("[" + "".join(_NARROW) + _COMPATIBILITY + "]")
_NOT_BLANK = re.compile("[\u200b\u200c\u200d\u2060\ufeff\u00ad]+")
_BLANK_RUN = re.compile(
    r"[^\S\n]*\n\s*|(?<![\x21-\x7e])[^\S\n]+|[^\S\n]+(?![\x21-\x7e\s])|[^\S\n]{2,}|[^\S\n ]",
)
"""Every run of blanks but the plain one between two ASCII characters, which stays anyway."""

_HAN_OR_MARK = re.compile(f"[{HAN}{CJK_MARKS}]")
_BESIDE_HAN = re.compile(f"[{HAN}{CJK_MARKS}{SHARED_MARKS}]")
_SURROGATE = re.compile("([\ud800-\udfff]+)")
_TRADITIONAL_CANDIDATE = re.compile(f"[{HAN}]+")


def width_edits(text: str) -> tuple[Edit, ...]:
    """Return edits that bring digits, Latin letters and most ASCII marks to half width; ，。；：？！（） and ① stay.

    Compatibility ideographs, radicals and Latin ligatures become the ordinary characters. Unlike NFKC, nothing else changes.
    """
    return substitutions(
        _WIDE_RUN, text, lambda match: _NARROW.get(match.group()) or unicodedata.normalize("NFKC", match.group())
    )


def fold_width(text: str) -> str:
    """Return `text` with `width_edits` carried out."""
    return apply_edits(text, width_edits(text))


def space_edits(text: str) -> tuple[Edit, ...]:
    """Return edits that drop blanks between Han characters and at both ends, and bring every other run to one blank.

    A run that holds a line break becomes one line break. Zero-width characters go.
    """
    shown, edits = run_passes(text, [_invisible_edits, _blank_edits])
    return edits if shown != text else ()


def _invisible_edits(text: str) -> tuple[Edit, ...]:
    return substitutions(_NOT_BLANK, text, lambda _: "")


def _blank_edits(text: str) -> tuple[Edit, ...]:
    return substitutions(_BLANK_RUN, text, _one_blank)


def _one_blank(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    if start == 0 or end == len(text):
        return ""
    if "\n" in match.group():
        return "\n"
    before, after = text[start - 1], text[end]
    if before in CJK_MARKS or after in CJK_MARKS:
        return ""
    han = _HAN_OR_MARK.match(before) or _HAN_OR_MARK.match(after)
    return "" if han and _BESIDE_HAN.match(before) and _BESIDE_HAN.match(after) else " "


def fold_traditional(text: str) -> str:
    """Return `text` in Simplified characters (OpenCC t2s)."""
    if text.isascii():
        return text
    if _SURROGATE.search(text):
        return "".join(part if _SURROGATE.match(part) else fold_traditional(part) for part in _SURROGATE.split(text))
    folded: str = _converter().convert(text)
    return folded


def traditional_edits(text: str) -> tuple[Edit, ...]:
    """Return edits that fold Traditional characters to Simplified, one per run of Han characters that changes."""
    if text.isascii() or fold_traditional(text) == text:
        return ()
    return substitutions(_TRADITIONAL_CANDIDATE, text, lambda match: fold_traditional(match.group()))


@lru_cache(maxsize=1)
def _converter() -> Any:
    from opencc import OpenCC

    return OpenCC("t2s")
