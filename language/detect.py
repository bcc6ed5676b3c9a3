"""Which language a text is written in, by its characters and commonest words; cheap enough for every block."""

from __future__ import annotations

import re

SAMPLE_CHARS = 20_000
HAN_SHARE = 0.15
"""A text counts as Chinese from this share of Han among its letters: Chinese contracts quote a lot of Latin."""

_HAN = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003fffd]")
_OTHER_ASIAN = re.compile("[\u3040-\u30ff\uac00-\ud7af\u0e00-\u0e7f]")
_LATIN = re.compile("[A-Za-z]")
_WORD = re.compile("[A-Za-z\u00c0-\u024f]+")
_COMMON_WORDS = "the of and to in a is for that on with as by are be this or from an at it not which was we"
_COMMON_ENGLISH = frozenset(_COMMON_WORDS.split())
_MIN_WORDS = 20
_MIN_COMMON_SHARE = 0.08


def language_of(text: str) -> str:
    """Return "zh", "en", or "und" where it is neither, mixed beyond telling, or there are no letters."""
    sample = text[:SAMPLE_CHARS]
    han, latin, other = len(_HAN.findall(sample)), len(_LATIN.findall(sample)), len(_OTHER_ASIAN.findall(sample))
    if not han and not latin:
        return "und"
    if other > max(han, latin) * 0.2:
        return "und"
    # One Han character says about as much as four Latin letters.
    if han * 4 >= latin or han >= HAN_SHARE * (han + latin):
        return "zh"
    return "en" if _reads_english(sample) else "und"


def _reads_english(text: str) -> bool:
    """Short texts get the benefit of the doubt; longer ones must hold the commonest English words."""
    words = [word.lower() for word in _WORD.findall(text)]
    if not words or any(not word.isascii() for word in words[:_MIN_WORDS]):
        return False
    common = sum(word in _COMMON_ENGLISH for word in words)
    return len(words) < _MIN_WORDS or common >= _MIN_COMMON_SHARE * len(words)
