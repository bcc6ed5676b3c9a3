"""Each fault on the smallest chunk that has it, and on its neighbour that has not."""

from __future__ import annotations

import pytest

from reports import faults
from schemas.chunk import ChunkType

TABLE = "| 年龄 | 费率 |\n| --- | --- |\n| 30 | 1.2 |"


@pytest.mark.parametrize(
    ("text", "empty"),
    [("", True), (" \n\t　", True), ("\u200b\ufeff", True), ("。", False), ("无", False)],
)
def test_empty(text, empty, make_chunk, weigh):
    chunk = make_chunk(text=text)
    assert faults.is_empty(chunk, weigh(chunk)) is empty


@pytest.mark.parametrize(
    ("fields", "oversize"),
    [
        ({"token_count": 512}, False),
        ({"token_count": 513}, True),
        ({"token_count": 1024, "chunk_type": ChunkType.PARENT}, False),
    ],
)
def test_oversize_spares_parents(fields, oversize, make_chunk, weigh):
    chunk = make_chunk(**fields)
    assert faults.is_oversize(chunk, weigh(chunk)) is oversize


@pytest.mark.parametrize(
    ("fields", "fragment"),
    [
        ({"token_count": 127}, True),
        ({"token_count": 128}, False),
        ({"token_count": 20, "chunk_type": ChunkType.CLAUSE}, False),
        ({"token_count": 20, "chunk_type": ChunkType.FAQ}, False),
        ({"token_count": 20, "parent_id": "p"}, False),
        ({"token_count": 20, "chunk_type": ChunkType.TABLE}, True),
    ],
)
def test_fragment(fields, fragment, make_chunk, weigh):
    chunk = make_chunk(**fields)
    assert faults.is_fragment(chunk, weigh(chunk)) is fragment


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("第三条 等待期", True),
        ("## 第三条 等待期", True),
        ("第二章 保险责任\n第三条　等待期", True),
        ("第三条 等待期\n等待期为90天。", False),
        ("", False),
    ],
)
def test_heading_only(text, only, make_chunk, weigh):
    chunk = make_chunk(text=text, section_path=("第二章 保险责任", "第三条 等待期"), section_title="第三条 等待期")
    assert faults.is_heading_only(chunk, weigh(chunk)) is only


@pytest.mark.parametrize(
    ("text", "mid"),
    [
        ("，并免除后续各期保险费。", True),
        ("）的约定给付。", True),
        ("docmill ingest reads a folder.", False),
        ("The insurer pays.", False),
        ("（一）身故", False),
        ("“等待期”指自合同生效日起。", False),
        ("本公司给付保险金。", False),
    ],
)
def test_mid_sentence_by_its_first_character(text, mid, make_chunk, weigh):
    chunk = make_chunk(text=text)
    assert faults.starts_mid_sentence(chunk, weigh(chunk)) is mid


@pytest.mark.parametrize(
    ("before", "text", "mid"),
    [
        ("被保险人在等待期内因疾病导致发生本合同约定", "的保险事故的，本公司不承担责任。", True),
        ("被保险人在等待期内因疾病导致发生本合同约定的事故。", "本公司不承担责任。", False),
        ("本公司按照约定给付。被保险人在等待期内发生事故。余下的话", "被保险人在等待期内发生事故。余下的话说完。", False),
        ("本公司按照约定给付。被保险人在等待期内因疾病导致发生事故", "在等待期内因疾病导致发生事故的，退还保费。", True),
        ("被保险人在等待期内因疾病导致发生本合同约定", "第四条 本公司给付保险金。", False),
        ("被保险人在等待期内因疾病导致发生本合同约定", "B．本公司给付保险金。", False),
        ("3、对谈判响应文件的审查和响应性的确定", "谈判方将组织审查。", False),
        ("保险责任", "本公司给付保险金。", False),
        ("The insurer examines the notice of loss", "and pays the claim within 30 days.", True),
        ("The insurer examines the notice of loss.", "docmill ingest reads a folder.", False),
    ],
)
def test_mid_sentence_by_the_chunk_before(before, text, mid, make_chunk, weigh):
    one = make_chunk("c1", before, section_path=("甲",))
    two = make_chunk("c2", text, section_path=("甲",), prev_chunk_id="c1")
    assert faults.starts_mid_sentence(two, weigh(one, two)) is mid


def test_tables_and_lists_may_start_anywhere(make_chunk, weigh):
    chunk = make_chunk(text="，并免除", chunk_type=ChunkType.LIST)
    assert not faults.starts_mid_sentence(chunk, weigh(chunk))


@pytest.mark.parametrize(
    ("text", "lacking"),
    [
        (TABLE, False),
        ("表1 费率\n" + TABLE, False),
        ("| 30 | 1.2 |\n| 31 | 1.3 |", True),
        ("| 30 | 1.2 |\n| --- | --- |\n| 31 | 1.3 |", True),
        ("|  |  |\n| :---: | ---: |\n| 甲 | 乙 |", True),
        ("<table><tr><th>年龄</th></tr></table>", False),
        ("<table><tr><td>30</td></tr></table>", True),
        ("年龄为30，费率为1.2。", False),
    ],
)
def test_table_without_header(text, lacking, make_chunk, weigh):
    chunk = make_chunk(text=text, chunk_type=ChunkType.TABLE)
    assert faults.lacks_header(chunk, weigh(chunk)) is lacking


def test_the_later_copy_is_the_duplicate(make_chunk, weigh):
    one, two, other = make_chunk("c1", "同文。"), make_chunk("c2", "同文。"), make_chunk("c3", "别文。")
    evidence = weigh(other, two, one)
    assert [faults.is_duplicate(c, evidence) for c in (one, two, other)] == [False, True, False]


def test_faults_come_heaviest_first(make_chunk, weigh):
    chunk = make_chunk(text="  ", token_count=600, parse_confidence=0.5)
    assert [f.name for f in faults.faults_of(chunk, weigh(chunk))] == ["empty", "oversize", "low_confidence"]
    assert [f.weight for f in faults.FAULTS] == sorted((f.weight for f in faults.FAULTS), reverse=True)
