"""Where chunks begin and end, on costs worked out by hand."""

from __future__ import annotations

import pytest

from chunkers.budget import Budget, Limits
from chunkers.draft import Border, Part, Place, Role
from chunkers.pack import pack
from tests.chunkers.making import hashing


def limits(size: int, *, min_size: int = 0, overlap: int = 0) -> Limits:
    """Return limits in characters."""
    return Limits(Budget(hashing()), size, min_size, overlap, "chars")


def parts(lengths: list[int], borders: dict[int, Border] | None = None, **fields: object) -> list[Part]:
    """Return parts of so many characters; borders are sentence ends unless given."""
    borders = borders or {}
    return [
        Part("甲" * n, "甲" * n, (Place("b1", 100 * i, 100 * i + n),), border=borders.get(i, Border.SENTENCE), **fields)  # type: ignore[arg-type]
        for i, n in enumerate(lengths)
    ]


@pytest.mark.parametrize(
    ("lengths", "borders", "size", "least", "expected"),
    [
        ([10, 10, 10], {}, 30, 0, [3]),
        ([10] * 4, {}, 30, 0, [2, 2]),
        ([10] * 6, {2: Border.PARAGRAPH}, 40, 0, [2, 4]),
        ([10] * 4, {2: Border.SECTION}, 100, 0, [2, 2]),
        ([10] * 4, {2: Border.SECTION}, 100, 40, [4]),
        ([30, 10], {1: Border.SECTION}, 100, 30, [2]),
        ([30, 30], {1: Border.SECTION}, 100, 30, [1, 1]),
        ([30, 20], {1: Border.CHAPTER}, 100, 30, [1, 1]),
        ([10] * 6, {1: Border.ITEM, 2: Border.ITEM, 3: Border.ITEM}, 40, 0, [4, 2]),
        ([50, 10], {}, 30, 0, [1, 1]),
        ([10, 25], {1: Border.KEEP}, 30, 0, [2]),
        ([10, 10], {1: Border.TOPIC}, 100, 90, [1, 1]),
    ],
)
def test_cuts(lengths: list[int], borders: dict[int, Border], size: int, least: int, expected: list[int]) -> None:
    assert [len(chunk) for chunk in pack(parts(lengths, borders), limits(size, min_size=least))] == expected


def test_no_parts_no_chunks() -> None:
    assert pack([], limits(10)) == []


@pytest.mark.parametrize(("overlap", "repeated"), [(0, 0), (4, 0), (5, 1), (10, 1), (14, 1), (15, 2), (25, 3)])
def test_the_overlap_is_the_number_of_sentences_that_comes_nearest(overlap: int, repeated: int) -> None:
    chunks = pack(parts([10] * 12), limits(80, overlap=overlap))
    assert [sum(part.repeat for part in chunk) for chunk in chunks] == [0, *[repeated] * (len(chunks) - 1)]
    assert all(sum(len(part.text) for part in chunk) <= 80 for chunk in chunks)


def test_what_is_carried_stands_in_front_of_every_later_chunk_instead_of_an_overlap() -> None:
    label = Part("头", "头", role=Role.LABEL)
    first, *rest = pack(parts([10] * 6, carry=(label,)), limits(31, overlap=15))
    assert [part.text for part in first] == ["甲" * 10] * 3
    assert all(chunk[0].text == "头" and chunk[0].repeat for chunk in rest)
    assert pack(parts([10], carry=(label,)), limits(31), continues=True)[0][0].text == "头"
