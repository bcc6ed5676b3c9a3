"""A Markdown text cut into front matter, HTML tables and the Markdown between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_TABLE = re.compile(r"<(/?)table\b[^>]*>", re.IGNORECASE)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Segment:
    """A piece of the text, and the number of the line that it starts on, from 1."""

    kind: Literal["markdown", "table"]
    text: str
    line: int


def front_matter(text: str) -> tuple[dict[str, str], int]:
    """Return the values of a YAML front matter as strings, and the offset behind it; ({}, 0) where there is none."""
    match = _FRONT.match(text)
    if match is None:
        return {}, 0
    import yaml

    try:
        values = yaml.safe_load(match[1])
    except (yaml.YAMLError, RecursionError):
        return {}, 0
    if not isinstance(values, dict):
        return {}, 0
    return {str(key): _flat(value) for key, value in values.items() if value is not None}, match.end()


def segments(text: str) -> Iterator[Segment]:
    """Yield the pieces in order. A table runs to its own end tag, over blank lines too; one inside a fence is text."""
    closed = _fenced(text)
    at = 0
    for start, end in _tables(text):
        if start < at or any(first <= start < last for first, last in closed):
            continue
        yield from _markdown(text, at, start)
        yield Segment("table", text[start:end], text.count("\n", 0, start) + 1)
        at = end
    yield from _markdown(text, at, len(text))


def _markdown(text: str, start: int, end: int) -> Iterator[Segment]:
    piece = text[start:end]
    if piece.strip():
        yield Segment("markdown", piece, text.count("\n", 0, start) + 1)


def _tables(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of outermost tables; one that is never closed runs to the next blank line."""
    depth = 0
    start = 0
    for match in _TABLE.finditer(text):
        if not match[1]:
            start = match.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield start, match.end()
    if depth:
        blank = text.find("\n\n", start)
        yield start, len(text) if blank < 0 else blank


def _fenced(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    offset = 0
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match and opened is None:
            opened = (offset, match[1])
        elif match and opened and match[1][0] == opened[1][0] and len(match[1]) >= len(opened[1]) and not line.strip(" `~"):
            spans.append((opened[0], offset + len(line)))
            opened = None
        offset += len(line) + 1
    if opened:
        spans.append((opened[0], len(text)))
    return spans


def _flat(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
