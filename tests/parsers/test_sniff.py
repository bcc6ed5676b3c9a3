from __future__ import annotations

import zipfile

import pytest

from parsers.sniff import sniff
from schemas.errors import Damaged, EmptyFile

OOXML = '<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.{}.main+xml"/></Types>'


def ole(*names: str) -> bytes:
    entries = b""
    for name in names:
        raw = name.encode("utf-16-le") + b"\0\0"
        entries += raw.ljust(64, b"\0") + len(raw).to_bytes(2, "little") + b"\0" * 62
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0") + entries


@pytest.mark.parametrize(
    ("name", "data", "kind", "format_name"),
    [
        ("a.txt", b"%PDF-1.7\n", "pdf", "pdf"),
        ("a.pdf", b"junk before the header\n%PDF-1.4\n", "pdf", "pdf"),
        ("late.txt", b"x" * 1100 + b"%PDF-1.4", "text", "text"),
        ("a.bin", b"\x89PNG\r\n\x1a\n....", "image", "png"),
        ("a.png", b"\xff\xd8\xff\xe0....", "image", "jpeg"),
        ("a", b"II*\0....", "image", "tiff"),
        ("a", b"RIFF1234WEBPVP8 ", "image", "webp"),
        ("a", b"GIF89a....", "image", "gif"),
        ("a.doc", b"{\\rtf1 x}", "other", "rtf"),
        ("a", b"\x1f\x8b\x08\x00....", "other", "gzip"),
        ("a.docx", ole("WordDocument"), "legacy", "doc"),
        ("a", ole("Workbook"), "legacy", "xls"),
        ("a", ole("PowerPoint Document"), "legacy", "ppt"),
        ("a", ole("__properties_version1.0"), "other", "msg"),
        ("a", ole("Something"), "other", "ole"),
        ("a.dat", bytes(range(256)) * 4, "other", "binary"),
        ("page.md", "<!DOCTYPE html><html><body>x</body></html>", "html", "html"),
        ("page", "\n<!-- c -->\n<html lang='zh'>", "html", "html"),
        ("frag.html", "<div>x</div>", "html", "html"),
        ("frag.md", "<div>x</div>\n\n# Title", "markdown", "markdown"),
        ("table.md", "# 表\n\n<table><tr><td>1</td></tr></table>", "markdown", "markdown"),
        ("a.txt", '{"openapi": "3.0.0", "paths": {}}', "openapi", "openapi"),
        ("a.txt", '{"a": [1, 2]}', "json", "json"),
        ("a.json", '{"a": 1}\n{"a": 2}\n', "json", "ndjson"),
        ("broken.json", '{"a": 1,', "text", "text"),
        ("a.yml", "info:\n  title: x\nswagger: '2.0'\npaths: {}\n", "openapi", "openapi"),
        ("a.yml", "a: 1\nb: 2\n", "code", "code"),
        ("a.txt", "From: a@example.org\nTo: b@example.org\nSubject: x\n\nHello", "other", "eml"),
        ("a.csv", "a,b\n1,2\n", "csv", "csv"),
        ("a.py", "x = 1\n", "code", "code"),
        ("README", "# One\n\ntext\n\n## Two\n", "markdown", "markdown"),
        ("notes.txt", "# One\n\n# Two\n", "text", "text"),
        ("a.docx", "plain words", "text", "text"),
        ("u.txt", "保险".encode("utf-16"), "text", "text"),
        ("u.txt", "保险".encode("utf-32"), "text", "text"),
    ],
)
def test_kind_comes_from_the_bytes(source, name, data, kind, format_name):
    facts = sniff(source(name, data))
    assert (facts.kind.value, facts.notes[0]) == (kind, f"format:{format_name}")
    assert not facts.encrypted


@pytest.mark.parametrize(
    ("member", "content", "format_name"),
    [
        ("[Content_Types].xml", OOXML.format("wordprocessingml.document"), "docx"),
        ("[Content_Types].xml", OOXML.format("spreadsheetml.sheet"), "xlsx"),
        ("[Content_Types].xml", OOXML.format("presentationml.presentation"), "pptx"),
        ("word/document.xml", "<x/>", "docx"),
        ("mimetype", "application/epub+zip", "epub"),
        ("mimetype", "application/vnd.oasis.opendocument.text", "odt"),
        ("OFD.xml", "<x/>", "ofd"),
        ("readme.txt", "x", "zip"),
    ],
)
def test_zip_containers_are_told_apart_by_their_members(source, tmp_path, member, content, format_name):
    path = tmp_path / "made.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, content)
    assert sniff(source("any.bin", path.read_bytes())).notes[0] == f"format:{format_name}"


def test_office_xml_with_a_password_is_known_by_its_stream(source):
    facts = sniff(source("a.xlsx", ole("EncryptedPackage", "EncryptionInfo")))
    assert (facts.kind.value, facts.encrypted) == ("xlsx", True)


def test_a_stream_name_in_running_text_is_no_directory_entry(source):
    data = ole("Something") + b"x" * 7 + "WordDocument".encode("utf-16-le") + b"\0\0"
    assert sniff(source("a", data)).notes[0] == "format:ole"


@pytest.mark.parametrize(("data", "error"), [(b"", EmptyFile), (b" \n\t\n", EmptyFile), (b"PK\x03\x04 cut off", Damaged)])
def test_empty_and_cut_files_raise(source, data, error):
    with pytest.raises(error):
        sniff(source("a.docx", data))
