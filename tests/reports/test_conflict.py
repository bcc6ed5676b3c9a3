"""Which sections are held to contradict each other."""

from __future__ import annotations

import pytest

from reports.conflict import conflicts, jaccard
from schemas.chunk import ChunkType

OLD, NEW = "等待期为三十日，自合同生效之日起计算。", "Cover starts at midnight after signing the policy."


def test_jaccard_by_hand():
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 2 / 4
    assert jaccard(frozenset(), frozenset()) == 1.0


@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [
        ({}, {}, 1),
        ({}, {"section_path": ("手册", "犹豫期")}, 0),
        ({}, {"doc_type": "clause"}, 0),
        ({"product_code": "A"}, {"product_code": "B"}, 0),
        ({"product_code": "A"}, {}, 1),
        ({}, {"chunk_type": ChunkType.PARENT}, 0),
    ],
)
def test_same_title_path_other_words(first, second, pairs, make_chunk, weigh):
    path = {"section_path": ("手册", "等待期")}
    one = make_chunk("c1", OLD, doc="甲.md", **{**path, **first})
    two = make_chunk("c2", NEW, doc="乙.md", **{**path, **second})
    assert len(conflicts(weigh(one, two))) == pairs


def test_same_words_are_no_conflict(make_chunk, weigh):
    one = make_chunk("c1", OLD, doc="甲.md", section_path=("手册", "等待期"))
    two = make_chunk("c2", OLD + "另有约定的除外。", doc="乙.md", section_path=("手册", "等待期"))
    assert conflicts(weigh(one, two)) == []


def test_whole_sections_are_compared_not_chunks(make_chunk, weigh):
    path = ("手册", "等待期")
    chunks = [
        make_chunk("c1", OLD, doc="甲.md", section_path=path),
        make_chunk("c2", NEW, doc="甲.md", section_path=path),
        make_chunk("c3", NEW + OLD, doc="乙.md", section_path=path),
    ]
    assert conflicts(weigh(*chunks)) == []


def test_two_sections_of_one_document_under_one_path(make_chunk, weigh):
    chunks = [
        make_chunk("c1", OLD, section_path=("手册", "等待期")),
        make_chunk("c2", "别的内容。", section_path=("手册", "犹豫期")),
        make_chunk("c3", NEW, section_path=("手册", "等待期")),
    ]
    ((one, other),) = conflicts(weigh(*chunks))
    assert (one.first.chunk_index, other.first.chunk_index) == (1, 3)


def test_chunks_without_a_title_path_are_left_out(make_chunk, weigh):
    assert (
        conflicts(weigh(make_chunk("c1", OLD, doc="a", section_path=()), make_chunk("c2", NEW, doc="b", section_path=()))) == []
    )
