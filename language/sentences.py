"""Where sentences end, in Chinese and English text mixed as it comes."""

from __future__ import annotations

import re

CLOSERS = "”’」』】）》〉〕)]"
"""Marks that belong to the sentence they close. A straight quote closes when its line has opened it."""

_CLOSE = re.escape(CLOSERS)
_END = re.compile(
    rf"(?P<han>[。！？；]+)(?:[^\S\n]*[{_CLOSE}])*"
    rf"|(?P<latin>[.!?]+)[{_CLOSE}\"']*(?=\s)"
    r"|(?P<line>\n)"
)
_NEVER_LAST = "mr mrs ms dr prof rev hon gen col capt sgt st mt vs e.g i.e cf viz figs eq eqs sect chap approx dept"
_BEFORE_DIGIT = (
    "no nos art arts p pp par para app ref refs sec ch fig vol vols ed eds max min tel ext est jan feb mar apr jun jul aug"
)
_BEFORE_SMALL = "etc al inc ltd co corp bros llc plc jr sr a.m p.m u.s u.k sep sept oct nov dec"

_GOES_ON_BEFORE = (
    {word: re.compile("") for word in _NEVER_LAST.split()}
    | {word: re.compile("[0-9]") for word in _BEFORE_DIGIT.split()}
    | {word: re.compile("[a-z0-9,;]") for word in _BEFORE_SMALL.split()}
)
"""Abbreviations, and how what follows must begin for the sentence to go on after them."""

_LAST_WORD = re.compile(r"[A-Za-z][A-Za-z.]*$|\d[\d.]*$")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return (start, end) of each sentence; the spans are contiguous and cover `text` exactly, blanks after an end included.

    Cuts after 。！？； with the quotes and brackets that close there, after English .!? before a blank, and at line breaks.
    """
    cuts: list[int] = []
    start = 0
    for match in _END.finditer(text):
        if match.start() < start or (match["latin"] and _goes_on(text, start, match)):
            continue
        end = _with_blanks(text, _with_quote(text, match))
        if not text[start:end].strip():
            # Blank lines belong to the sentence before them.
            if cuts:
                cuts[-1] = start = end
            continue
        cuts.append(end)
        start = end
    if start < len(text):
        if cuts and not text[start:].strip():
            cuts[-1] = len(text)
        else:
            cuts.append(len(text))
    return list(zip([0, *cuts[:-1]], cuts, strict=True)) if cuts else []


def _with_blanks(text: str, end: int) -> int:
    while end < len(text) and text[end].isspace():
        end += 1
    return end


def _with_quote(text: str, match: re.Match[str]) -> int:
    """Return where the sentence ends, a straight quote that its line opened included."""
    end = match.end()
    if match["han"] and text[end : end + 1] == '"':
        line_start = text.rfind("\n", 0, end) + 1
        if text.count('"', line_start, end) % 2 == 1:
            return end + 1
    return end


def _goes_on(text: str, start: int, match: re.Match[str]) -> bool:
    """Return whether a full stop belongs to an abbreviation, an initial or the number in front of a line."""
    if match["latin"] != ".":
        return False
    dot = match.start("latin")
    before = _LAST_WORD.search(text, max(start, dot - 20), dot)
    if before is None:
        return False
    word = before.group()
    if word[0].isdigit():
        return not text[start : before.start()].strip()
    if len(word) == 1 and word.isupper():
        return True
    goes_on = _GOES_ON_BEFORE.get(word.lower())
    return goes_on is not None and goes_on.match(text, _with_blanks(text, match.end())) is not None
