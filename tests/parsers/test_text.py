from __future__ import annotations

from schemas.document import Kind


def shape(document):
    return [(b.kind, b.text, b.provenance[0].line) for b in document.blocks]


def test_paragraphs_headings_and_items_with_their_lines(read):
    text = "第一章 总则\n\n第一条 为规范管理，制定本办法。\n第二条 本办法适用于全体员工。\n\n（1）甲类\n- 乙类\n"
    document = read("a.txt", text)
    assert document.route.kind is Kind.TEXT
    assert shape(document) == [
        ("heading", "第一章 总则", 1),
        ("paragraph", "第一条 为规范管理，制定本办法。", 3),
        ("paragraph", "第二条 本办法适用于全体员工。", 4),
        ("list_item", "（1）甲类", 6),
        ("list_item", "乙类", 7),
    ]
    assert document.title == "第一章 总则"
    assert document.blocks[1].section_path == ("第一章 总则",)


def test_wrapped_lines_are_joined_and_others_are_not(read):
    long = "these words fill a line that some mail program wrapped at seventy\n"
    assert shape(read("a.txt", long * 3 + "and the end.\n"))[0][1].count("\n") == 0
    assert len(read("a.txt", long * 3 + "and the end.\n").blocks) == 1
    assert len(read("b.txt", "张三\n李四\n王五\n").blocks) == 3


def test_ruled_lines_are_no_text(read):
    assert [b.text for b in read("a.txt", "甲\n=====\n乙\n-----\n").blocks] == ["甲", "乙"]


def test_undecodable_bytes_are_remarked(read):
    document = read("a.txt", "保险责任与责任免除。".encode() * 5 + b"\xff")
    assert "undecodable:1" in document.report.remarks
