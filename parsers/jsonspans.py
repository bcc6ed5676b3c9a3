"""Where the entries of a JSON text stand, so that pieces of it can be quoted as they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]

_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = JSONDecoder()


@dataclass(frozen=True)
class Entry:
    """One entry of an object or array: its key (or number), where it starts (with its key), its value's start and end."""

    key: str
    start: int
    value_start: int
    end: int


def entries(text: str, start: int) -> Iterator[Entry]:
    """Yield the entries of the object or array that opens at `start`; nothing for other values. Raises JSONDecodeError."""
    start = _skip(text, start)
    opener = text[start : start + 1]
    if opener not in {"{", "["}:
        return
    at = _skip(text, start + 1)
    index = 0
    while at < len(text) and text[at] not in "}]":
        begin = at
        key = str(index)
        if opener == "{":
            key, at = scanstring(text, at + 1, True)
            at = _skip(text, at)
            if text[at : at + 1] != ":":
                raise JSONDecodeError("expected a colon", text, at)
            at = _skip(text, at + 1)
        _, end = _DECODER.raw_decode(text, at)
        yield Entry(key, begin, at, end)
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        index += 1


def _skip(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at
