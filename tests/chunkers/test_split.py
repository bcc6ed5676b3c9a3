"""Sentences, commas, characters."""

from __future__ import annotations

import pytest

from chunkers.budget import Budget, Cost, Limits
from chunkers.split import joined_pieces, sentence_pieces, verbatim_pieces
from schemas.document import Code, Edit
from tests.chunkers.making import hashing

LIMITS = Limits(Budget(hashing()), 100, unit="chars")


def cut(text: str, most: int, edits: tuple[Edit, ...] = ()) -> list[str]:
    """Return the pieces of a text."""
    return [text[p.start : p.end] for p in sentence_pieces(text, Cost(most, most), LIMITS, edits)]


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("一句。两句；三句", 20, ["一句。", "两句；", "三句"]),
        ("甲乙丙丁，戊己庚辛，壬癸", 10, ["甲乙丙丁，", "戊己庚辛，壬癸"]),
        ("甲乙丙丁戊己庚辛", 5, ["甲乙丙丁", "戊己庚辛"]),
        ("aaaa bbbb cccc", 10, ["aaaa ", "bbbb cccc"]),
        ("x" * 7, 4, ["xxx", "xxx", "x"]),
        ("保费10000元整数", 6, ["保费", "10000", "元整数"]),
        ("甲乙👍🏽丙丁", 5, ["甲乙", "👍🏽", "丙丁"]),
        ("", 5, []),
    ],
)
def test_pieces(text: str, most: int, expected: list[str]) -> None:
    found = cut(text, most)
    assert "".join(found) == text
    assert found == expected


def test_no_cut_inside_an_edit() -> None:
    text = "甲乙丙九十天丁"
    assert cut(text, 5, (Edit(start=3, end=6, text="90天"),))[0] == "甲乙丙"


def test_code_is_cut_at_blank_lines_then_at_lines() -> None:
    block = Code(text="a = 1\nb = 2\n\nc = 3\n" + "d = 4\n" * 4)
    found = [block.text[a:b] for a, b in verbatim_pieces(block, Cost(22, 22), LIMITS)]
    assert found == ["a = 1\nb = 2\n\n", "c = 3\n", "d = 4\n", "d = 4\n", "d = 4\n", "d = 4\n"]


def test_joined_pieces_are_of_about_one_length() -> None:
    text = "甲乙丙丁。" * 11
    lengths = [b - a for a, b in joined_pieces(text, Cost(50, 40), LIMITS)]
    assert sum(lengths) == len(text)
    assert max(lengths) - min(lengths) <= 5
