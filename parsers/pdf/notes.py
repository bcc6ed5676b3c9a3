"""Footnotes: small type at the foot of a column that starts with a marker."""

from __future__ import annotations

import re

from parsers.pdf.draft import Draft, is_tabular

_MARKER = re.compile(r"(?:[①-⑳]|[*＊†‡§¶]{1,3}|[0-9]{1,3}(?=[ )）.、]+[^\d\s.)）])|注\s*[0-9]*\s*[:：])\s*")


def note_marker(draft: Draft) -> str:
    """Return the marker that a footnote's text starts with, or nothing; a row of a table has none."""
    if is_tabular(draft.first):
        return ""
    if draft.first.marker:
        return draft.first.marker.strip()
    match = _MARKER.match(draft.text)
    return match[0].strip() if match else ""
