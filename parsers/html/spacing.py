"""White space of markup as a browser shows it."""

from __future__ import annotations

import re

from parsers.joining import join_lines

BREAK = "\x1e"
"""Stands for a line break that the markup asks for, until white space has been collapsed."""

_SPACE = re.compile(r"[ \t\r\n\f\u00a0]+")


def collapse(text: str) -> str:
    """Return inline text with runs of white space as one blank and none between Han characters that a source line parted."""
    parts = (join_lines(_tidy(part)) for part in text.split(BREAK))
    return "\n".join(part.strip() for part in parts).strip()


def _tidy(part: str) -> str:
    return _SPACE.sub(lambda match: "\n" if "\n" in match[0] else " ", part)
