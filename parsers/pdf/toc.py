"""Lines of a table of contents."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from parsers.pdf.draft import TOC
from parsers.pdf.layout import Line

MIN_ENTRIES = 3
MAX_BETWEEN = 2

_LEADER = re.compile(r"(?:[.．·・•…‥⋯_\-－—]\s?){4,}|[…⋯]{2,}")
_NUMBER_AT_END = re.compile(r"[(（\-–]?\s*(?:[0-9０-９]{1,4}|[ivxlcIVXLC]{1,6})\s*[)）\-–]?$")
_TITLE = re.compile(r"(?:目\s*[录錄次]|(?:table of )?contents)", re.IGNORECASE)


def mark_toc(lines: Sequence[Line], runs_on: bool) -> list[Line]:
    """Return the lines with those of a table of contents marked by the rule "toc", its title included.

    An entry ends with dots and a page number, or, under a title, with a number set apart; at least three make a table, fewer
    where it `runs_on` from the page before. A line or two between entries belong to them: titles are wrapped.
    """
    entries = [i for i, line in enumerate(lines) if _has_leader(line.text)]
    title = next((i for i, line in enumerate(lines) if _TITLE.fullmatch(line.text.strip())), None)
    if title is not None and len(entries) < MIN_ENTRIES:
        entries = [i for i, line in enumerate(lines) if i > title and _ends_apart(line)]
    if len(entries) < (1 if runs_on else MIN_ENTRIES):
        return list(lines)
    marked = set(entries)
    for one, two in itertools.pairwise(entries):
        if two - one - 1 <= MAX_BETWEEN:
            marked |= set(range(one, two))
    if title is not None and 0 <= entries[0] - title <= MAX_BETWEEN:
        marked |= set(range(title, entries[0]))
    return [replace(line, rule=TOC) if i in marked else line for i, line in enumerate(lines)]


def _has_leader(text: str) -> bool:
    leaders = list(_LEADER.finditer(text))
    if not leaders or leaders[-1].start() == 0:
        return False
    return bool(_NUMBER_AT_END.search(text)) or leaders[-1].end() >= len(text) - 1


def _ends_apart(line: Line) -> bool:
    return line.pieces >= 2 and bool(re.search(r"\s(?:[0-9０-９]{1,4}|[ivxlc]{1,6})$", line.text))
