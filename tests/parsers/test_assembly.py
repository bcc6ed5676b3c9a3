from __future__ import annotations

from parsers.assembly import assemble, title_of
from schemas.document import Furniture, Heading, Layer, Paragraph


def test_ids_and_section_paths():
    blocks = assemble(
        [
            Paragraph(text="before"),
            Heading(text="一", level=1),
            Heading(text="一之一", level=3),
            Paragraph(text="inside"),
            Furniture(text="page 1"),
            Heading(text="toc entry", level=1, layer=Layer.TOC),
            Heading(text="一之二", level=2),
            Heading(text="二", level=1),
            Paragraph(text="last"),
        ]
    )
    assert [b.id for b in blocks[:3]] == ["b00001", "b00002", "b00003"]
    assert [b.section_path for b in blocks] == [
        (), (), ("一",), ("一", "一之一"), (), ("一", "一之一"), ("一",), (), ("二",),
    ]  # fmt: skip


def test_the_title_is_the_first_heading_of_the_highest_level():
    assert title_of([Heading(text="b", level=2), Heading(text="a", level=1), Heading(text="c", level=1)]) == "a"
    assert title_of([Paragraph(text="x")]) == ""
