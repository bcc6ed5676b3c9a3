"""E-mail addresses, found beside Han characters too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from normalizers.pii.recognizers.base import Span

_ADDRESS = re.compile(
    r"(?<![0-9A-Za-z._%+-])(?P<local>[0-9A-Za-z_%+-](?:[0-9A-Za-z._%+-]{0,62}[0-9A-Za-z_%+-])?)@"
    r"(?P<domain>(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\.){1,8}(?P<top>[A-Za-z]{2,24}))(?![0-9A-Za-z-])"
)
_FILE_ENDINGS = frozenset({"png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "css", "js"})
"""logo@2x.png is a picture."""


class Email:
    """E-mail addresses in ASCII; Chinese characters on either side are not part of them."""

    entity = "EMAIL_ADDRESS"

    def may_match(self, text: str) -> bool:
        """Return whether there is an @ at all."""
        return any(mark in text for mark in "@＠﹫")

    def find(self, text: str) -> Iterator[Span]:
        """Return the addresses of a folded view."""
        for match in _ADDRESS.finditer(text):
            if match["top"].lower() not in _FILE_ENDINGS:
                yield Span(match.start(), match.end(), match.group(), 1.0)
