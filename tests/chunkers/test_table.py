"""Tables keep caption, unit and header on every piece."""

from __future__ import annotations

import pytest

from chunkers import chunk
from schemas.chunk import Chunk, ChunkType
from schemas.document import Caption, Cell, Heading, Paragraph, Table
from schemas.settings import ChunkPreset
from schemas.tables import to_markdown
from tests.chunkers.making import context, document, paragraphs, searched, table

RATES = [["年龄", "男", "女"], *([str(age), f"{age}.10", f"{age}.20"] for age in range(18, 80))]


def pieces(*blocks: object, preset: str | None = None, **presets: ChunkPreset) -> list[Chunk]:
    """Return the table chunks of a document."""
    found = searched(chunk(document(blocks), context(preset, presets=presets)))  # type: ignore[arg-type]
    return [c for c in found if c.metadata.chunk_type is ChunkType.TABLE]


def test_a_small_table_is_one_chunk() -> None:
    small = table(RATES[:5], caption="表1 费率", unit="元")
    [only] = pieces(small)
    assert only.text == "表1 费率\n单位：元\n" + to_markdown(small)
    assert (
        only.index_text
        == "示例文件\n表1 费率\n单位：元\n年龄 | 男 | 女\n18 | 18.10 | 18.20\n19 | 19.10 | 19.20\n20 | 20.10 | 20.20\n21 | 21.10 | 21.20"
    )


@pytest.mark.parametrize("preset", ["default", "clause", "parent_child", "semantic", "technical"])
@pytest.mark.parametrize("head", [0, 1])
def test_every_piece_of_a_long_table_has_caption_unit_and_header(preset: str, head: int) -> None:
    found = pieces(Heading(text="费率", level=1), table(RATES, head=head, caption="表1 费率", unit="元"), preset=preset)
    assert len(found) > 1
    start = "表1 费率\n单位：元\n| 年龄 | 男 | 女 |\n| --- | --- | --- |\n| "
    assert found[0].text.startswith("费率\n" + start)
    assert all(c.text.startswith(start) for c in found[1:])
    rows = [line for c in found for line in c.text.splitlines() if line[2:4].isdigit()]
    assert rows == [f"| {a} | {m} | {w} |" for a, m, w in RATES[1:]]
    assert all(c.metadata.token_count <= 330 for c in found)


def test_all_header_rows_are_repeated_and_merged_cells_read_alone() -> None:
    cells = [Cell(row=0, col=0, rowspan=2, text="年龄", header=True), Cell(row=0, col=1, colspan=2, text="保费", header=True)]
    cells += [Cell(row=1, col=1, text="男", header=True), Cell(row=1, col=2, text="女", header=True)]
    cells += [Cell(row=r, col=c, text=f"{r}.{c}") for r in range(2, 80) for c in range(3)]
    found = pieces(Table(cells=tuple(cells)))
    assert len(found) > 1
    assert all(c.text.startswith("| 年龄 | 保费 | 保费 |\n| 年龄 | 男 | 女 |\n| --- |") for c in found)


def test_a_wide_table_goes_by_column_groups_with_the_key_column() -> None:
    wide = table(
        [
            ["指标", *(f"{2000 + y}年度经营数据" for y in range(60))],
            *([f"行{r}", *(f"{r}{y}" for y in range(60))] for r in range(3)),
        ]
    )
    found = pieces(wide)
    assert len(found) > 1
    for c in found:
        header, _, *rows = c.text.splitlines()
        assert header.startswith("| 指标 | 20")
        assert {row.split(" | ")[0] for row in rows} <= {"| 行0", "| 行1", "| 行2"}
        assert {row.count("|") for row in rows} == {header.count("|")}
    values = [value for c in found for row in c.text.splitlines()[2:] for value in row.strip("| ").split(" | ")[1:]]
    assert sorted(values) == sorted(f"{r}{y}" for r in range(3) for y in range(60))


def test_a_cell_too_long_is_cut_at_sentences_with_header_and_key() -> None:
    long = "".join(f"第{i}句解释说明这一项的条件。" for i in range(100))
    found = pieces(table([["项目", "说明"], ["免赔额", long], ["等待期", "90天"]]))
    assert len(found) > 2
    assert all(c.text.startswith("| 项目 | 说明 |\n| --- | --- |\n| ") for c in found)
    assert all("| 免赔额 | 第" in c.text for c in found if "句解释" in c.text)
    assert all(line.endswith("。 |") for c in found for line in c.text.splitlines() if "句解释" in line)


def test_a_header_takes_at_most_half_of_a_piece() -> None:
    found = pieces(table([["很长的表头" * 120, "值"], *([f"行{i}", f"{i}"] for i in range(200))]))
    for c in found[3:]:
        head, body = c.index_text.split("\n", 2)[1:]
        assert len(head) <= len(body) or "行199" in body


def test_captions_units_and_the_sentence_before_go_with_the_table() -> None:
    blocks = [
        *paragraphs(6),
        Paragraph(text="各年龄的费率见下表："),
        Caption(text="表3 费率"),
        Paragraph(text="（单位：元）"),
        table(RATES),
        *paragraphs(6),
    ]
    first, second, *_ = pieces(*blocks)
    assert first.text.startswith("各年龄的费率见下表：\n表3 费率\n（单位：元）\n| 年龄 |")
    assert second.text.startswith("表3 费率\n（单位：元）\n| 年龄 |")


def test_a_caption_below_a_table_is_found_and_said_once() -> None:
    found = pieces(table(RATES[:4], caption="表3 费率"), Caption(text="表3 费率"))
    assert found[0].text.count("表3 费率") == 1


def test_bars_in_cells_are_escaped() -> None:
    [only] = pieces(table([["a|b", "c"], ["1", "2"]]))
    assert only.text.splitlines()[0] == r"| a\|b | c |"


def test_index_form_of_cells_is_used() -> None:
    cells = (Cell(row=0, col=0, text="犹豫期", header=True), Cell(row=1, col=0, text="十五日", norm="15日"))
    [only] = pieces(Table(cells=cells))
    assert "十五日" in only.text
    assert only.index_text.endswith("犹豫期\n15日")
