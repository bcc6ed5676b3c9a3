"""Footnotes: small type at the foot of a column that starts with a marker."""

from __future__ import annotations

import re

from parsers.pdf.paragraphs import Draft

_MARKER = re.compile(r"(?:[①-⑳]|[*＊†‡§¶]{1,3}|[0-9]{1,3}(?=[ )）.、]|[\u4e00-\u9fffA-Z“\"])|注\s*[0-9]*\s*[:：])\s*")


def note_marker(draft: Draft) -> str:
    """Return the marker that a footnote's text starts with, or nothing."""
    if draft.first.marker:
        return draft.first.marker.strip()
    match = _MARKER.match(draft.text)
    return match[0].strip() if match else ""
