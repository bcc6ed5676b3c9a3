from __future__ import annotations

import io
import zipfile

import pytest

from schemas.errors import Damaged, EmptyFile, Skipped, TooLarge

PARAGRAPH = "<w:p><w:r><w:t>正文</w:t></w:r></w:p>"


def rewritten(data: bytes, change) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def test_strict_documents_are_read(read, docx):
    def strict(name, content):
        content = content.replace(
            b"http://schemas.openxmlformats.org/wordprocessingml/2006/", b"http://purl.oclc.org/ooxml/wordprocessingml/"
        )
        return content.replace(
            b"http://schemas.openxmlformats.org/officeDocument/2006/", b"http://purl.oclc.org/ooxml/officeDocument/"
        )

    document = read("a.docx", rewritten(docx(PARAGRAPH), strict))
    assert [b.text for b in document.blocks] == ["正文"]
    assert document.report.remarks == ("mended_package",)


def test_relationships_that_lead_nowhere_are_passed_over(read, docx):
    gone = (
        b'<Relationship Id="z" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="NULL"/>'
    )
    data = rewritten(
        docx(PARAGRAPH),
        lambda name, content: (
            content.replace(b"</Relationships>", gone + b"</Relationships>") if "document.xml.rels" in name else content
        ),
    )
    assert [b.text for b in read("a.docx", data).blocks] == ["正文"]


def test_broken_xml_is_damage(read, docx):
    data = rewritten(docx(PARAGRAPH), lambda name, content: content[:-30] if name == "word/document.xml" else content)
    with pytest.raises(Damaged):
        read("a.docx", data)


def test_nesting_past_sense_is_too_large(read, docx):
    with pytest.raises(TooLarge):
        read("a.docx", docx("<w:sdt>" * 400 + "</w:sdt>" * 400))


def test_blank_documents_and_ones_of_pictures(read, docx):
    with pytest.raises(EmptyFile):
        read("a.docx", docx("<w:p/>"))
    picture = '<w:p><w:r><w:pict><v:shape><v:imagedata r:id="x"/></v:shape></w:pict></w:r></w:p>'
    with pytest.raises(Skipped) as caught:
        read("a.docx", docx(picture))
    assert caught.value.rule == "needs_ocr"
