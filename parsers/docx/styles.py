"""Styles: the outline level, list membership and visibility that a paragraph or run has from its style chain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from parsers.docx.names import Node, number, switch, value, w

T = TypeVar("T")

MAX_CHAIN = 32
BODY_TEXT_LEVEL = 9
HEADING_NAME = re.compile(r"^(?:heading|überschrift|titre|标题|標題|見出し)\s*([1-9])$", re.IGNORECASE)
TITLE_NAMES = frozenset({"title", "标题", "標題", "文档标题"})
TOC_NAME = re.compile(
    r"^(?:toc(?:\s*\d|\s*heading)?|contents?(?:\s*\d|\s*heading)|table of (?:figures|authorities)|目录.{0,4}|目錄.{0,4})$", re.I
)
CAPTION_NAMES = frozenset({"caption", "题注", "題注", "table caption", "figure caption", "image caption"})
CODE_NAME = re.compile(r"(?:source ?code|html preformatted|code(?: ?block)?|代码)", re.IGNORECASE)


@dataclass(frozen=True)
class ParagraphStyle:
    """What a paragraph style gives. `level` counts from 1; `num_id` and `num_level` are those of the chain, or None."""

    style_id: str = ""
    name: str = ""
    level: int | None = None
    num_id: str | None = None
    num_level: int | None = None
    hidden: bool = False

    @property
    def is_title(self) -> bool:
        """Whether this is the style of the document's title."""
        return self.name in TITLE_NAMES

    @property
    def is_toc(self) -> bool:
        """Whether paragraphs of this style belong to a table of contents."""
        return bool(TOC_NAME.match(self.name))

    @property
    def is_caption(self) -> bool:
        """Whether paragraphs of this style are captions."""
        return self.name in CAPTION_NAMES

    @property
    def is_code(self) -> bool:
        """Whether paragraphs of this style are program text."""
        return bool(CODE_NAME.search(self.name))


class StyleSheet:
    """Resolves style ids through their `basedOn` chains."""

    def __init__(self, root: Node | None) -> None:
        nodes = [] if root is None else root.findall(w("style"))
        self._nodes: dict[str, Node] = {node.get(w("styleId")) or "": node for node in nodes}
        self._default = next((n.get(w("styleId")) for n in nodes if n.get(w("type")) == "paragraph" and _is_default(n)), None)
        self._paragraphs: dict[str | None, ParagraphStyle] = {}
        self._runs: dict[str, bool | None] = {}

    def paragraph(self, properties: Node | None) -> ParagraphStyle:
        """Return the style of a paragraph by its `w:pPr`."""
        style_id = value(properties, "pStyle") or self._default
        if style_id not in self._paragraphs:
            self._paragraphs[style_id] = self._resolve(style_id)
        return self._paragraphs[style_id]

    def hides(self, properties: Node | None) -> bool | None:
        """Return whether the character style of a `w:rPr` hides its text; None where it says nothing."""
        style_id = value(properties, "rStyle")
        if style_id is None:
            return None
        if style_id not in self._runs:
            chain = self._chain(style_id)
            self._runs[style_id] = _first(switch(node, "rPr", "vanish") for node in chain)
        return self._runs[style_id]

    def num_link(self, style_id: str) -> str | None:
        """Return the numId of a numbering style, or None."""
        return value(self._nodes.get(style_id), "pPr", "numPr", "numId")

    def _chain(self, style_id: str | None) -> list[Node]:
        chain: list[Node] = []
        while style_id in self._nodes and len(chain) < MAX_CHAIN:
            node = self._nodes[style_id or ""]
            if node in chain:
                break
            chain.append(node)
            style_id = value(node, "basedOn")
        return chain

    def _resolve(self, style_id: str | None) -> ParagraphStyle:
        chain = self._chain(style_id)
        names = [_normal_name(value(node, "name") or "") for node in chain]
        name = names[0] if names else _normal_name(style_id or "")
        return ParagraphStyle(
            style_id=style_id or "",
            name=name,
            level=self._level(chain, names or [name]),
            num_id=_first(value(node, "pPr", "numPr", "numId") for node in chain),
            num_level=_first(number(node, "pPr", "numPr", "ilvl") for node in chain),
            hidden=bool(_first(switch(node, "rPr", "vanish") for node in chain)),
        )

    @staticmethod
    def _level(chain: list[Node], names: list[str]) -> int | None:
        """Take the first outline level of the chain, else the number in a heading style's name."""
        for node, name in zip(chain or [None] * len(names), names, strict=True):
            outline = number(node, "pPr", "outlineLvl")
            if outline is not None:
                return outline + 1 if 0 <= outline < BODY_TEXT_LEVEL else None
            match = HEADING_NAME.match(name)
            if match:
                return int(match[1])
        return None


def outline_level(properties: Node | None, style: ParagraphStyle) -> int | None:
    """Return the heading level of a paragraph from 1, from its own outline level or its style's, or None for body text."""
    own = number(properties, "outlineLvl")
    if own is not None:
        return own + 1 if 0 <= own < BODY_TEXT_LEVEL else None
    return style.level


def _is_default(node: Node) -> bool:
    return (node.get(w("default")) or "0") in {"1", "true", "on"}


def _normal_name(name: str) -> str:
    return " ".join(name.lower().split())


def _first(values: Iterable[T | None]) -> T | None:
    return next((found for found in values if found is not None), None)
