from __future__ import annotations

import pytest


def tc(text, properties=""):
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def tr(*cells, properties=""):
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def sdt(inner):
    return f"<w:sdt><w:sdtContent>{inner}</w:sdtContent></w:sdt>"


def tbl(*rows):
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


SPAN = '<w:gridSpan w:val="2"/>'
START = '<w:vMerge w:val="restart"/>'
GOES_ON = "<w:vMerge/>"

CASES = [
    ("spans over columns", tbl(tr(tc("a", SPAN), tc("b")), tr(tc("c"), tc("d"), tc("e"))),
     [(0, 0, 1, 2, "a"), (0, 2, 1, 1, "b"), (1, 0, 1, 1, "c"), (1, 1, 1, 1, "d"), (1, 2, 1, 1, "e")]),
    ("spans over rows once", tbl(tr(tc("a", START), tc("b")), tr(tc("", GOES_ON), tc("c")), tr(tc("", GOES_ON), tc("d"))),
     [(0, 0, 3, 1, "a"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c"), (2, 1, 1, 1, "d")]),
    ("text in a continuing cell is not lost", tbl(tr(tc("a", START), tc("b")), tr(tc("x", GOES_ON), tc("c"))),
     [(0, 0, 2, 1, "a\nx"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c")]),
    ("a continuing cell with nothing above stands alone", tbl(tr(tc("a"), tc("b")), tr(tc("c", GOES_ON), tc("d"))),
     [(0, 0, 1, 1, "a"), (0, 1, 1, 1, "b"), (1, 0, 1, 1, "c"), (1, 1, 1, 1, "d")]),
    ("rows that begin later", tbl(tr(tc("a"), tc("b")), tr(tc("c"), properties='<w:gridBefore w:val="1"/>')),
     [(0, 0, 1, 1, "a"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c")]),
    ("content controls around rows and cells",
     tbl(sdt(tr(tc("a"), sdt(tc("b")))), tr(tc("1"), tc("2"))),
     [(0, 0, 1, 1, "a"), (0, 1, 1, 1, "b"), (1, 0, 1, 1, "1"), (1, 1, 1, 1, "2")]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "cells"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_cells(read, docx, body, cells):
    (table,) = read("a.docx", docx(body)).blocks
    assert [(c.row, c.col, c.rowspan, c.colspan, c.text) for c in table.cells] == cells


def test_header_rows_that_the_file_flags(read, docx):
    flag = "<w:tblHeader/>"
    (table,) = read(
        "a.docx", docx(tbl(tr(tc("a"), tc("1"), properties=flag), tr(tc("b"), tc("2"), properties=flag), tr(tc("c"), tc("3"))))
    ).blocks
    assert [c.header for c in table.cells] == [True] * 4 + [False] * 2


def test_a_frame_of_one_cell_is_running_text(read, docx):
    assert [b.kind for b in read("a.docx", docx(tbl(tr(tc("框中文字。"))))).blocks] == ["paragraph"]


def test_a_nested_table_follows_and_caption_and_unit_are_attached(read, docx):
    inner = tbl(tr(tc("甲"), tc("1")), tr(tc("乙"), tc("2")))
    outer = tbl(tr(tc("项目"), tc("说明")), tr(tc("细项"), f"<w:tc><w:p><w:r><w:t>见下</w:t></w:r></w:p>{inner}</w:tc>"))
    lines = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in ("表1 清单", "单位：元"))
    document = read("a.docx", docx(lines + outer))
    assert [b.kind for b in document.blocks] == ["caption", "caption", "table", "table"]
    assert (document.blocks[2].caption, document.blocks[2].unit) == ("表1 清单", "元")
    assert [c.text for c in document.blocks[2].cells] == ["项目", "说明", "细项", "见下"]
    assert [c.text for c in document.blocks[3].cells] == ["甲", "1", "乙", "2"]
