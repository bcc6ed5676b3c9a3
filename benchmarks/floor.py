"""The independent floor: what another reader finds in a file, so that a parser cannot hide a loss.

PDF: characters by pdfium, on pages that were read as text. DOCX: every shown `w:t`. XLSX: every text cell of a visible sheet.
"""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from schemas.document import Document, Kind, PageOutcome, Table

STORIES = re.compile(r"/?word/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml")
IGNORED = frozenset("\ufffd\ufffe\x02-•")
"""Characters that two PDF readers spell differently: soft hyphens, bullets, what has no Unicode."""


def kept_share(path: Path, document: Document) -> tuple[float, int] | None:
    """Return which share of the floor's characters the document holds, in any layer or under a drop rule, and the floor's size.

    None where this kind of file has no floor.
    """
    floors = {Kind.PDF: _pdf, Kind.DOCX: _docx, Kind.XLSX: _xlsx}
    floor = floors.get(document.route.kind)
    if floor is None:
        return None
    want = floor(path, document)
    missing = sum((want - _characters(_texts(document))).values()) - sum(document.report.dropped_chars.values())
    size = sum(want.values())
    return 1.0 - max(0, missing) / size if size else 1.0, size


def _characters(texts: Iterable[str]) -> Counter[str]:
    folded = (c for text in texts for c in unicodedata.normalize("NFKC", text))
    return Counter(c for c in folded if not c.isspace() and c not in IGNORED and not "\ue000" <= c <= "\uf8ff")


def _texts(document: Document) -> Iterable[str]:
    for block in document.blocks:
        yield block.text
        if isinstance(block, Table):
            yield block.caption + block.unit
    yield document.title


def _pdf(path: Path, document: Document) -> Counter[str]:
    import pypdfium2

    read = {page.number for page in document.pages if page.outcome is PageOutcome.TEXT}
    with pypdfium2.PdfDocument(path) as pdf:
        return _characters(page.get_textpage().get_text_range() for number, page in enumerate(pdf, start=1) if number in read)


def _docx(path: Path, _document: Document) -> Counter[str]:
    from lxml import etree

    with zipfile.ZipFile(path) as archive:
        roots = [etree.fromstring(archive.read(name)) for name in archive.namelist() if STORIES.fullmatch(name)]
    nodes = (t for root in roots for t in root.iter("{*}t"))
    return _characters(t.text or "" for t in nodes if not t.xpath("ancestor::*[local-name()='Fallback']"))


def _xlsx(path: Path, _document: Document) -> Counter[str]:
    import openpyxl

    book = openpyxl.load_workbook(path, read_only=True, data_only=True)
    sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    cells = (value for sheet in sheets for row in sheet.iter_rows(values_only=True, max_row=20_000) for value in row)
    return _characters(value for value in cells if isinstance(value, str))
