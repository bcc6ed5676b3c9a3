"""One file from bytes to document: sniff, route, parse, check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from language.detect import language_of
from parsers.guard import check_archive, check_size
from parsers.registry import PARSERS, Parser
from parsers.router import route
from parsers.sniff import sniff
from schemas.document import Document, Facts, Kind, Layer, PageOutcome, SourceFile
from schemas.errors import DocmillError, EmptyFile, EmptyResult, Skipped
from schemas.settings import Settings

PASSED_THROUGH = (DocmillError, MemoryError)
LANGUAGE_CHARS = 8_000
PAGE_BYTES = 20_000
"""What a page of office XML comes to, for deadlines of formats that have no pages."""

_made: dict[tuple[str, str], Parser] = {}


def parse(source: SourceFile, settings: Settings, progress: Callable[[int], None]) -> Document:
    """Return the document of a file.

    `progress` is told the number of pages (or what the size amounts to in pages) before the parser starts, so that the
    deadline can be set by it. Raises ParseError or Skipped, with the file's name and the stage filled in.
    """
    stage = "sniff"
    try:
        check_size(source, settings.limits)
        facts = sniff(source)
        expanded = check_archive(source, facts, settings.limits)
        stage = "route"
        decision = route(source, facts, settings)
        stage = "parse"
        progress(_pages(source, facts) or max(1, expanded // PAGE_BYTES))
        document = _parser(decision.parser, settings).parse(source, decision)
        _check(document)
        document = _with_language(document)
    except DocmillError as error:
        error.document = error.document or source.name
        error.stage = error.stage or stage
        raise
    return document


def _parser(name: str, settings: Settings) -> Parser:
    key = (name, settings.model_dump_json())
    if key not in _made:
        _made[key] = PARSERS.get(name)(settings)
    return _made[key]


def _pages(source: SourceFile, facts: Facts) -> int | None:
    """Return the page count of a PDF, or None where it has none or cannot be opened; its parser then says why."""
    if facts.pages is not None or facts.kind is not Kind.PDF:
        return facts.pages
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(Path(source.uri)) as pdf:
            return len(pdf)
    except (pypdfium2.PdfiumError, OSError):
        return None


def _with_language(document: Document) -> Document:
    """Return the document with its language found from its first blocks, where the parser left it open."""
    if document.language:
        return document
    texts: list[str] = []
    size = 0
    for block in document.blocks:
        if size > LANGUAGE_CHARS:
            break
        if block.layer is Layer.BODY:
            texts.append(block.text[:LANGUAGE_CHARS])
            size += len(block.text)
    return document.model_copy(update={"language": language_of("\n".join(texts))})


def _check(document: Document) -> None:
    """Raise where a file gave no text: needs_ocr, EmptyFile (all pages blank) or EmptyResult."""
    if any(block.text.strip() for block in document.blocks if block.layer is not Layer.FURNITURE):
        return
    outcomes = {page.outcome for page in document.pages}
    if PageOutcome.NEEDS_OCR in outcomes:
        raise Skipped("every page with content is a picture, and no OCR is there to read it", rule="needs_ocr", stage="parse")
    if outcomes == {PageOutcome.BLANK}:
        raise EmptyFile("expected pages with something on them; all of them are blank", stage="parse")
    raise EmptyResult("expected some text, and the parser found none; look at the file with `docmill inspect`", stage="parse")
