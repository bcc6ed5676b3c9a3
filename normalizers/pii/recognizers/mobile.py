"""Mobile numbers of the mainland (1[3-9] and nine more digits) and of Taiwan (09 and eight more)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from normalizers.pii.recognizers.base import Span, digits_in_reach
from normalizers.pii.recognizers.cues import NOT_PERSONAL, PHONE

_MAINLAND = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:\+|00)?86[ -]?|\((?:\+|00)?86\)[ ]?)?"
    r"(?P<value>1[3-9][0-9]{9}"
    r"|1[3-9][0-9](?P<a>[ -]{1,2})[0-9]{4}(?P=a)[0-9]{4}"
    r"|1[3-9][0-9]{2}(?P<b>[ -])[0-9]{3}(?P=b)[0-9]{4}"
    r"|1[3-9][0-9]{2}(?P<c>[ -])[0-9]{4}(?P=c)[0-9]{3}"
    r"|1[3-9][0-9](?P<d>[ -])[0-9]{8}"
    r"|1[ ][3-9](?:[ ][0-9]){9})(?![0-9A-Za-z])"
)
_TAIWAN = re.compile(
    r"(?<![0-9A-Za-z])(?:(?:\+|00)886[ -]?(?P<value>9[0-9]{2}(?P<a>[ -]?)[0-9]{3}(?P=a)[0-9]{3})"
    r"|(?P<home>09[0-9]{2}(?P<b>[ -]?)[0-9]{3}(?P=b)[0-9]{3}))(?![0-9A-Za-z])"
)
_NUMBER_GOES_ON_BEFORE = re.compile(r"(?:[0-9][.,]|[¥￥$€£]|(?i:rmb|cny|usd) ?)$")
_NUMBER_GOES_ON_AFTER = re.compile(r"[.,][0-9]|[ ]?(?:元|万|亿|美元|%)")
_CHAIN_BEFORE = re.compile(r"[0-9A-Za-z]+[-_/]$")
_CHAIN_AFTER = re.compile(r"-[0-9A-Za-z]")
_FIGURE_BEFORE = re.compile(r"(?<![0-9./-])[0-9]+ $")
_FIGURE_AFTER = re.compile(r" [0-9]+(?![0-9]*[-/.年])")
_PHONE_WORD = re.compile(r"(?i)(?:tel|phone|mobile|mob|cell|fax|86)-$")

_IN_REACH = digits_in_reach(9)


class Mobile:
    """Mobile numbers with or without country code, in one piece or as printed on cards: 138 1234 5678, 138-1234-5678.

    The span is the national number; a country code before it stays. Amounts, decimals and links of a longer chain of ids
    (2023-13812345678-01) are left alone, and so is what 订单号 and the like announce.
    """

    entity = "MOBILE_PHONE"

    def may_match(self, text: str) -> bool:
        """Return whether 9 digits stand close enough to be one number."""
        return _IN_REACH.search(text) is not None

    def find(self, text: str) -> Iterator[Span]:
        """Return the mobile numbers of a folded view."""
        matches = [match for pattern in (_MAINLAND, _TAIWAN) for match in pattern.finditer(text)]
        borders = {border for match in matches for border in match.span()}
        for match in matches:
            group = "value" if match["value"] else "home"
            if not self._is_another_number(text, match) and not self._is_columns(text, match, borders):
                start, end = match.span(group)
                yield Span(start, end, re.sub("[ -]", "", text[start:end]), 0.9)

    def _is_columns(self, text: str, match: re.Match[str], borders: set[int]) -> bool:
        """Return whether a number split by blanks is figures of a row, as in 151 2020 2021 2022."""
        start, end = match.span()
        if " " not in match.group() or match.group()[0] in "+(" or PHONE.before(text, start):
            return False
        before = _FIGURE_BEFORE.search(text[max(0, start - 12) : start]) and start - 1 not in borders
        after = _FIGURE_AFTER.match(text, end) and end + 1 not in borders
        return bool(before or after)

    def _is_another_number(self, text: str, match: re.Match[str]) -> bool:
        start, end = match.span()
        before, after = text[max(0, start - 12) : start], text[end : end + 4]
        if _NUMBER_GOES_ON_BEFORE.search(before) or _NUMBER_GOES_ON_AFTER.match(after):
            return True
        chained = _CHAIN_BEFORE.search(before) and not before.endswith(("_", "/")) and not _PHONE_WORD.search(before)
        return bool(chained or _CHAIN_AFTER.match(after) or NOT_PERSONAL.before(text, start))
