"""Pages to one flow of paragraphs and tables in reading order, with furniture and notes taken out of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from parsers.pdf.column import lines_of
from parsers.pdf.columns import columns
from parsers.pdf.draft import TOC, Draft
from parsers.pdf.furniture import MARGIN, MARGIN_PT, NUMBER, TALL, Sheet, find_furniture, masked
from parsers.pdf.layout import Item, Line, RuledTable, Segment
from parsers.pdf.notes import note_marker
from parsers.pdf.page import Aside, PageLayout
from parsers.pdf.page_numbers import page_number
from parsers.pdf.paragraphs import joined, paragraphs
from parsers.pdf.spacing import join_segments
from parsers.pdf.toc import mark_toc
from parsers.pdf.turn import turn_back
from schemas.document import Box

SMALL = 0.93
"""Notes are set in type at most this share of the body's."""
LOWER_HALF = 0.45


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table in the flow, with the pages and boxes of its parts."""

    table: RuledTable
    places: tuple[tuple[int, Box], ...]
    column: int
    caption: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote."""

    draft: Draft
    marker: str


Element = Draft | PlacedTable | Note


@dataclass(frozen=True, slots=True)
class Flow:
    """The elements in reading order, the furniture of each page, and the type size of the body in points."""

    elements: tuple[Element, ...]
    furniture: dict[int, tuple[Aside, ...]]
    body_size: float


def flow_of(pages: Sequence[PageLayout]) -> Flow:
    """Return the document's flow."""
    sheets = [Sheet(page.number, *page.frame, page.segments, page.tables) for page in pages]
    marks = find_furniture(sheets)
    furniture = {page.number: _furniture(page, mark) for page, mark in zip(pages, marks, strict=True)}
    known = {masked(aside.text) for asides in furniture.values() for aside in asides}
    body_size = _body_size(pages, marks)
    elements: list[Element] = []
    column = 0
    gutters: list[float] = []
    in_toc = False
    for page, mark in zip(pages, marks, strict=True):
        side_furniture, side_texts = _sort_sides(page, known)
        furniture[page.number] += side_furniture
        items: list[Item] = [*(s for i, s in enumerate(page.segments) if i not in mark), *page.tables]
        reading = columns(items, gutters)
        gutters += [x for x in reading.gutters if all(abs(x - known_x) > 2 for known_x in gutters)]
        read = _with_toc([lines_of(leaf, page.number, page.turn) for leaf in reading.leaves], in_toc)
        in_toc = any(isinstance(item, Line) and item.rule == TOC for leaf in read for item in leaf)
        notes: list[Note] = []
        for leaf in [*read, *(lines_of(texts, page.number, turn) for turn, texts in side_texts.items())]:
            column += 1
            flowing, found = _split_notes(_leaf_elements(leaf, column, page), body_size, page.frame[1])
            _append(elements, flowing)
            notes += found
        elements += notes
    return Flow(tuple(elements), furniture, body_size)


def _body_size(pages: Sequence[PageLayout], marks: Sequence[dict[int, str]]) -> float:
    """Return the commonest type size by characters, to the half point."""
    counts: dict[float, int] = defaultdict(int)
    for page, mark in zip(pages, marks, strict=True):
        for index, segment in enumerate(page.segments):
            if index not in mark:
                counts[round(segment.size * 2) / 2] += len(segment.text)
    return max(counts, key=lambda size: (counts[size], size), default=10.0)


def _furniture(page: PageLayout, mark: dict[int, str]) -> tuple[Aside, ...]:
    found: dict[tuple[str, object], list[Segment]] = defaultdict(list)
    for index, rule in sorted(mark.items()):
        segment = page.segments[index]
        found[rule, round(segment.x0 / 6) if rule == MARGIN else segment.row].append(segment)
    asides = []
    for (rule, _), group in found.items():
        boxes = [turn_back(segment.box, page.turn, page.width, page.height) for segment in group]
        text = "".join(segment.text for segment in group) if rule == MARGIN else join_segments(group)
        box = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
        asides.append(Aside(text, box, rule))
    return tuple(asides)


def _sort_sides(page: PageLayout, known: set[str]) -> tuple[tuple[Aside, ...], dict[int, list[Segment]]]:
    """Return sideways text that is furniture (repeated elsewhere, a page number, in the margin), and the rest by its turn."""
    asides: list[Aside] = []
    rest: dict[int, list[Segment]] = defaultdict(list)
    for turn, segment, box in page.sides:
        text = join_segments([segment])
        in_margin = box[2] <= MARGIN_PT or box[0] >= page.width - MARGIN_PT
        tall = box[3] - box[1] >= TALL * (box[2] - box[0])
        if in_margin and (tall or len(text) <= 3):
            asides.append(Aside(text, box, MARGIN))
        elif page_number(text) is not None and page.turn != 0:
            asides.append(Aside(text, box, NUMBER))
        elif masked(text) in known:
            asides.append(Aside(text, box, "running_header"))
        else:
            rest[turn].append(segment)
    return tuple(asides), rest


def _with_toc(leaves: list[list[Line | RuledTable]], runs_on: bool) -> list[list[Line | RuledTable]]:
    lines = [item for leaf in leaves for item in leaf if isinstance(item, Line)]
    marked = iter(mark_toc(lines, runs_on))
    return [[next(marked) if isinstance(item, Line) else item for item in leaf] for leaf in leaves]


def _leaf_elements(leaf: Sequence[Line | RuledTable], column: int, page: PageLayout) -> list[Draft | PlacedTable]:
    elements: list[Draft | PlacedTable] = []
    lines: list[Line] = []
    for item in [*leaf, None]:
        if isinstance(item, Line):
            lines.append(item)
            continue
        elements += paragraphs(lines, column)
        lines = []
        if item is not None:
            box = turn_back(item.box, page.turn, page.width, page.height)
            elements.append(PlacedTable(item, ((page.number, box),), column))
    return elements


def _split_notes(
    elements: list[Draft | PlacedTable], body_size: float, height: float
) -> tuple[list[Draft | PlacedTable], list[Note]]:
    """Return the elements without the footnotes at the column's foot, and these.

    They are small type in the lower half of the page; each begins with a marker or follows closely on one that does.
    """
    first = len(elements)
    for index in range(len(elements) - 1, -1, -1):
        element = elements[index]
        small = isinstance(element, Draft) and not element.rule and element.size <= SMALL * body_size
        if not small or not isinstance(element, Draft) or element.first.box[1] < LOWER_HALF * height:
            break
        if note_marker(element):
            first = index
    if first == 0:
        return elements, []
    kept, notes = elements[:first], list[Note]()
    attached = True
    for element in elements[first:]:
        marker = note_marker(element) if isinstance(element, Draft) else ""
        attached = attached and isinstance(element, Draft) and 0 < element.first.pitch <= 1.6 * element.size
        if not isinstance(element, Draft) or not (marker or attached):
            kept.append(element)
        elif marker:
            notes.append(Note(element, marker))
            attached = True
        else:
            notes[-1] = _longer(notes[-1], element)
    return kept, notes


def _longer(note: Note, more: Draft) -> Note:
    text = f"{note.draft.text} {more.text}"
    return Note(replace(note.draft, lines=(*note.draft.lines, *more.lines), text=text), note.marker)


def _append(elements: list[Element], flowing: list[Draft | PlacedTable]) -> None:
    """Add a column's elements, its first paragraph joined to the last one before it where the sentence runs on."""
    if flowing and isinstance(flowing[0], Draft) and not flowing[0].first.rule:
        at = next((i for i in range(len(elements) - 1, -1, -1) if not isinstance(elements[i], Note)), None)
        last = elements[at] if at is not None else None
        if isinstance(last, Draft) and not last.last.rule and last.column != flowing[0].column:
            one = joined(last, flowing[0])
            if one and at is not None:
                elements[at] = one
                flowing = flowing[1:]
    elements += flowing
