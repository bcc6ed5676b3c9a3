"""Whether a page's text layer says what the page shows, and with that the page's outcome."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from parsers.pdf.layout import Glyph, RawPage, area, overlap_area
from schemas.document import PageOutcome

MAX_UNDECODED = 0.15
MAX_RARE_HAN = 0.08
MAX_RARE_IN_FEW = 0.4
MAX_MOJIBAKE = 0.15
MAX_MIXED_WORDS = 0.12
MAX_SIGNS = 0.25
MIN_ODD_SIGNS = 8
MIN_ODD_KINDS = 4
MIN_HAN = 20
MIN_FEW_HAN = 4
FEW_CHARS = 15
PICTURE_SHARE = 0.25
DRAWN_PATHS = 60
"""A page without text but with this many vector shapes may show text drawn as outlines."""

_HAN = re.compile("[\u4e00-\u9fff]")
_WORD = re.compile(r"[0-9A-Za-z]{2,}")
_MIXED = re.compile(r"[0-9][A-Za-z]|[A-Za-z][0-9]")
_MOJIBAKE = re.compile("[\xa1-\xb6\xb8-\xfe]{4,}")
"""GBK or UTF-8 read as Latin-1 comes in runs; accents of a language stand alone, and the middle dot makes leaders."""
_UNDECODED = re.compile("[\ufffd-\uffff\ue000-\uf8ff\U000f0000-\U0010ffff]")
_SIGNS = re.compile(r"[!\"#$&*+;<=>?@\\^`|~]")
"""Signs that are rare in text and in tables of numbers, and common where a font without a map shows its codes."""
_ODD_SIGNS = re.compile(r"[!\"#$&;?@\\^`~]")
"""Those of them that no formula has either."""
_ASCII = re.compile(r"[\x21-\x2f\x3a-\x7e]")
_EVERYDAY = re.compile(
    "[\x21-\x7e\xa7\xb0-\xb7\xc0-\u04ff\u0590-\u06ff\u2010-\u2027\u2030-\u205e\u2100-\u22ff\u2460-\u24ff"
    "\u2500-\u26ff\u3000-\u30ff\uac00-\ud7a3\ufb50-\ufdff\ufe70-\ufeff\uff01-\uff60]"
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """A page's outcome, with the reason in a word; and whether what text it has may be read."""

    outcome: PageOutcome
    reason: str = ""
    trusted: bool = True


def is_undecoded(glyph: Glyph) -> bool:
    """Return whether a glyph's character is unknown: (cid:n), private use, U+FFFD."""
    return glyph.text.startswith("(cid:") or bool(_UNDECODED.search(glyph.text))


def judge(page: RawPage, scan: bool) -> Verdict:
    """Return how a page with these seen glyphs can be read.

    Blank when nothing is on it; needs_ocr when its text is garbage, or it has next to none and a picture, or is a drawing.
    """
    printed = [glyph for glyph in page.glyphs if not glyph.text.isspace()]
    if not printed:
        return _without_text(page)
    reason = garbage(printed, page.glyphs, scan)
    if reason:
        return Verdict(PageOutcome.NEEDS_OCR, reason, trusted=False)
    if len(printed) < FEW_CHARS and _picture_share(page) >= PICTURE_SHARE:
        return Verdict(PageOutcome.NEEDS_OCR, "picture", trusted=not scan)
    return Verdict(PageOutcome.TEXT, "ocr_layer" if scan else "")


def garbage(printed: Sequence[Glyph], glyphs: Sequence[Glyph], scan: bool) -> str:
    """Return why the text is garbage, in a word, or nothing."""
    if sum(is_undecoded(glyph) for glyph in printed) > MAX_UNDECODED * len(printed):
        return "undecoded"
    text = "".join(glyph.text for glyph in glyphs)
    if mojibake_share("".join(text.split())) > MAX_MOJIBAKE:
        return "mojibake"
    if _shows_codes(text):
        return "implausible_characters"
    han = _HAN.findall(text)
    few = len(han) < MIN_HAN
    if len(han) >= MIN_FEW_HAN and sum(map(_is_rare, han)) > (MAX_RARE_IN_FEW if few else MAX_RARE_HAN) * len(han):
        return "rare_characters"
    if scan and len(han) >= MIN_HAN:
        words = [word for word in _WORD.findall(text) if any(map(str.isdigit, word))]
        if len(words) >= 5 and sum(bool(_MIXED.search(word)) for word in words) > MAX_MIXED_WORDS * len(words):
            return "recognition_errors"
    return ""


def _shows_codes(text: str) -> bool:
    """Return whether the ASCII characters of a text are signs of all kinds: the codes of a font that has no map to Unicode."""
    odd = _ODD_SIGNS.findall(text)
    if len(odd) < MIN_ODD_SIGNS or len(set(odd)) < MIN_ODD_KINDS:
        return False
    return len(_SIGNS.findall(text)) > MAX_SIGNS * len(_ASCII.findall(text))


def mojibake_share(letters: str) -> float:
    """Return the share of characters that stand in runs of accented Latin, as bytes read in the wrong encoding do."""
    return sum(map(len, _MOJIBAKE.findall(letters))) / max(1, len(letters))


def plausibility(text: str) -> float:
    """Return the share of everyday characters in a text, to choose between two readings of a page."""
    letters = "".join(text.split())
    everyday = sum(map(_is_everyday, letters))
    return everyday / max(1, len(letters)) - mojibake_share(letters)


@lru_cache(maxsize=65536)
def _is_everyday(char: str) -> bool:
    return bool(_EVERYDAY.match(char)) or (bool(_HAN.match(char)) and not _is_rare(char))


@lru_cache(maxsize=65536)
def _is_rare(char: str) -> bool:
    """Return whether a Han character is in neither everyday set: GB 2312, or level 1 of Big5."""
    for encoding, first, last in (("gb2312", 0xB0, 0xF7), ("big5", 0xA4, 0xC6)):
        try:
            lead = char.encode(encoding)[0]
        except UnicodeEncodeError:
            continue
        if first <= lead <= last:
            return False
    return True


def _without_text(page: RawPage) -> Verdict:
    if any(area(picture.box) > 100 for picture in page.pictures):
        return Verdict(PageOutcome.NEEDS_OCR, "picture")
    if page.paths >= DRAWN_PATHS:
        return Verdict(PageOutcome.NEEDS_OCR, "drawing")
    return Verdict(PageOutcome.BLANK)


def _picture_share(page: RawPage) -> float:
    sheet = (0.0, 0.0, page.width, page.height)
    return sum(overlap_area(picture.box, sheet) for picture in page.pictures) / max(1.0, page.width * page.height)
