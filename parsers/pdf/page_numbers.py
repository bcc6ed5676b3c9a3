"""Printed page numbers: - 3 -, Page 3 of 10, 第 3 页 共 10 页, iv."""

from __future__ import annotations

import re

_PLAIN_NUMBER = re.compile(r"[-–—~·•. ]*([0-9０-９]{1,6}|[ivxlc]{1,7}|[IVXLC]{1,7})[-–—~·•. ]*")
_SAID_NUMBER = re.compile(
    r"第\s*[0-9０-９]{1,4}\s*[页頁][\s,，/]*(?:共\s*[0-9０-９]{1,4}\s*[页頁])?|(?i:page|p\.)\s*[0-9０-９]{1,4}(?:\s*(?:of|/)\s*[0-9０-９]{1,4})?"
    r"|[0-9０-９]{1,4}\s*[/／]\s*[0-9０-９]{1,4}|[-–—~]\s*(?:[0-9０-９]{1,4}|[ivxlc]{1,6})\s*[-–—~]|[0-9０-９]{1,4}\s+of\s+[0-9０-９]{1,4}"
    r"|第\s*[一二三四五六七八九十百]{1,5}\s*[页頁]"
)


def says_page(text: str) -> bool:
    """Return whether a text is a page number by its own words or signs: 第3页, 3/10, - 3 -; not a bare 3."""
    return bool(_SAID_NUMBER.fullmatch(text.strip()))


def page_number(text: str) -> int | None:
    """Return the number that a text counts pages with, 0 for one in Roman or Chinese figures, None for other text."""
    said = _SAID_NUMBER.fullmatch(text.strip())
    plain = _PLAIN_NUMBER.fullmatch(text.strip())
    if not said and not plain:
        return None
    digits = re.search(r"[0-9０-９]+", text)
    return int(digits[0]) if digits else 0
