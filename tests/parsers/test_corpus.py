"""Real documents: each ends as a document or in a typed error, and no word of a Word file or sheet is lost."""

from __future__ import annotations

import hashlib
import os
import re
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from parsers.read import parse
from schemas.document import Document, SourceFile
from schemas.errors import ParseError, Skipped
from schemas.settings import Settings

ROOT = Path(os.environ.get("DOCMILL_CORPUS") or Path(__file__).resolve().parents[3] / "shared" / "corpus")
FOLDERS = ("docx", "xlsx", "html_zh", "html_en", "markdown", "openapi", "other", "pptx", "image_zh")
STORIES = re.compile(r"/?word/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not ROOT.is_dir(), reason=f"no folder of real documents at {ROOT}; set DOCMILL_CORPUS"),
]


def files(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).glob("*") if path.is_file() and path.suffix not in {".pdf", ".native"})


def described(path: Path) -> SourceFile:
    data = path.read_bytes()
    return SourceFile(uri=str(path), name=path.name, sha256=hashlib.sha256(data).hexdigest(), size=len(data))


def parsed(path: Path) -> Document | None:
    try:
        return parse(described(path), Settings(), lambda pages: None)
    except (ParseError, Skipped):
        return None


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_ends_well(folder):
    for path in files(folder):
        if path.suffix == ".pdfg":
            continue
        document = parsed(path)
        if document is None:
            continue
        assert all(block.text.strip() and block.provenance for block in document.blocks), path.name
        assert all(block.rule for block in document.blocks if block.layer not in {"body", "note"}), path.name


def characters(texts) -> Counter[str]:
    return Counter(character for text in texts for character in text if not character.isspace())


def test_no_word_of_a_word_file_is_lost():
    for path in files("docx"):
        document = parsed(path)
        if document is None:
            continue
        with zipfile.ZipFile(path) as archive:
            roots = [etree.fromstring(archive.read(name)) for name in archive.namelist() if STORIES.fullmatch(name)]
        shown = [
            t.text or "" for root in roots for t in root.iter("{*}t") if not t.xpath("ancestor::*[local-name()='Fallback']")
        ]
        want, got = characters(shown), characters(block.text for block in document.blocks)
        lost = sum((want - got).values())
        assert lost <= 0.01 * sum(want.values()), (path.name, "".join((want - got).elements())[:80])


def test_no_cell_of_a_sheet_is_lost():
    import openpyxl

    for path in files("xlsx"):
        document = parsed(path) if path.suffix == ".xlsx" else None
        if document is None:
            continue
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        values = [cell.value for sheet in book.worksheets for row in sheet.iter_rows(max_row=20_000) for cell in row]
        texts = Counter(" ".join(value.split()) for value in values if isinstance(value, str) and value.strip())
        got: Counter[str] = Counter()
        for block in document.blocks:
            got.update(" ".join(c.text.split()) for c in block.cells) if block.kind == "table" else got.update(
                [" ".join(block.text.split())]
            )
        assert sum((texts - got).values()) <= 0.01 * sum(texts.values()), (path.name, list((texts - got).elements())[:3])
