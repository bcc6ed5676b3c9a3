"""The flow of a document to typed blocks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from language.numbering import NumberKind
from parsers.pdf.bookmarks import bookmarked
from parsers.pdf.captions import is_caption
from parsers.pdf.draft import TOC, Draft
from parsers.pdf.flow import Element, Flow, Note, PlacedTable
from parsers.pdf.headings import Body, body_of, find_headings
from parsers.pdf.page import Aside, PageLayout
from parsers.pdf.pdfium import Bookmark
from parsers.pdf.spacing import join_lines
from parsers.pdf.table_context import attach_captions, join_over_pages
from parsers.pdf.turn import turn_back
from schemas.document import Block, Caption, Footnote, Furniture, Heading, Layer, ListItem, Paragraph, Provenance, Table

LIST_KINDS = (
    NumberKind.HAN, NumberKind.HAN_PAREN, NumberKind.DECIMAL, NumberKind.DIGIT_PAREN, NumberKind.LETTER, NumberKind.ROMAN,
    NumberKind.CIRCLED, NumberKind.ITEM, NumberKind.PARAGRAPH,
)  # fmt: skip
TITLE_SHARE = 1.15


class BlockMaker:
    """Makes the blocks of one document; `dropped` counts characters that no block carries, by rule."""

    def __init__(self, pages: Sequence[PageLayout], flow: Flow, bookmarks: Sequence[Bookmark]) -> None:
        self._pages = {page.number: page for page in pages}
        self._flow = flow
        self._bookmarks = bookmarks
        self.dropped: dict[str, int] = defaultdict(int)

    def blocks(self) -> list[Block]:
        """Return the blocks page by page: body and notes in reading order, then furniture, then what is hidden."""
        elements = attach_captions(join_over_pages(self._flow.elements, self.dropped))
        drafts = [element if isinstance(element, Draft) else None for element in elements]
        body = body_of([draft for draft in drafts if draft], self._flow.body_size)
        elements = _with_joined_titles(elements, body)
        drafts = [element if isinstance(element, Draft) else None for element in elements]
        levels = find_headings(drafts, body, bookmarked(drafts, self._bookmarks))
        depths = _list_depths(drafts, levels)
        by_page: dict[int, list[Block]] = defaultdict(list)
        for index, element in enumerate(elements):
            block = self._block(element, levels.get(index), depths.get(index, 0))
            by_page[block.provenance[0].page or 0].append(block)
        for page in self._pages.values():
            by_page[page.number] += self._asides(page)
        return [block for number in sorted(by_page) for block in by_page[number]]

    def _block(self, element: Element, level: int | None, depth: int) -> Block:
        if isinstance(element, PlacedTable):
            places = tuple(self._provenance(page, box) for page, box in element.places)
            return Table(cells=element.table.cells, caption=element.caption, unit=element.unit, provenance=places)
        if isinstance(element, Note):
            return Footnote(
                text=element.draft.text,
                marker=element.marker,
                layer=Layer.NOTE,
                rule="footnote",
                provenance=self._places(element.draft),
            )
        places = self._places(element)
        if element.first.rule == TOC:
            return Paragraph(text=element.text, layer=Layer.TOC, rule=TOC, provenance=places)
        if level is not None:
            return Heading(text=element.text, level=level, provenance=places)
        if is_caption(element.text):
            return Caption(text=element.text, provenance=places)
        if element.bullet and len(element.text) > len(element.bullet):
            self.dropped["bullet"] += sum(not char.isspace() for char in element.bullet)
            return ListItem(text=element.text[len(element.bullet) :], depth=depth, provenance=places)
        if element.numbering and element.numbering.kind in LIST_KINDS:
            return ListItem(text=element.text, depth=depth, ordered=True, provenance=places)
        return Paragraph(text=element.text, provenance=places)

    def _places(self, draft: Draft) -> tuple[Provenance, ...]:
        found = []
        for number, box, turn in draft.boxes():
            page = self._pages[number]
            found.append(self._provenance(number, turn_back(box, turn, page.width, page.height)))
        return tuple(found)

    def _provenance(self, number: int, box: tuple[float, float, float, float]) -> Provenance:
        page = self._pages[number]
        x0, top, x1, bottom = (round(value, 2) for value in box)
        return Provenance(page=number, bbox=(x0, top, x1, bottom), engine=page.engine, confidence=page.confidence)

    def _asides(self, page: PageLayout) -> list[Block]:
        furniture = [self._furniture(page, aside) for aside in self._flow.furniture.get(page.number, ())]
        marks = [self._furniture(page, aside) for aside in page.asides if aside.rule == "watermark"]
        hidden: list[Block] = [
            Paragraph(text=a.text, layer=Layer.HIDDEN, rule=a.rule, provenance=(self._provenance(page.number, a.box),))
            for a in page.asides
            if a.rule != "watermark"
        ]
        return [*furniture, *marks, *hidden]

    def _furniture(self, page: PageLayout, aside: Aside) -> Block:
        return Furniture(text=aside.text, rule=aside.rule, provenance=(self._provenance(page.number, aside.box),))


def _with_joined_titles(elements: list[Element], body: Body) -> list[Element]:
    """Return the elements with a large title's lines as one: same style, next to each other, none numbered."""
    done: list[Element] = []
    for element in elements:
        last = done[-1] if done else None
        if isinstance(element, Draft) and isinstance(last, Draft) and _same_title(last, element, body):
            done[-1] = replace(last, lines=(*last.lines, *element.lines), text=join_lines(last.text, element.text))
        else:
            done.append(element)
    return done


def _same_title(one: Draft, two: Draft, body: Body) -> bool:
    large = min(one.size, two.size) >= TITLE_SHARE * body.size and abs(one.size - two.size) <= 0.3 and one.bold == two.bold
    near = one.column == two.column and 0 < two.first.pitch <= 2.4 * two.size and len(one.lines) + len(two.lines) <= 3
    plain = not (two.numbering or two.bullet or one.first.rule or two.first.rule)
    plain = plain and not re.search("[:：]", one.text + two.text)
    return large and near and plain and one.text[-1] not in "。；;：:，,.!?！？" and len(one.text) + len(two.text) <= 120


def _list_depths(drafts: Sequence[Draft | None], levels: dict[int, int]) -> dict[int, int]:
    """Return the depth of each list item: forms of numbers nest in the order in which they open within a list."""
    depths: dict[int, int] = {}
    stack: list[object] = []
    for index, draft in enumerate(drafts):
        key = _list_key(draft)
        if draft is None or key is None or index in levels:
            if index in levels or draft is None:
                stack = []
            continue
        if key in stack:
            del stack[stack.index(key) + 1 :]
        else:
            stack.append(key)
        depths[index] = len(stack) - 1
    return depths


def _list_key(draft: Draft | None) -> object:
    if draft is None:
        return None
    if draft.bullet:
        return "bullet", draft.bullet.strip()
    return draft.numbering.rank if draft.numbering and draft.numbering.kind in LIST_KINDS else None


def texts(blocks: Iterable[Block]) -> str:
    """Return the text of the body's blocks, one a line."""
    return "\n".join(block.text for block in blocks if block.layer is Layer.BODY)
