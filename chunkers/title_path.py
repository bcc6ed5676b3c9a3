"""The line in front of every index text: document title > section path, middle levels elided where it grows too long."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

SEPARATOR = " > "
ELLIPSIS = "…"


class TitleLine(NamedTuple):
    """The line, what it costs in tokens, and the section titles that it shows in full."""

    line: str
    cost: int
    shown: frozenset[str]


class TitlePath:
    """Makes title lines that cost at most `most_tokens`.

    `forms` gives a heading's index form by its text as printed; `tokens` counts without the specials.
    """

    def __init__(self, title: str, most_tokens: int, tokens: Callable[[str], int], forms: Mapping[str, str]) -> None:
        self._title = _one_line(title)
        self._most = most_tokens
        self._tokens = tokens
        self._forms = forms
        self._lines: dict[tuple[str, ...], TitleLine] = {}

    def line(self, path: tuple[str, ...]) -> TitleLine:
        """Return the title line of a section."""
        if path not in self._lines:
            self._lines[path] = self._make(path)
        return self._lines[path]

    def _make(self, path: tuple[str, ...]) -> TitleLine:
        printed = [self._title, *path]
        levels = [self._title, *(_one_line(self._forms.get(level, level)) for level in path)]
        kept = [i for i, level in enumerate(levels) if level and (i == 0 or level != levels[i - 1])]
        for tail in range(len(kept), 0, -1):
            chosen = kept if tail == len(kept) else [*kept[: tail > 1], *kept[len(kept) - max(1, tail - 1) :]]
            line = _render(levels, kept, chosen)
            if self._fits(line):
                return TitleLine(line, self._tokens(line), frozenset(printed[i] for i in chosen))
        line = self._clipped(levels[kept[-1]]) if kept else ""
        return TitleLine(line, self._tokens(line), frozenset())

    def _fits(self, line: str) -> bool:
        return self._tokens(line) <= self._most

    def _clipped(self, level: str) -> str:
        """Return as much of a level as fits; the level itself is in the chunks' own text in full."""
        low, high = 0, len(level)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(level[:middle] + ELLIPSIS) else (low, middle - 1)
        return level[:low] + ELLIPSIS if low else ""


def _render(levels: list[str], kept: list[int], chosen: list[int]) -> str:
    pieces: list[str] = []
    for order, i in enumerate(chosen):
        gap = order > 0 and kept.index(i) != kept.index(chosen[order - 1]) + 1
        pieces += [ELLIPSIS, levels[i]] if gap else [levels[i]]
    if chosen and chosen[0] != kept[0]:
        pieces.insert(0, ELLIPSIS)
    return SEPARATOR.join(pieces)


def _one_line(text: str) -> str:
    return " ".join(text.split())
