"""From markdown-it's tokens to blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from language.numbering import read_numbering
from parsers.html.walker import read_fragment
from parsers.markdown.inline import InlineText, read_inline
from parsers.table_header import mark_header
from schemas.document import Block, Cell, Code, Figure, Formula, Heading, ListItem, Paragraph, Provenance, Table

ENGINE = "markdown-it-py"


@dataclass
class _Item:
    """An open list item: its label, depth, and whether its first text has come."""

    label: str
    depth: int
    ordered: bool
    begun: bool = False


@dataclass
class BlockReader:
    """Reads the tokens of one piece of Markdown; `offset` is the number of lines before it."""

    offset: int
    lines: Sequence[str]
    links: list[tuple[str, str]] = field(default_factory=list)
    pictures_without_text: int = 0
    _items: list[_Item] = field(default_factory=list)
    _depth: int = -1

    def read(self, tokens: Sequence[Any]) -> Iterator[Block]:
        """Yield the blocks in order."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                yield self._table(tokens[at:end], self._place(token))
                at = end
            elif token.type == "heading_open":
                inline = self._inline(tokens[at + 1])
                if inline.text:
                    yield Heading(text=inline.text, level=int(token.tag[1]), provenance=self._place(token))
                at += 2
            else:
                yield from self._other(token)
            at += 1

    def _other(self, token: Any) -> Iterator[Block]:
        if token.type in {"bullet_list_open", "ordered_list_open"}:
            self._depth += 1
        elif token.type in {"bullet_list_close", "ordered_list_close"}:
            self._depth -= 1
        elif token.type == "list_item_open":
            ordered = bool(token.info)
            self._items.append(_Item(f"{token.info}{token.markup} " if ordered else "", self._depth, ordered))
        elif token.type == "list_item_close":
            self._items.pop()
        elif token.type in {"fence", "code_block"}:
            language = token.info.split()[0] if token.info.split() else ""
            if token.content.strip():
                yield Code(text=token.content.rstrip("\n"), language=language, provenance=self._place(token))
        elif token.type == "html_block":
            yield from read_fragment(token.content, ENGINE, self.offset + (token.map[0] if token.map else 0) + 1)
        elif token.type == "inline":
            yield from self._text(token)

    def _text(self, token: Any) -> Iterator[Block]:
        place = self._place(token)
        formula = self._formula(token)
        if formula:
            yield Formula(text=formula, provenance=place)
            return
        inline = self._inline(token)
        if not inline.text:
            self.pictures_without_text += inline.pictures
        elif self._items and not self._items[-1].begun:
            item = self._items[-1]
            item.begun = True
            yield ListItem(text=item.label + inline.text, depth=item.depth, ordered=item.ordered, provenance=place)
        elif inline.is_picture:
            yield Figure(text=inline.text, provenance=place)
        else:
            yield from _numbered_lines(inline.text, place)

    def _formula(self, token: Any) -> str:
        """Return a displayed formula as it stands in the source, or nothing; inline rules would eat its marks."""
        text: str = token.content.strip()
        is_formula = len(text) > 4 and text.startswith("$$") and text.endswith("$$") and "$$" not in text[2:-2]
        return text[2:-2].strip() if is_formula else ""

    def _inline(self, token: Any) -> InlineText:
        inline = read_inline(token.children or ())
        self.links += inline.links
        return inline

    def _place(self, token: Any) -> tuple[Provenance, ...]:
        return (Provenance(line=self.offset + (token.map[0] if token.map else 0) + 1, engine=ENGINE),)

    def _table(self, tokens: Sequence[Any], place: tuple[Provenance, ...]) -> Table:
        cells: list[Cell] = []
        row, col, head = -1, 0, 0
        for token in tokens:
            if token.type == "tr_open":
                row, col = row + 1, 0
            elif token.type == "thead_close":
                head = row + 1
            elif token.type == "inline":
                cells.append(Cell(row=row, col=col, text=self._inline(token).text))
                col += 1
        return Table(cells=mark_header(cells, head), provenance=place)


def _numbered_lines(text: str, place: tuple[Provenance, ...]) -> Iterator[Block]:
    """Yield a paragraph; hard lines in it that open with a number are paragraphs of their own."""
    lines = text.split("\n")
    start = 0
    for index in range(1, len(lines) + 1):
        if index == len(lines) or read_numbering(lines[index]) is not None:
            line = (place[0].line or 1) + start
            yield Paragraph(text="\n".join(lines[start:index]), provenance=(place[0].model_copy(update={"line": line}),))
            start = index
