from __future__ import annotations

from collections import Counter

import pytest

from parsers.pdf.page import read_page
from parsers.pdf.pdfium import Bookmark, Pdfium
from parsers.pdf.words import PdfReader
from schemas.errors import Damaged


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_both_libraries_see_the_same_page(drawn, angle):
    def page(canvas):
        canvas.setPageRotation(angle)
        canvas.setFont("STSong-Light", 12)
        canvas.drawString(100, 500, "第一条 保险责任 A-12")
        canvas.translate(300, 300)
        canvas.rotate(90)
        canvas.drawString(0, 0, "sideways")

    path = drawn(page)
    with PdfReader(path) as reader, Pdfium(path) as pdfium:
        one, two = reader.page(1), pdfium.page(1)
    assert (one.width, one.height) == pytest.approx((two.width, two.height), abs=0.01)
    ours, theirs = (sorted((g.text, g.turn, g.x0, g.base) for g in p.glyphs if not g.text.isspace()) for p in (one, two))
    assert [g[:2] for g in ours] == [g[:2] for g in theirs]
    for (*_, x0, base), (*_, other_x0, other_base) in zip(ours, theirs, strict=True):
        assert (x0, base) == pytest.approx((other_x0, other_base), abs=3)
    assert Counter(s.text for s in read_page(one).segments) == Counter(s.text for s in read_page(two).segments)


def test_properties_bookmarks_and_text(drawn, write):
    def page(canvas):
        canvas.setTitle("A title")
        canvas.bookmarkPage("one")
        canvas.addOutlineEntry("One", "one", level=0)
        write((72, 100, "第一 页"))(canvas)

    with Pdfium(drawn(page)) as pdfium:
        assert pdfium.page_count == 1
        assert pdfium.properties()["title"] == "A title"
        assert pdfium.bookmarks() == [Bookmark("One", 1, 1)]
        assert pdfium.text(1) == "第一页"


def test_what_does_not_open_is_damaged(tmp_path):
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.4 broken")
    with pytest.raises(Damaged):
        Pdfium(path)
