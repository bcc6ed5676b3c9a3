from __future__ import annotations

import pytest

from parsers.pdf.page_numbers import page_number, says_page


@pytest.mark.parametrize(
    ("text", "number", "says"),
    [
        ("3", 3, False),
        ("- 3 -", 3, True),
        ("~41~", 41, True),
        ("第 3 页 共 10 页", 3, True),
        ("第1頁，共19頁", 1, True),
        ("Page 3 of 10", 3, True),
        ("3 / 10", 3, True),
        ("- iv -", 0, True),
        ("xii", 0, False),
        ("１２", 12, False),
        ("2.5", None, False),
        ("第3条", None, False),
        ("Total 3", None, False),
    ],
)
def test_page_numbers(text, number, says):
    assert page_number(text) == number
    assert says_page(text) is says
