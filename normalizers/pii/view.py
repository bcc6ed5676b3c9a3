"""The view of a text that recognisers read: one width, one kind of digit, blank and dash; offsets are those of the text."""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache

_BLANKS = "\t\x0b\x0c\r\x85\xa0\u1680\u180e\u2028\u2029\u202f\u205f\u3000\u200b\u200c\u200d\u2060\ufeff\xad" + "".join(
    chr(code) for code in range(0x2000, 0x200B)
)
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_MARKS = {"＠": "@", "．": ".", "＋": "+", "（": "(", "）": ")", "＿": "_", "：": ":", "﹫": "@", "％": "%", "＃": "#"}


def folded_view(text: str) -> str:
    """Return `text` with digits, Latin letters, blanks, dashes and a few marks as ASCII, character for character.

    The result has the length of `text`, so a span found in it is a span of `text`. Line breaks stay what they are.
    """
    if text.isascii() and "\t" not in text:
        return text
    return text.translate(_table())


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    table = {ord(blank): " " for blank in _BLANKS} | {ord(dash): "-" for dash in _DASHES}
    table |= {ord(mark): plain for mark, plain in _MARKS.items()}
    table |= {base + i: chr(first + i) for base, first in ((0xFF21, ord("A")), (0xFF41, ord("a"))) for i in range(26)}
    for code in range(0x80, sys.maxunicode + 1):
        digit = unicodedata.decimal(chr(code), None)
        if digit is not None:
            table[code] = str(digit)
    return table
