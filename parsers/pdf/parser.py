"""PDF with a text layer: the parser behind the registry's name `pdf`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from language.detect import language_of
from language.numbering import read_numbering
from parsers.assembly import assemble, title_of
from parsers.pdf.blocks import BlockMaker, texts
from parsers.pdf.flow import flow_of
from parsers.pdf.page import PageLayout, read_page
from parsers.pdf.pdfium import Bookmark, Pdfium
from parsers.pdf.trust import Verdict
from parsers.registry import PARSERS
from schemas.document import Block, Document, Heading, Page, PageOutcome, ParseReport, RouteDecision, SourceFile
from schemas.errors import Damaged, EmptyFile, Skipped
from schemas.settings import Settings

if TYPE_CHECKING:
    from parsers.pdf.words import PdfReader

FEW_GLYPHS = 3
TITLE_PAGES = 2


@PARSERS.register("pdf")
class PdfParser:
    """Reads PDFs that carry their text: paragraphs, headings, lists, ruled tables, notes, and what is not body in its layer."""

    def __init__(self, settings: Settings) -> None:
        self._limits = settings.limits

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Encrypted, Damaged, EmptyFile, or Skipped by rule needs_ocr where every page is a picture."""
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
            raise Damaged(
                f"{len(failed)} of {len(layouts)} pages could not be read; raise limits.max_failed_page_share to go on without them",
                page=failed[0],
            )
        outcomes = {layout.verdict.outcome for layout in layouts}
        if PageOutcome.NEEDS_OCR in outcomes and PageOutcome.TEXT not in outcomes:
            raise Skipped(
                "every page with content is a picture or has garbage for text, and needs OCR", rule="needs_ocr", stage="parse"
            )


def _layouts(path: Path, pdfium: Pdfium) -> Iterator[PageLayout]:
    """Give each page's layout, by pdfplumber or, where that fails or finds nothing readable, by pdfium."""
    with ExitStack() as stack:
        reader = _reader(path, stack)
        for number in range(1, pdfium.page_count + 1):
            layout = _first_opinion(reader, number)
            if layout is None or _is_doubtful(layout):
                layout = _second_opinion(pdfium, number, layout)
            yield layout


def _reader(path: Path, stack: ExitStack) -> PdfReader | None:
    from parsers.pdf.words import PdfReader

    try:
        return stack.enter_context(PdfReader(path))
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception:
        return None


def _first_opinion(reader: PdfReader | None, number: int) -> PageLayout | None:
    if reader is None or number > reader.page_count:
        return None
    try:
        return read_page(reader.page(number))
    except MemoryError:
        raise
    except Exception:
        return None


def _is_doubtful(layout: PageLayout) -> bool:
    return layout.verdict.outcome is PageOutcome.BLANK or layout.verdict.reason in ("undecoded", "picture", "drawing")


def _second_opinion(pdfium: Pdfium, number: int, first: PageLayout | None) -> PageLayout:
    """Return pdfium's reading of a page where it finds readable text; else the first, or a failed page."""
    try:
        raw = pdfium.page(number)
        second = read_page(raw)
    except MemoryError:
        raise
    except Exception:
        return first or PageLayout(number, 0.0, 0.0, Verdict(PageOutcome.FAILED, "unreadable", trusted=False))
    if first is None:
        return second
    readable = second.verdict.outcome is PageOutcome.TEXT and len(raw.glyphs) >= FEW_GLYPHS
    better = readable and sum(len(s.text) for s in second.segments) > sum(len(s.text) for s in first.segments)
    return second if better else first


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
