from __future__ import annotations

import pytest

from parsers.delimited import find_delimiter


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [("a,b\n1,2\n", ","), ("a;b\n1,5;2\n", ";"), ("a\tb\n1, x\t2\n", "\t"), ("a|b|c\n1|2|3\n", "|"), ("alone\nlines\n", ",")],
)
def test_delimiters(text, delimiter):
    assert find_delimiter(text) == delimiter


def test_one_table_with_header_and_quoted_fields(read):
    document = read("a.csv", '产品,说明\nA,"第一行\n第二行, 逗号"\n\nB,""\n')
    (table,) = document.blocks
    assert [(c.row, c.col, c.text, c.header) for c in table.cells] == [
        (0, 0, "产品", True), (0, 1, "说明", True), (1, 0, "A", False), (1, 1, "第一行\n第二行, 逗号", False), (2, 0, "B", False),
    ]  # fmt: skip
    assert table.provenance[0].line == 1
    assert "delimiter:comma" in document.report.remarks


def test_a_first_row_of_values_is_no_header(read):
    assert not any(c.header for c in read("a.csv", "1,2\n3,4\n").blocks[0].cells)


def test_chinese_bytes(read):
    assert read("a.csv", "省份,车牌代号\n河北省,冀\n河南省,豫\n".encode("gbk")).blocks[0].cells[0].text == "省份"
