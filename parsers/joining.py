"""Lines of one paragraph put together: no blank between Han characters, one elsewhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_HAN = r"\u2e80-\u2fdf\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60"
_BREAK = re.compile(rf"(?<=[{_HAN}])[ \t]*\n[ \t]*(?=[{_HAN}])")


def join_lines(text: str) -> str:
    """Return `text` with line feeds taken out between Han characters and made a blank elsewhere."""
    return re.sub(r"[ \t]*\n[ \t]*", " ", _BREAK.sub("", text))


def width(text: str) -> int:
    """Return how many columns a line takes on a terminal: two for a wide character."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def are_wrapped(lines: Sequence[str], full_width: int) -> bool:
    """Return whether lines are one paragraph wrapped at `full_width`: all but the last are nearly full."""
    if len(lines) < 2 or not 30 <= full_width <= 140:
        return False
    return all(width(line.rstrip()) >= 0.72 * full_width for line in lines[:-1])
