"""Real documents: no character lost against pdfium's own text, and the right end for files that cannot be read."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from parsers.pdf.glyphs import plain_text
from parsers.pdf.pdfium import Pdfium
from schemas.document import PageOutcome, Table
from schemas.errors import Damaged, EmptyFile, Encrypted, Skipped

CORPUS = Path(os.environ.get("DOCMILL_CORPUS", Path(__file__).parents[4] / "shared" / "corpus"))
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the folder of real documents (DOCMILL_CORPUS) is absent"),
]
MIN_KEPT = 0.99
NO_LETTERS = set("\ufffd\ufffe\x02-")


def letters(text):
    return Counter(c for c in plain_text(text) if not c.isspace() and not "\ue000" <= c <= "\uf8ff" and c not in NO_LETTERS)


@pytest.mark.parametrize(
    "name",
    [
        "pdf_zh/pdfplumber__issue-67-example.pdf",
        "pdf_zh/rapiddoc__示例1-论文模板.pdf",
        "pdf_zh/pdfjs__XiaoBiaoSong.pdf",
        "pdf_insurance_zhtw/qa_rag__ins_54.pdf",
        "pdf_en/mineru__demo2.pdf",
        "pdf_en/unstructured__fake-bold-sample.pdf",
        "pdf_rotated/camelot__clockwise_table_1.pdf",
        "pdf_textfaults/unstructured__embedded-cmap-cidfont.pdf",
    ],
)
def test_nothing_is_lost(parse_file, name):
    document = parse_file(CORPUS / name)
    read = {page.number for page in document.pages if page.outcome is PageOutcome.TEXT}
    printed: Counter[str] = Counter()
    with Pdfium(CORPUS / name) as pdfium:
        for number in read:
            printed += letters(pdfium.text(number))
    kept: Counter[str] = Counter()
    for block in document.blocks:
        kept += letters(block.text + (block.caption + block.unit if isinstance(block, Table) else ""))
    lost = sum((printed - kept).values()) - sum(document.report.dropped_chars.values())
    assert lost <= (1 - MIN_KEPT) * sum(printed.values())


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("pdf_hostile/pypdf__r3-user-password.pdf", Encrypted),
        ("pdf_hostile/pypdf__r6-both-passwords.pdf", Encrypted),
        ("pdf_hostile/pdfplumber__empty.pdf", EmptyFile),
        ("pdf_hostile/pdfjs__poppler-742-0-fuzzed.pdf", Damaged),
        ("pdf_hostile/pdfjs__Pages-tree-refs.pdf", Damaged),
        ("scan_pdf/rapiddoc__含印章.pdf", Skipped),
        ("pdf_zh/pdfplumber__pr-136-example.pdf", Skipped),
    ],
)
def test_files_that_cannot_be_read_say_why(parse_file, name, error):
    with pytest.raises(error):
        parse_file(CORPUS / name)


@pytest.mark.parametrize("name", ["r2-owner-password", "r6-empty-password", "r6-owner-password"])
def test_owner_and_empty_passwords_open(parse_file, name):
    assert parse_file(CORPUS / f"pdf_hostile/pypdf__{name}.pdf").blocks


def test_a_table_turned_on_its_page_has_the_cells_of_its_upright_twin(parse_file):
    def cells(name):
        document = parse_file(CORPUS / f"pdf_rotated/pdfplumber__nics-background-checks-2015-11{name}.pdf")
        return [cell.text for block in document.blocks if isinstance(block, Table) for cell in block.cells]

    assert len(cells("")) > 1000
    assert cells("") == cells("-rotated")


def test_a_broken_text_layer_is_never_body(parse_file):
    (path,) = CORPUS.glob("pdf_zh/ofdrw__GMT*.pdf")
    document = parse_file(path)
    assert not any("犐犆犛" in block.text for block in document.blocks if block.layer == "body")
    assert [page.outcome for page in document.pages].count(PageOutcome.NEEDS_OCR) >= 9
