from __future__ import annotations

import pytest

from parsers.formats import BY_MIME, BY_NAME, FORMATS
from parsers.router import route
from schemas.document import Facts, Kind
from schemas.errors import Encrypted, Skipped
from schemas.settings import Settings


def facts(name: str, **more: object) -> Facts:
    entry = BY_NAME[name]
    return Facts(kind=entry.kind, mime=entry.mime, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "parser"),
    [("pdf", "pdf"), ("docx", "docx"), ("xlsx", "xlsx"), ("csv", "csv"), ("html", "html"), ("markdown", "markdown"),
     ("text", "text"), ("code", "code"), ("json", "json"), ("ndjson", "json"), ("openapi", "openapi")],
)  # fmt: skip
def test_kinds_that_are_read(source, name, parser):
    decision = route(source("a", b"x"), facts(name, notes=("format:x",)), Settings())
    assert decision.parser == parser
    assert decision.reasons == (f"kind:{BY_NAME[name].kind.value}", "format:x", f"parser:{parser}")


@pytest.mark.parametrize(
    ("name", "rule", "words"),
    [
        ("png", "needs_ocr", "OCR"),
        ("doc", "no_reader", "LibreOffice"),
        ("xls", "no_reader", "LibreOffice"),
        ("pptx", "no_reader", "PowerPoint"),
        ("odt", "no_reader", "OpenDocument"),
        ("epub", "no_reader", "EPUB"),
        ("rtf", "no_reader", "RTF"),
        ("eml", "no_reader", "e-mail"),
        ("ofd", "no_reader", "OFD"),
        ("zip", "no_reader", "zip"),
        ("binary", "no_reader", "unknown format"),
    ],
)
def test_kinds_that_are_skipped_name_rule_kind_and_remedy(source, name, rule, words):
    with pytest.raises(Skipped, match=words) as caught:
        route(source("a.bin", b"x"), facts(name), Settings())
    assert (caught.value.rule, caught.value.document) == (rule, "a.bin")


def test_a_password_is_an_error_of_its_own(source):
    with pytest.raises(Encrypted, match="password"):
        route(source("a.docx", b"x"), facts("docx", encrypted=True), Settings())


def test_formats_are_told_apart_by_media_type():
    assert len(BY_MIME) == len(BY_NAME) == len(FORMATS)
    assert {entry.kind for entry in FORMATS} == set(Kind)
