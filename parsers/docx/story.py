"""A story (the body, a header, a note) from its XML to blocks, in the order that Word shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parsers.docx.content import Aside, Inline
from parsers.docx.context import ENGINE, Context
from parsers.docx.inline import InlineReader
from parsers.docx.names import A_NS, Node, find, local, switch, value
from parsers.docx.numbering import Label
from parsers.docx.styles import ParagraphStyle, outline_level
from parsers.docx.tables import read_table
from parsers.numbered import is_clause
from schemas.document import (
    Block,
    Caption,
    Code,
    Figure,
    Footnote,
    Formula,
    Heading,
    Layer,
    ListItem,
    Paragraph,
    Provenance,
)

WRAPPERS = frozenset({"sdtContent", "customXml", "smartTag", "ins", "moveTo", "del", "moveFrom"})
MAX_HEADING_CHARS = 120
SENTENCE_ENDS = ("。", "；", "！", "？", "：", ";", ".”")
PROVENANCE = (Provenance(engine=ENGINE),)


class Story:
    """Reads one story. Complex fields and merged paragraphs may span its paragraphs, so it is read by one object."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._reader = InlineReader(context.policy, context.styles, context.note_counter)
        self._pending: Inline | None = None
        self._contents_control = 0

    def blocks(self, holder: Node) -> Iterator[Block]:
        """Yield the blocks of everything inside a holder (body, cell, text box, note), in order."""
        yield from self._children(holder)
        if self._pending is not None:
            rest, self._pending = self._pending, None
            yield from self._emit(rest, None, ParagraphStyle(), None, False)

    def _children(self, holder: Node) -> Iterator[Block]:
        for child in holder:
            name = local(child)
            if name == "p":
                yield from self._paragraph(child)
            elif name == "tbl":
                yield from read_table(child, self, self._context)
            elif name == "sdt":
                yield from self._control(child)
            elif name == "AlternateContent":
                options = [node for node in child if local(node) in {"Choice", "Fallback"}]
                yield from self._children(options[0]) if options else ()
            elif name in WRAPPERS:
                yield from self._children(child)
            elif name == "pict":
                self._context.count("picture_without_text")
            elif name == "altChunk":
                self._context.count("embedded_file")

    def _control(self, control: Node) -> Iterator[Block]:
        content = find(control, "sdtContent")
        if content is None:
            return
        gallery = value(control, "sdtPr", "docPartObj", "docPartGallery") or ""
        is_contents = gallery.lower() in {"table of contents", "table of figures"}
        self._contents_control += is_contents
        yield from self._children(content)
        self._contents_control -= is_contents

    def _paragraph(self, paragraph: Node) -> Iterator[Block]:
        properties = find(paragraph, "pPr")
        style = self._context.styles.paragraph(properties)
        open_before = self._reader.fields.in_contents
        inline = self._reader.read(paragraph, style.hidden)
        if self._pending is not None:
            self._pending.absorb(inline)
            inline, self._pending = self._pending, None
        if self._context.policy.mark_is_gone(properties) is not None:
            self._pending = inline
            return
        hidden_mark = switch(properties, "rPr", "vanish") and not inline.text
        label = None if hidden_mark else self._context.numbering.label(properties, style)
        level = outline_level(properties, style)
        still_open = self._reader.fields.in_contents
        contents = bool(self._contents_control) or style.is_toc or still_open or (open_before and level is None)
        yield from self._emit(inline, level, style, label, contents)

    def _emit(
        self, inline: Inline, level: int | None, style: ParagraphStyle, label: Label | None, contents: bool
    ) -> Iterator[Block]:
        if inline.text:
            yield _block(inline, level, style, label, contents)
        yield from self._pictures(inline)
        for box in inline.boxes:
            yield from Story(self._context).blocks(box)
        for kind, identity, marker in inline.notes:
            yield from self.note(kind, identity, marker, "revision_deleted" if not marker else None)
        for identity in inline.comments:
            yield from self.comment(identity)
        yield from (_aside(aside) for aside in _joined(inline.asides))

    def _pictures(self, inline: Inline) -> Iterator[Block]:
        for alternative in inline.pictures:
            if alternative:
                yield Figure(text=alternative, provenance=PROVENANCE)
            else:
                self._context.count("picture_without_text")
        for relation_id in inline.diagrams:
            root = self._context.package.related(relation_id)
            if root is None:
                continue
            for line in root.iter(f"{{{A_NS}}}p"):
                text = "".join(t.text or "" for t in line.iter(f"{{{A_NS}}}t")).strip()
                if text:
                    yield Paragraph(text=text, provenance=PROVENANCE)

    def note(self, kind: str, identity: str, marker: str, hidden_by: str | None) -> Iterator[Block]:
        """Yield the blocks of a foot- or endnote the first time that it is asked for."""
        node = self._context.take_note(kind, identity)
        if node is None:
            return
        inner = list(Story(self._context).blocks(node))
        text = "\n".join(block.text for block in inner if block.layer is Layer.BODY)
        if text.strip():
            layer = Layer.HIDDEN if hidden_by else Layer.NOTE
            yield Footnote(text=text, marker=marker, layer=layer, rule=hidden_by or kind, provenance=PROVENANCE)
        yield from (block for block in inner if block.layer is not Layer.BODY)

    def comment(self, identity: str) -> Iterator[Block]:
        """Yield the block of a comment the first time that it is asked for."""
        node = self._context.take_note("comment", identity)
        if node is None:
            return
        text = "\n".join(block.text for block in Story(self._context).blocks(node))
        if text.strip():
            yield Paragraph(text=text, layer=Layer.HIDDEN, rule="comment", provenance=PROVENANCE)


def _block(inline: Inline, level: int | None, style: ParagraphStyle, label: Label | None, contents: bool) -> Block:
    """Make the block of a paragraph, by what it is. A label that Word renders stands in front of its text."""
    text = inline.text
    if label is not None and label.text:
        text = f"{label.text}{label.gap}{text}"
    if contents:
        return Paragraph(text=text, layer=Layer.TOC, rule="toc", provenance=PROVENANCE)
    if style.is_title:
        level = 1
    shared: dict[str, Any] = {"text": text, "provenance": PROVENANCE, "revision": inline.revision}
    if inline.formula_chars and inline.formula_chars >= len("".join(inline.text.split())):
        return Formula(**shared)
    if style.is_caption:
        return Caption(**shared)
    if style.is_code:
        return Code(**shared, role="fence")
    if level is not None and _may_be_heading(text):
        return Heading(**shared, level=level)
    if label is not None and not is_clause(label.text):
        return ListItem(**shared, depth=label.depth, ordered=not label.is_bullet)
    return Paragraph(**shared)


def _may_be_heading(text: str) -> bool:
    """Templates give heading styles to whole clauses; a long text that ends as a sentence is none."""
    return len(text) <= MAX_HEADING_CHARS and not (len(text) > MAX_HEADING_CHARS // 3 and text.endswith(SENTENCE_ENDS))


def _aside(aside: Aside) -> Block:
    return Paragraph(text=aside.text, layer=Layer.HIDDEN, rule=aside.rule, revision=aside.revision, provenance=PROVENANCE)


def _joined(asides: list[Aside]) -> list[Aside]:
    """Join neighbouring pieces that one rule and one change set aside; blank ones go."""
    joined: list[Aside] = []
    for aside in asides:
        if joined and (joined[-1].rule, joined[-1].revision) == (aside.rule, aside.revision):
            joined[-1] = Aside(joined[-1].text + aside.text, aside.rule, aside.revision)
        else:
            joined.append(aside)
    return [Aside(a.text.strip(), a.rule, a.revision) for a in joined if a.text.strip()]
