from __future__ import annotations

import io
import time
from datetime import date

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from schemas.document import Layer
from schemas.errors import EmptyFile


def saved(book: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture
def book():
    made = openpyxl.Workbook()
    made.active.title = "费率"
    return made


def texts(table):
    return [(c.row, c.col, c.rowspan, c.colspan, c.text, c.header) for c in table.cells]


def test_a_sheet_is_a_heading_with_its_table(read, book):
    sheet = book.active
    for row in (["年龄", "费率", "生效日"], [18, 0.0525, date(2024, 1, 1)], [19, 0.06, date(2024, 2, 1)]):
        sheet.append(row)
    sheet["B2"].number_format = sheet["B3"].number_format = "0.00%"
    sheet["C2"].number_format = sheet["C3"].number_format = 'yyyy"年"m"月"d"日"'
    heading, table = read("a.xlsx", saved(book)).blocks
    assert (heading.kind, heading.text, table.section_path) == ("heading", "费率", ("费率",))
    assert [t[4] for t in texts(table)] == [
        "年龄",
        "费率",
        "生效日",
        "18",
        "5.25%",
        "2024年1月1日",
        "19",
        "6.00%",
        "2024年2月1日",
    ]
    assert [t[5] for t in texts(table)] == [True] * 3 + [False] * 6


def test_titles_units_and_notes_stand_around_the_table(read, book):
    sheet = book.active
    for row in (["表1 费率"], ["单位：元"], ["年龄", "费率"], [18, 41.6], [19, 43.2], ["注：年交。"]):
        sheet.append(row)
    sheet.merge_cells("A1:B1")
    blocks = read("a.xlsx", saved(book)).blocks
    assert [b.kind for b in blocks] == ["heading", "caption", "caption", "table", "paragraph"]
    assert (blocks[3].caption, blocks[3].unit) == ("表1 费率", "元")


def test_merged_headers_once_with_their_spans(read, book):
    sheet = book.active
    for row in (["年龄", "男性", None], [None, "3年交", "5年交"], [18, 41.6, 25.5], [19, 43.2, 26.5]):
        sheet.append(row)
    sheet.merge_cells("A1:A2")
    sheet.merge_cells("B1:C1")
    table = read("a.xlsx", saved(book)).blocks[1]
    assert texts(table)[:4] == [
        (0, 0, 2, 1, "年龄", True),
        (0, 1, 1, 2, "男性", True),
        (1, 1, 1, 1, "3年交", True),
        (1, 2, 1, 1, "5年交", True),
    ]
    assert not table.cells[4].header


def test_hidden_sheets_and_notes_are_kept_aside_and_counted(read, book):
    book.active.append(["甲", "乙"])
    book.active.append([1, 2])
    book.active["A1"].comment = Comment("批注", "x")
    other = book.create_sheet("底稿")
    other.sheet_state = "hidden"
    other.append(["丙", "丁"])
    document = read("a.xlsx", saved(book))
    assert "hidden_sheets:1" in document.report.remarks
    assert [(b.rule, b.text) for b in document.blocks if b.layer is Layer.HIDDEN] == [
        ("hidden_sheet", "底稿"),
        ("hidden_sheet", "丙\t丁"),
        ("comment", "批注"),
    ]


def test_an_inflated_range_costs_nothing(read, book):
    sheet = book.active
    sheet["A1"] = "值"
    sheet["XFD1048576"].fill = PatternFill("solid", fgColor="FFFF00")
    began = time.process_time()
    document = read("a.xlsx", saved(book))
    assert [b.text for b in document.blocks] == ["费率", "值"]
    assert time.process_time() - began < 5


def test_stored_values_of_formulas_and_bold_headers(read, book):
    sheet = book.active
    for row in (["项目", "说明"], ["甲", "乙"], ["丙", "丁"]):
        sheet.append(row)
    sheet["A1"].font = sheet["B1"].font = Font(bold=True)
    assert [c.header for c in read("a.xlsx", saved(book)).blocks[1].cells] == [True, True, False, False, False, False]


def test_an_empty_workbook(read, book):
    with pytest.raises(EmptyFile):
        read("a.xlsx", saved(book))
