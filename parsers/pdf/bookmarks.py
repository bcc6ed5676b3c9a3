"""Bookmarks matched to the paragraphs that they name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from parsers.pdf.draft import Draft
from parsers.pdf.pdfium import Bookmark

MAX_CHARS = 120


def bookmarked(drafts: Sequence[Draft | None], bookmarks: Sequence[Bookmark]) -> dict[int, int]:
    """Return the level of each draft that a bookmark names and points to, give or take a page."""
    wanted: dict[str, list[Bookmark]] = defaultdict(list)
    for mark in bookmarks:
        if _bare(mark.title):
            wanted[_bare(mark.title)].append(mark)
    found: dict[int, int] = {}
    for index, draft in enumerate(drafts):
        if draft is None or draft.first.rule or len(draft.text) > MAX_CHARS:
            continue
        for mark in wanted.get(_bare(draft.text), ()):
            if mark.page is None or abs(mark.page - draft.first.page) <= 1:
                found[index] = mark.level
                break
    return found


def _bare(text: str) -> str:
    return re.sub(r"[\s\W_]+", "", text).lower()
