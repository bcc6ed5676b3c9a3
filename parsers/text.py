"""Plain text: paragraphs by blank lines, headings and items by their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from language.numbering import read_numbering
from parsers.assembly import assemble, title_of
from parsers.contents import set_contents_aside
from parsers.encoding import read_text
from parsers.joining import are_wrapped, join_lines, width
from parsers.numbered import itemise, promote
from parsers.registry import PARSERS
from schemas.document import Block, Document, ListItem, Paragraph, ParseReport, Provenance, RouteDecision, SourceFile
from schemas.settings import Settings

ENGINE = "docmill-text"
_BULLET = re.compile(r"^\s*(?:[-*•●○▪■◆◇►▶※]|[–—](?=\s))\s*(?=\S)")
_RULE = re.compile(r"^\s*([-=_*~#])\1{3,}\s*$")


@PARSERS.register("text")
class TextParser:
    """Reads plain text. Lines that were clearly wrapped are joined; every other line is a paragraph of its own."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; each block carries the number of its first line."""
        decoded = read_text(source)
        lines = decoded.text.replace("\f", "\n").split("\n")
        blocks = assemble(itemise(set_contents_aside(promote(list(_blocks(lines))))))
        report = ParseReport(remarks=decoded.remarks)
        return Document(source=source, route=route, blocks=blocks, title=title_of(blocks), report=report)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    widths = sorted(width(line.rstrip()) for line in lines if line.strip())
    full_width = widths[min(len(widths) - 1, int(len(widths) * 0.95))] if widths else 0
    for first, group in _groups(lines):
        for offset, text in _paragraphs(group, full_width):
            provenance = (Provenance(line=first + offset, engine=ENGINE),)
            bullet = _BULLET.match(text)
            if bullet:
                yield ListItem(text=text[bullet.end() :].strip(), provenance=provenance)
            else:
                yield Paragraph(text=text.strip(), provenance=provenance)


def _groups(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, lines) of each run of lines that are not blank; ruled lines part runs as well."""
    group: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.strip() and not _RULE.match(line):
            group.append(line)
        elif group:
            yield number - len(group), group
            group = []
    if group:
        yield len(lines) + 1 - len(group), group


def _paragraphs(group: list[str], full_width: int) -> Iterator[tuple[int, str]]:
    """Yield (offset, text) of the paragraphs of a run: lines belong together while they are wrapped."""
    start = 0
    for index in range(1, len(group) + 1):
        if index < len(group) and not _opens(group[index]) and are_wrapped(group[index - 1 : index + 1], full_width):
            continue
        yield start, join_lines("\n".join(line.strip() for line in group[start:index]))
        start = index


def _opens(line: str) -> bool:
    """Return whether a line opens a paragraph of its own: a bullet, a number, an indent."""
    return (
        bool(_BULLET.match(line)) or line.startswith(("\u3000\u3000", "    ", "\t")) or read_numbering(line.strip()) is not None
    )
