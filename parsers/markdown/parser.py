"""The parser of Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.assembly import assemble, title_of
from parsers.attach import attach_captions
from parsers.contents import set_contents_aside
from parsers.encoding import read_text
from parsers.html.walker import read_fragment
from parsers.markdown.blocks import ENGINE, BlockReader
from parsers.markdown.segments import front_matter, segments
from parsers.numbered import promote, relevel
from parsers.registry import PARSERS
from schemas.document import Block, Document, ParseReport, RouteDecision, SourceFile
from schemas.errors import TooLarge
from schemas.settings import Settings

MAX_LINKS = 1000
MAX_NESTING = 100
"""Open blocks and marks; the preset allows 20, where a list ten deep loses its text. What is deeper is refused, not lost."""


@PARSERS.register("markdown")
class MarkdownParser:
    """Reads Markdown (CommonMark with tables) with HTML in it. Front matter becomes attributes; fences are atomic."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; each block carries the number of its first line. Raises TooLarge past `MAX_NESTING`."""
        decoded = read_text(source)
        attributes, start = front_matter(decoded.text)
        lines_before = decoded.text.count("\n", 0, start)
        links: list[tuple[str, str]] = []
        found = list(_blocks(decoded.text[start:], lines_before, links))
        blocks = assemble(attach_captions(set_contents_aside(promote(relevel(found)))))
        if links:
            attributes["links"] = "\n".join(f"{text} <{target}>" for text, target in links[:MAX_LINKS] if text)
        return Document(
            source=source,
            route=route,
            blocks=blocks,
            title=attributes.get("title") or title_of(blocks),
            attributes=attributes,
            report=ParseReport(remarks=decoded.remarks),
        )


def _blocks(text: str, lines_before: int, links: list[tuple[str, str]]) -> Iterator[Block]:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    shared: dict[str, object] = {}
    for segment in segments(text):
        offset = lines_before + segment.line - 1
        if segment.kind == "table":
            yield from read_fragment(segment.text, ENGINE, offset + 1)
            continue
        reader = BlockReader(offset=offset, lines=segment.text.split("\n"))
        tokens = markdown.parse(segment.text, shared)
        if any(token.nesting == 1 and token.level >= MAX_NESTING - 1 for token in tokens):
            raise TooLarge(f"lists or quotes are nested deeper than the {MAX_NESTING} levels that are read", stage="parse")
        yield from reader.read(tokens)
        links += reader.links
