"""Reading query sets, and what counts as an answer."""

from __future__ import annotations

import json

import pytest

from reports.queries import Query, fold, load_queries, target_of
from schemas.chunk import ChunkType
from schemas.errors import SettingsError


def test_reads_each_form_and_passes_over_empty_lines(tmp_path):
    rows = [
        {"query": "等待期多久？", "answer_text": "90 天", "category": "定义"},
        {"query": "q", "relevant_chunk_ids": ["a", "b", "a"], "relevant_doc_ids": None},
        {"query": "q", "relevant_doc_ids": ["d"]},
    ]
    path = tmp_path / "q.jsonl"
    path.write_text("\ufeff" + "\n\n".join(json.dumps(r) for r in rows) + "\n", encoding="utf-8")
    queries = load_queries(path)
    assert [q.targets for q in queries] == [1, 2, 1]
    assert [q.category for q in queries] == ["定义", "uncategorised", "uncategorised"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 2: not a JSON object"),
        ("[1]", "line 2"),
        ('{"query": "q"}', "line 2: one of relevant_chunk_ids"),
        ('{"query": " ", "answer_text": "a"}', "line 2: query is empty"),
        ('{"query": "q", "answer_text": " "}', "line 2: one of"),
        ('{"query": "q", "answer": "a"}', "line 2: one of relevant_chunk_ids"),
        ('{"query": "q", "relevant_doc_ids": "d"}', "line 2: relevant_doc_ids"),
    ],
)
def test_a_bad_line_is_named_and_its_words_are_not_repeated(line, words, tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query": "q", "answer_text": "a"}\n' + line, encoding="utf-8")
    with pytest.raises(SettingsError, match=words):
        load_queries(path)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00"])
def test_a_file_without_queries_is_refused(content, tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"q\.jsonl"):
        load_queries(path)
    with pytest.raises(SettingsError, match=r"none\.jsonl"):
        load_queries(tmp_path / "none.jsonl")


@pytest.mark.parametrize(("one", "other"), [("90 天", "９０天"), ("Waiting\nPeriod", "waiting period"), ("等 待 期", "等待期")])
def test_folding_forgets_white_space_width_and_case(one, other):
    assert fold(one) == fold(other)


def test_what_makes_a_chunk_relevant(make_chunk):
    chunk = make_chunk("c1", "等待期为９０ 天。", parent_id="p1")
    parents = {"p1": make_chunk("p1", "……犹豫期为15天。", chunk_type=ChunkType.PARENT)}
    doc = chunk.metadata.doc_id
    cases = [
        (Query(query="q", relevant_chunk_ids=("c1", "x")), "c1"),
        (Query(query="q", relevant_chunk_ids=("p1",)), "p1"),
        (Query(query="q", relevant_chunk_ids=("x",), answer_text="等待期"), None),
        (Query(query="q", relevant_doc_ids=(doc,)), doc),
        (Query(query="q", relevant_doc_ids=("x",)), None),
        (Query(query="q", answer_text="90天"), "answer"),
        (Query(query="q", answer_text="犹豫期为 15 天"), "answer"),
        (Query(query="q", answer_text="30天"), None),
        (Query(query="q", answer_text="90天", relevant_doc_ids=("x",)), None),
        (Query(query="q", answer_text="90天", relevant_doc_ids=(doc,)), "answer"),
    ]
    assert [target_of(query, chunk, parents) for query, _ in cases] == [target for _, target in cases]


def test_other_keys_are_passed_over(tmp_path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query": "q", "answer_text": "a", "section": "s"}\n', encoding="utf-8")
    assert [query.answer_text for query in load_queries(path)] == ["a"]
