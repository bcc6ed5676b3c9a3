"""What a glyph's raw values mean: its text, font, direction and lightness, whichever library gave them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from parsers.pdf.layout import CLOCKWISE, COUNTER_CLOCKWISE, OBLIQUE, UPRIGHT, UPSIDE_DOWN
from parsers.pdf.symbols import symbol

MAX_SLANT_DEG = 8.0
"""Text within this angle of an axis counts as lying on it."""

_BOLD = re.compile(r"bold|black|heavy|demi(?!lunar)|simhei|stheiti|heiti|黑体|黑體|大标宋|小标宋|(?:^|[-+])hei", re.IGNORECASE)
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_BLANKS = {0x00A0, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A, 0x202F, 0x205F, 0x0009}
_TURNS = (UPRIGHT, COUNTER_CLOCKWISE, UPSIDE_DOWN, CLOCKWISE)
_TINT = ("Separation", "DeviceN", "Indexed")


@lru_cache(maxsize=65536)
def plain_text(text: str, font: str = "") -> str:
    """Return a glyph's text: ligatures expanded, Kangxi radicals as the Han they picture, nothing unprintable."""
    return "".join(_plain_char(char, font) for char in text)


def _plain_char(char: str, font: str) -> str:
    code = ord(char)
    if code in _LIGATURES:
        return _LIGATURES[code]
    if code in _BLANKS:
        return " "
    if code == 0xAD:
        return "-"
    if 0xF000 <= code <= 0xF0FF:
        return symbol(code - 0xF000, font) or char
    if 0x2E80 <= code <= 0x2FDF or 0xF900 <= code <= 0xFAFF:
        return unicodedata.normalize("NFKC", char)
    if unicodedata.category(char) in ("Cc", "Cf") or 0xD800 <= code <= 0xDFFF:
        return ""
    return char


@lru_cache(maxsize=4096)
def plain_font(name: Any) -> str:
    """Return a font's name as text, without the six letters that mark a subset."""
    text = name.decode("gb18030", "replace") if isinstance(name, bytes) else str(name or "")
    return text.split("+", 1)[1] if re.match(r"[A-Z]{6}\+", text) else text


@lru_cache(maxsize=4096)
def is_bold(font: str) -> bool:
    """Return whether a font's name says that it is bold, or a Chinese face used for emphasis (黑体)."""
    return bool(_BOLD.search(font))


def direction(a: float, b: float) -> int:
    """Return how text with the advance direction (a, b), y upwards, is turned against the page."""
    angle = math.degrees(math.atan2(b, a)) % 360
    quarter = round(angle / 90)
    return _TURNS[quarter % 4] if abs(angle - 90 * quarter) <= MAX_SLANT_DEG else OBLIQUE


def own_base(x: float, y: float, turn: int, width: float, height: float) -> float:
    """Return the baseline's height in the frame where the glyph is upright, from its origin (x, y) on the page."""
    return {CLOCKWISE: width - x, COUNTER_CLOCKWISE: x, UPSIDE_DOWN: height - y}.get(turn, y)


def luminance(colour: Any, space: str) -> float:
    """Return 0 (black) to 1 (white) of a fill colour as PDF gives it; 0 where that cannot be told."""
    parts = tuple(colour) if isinstance(colour, Iterable) and not isinstance(colour, str | bytes) else (colour,)
    if not parts or not all(isinstance(part, int | float) for part in parts):
        return 0.0
    if len(parts) == 1:
        return 1.0 - float(parts[0]) if space in _TINT else float(parts[0])
    if len(parts) == 3:
        red, green, blue = parts
        return float(0.299 * red + 0.587 * green + 0.114 * blue)
    if len(parts) == 4:
        cyan, magenta, yellow, black = parts
        return float((1 - 0.299 * cyan - 0.587 * magenta - 0.114 * yellow) * (1 - black))
    return 0.0
