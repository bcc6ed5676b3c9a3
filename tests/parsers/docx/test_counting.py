from __future__ import annotations

import pytest

from parsers.docx.counting import write_number


@pytest.mark.parametrize(
    ("number", "number_format", "text"),
    [
        (5, "decimal", "5"),
        (5, "decimalZero", "05"),
        (5, "decimalFullWidth", "５"),
        (4, "upperRoman", "IV"),
        (1999, "lowerRoman", "mcmxcix"),
        (1, "upperLetter", "A"),
        (28, "lowerLetter", "bb"),
        (12, "ordinal", "12th"),
        (22, "ordinal", "22nd"),
        (5, "chineseCounting", "五"),
        (11, "chineseCountingThousand", "十一"),
        (23, "taiwaneseCounting", "二十三"),
        (12, "chineseLegalSimplified", "壹拾贰"),
        (11, "ideographTraditional", "甲"),
        (10, "ideographTraditional", "癸"),
        (12, "ideographZodiac", "亥"),
        (10, "ideographDigital", "一○"),
        (3, "decimalEnclosedCircle", "③"),
        (21, "decimalEnclosedCircleChinese", "㉑"),
        (51, "decimalEnclosedCircle", "51"),
        (2, "decimalEnclosedParen", "⑵"),
        (7, "someFutureFormat", "7"),
        (0, "chineseCounting", "0"),
    ],
)
def test_numbers_as_word_shows_them(number, number_format, text):
    assert write_number(number, number_format) == text
