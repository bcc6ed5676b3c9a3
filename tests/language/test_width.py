import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.width import apply_edits, fold_traditional, fold_width, space_edits, traditional_edits, width_edits


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("ＡＢＣａｂｃ１２３", "ABCabc123"),
        ("５％，（甲）：①“乙”。", "5%，（甲）：①“乙”。"),
        ("Ａ－Ｂ／Ｃ＝１．５～２", "A-B/C=1.5~2"),
        ("￥１００", "¥100"),
        ("⾦額⼀", "金額一"),
        ("ofﬁce ﬂow", "office flow"),
        ("㎡ ² 《书》、——", "㎡ ² 《书》、——"),
    ],
)
def test_width(text: str, folded: str) -> None:
    assert fold_width(text) == folded


@pytest.mark.parametrize(
    ("text", "spaced"),
    [
        ("保 险 金 额", "保险金额"),
        ("第 二 十 条", "第二十条"),
        ("保险 ， 责任 。 下", "保险，责任。下"),
        ("90  天", "90 天"),
        ("PICC　人保", "PICC 人保"),
        ("  两头  ", "两头"),
        ("甲 \n\n  乙", "甲\n乙"),
        ("零\u200b宽\ufeff字\u00ad符", "零宽字符"),
        ("a\t b", "a b"),
        ("  ", ""),
        ("he said “hello” to – no — them", "he said “hello” to – no — them"),
        ("他说 “ 好 ” 了", "他说“好”了"),
    ],
)
def test_spaces(text: str, spaced: str) -> None:
    assert apply_edits(text, space_edits(text)) == spaced


@given(st.text(alphabet="保险 \u3000\u200b\n，。aB1１Ａ", max_size=30))
def test_width_and_space_settle_at_once(text: str) -> None:
    for make in (width_edits, space_edits):
        once = apply_edits(text, make(text))
        assert make(once) == ()


def test_traditional() -> None:
    assert fold_traditional("保險金額") == "保险金额"
    text = "本契約所稱「保險金額」 ABC"
    assert apply_edits(text, traditional_edits(text)) == fold_traditional(text)
    assert traditional_edits("保险金额 ABC") == ()


@given(st.text(max_size=20))
def test_folding_takes_any_text(text: str) -> None:
    assert apply_edits(text, traditional_edits(text)) == fold_traditional(text)


def test_half_characters_and_nul_pass() -> None:
    assert fold_traditional("險\ud800險\0險") == "险\ud800险\0险"
