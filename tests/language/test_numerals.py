import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.numerals import han_to_int, int_to_han, read_numeral, roman_to_int


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("一", 1), ("十", 10), ("十二", 12), ("二十", 20), ("二 十", 20), ("廿三", 23), ("卅", 30), ("一百", 100), ("一百零五", 105),
        ("一百二", 120), ("一百二十三", 123), ("三千零五", 3005), ("三万五", 35000), ("一万零三百", 10300), ("二十三亿五千万", 2_350_000_000),
        ("二〇二四", 2024), ("两千", 2000), ("壹佰贰拾叁万肆仟", 1_234_000), ("兩萬", 20000), ("零", 0),
    ],
)  # fmt: skip
def test_han_to_int(text: str, number: int) -> None:
    assert han_to_int(text) == number


@pytest.mark.parametrize("text", ["", " ", "万", "百十百", "一二十", "十十", "条", "一条"])
def test_han_to_int_refuses(text: str) -> None:
    with pytest.raises(ValueError):
        han_to_int(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "零"), (7, "七"), (10, "十"), (11, "十一"), (20, "二十"), (101, "一百零一"), (110, "一百一十"), (1001, "一千零一"),
        (1010, "一千零一十"), (2024, "二千零二十四"), (10010, "一万零一十"), (100_000, "十万"), (100_000_001, "一亿零一"),
    ],
)  # fmt: skip
def test_int_to_han(number: int, text: str) -> None:
    assert int_to_han(number) == text


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_there_and_back(number: int) -> None:
    assert han_to_int(int_to_han(number)) == number


@pytest.mark.parametrize(("text", "number"), [("IV", 4), ("ix", 9), ("XXXIX", 39), ("Ⅻ", 12), ("ⅲ", 3)])
def test_roman(text: str, number: int) -> None:
    assert roman_to_int(text) == number


@pytest.mark.parametrize("text", ["", "IIII", "VX", "ABC"])
def test_roman_refuses(text: str) -> None:
    with pytest.raises(ValueError):
        roman_to_int(text)


@pytest.mark.parametrize(
    ("text", "number"), [("12", 12), ("１２", 12), ("1 2", 12), ("A", 1), ("Ｃ", 3), ("I", 1), ("V", 5), ("十二", 12)]
)
def test_read_numeral(text: str, number: int) -> None:
    assert read_numeral(text) == number
