import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.edits import apply_edits
from language.terms import TermDictionary, TermFile
from normalizers import default_dictionary, normalize, normalize_text
from normalizers.text import normal_form
from schemas.document import Cell, Code, Document, Heading, Kind, Paragraph, RouteDecision, SourceFile, Table, TextBlock

NO_WORDS = TermDictionary(TermFile())


def document(*blocks: Paragraph | Heading | Code | Table) -> Document:
    source = SourceFile(uri="/in/a.txt", name="a.txt", sha256="", size=1)
    return Document(source=source, route=RouteDecision(kind=Kind.TEXT, parser="text"), blocks=blocks)


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("第 二 十 條　保險金額", "第二十条保险金额"),
        ("等待期为 ９０ 天，（见①）。", "等待期为 90天，（见①）。"),
        ("保额三十万元，冷静期十五日", "保险金额300000元，犹豫期15日"),
        ("保险金额不是保费", "保险金额不是保险费"),
        ("自二〇二四年 一 月 一 日起", "自2024-01-01起"),
        ("被保险人、保险人与要保人", "被保险人、保险人与投保人"),
        ("保单号 ＡＢ１２", "保单号 AB12"),
    ],
)
def test_index_form(text: str, norm: str) -> None:
    assert normalize_text(text, default_dictionary()) == norm
    assert normalize_text(norm, default_dictionary()) == norm


def test_text_stays_as_printed_and_edits_lead_to_norm() -> None:
    printed = "保 额 ３０ 万元"
    (block,) = normalize(document(Paragraph(text=printed)), default_dictionary()).blocks
    assert isinstance(block, Paragraph)
    assert block.text == printed
    assert block.norm == "保险金额 300000元"
    assert apply_edits(printed, block.edits) == block.norm


def test_cells_have_a_norm_and_code_has_none() -> None:
    table = Table(cells=(Cell(row=0, col=0, text="保 费"), Cell(row=0, col=1, text="１ 元")))
    code = Code(text="ａ  =  １  # 保费")
    normal, same = normalize(document(table, code), default_dictionary()).blocks
    assert isinstance(normal, Table)
    assert [cell.norm for cell in normal.cells] == ["保险费", "1元"]
    assert [cell.text for cell in normal.cells] == ["保 费", "１ 元"]
    assert same == code


def test_traditional_is_kept_when_asked() -> None:
    assert normalize_text("保險 金額", NO_WORDS, fold_traditional=False) == "保險金額"


TEXTS = st.text(alphabet="保额费金险單號第三十万元九天条２0年一月日百分之 \u3000，。（a1\u200b\n⾦%", max_size=40)


@given(TEXTS)
def test_edits_give_norm(text: str) -> None:
    norm, edits = normal_form(text, default_dictionary())
    assert apply_edits(text, edits) == norm == normalize_text(text, default_dictionary())


@given(TEXTS.filter(bool), st.lists(st.integers(0, 40), max_size=4))
def test_slices_join_to_norm(text: str, cuts: list[int]) -> None:
    (block,) = normalize(document(Paragraph(text=text)), default_dictionary()).blocks
    assert isinstance(block, TextBlock)
    borders = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    assert "".join(block.norm_slice(a, b) for a, b in itertools.pairwise(borders)) == block.norm
