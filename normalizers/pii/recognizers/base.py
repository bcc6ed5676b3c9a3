"""What a recogniser is: a kind of personal data, the shapes it is written in, and what makes a shape valid."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Span(NamedTuple):
    """A found value in the folded view, `value` without the blanks and dashes inside, `score` from 0 to 1."""

    start: int
    end: int
    value: str
    score: float


class Recognizer(Protocol):
    """One kind of personal data. Bounds are look-arounds on [0-9A-Za-z]: a word boundary never lies between Han and a digit."""

    @property
    def entity(self) -> str:
        """The kind's name, as settings, audits and operators know it."""

    def may_match(self, text: str) -> bool:
        """Return False only where `find` could not find anything in the folded view of this printed text; cheap."""

    def find(self, text: str) -> Iterator[Span]:
        """Return every valid value in a folded view, so patterns need ASCII only; spans may overlap."""


class Run(NamedTuple):
    """Digit groups read as one number: their span, the digits joined, the lengths of the groups."""

    start: int
    end: int
    digits: str
    groups: tuple[int, ...]


_ALNUM = re.compile("[0-9A-Za-z]+")
_GROUP = re.compile("[0-9]+[Xx]?|[Xx]")


def digit_runs(text: str, lengths: frozenset[int], gap: re.Pattern[str]) -> Iterator[Run]:
    """Return each run of whole digit groups, joined over `gap`, that has one of the lengths.

    A group is a whole run of letters and digits that consists of digits (or ends in the X of an identity number), so nothing
    is ever found inside a longer number, a hash or a GUID's part.
    """
    longest = max(lengths)
    tokens = list(_ALNUM.finditer(text))
    usable = [_GROUP.fullmatch(token.group()) is not None for token in tokens]
    for first, token in enumerate(tokens):
        if not usable[first] or token.group()[0] in "Xx":
            continue
        digits, groups = "", []
        for index in range(first, len(tokens)):
            piece = tokens[index]
            joined = index == first or gap.fullmatch(text, tokens[index - 1].end(), piece.start())
            if not joined or not usable[index] or "x" in digits.lower():
                break
            digits += piece.group()
            groups.append(len(piece.group()))
            if len(digits) > longest:
                break
            if len(digits) in lengths:
                yield Run(token.start(), piece.end(), digits, tuple(groups))


def digits_in_reach(count: int) -> re.Pattern[str]:
    """Return a pattern that printed text must match somewhere if `count` digits (or X last) can be read as one number."""
    return re.compile(rf"\d(?:\W{{0,3}}\d){{{count - 2}}}\W{{0,3}}[\dXxＸｘ]")


@dataclass(frozen=True)
class Cue:
    """Words that, standing right before a number, say what it is."""

    pattern: re.Pattern[str]
    reach: int = 24

    def before(self, text: str, start: int) -> bool:
        """Return whether the cue stands before the number that starts at `start`."""
        return self.pattern.search(text[max(0, start - self.reach) : start]) is not None
