"""PDF with a text layer: the parser behind the registry's name `pdf`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from language.detect import language_of
from language.numbering import read_numbering
from parsers.assembly import assemble, title_of
from parsers.pdf.blocks import BlockMaker, texts
from parsers.pdf.flow import flow_of
from parsers.pdf.layout import RawPage
from parsers.pdf.page import PageLayout, read_page, reading_of
from parsers.pdf.pdfium import Bookmark, Pdfium
from parsers.pdf.trust import Verdict
from parsers.registry import PARSERS
from schemas.document import Block, Document, Heading, Page, PageOutcome, ParseReport, RouteDecision, SourceFile
from schemas.errors import Damaged, EmptyFile, Skipped
from schemas.settings import Settings

if TYPE_CHECKING:
    from parsers.pdf.words import PdfReader

MAX_NEW_CHARS = 0.25
"""Share of a page's different characters that only the second library finds, from which its reading is looked at."""
MUCH_MORE = 1.3
TITLE_PAGES = 2


@PARSERS.register("pdf")
class PdfParser:
    """Reads PDFs that carry their text: paragraphs, headings, lists, ruled tables, notes, and what is not body in its layer."""

    def __init__(self, settings: Settings) -> None:
        self._limits = settings.limits

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Encrypted, Damaged, EmptyFile, or Skipped (needs_ocr) if every page is a picture."""
        path = Path(source.uri)
        if path.stat().st_size == 0:
            raise EmptyFile("expected a PDF; the file has 0 bytes")
        with Pdfium(path) as pdfium:
            layouts = list(_layouts(path, pdfium))
            properties, bookmarks = pdfium.properties(), _bookmarks(pdfium)
        self._check(layouts)
        flow = flow_of([layout for layout in layouts if layout.verdict.trusted])
        maker = BlockMaker(layouts, flow, bookmarks)
        blocks = assemble(maker.blocks())
        dropped = Counter(maker.dropped)
        for layout in layouts:
            dropped.update(layout.dropped)
        return Document(
            source=source,
            route=route,
            blocks=blocks,
            pages=tuple(_page(layout) for layout in layouts),
            title=_title(blocks) or properties.get("title", ""),
            language=language_of(texts(blocks)),
            attributes=properties,
            report=ParseReport(dropped_chars=dict(sorted(dropped.items()))),
        )

    def _check(self, layouts: list[PageLayout]) -> None:
        failed = [layout.number for layout in layouts if layout.verdict.outcome is PageOutcome.FAILED]
        if len(failed) > self._limits.max_failed_page_share * len(layouts):
            message = f"{len(failed)} of {len(layouts)} pages could not be read"
            raise Damaged(f"{message}; to go on without them, raise limits.max_failed_page_share", page=failed[0])
        outcomes = {layout.verdict.outcome for layout in layouts}
        if PageOutcome.NEEDS_OCR in outcomes and PageOutcome.TEXT not in outcomes:
            raise Skipped(
                "every page with content is a picture or has garbage for text, and needs OCR", rule="needs_ocr", stage="parse"
            )


def _layouts(path: Path, pdfium: Pdfium) -> Iterator[PageLayout]:
    """Give each page's layout, by pdfplumber or, where that fails or reads characters wrongly, by pdfium."""
    with ExitStack() as stack:
        reader = _reader(path, stack)
        for number in range(1, pdfium.page_count + 1):
            raw = _raw(reader, number)
            layout = _read(raw)
            if layout is None or _is_doubtful(layout, pdfium.text(number)):
                layout = _second_opinion(pdfium, number, raw, layout)
            yield layout


def _reader(path: Path, stack: ExitStack) -> PdfReader | None:
    from parsers.pdf.words import PdfReader

    try:
        return stack.enter_context(PdfReader(path))
    except MemoryError:
        raise
    except Exception:  # whatever the library raises on a broken file: pdfium may still read it
        return None


def _raw(reader: PdfReader | None, number: int) -> RawPage | None:
    try:
        return reader.page(number) if reader and number <= reader.page_count else None
    except MemoryError:
        raise
    except Exception:  # as above, for a broken page
        return None


def _read(raw: RawPage | None) -> PageLayout | None:
    try:
        return read_page(raw) if raw else None
    except (ValueError, ArithmeticError, LookupError):  # a page with impossible numbers
        return None


def _is_doubtful(layout: PageLayout, other: str) -> bool:
    """Return whether pdfium finds many characters that the first reading lacks, and reads more, or more plausibly."""
    ours, theirs = layout.reading, reading_of(other)
    if len(theirs.chars - ours.chars) <= MAX_NEW_CHARS * len(theirs.chars):
        return False
    more = theirs.count > MUCH_MORE * ours.count and theirs.plausibility >= ours.plausibility
    return more or theirs.plausibility > ours.plausibility


def _second_opinion(pdfium: Pdfium, number: int, raw: RawPage | None, first: PageLayout | None) -> PageLayout:
    """Return pdfium's reading of a page, on the first reading's lines and pictures; else the first, or a failed page."""
    try:
        theirs = pdfium.page(number)
    except Exception:  # as above
        theirs = None
    if theirs and raw:
        theirs = replace(raw, glyphs=theirs.glyphs, engine=theirs.engine)
    second = _read(theirs)
    if second and (first is None or second.verdict.trusted):
        return second
    return first or PageLayout(number, 0.0, 0.0, Verdict(PageOutcome.FAILED, "unreadable", trusted=False))


def _title(blocks: Sequence[Block]) -> str:
    """Return the highest heading without a number on the first two pages, or nothing."""
    early = [block for block in blocks if block.provenance and (block.provenance[0].page or 0) <= TITLE_PAGES]
    return title_of(block for block in early if isinstance(block, Heading) and read_numbering(block.text) is None)


def _bookmarks(pdfium: Pdfium) -> list[Bookmark]:
    try:
        return pdfium.bookmarks()
    except (ValueError, RuntimeError):
        return []


def _page(layout: PageLayout) -> Page:
    return Page(
        number=layout.number,
        width_pt=round(layout.width, 2),
        height_pt=round(layout.height, 2),
        outcome=layout.verdict.outcome,
        reason=layout.verdict.reason,
    )
