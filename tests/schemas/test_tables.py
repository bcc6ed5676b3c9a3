from schemas.document import Cell, Table
from schemas.tables import grid, header_rows, to_html, to_markdown

TABLE = Table(
    caption="表1 费率",
    cells=(
        Cell(row=0, col=0, rowspan=2, text="年龄", header=True),
        Cell(row=0, col=1, colspan=2, text="保费", header=True),
        Cell(row=1, col=1, text="男", header=True),
        Cell(row=1, col=2, text="女", header=True),
        Cell(row=2, col=0, text="30"),
        Cell(row=2, col=1, text="a|b"),
        Cell(row=2, col=2, text="<9>"),
    ),
)


def test_grid_repeats_spanning_cells() -> None:
    assert [[cell.text if cell else None for cell in row] for row in grid(TABLE)] == [
        ["年龄", "保费", "保费"], ["年龄", "男", "女"], ["30", "a|b", "<9>"],
    ]  # fmt: skip


def test_header_rows_and_shape() -> None:
    assert (header_rows(TABLE), TABLE.shape) == (2, (3, 3))


def test_markdown_has_the_rule_under_the_whole_header() -> None:
    assert to_markdown(TABLE).split("\n") == [
        "| 年龄 | 保费 | 保费 |", "| 年龄 | 男 | 女 |", "| --- | --- | --- |", "| 30 | a\\|b | <9> |",
    ]  # fmt: skip


def test_html_has_spans_and_escapes() -> None:
    assert '<th rowspan="2">年龄</th><th colspan="2">保费</th>' in to_html(TABLE)
    assert "&lt;9&gt;" in to_html(TABLE)


def test_text_holds_each_cell_once() -> None:
    assert TABLE.text == "年龄\t保费\n男\t女\n30\ta|b\t<9>"


def test_an_empty_table_is_empty() -> None:
    assert to_markdown(Table(cells=())) == ""
