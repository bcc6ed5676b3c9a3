from __future__ import annotations

import pytest

from parsers.table_header import guess_header_rows, is_value
from schemas.document import Cell


def cells(*rows: str) -> list[Cell]:
    """Cells of rows written with bars; `text*3` spans three columns, `text/2` two rows."""
    out: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    for r, row in enumerate(rows):
        c = 0
        for part in row.split("|"):
            while (r, c) in taken:
                c += 1
            text, _, span = part.partition("*")
            text, _, rowspan = text.partition("/")
            cell = Cell(row=r, col=c, text=text, colspan=int(span or 1), rowspan=int(rowspan or 1))
            taken |= {(r + i, c + j) for i in range(cell.rowspan) for j in range(cell.colspan)}
            out.append(cell)
            c += cell.colspan
    return out


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (("年龄|保费", "18|41.60", "19|43.21"), 1),
        (("项目|2023|2022", "收入|1,200|900"), 0),
        (("姓名|张三", "性别|男"), 1),
        (("姓名：|", "电话：|"), 0),
        (("18|41.60", "19|43.21"), 0),
        (("年龄/2|男性*2", "3年交|5年交", "18|41.60|25.48"), 2),
        (("方案一*3", "性别|男性*2", "年龄|3年交|5年交", "18|41.60|25.48", "19|43.21|26.47"), 3),
        (("one",), 0),
        (("长" * 80 + "|乙", "1|2"), 0),
    ],
)
def test_header_rows(rows, count):
    assert guess_header_rows(cells(*rows)) == count


def test_bold_first_rows_are_headers():
    assert guess_header_rows(cells("甲", "乙"), emphasised=True) == 1


@pytest.mark.parametrize("text", ["12", "1,234.50", "¥300", "-3%", "(81)", "2024年1月1日", "2024-01-01", "—", "5万元"])
def test_values(text):
    assert is_value(text)


@pytest.mark.parametrize("text", ["年龄", "3年交", "A1", "", "第5条"])
def test_names(text):
    assert not is_value(text)
