"""A block in the making, and what the start of its text says of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from language.numbering import Numbering, read_numbering
from parsers.pdf.layout import Line, union
from parsers.pdf.spacing import join_lines
from schemas.document import Box

BULLETS = "•●○■□◆◇▪▫‣–*※✓✗➢❖★·◦∙▶►"
TABULAR_PIECES = 3
TABULAR_CHARS = 16
TOC = "toc"

_BULLET = re.compile(rf"[{re.escape(BULLETS)}](?!\d)\s*(?=\S)|—{{2,3}}\s*(?=[^\s—])")
_TICK = re.compile(r"[□☑■☐√✓]\s*[^\s□☑■☐]{1,8}(\s*[☑□■☐√✓]|$)")
_CITED = re.compile(r"[\[［【][0-9]{1,3}[\]］】]\s*\S")
"""An entry of a list of references."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A block in the making: its lines, and the joined text. `column` tells which column of which page it begins in."""

    lines: tuple[Line, ...]
    text: str
    column: int = 0
    numbering: Numbering | None = None
    bullet: str = ""
    rule: str = ""

    @property
    def first(self) -> Line:
        """The first line."""
        return self.lines[0]

    @property
    def last(self) -> Line:
        """The last line."""
        return self.lines[-1]

    @property
    def size(self) -> float:
        """The usual type size."""
        return median(line.size for line in self.lines)

    @property
    def bold(self) -> bool:
        """Whether every line is bold."""
        return all(line.bold for line in self.lines)

    def boxes(self) -> list[tuple[int, Box, int]]:
        """Return (page, box, turn) of each page or column that the lines stand in."""
        groups: list[list[Line]] = []
        for line in self.lines:
            if groups and groups[-1][-1].page == line.page and groups[-1][-1].base <= line.base:
                groups[-1].append(line)
            else:
                groups.append([line])
        return [(group[0].page, union([line.box for line in group]), group[0].turn) for group in groups]


def draft_of(lines: Sequence[Line], column: int) -> Draft:
    """Return the lines as one draft, their texts joined."""
    text = lines[0].text
    for line in lines[1:]:
        text = join_lines(text, line.text)
    number = None if is_tabular(lines[0]) else read_numbering(text)
    return Draft(tuple(lines), text, column, number, bullet_of(text))


def bullet_of(text: str) -> str:
    """Return the bullet that a line starts with, blanks after it included; tick boxes (□是 ☑否) are no bullets."""
    match = _BULLET.match(text)
    return match[0] if match and not _TICK.match(text) else ""


def is_tabular(line: Line) -> bool:
    """Return whether a line looks like a row of a table without rules: three or more short pieces."""
    return line.pieces >= TABULAR_PIECES and len(line.text) <= TABULAR_CHARS * line.pieces


def opens(text: str) -> bool:
    """Return whether a text begins with a number or a bullet that opens a block of its own."""
    return bool(bullet_of(text) or _TICK.match(text) or _CITED.match(text)) or read_numbering(text) is not None
