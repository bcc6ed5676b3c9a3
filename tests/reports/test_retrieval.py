"""Evaluation over modes and categories against values worked out by hand."""

from __future__ import annotations

import pytest

from reports.queries import Query
from reports.retrieval import Mode, evaluate
from schemas.errors import SettingsError

QUERIES = (
    Query(query="一", relevant_chunk_ids=("a",), category="定义"),
    Query(query="二", relevant_chunk_ids=("b",), category="定义"),
    Query(query="三", relevant_chunk_ids=("z",), category="费率"),
)
RANKINGS = {Mode.VECTOR: "abc", Mode.BM25: "cab", Mode.HYBRID: "bac"}


@pytest.fixture
def search(make_chunk):
    chunks = {name: make_chunk(name) for name in "abc"}
    return lambda query, mode, k: [chunks[name] for name in RANKINGS[mode]][:k]


def test_by_mode_and_category(search):
    result = evaluate(QUERIES, search, ks=(1, 2))
    modes = result.modes
    assert [modes[m]["recall@1"].value for m in Mode] == pytest.approx([1 / 3, 0, 1 / 3], abs=1e-6)
    assert modes["vector"]["mrr"].value == pytest.approx((1 + 1 / 2 + 0) / 3, abs=1e-6)
    assert modes["bm25"]["mrr"].value == pytest.approx((1 / 2 + 1 / 3 + 0) / 3, abs=1e-6)
    assert result.by_category["定义"]["vector"]["recall@2"].value == 1
    assert result.by_category["费率"]["hybrid"]["recall@5"].value == 0
    assert result.queries == {"定义": 2, "费率": 1}
    assert [(m.query, m.category) for m in result.misses] == [("三", "费率")]
    assert result.misses[0].found_instead == "条款 › 第b节"


def test_intervals_hold_the_value_and_repeat(search):
    one, two = evaluate(QUERIES, search), evaluate(QUERIES, search)
    assert one == two
    for scores in one.modes.values():
        for interval in scores.values():
            assert 0 <= interval.low <= interval.value <= interval.high <= 1
    single = one.by_category["费率"]["vector"]["mrr"]
    assert single.low == single.value == single.high


def test_the_promised_json(search):
    summary = evaluate(QUERIES, search).summary()
    assert list(summary) == ["vector", "bm25", "hybrid", "by_category"]
    assert set(summary["hybrid"]["recall@5"]) == {"value", "low", "high"}
    assert set(summary["by_category"]["定义"]) == {"vector", "bm25", "hybrid"}


def test_no_queries_is_wrong_use(search):
    with pytest.raises(SettingsError, match="without queries"):
        evaluate([], search)


def test_best_mode(search):
    assert evaluate(QUERIES, search).best == ("vector", pytest.approx(2 / 3, abs=1e-6))
