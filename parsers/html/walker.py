"""From an HTML tree to blocks: every visible text once, in document order, without recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from parsers.html.spacing import BREAK, collapse
from parsers.html.tables import is_layout, read_table, text_of
from parsers.html.tags import BLOCKS, DROPPED, HEADINGS, Element, is_boilerplate, is_hidden, name_of, text_sizes
from parsers.html.tree import parse_html
from schemas.document import Block, Caption, Code, Figure, Heading, Layer, ListItem, Paragraph, Provenance

LISTS = frozenset({"ul", "ol", "menu", "dir"})
_LANGUAGE = re.compile(r"(?:lang(?:uage)?-|highlight-source-|brush:\s*)([\w+#-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A block with what judging needs: its element, how much of its text is links, whether markup calls it boilerplate."""

    block: Block
    element: Element
    chars: int
    link_chars: int
    boilerplate: bool
    links: tuple[tuple[str, str], ...] = ()

    @property
    def link_share(self) -> float:
        """The share of the text that is links."""
        return self.link_chars / self.chars if self.chars else 0.0


@dataclass
class _List:
    """An open list: whether it is numbered, and the number of its next item."""

    ordered: bool
    number: int


@dataclass
class _State:
    pieces: list[str] = field(default_factory=list)
    link_chars: int = 0
    open_links: int = 0
    targets: list[tuple[str, str]] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)
    label: str | None = None
    item: int | None = None


class Walker:
    """Walks a tree and collects its blocks. `line_offset` is added to line numbers, for pieces of a larger text."""

    def __init__(self, engine: str, line_offset: int = 0, with_lines: bool = False) -> None:
        self._engine = engine
        self._offset = line_offset
        self._with_lines = with_lines
        self.found: list[Found] = []
        self.link_count = 0
        self.pictures_without_text = 0
        self._state = _State()
        self._sizes: dict[Element, int] = {}
        self._root: Element = None
        self._skipping: Element = None
        self._open_boilerplate: list[Element] = []

    def walk(self, root: Element) -> list[Found]:
        """Return the blocks under `root`."""
        self._sizes = text_sizes(root)
        self._root = root
        events = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for event, element in events:
            if event in {"comment", "pi"}:
                self._tail(element)
            elif event == "start":
                if self._start(element):
                    events.skip_subtree()
                    self._skipping = element
            else:
                if self._skipping is element:
                    self._skipping = None
                else:
                    self._end(element)
                if element is not root:
                    self._tail(element)
        self._flush(root)
        return self.found

    def _tail(self, element: Element) -> None:
        self._add(element.tail or "")

    def _add(self, text: str) -> None:
        self._state.pieces.append(text)
        if self._state.open_links:
            self._state.link_chars += len("".join(text.split()))

    def _start(self, element: Element) -> bool:
        """Open an element; return True where its subtree was dealt with as a whole."""
        name = name_of(element)
        if name in DROPPED:
            return True
        if is_hidden(element):
            self._flush(element)
            self._emit(Paragraph, element, text_of(element), layer=Layer.HIDDEN, rule="hidden_markup")
            return True
        handler = _STARTS.get(name)
        if handler is not None and handler(self, element):
            return True
        if name in BLOCKS:
            self._flush(element.getparent() if element.getparent() is not None else element)
            if is_boilerplate(element, self._sizes, self._sizes[self._root]):
                self._open_boilerplate.append(element)
        self._add(element.text or "")
        return False

    def _end(self, element: Element) -> None:
        name = name_of(element)
        if name == "a":
            self._state.open_links = max(0, self._state.open_links - 1)
        if name not in BLOCKS:
            return
        self._flush(element)
        if self._open_boilerplate and self._open_boilerplate[-1] is element:
            self._open_boilerplate.pop()
        if name in LISTS and self._state.lists:
            self._state.lists.pop()
        if name == "li":
            self._state.item = None
            self._state.label = None

    def _br(self, element: Element) -> bool:
        self._state.pieces.append(BREAK)
        return False

    def _link(self, element: Element) -> bool:
        self._state.open_links += 1
        self._target(element)
        return False

    def _target(self, element: Element) -> None:
        target = (element.get("href") or "").strip()
        text = collapse("".join(element.itertext()))
        if target and text and not target.startswith(("#", "javascript:", "mailto:")):
            self._state.targets.append((text, target))
            self.link_count += 1

    def _image(self, element: Element) -> bool:
        alternative = collapse(element.get("alt") or "")
        if not alternative:
            self.pictures_without_text += 1
        elif "".join(self._state.pieces).strip():
            self._add(alternative)
        else:
            self._emit(Figure, element, alternative)
        return False

    def _list(self, element: Element) -> bool:
        self._flush(element.getparent() if element.getparent() is not None else element)
        start = element.get("start") or "1"
        self._state.lists.append(_List(name_of(element) == "ol", int(start) if start.lstrip("-").isdigit() else 1))
        return False

    def _item(self, element: Element) -> bool:
        self._flush(element.getparent() if element.getparent() is not None else element)
        current = self._state.lists[-1] if self._state.lists else None
        self._state.label = ""
        self._state.item = None
        if current is not None and current.ordered:
            given = element.get("value") or ""
            current.number = int(given) if given.isdigit() else current.number
            self._state.label = f"{current.number}. "
            current.number += 1
        return False

    def _pre(self, element: Element) -> bool:
        self._flush(element.getparent() if element.getparent() is not None else element)
        for line_break in element.iter("br"):
            line_break.tail = "\n" + (line_break.tail or "")
        text = "".join(element.itertext()).replace("\r\n", "\n").strip("\n")
        if text.strip():
            names = " ".join((node.get("class") or "") for node in (element, *element.iter("code")))
            match = _LANGUAGE.search(names)
            self._emit(Code, element, text, raw=True, language=match[1].lower() if match else "")
        return True

    def _table(self, element: Element) -> bool:
        if is_layout(element):
            return False
        self._flush(element.getparent() if element.getparent() is not None else element)
        table = read_table(element, self._provenance(element))
        if table is not None:
            links = sum(len("".join("".join(a.itertext()).split())) for a in element.iter("a"))
            for link in element.iter("a"):
                self._target(link)
            self._keep(table, element, table.text + table.caption, links)
        return True

    def _flush(self, element: Element) -> None:
        """Close the running text as a block of the kind that its element asks for."""
        state = self._state
        text = collapse("".join(state.pieces))
        links, state.pieces, state.link_chars = state.link_chars, [], 0
        if not text:
            return
        name = self._kind(element)
        if name in HEADINGS:
            self._emit(Heading, element, text, links=links, level=HEADINGS[name])
        elif name in {"figcaption", "caption"}:
            self._emit(Caption, element, text, links=links)
        elif state.label is not None and state.item is None and state.lists:
            state.item = len(self.found)
            depth = len(state.lists) - 1
            self._emit(ListItem, element, state.label + text, links=links, depth=depth, ordered=state.lists[-1].ordered)
        elif name == "dd":
            self._emit(ListItem, element, text, links=links, depth=0)
        else:
            self._emit(Paragraph, element, text, links=links)

    @staticmethod
    def _kind(element: Element) -> str:
        """Return the nearest heading, caption or definition around an element, else its own name."""
        node = element
        for _ in range(6):
            if node is None:
                break
            name = name_of(node)
            if name in HEADINGS or name in {"figcaption", "caption", "dd", "li"}:
                return name
            node = node.getparent()
        return name_of(element)

    def _emit(self, kind: type[Any], element: Element, text: str, links: int = 0, raw: bool = False, **fields: Any) -> None:
        clean = text if raw else text.strip()
        if clean:
            self._keep(kind(text=clean, provenance=self._provenance(element), **fields), element, clean, links)

    def _keep(self, block: Block, element: Element, text: str, links: int) -> None:
        chars = len("".join(text.split()))
        targets, self._state.targets = tuple(self._state.targets), []
        self.found.append(Found(block, element, chars, min(links, chars), bool(self._open_boilerplate), targets))

    def _provenance(self, element: Element) -> tuple[Provenance, ...]:
        line = (element.sourceline or 1) + self._offset if self._with_lines else None
        return (Provenance(line=line, engine=self._engine),)


_STARTS = {
    "br": Walker._br,
    "a": Walker._link,
    "img": Walker._image,
    "ul": Walker._list,
    "ol": Walker._list,
    "menu": Walker._list,
    "li": Walker._item,
    "pre": Walker._pre,
    "table": Walker._table,
}


def read_fragment(text: str, engine: str, line_offset: int = 0) -> Iterator[Block]:
    """Yield the blocks of a piece of HTML that stands in another text."""
    root = parse_html(text)
    if root is not None:
        for found in Walker(engine, line_offset - 1, with_lines=True).walk(root):
            yield found.block
