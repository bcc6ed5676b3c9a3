"""The report as a value: its promised JSON, storing, comparing, the gate."""

from __future__ import annotations

import json
from datetime import date

import pytest

from reports.compare import changes
from reports.gate import gate
from reports.queries import Query
from reports.report import load_report, make_report
from reports.retrieval import evaluate
from schemas.errors import SettingsError
from schemas.settings import Thresholds

AS_OF = date(2024, 5, 6)
EASY = Thresholds(coverage_min_chunks=1)


@pytest.fixture
def build(make_chunk, facts):
    def make(*, short=0, found=True, queries=False, thresholds=EASY, collection="demo", **told):
        chunks = [make_chunk(f"c{i}", f"第{i}句。", token_count=20 if i < short else 300) for i in range(10)]
        asked = [Query(query="q", relevant_chunk_ids=("c1" if found else "x",))]
        retrieval = evaluate(asked, lambda q, m, k: chunks[:k]) if queries else None
        store = facts.model_copy(update={"collection": collection, **told})
        return make_report(chunks, store, thresholds, AS_OF, retrieval=retrieval)

    return make


def test_summary_has_the_promised_keys(build):
    summary = build(queries=True).summary()
    assert list(summary) == ["health", "retrieval", "alerts"]
    assert summary["retrieval"]["hybrid"]["mrr"] == {"value": 0.5, "low": 0.5, "high": 0.5}
    assert summary["health"]["fragmentation"] == 0.0
    assert build().summary()["retrieval"] is None
    json.dumps(summary)


def test_stored_and_read_back(build, tmp_path):
    report = build(short=3, queries=True)
    path = tmp_path / "report.json"
    path.write_text(report.model_dump_json(), encoding="utf-8")
    assert load_report(path) == report
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"report\.json"):
        load_report(path)


def test_changes_know_which_way_is_better(build):
    before = build(short=3, queries=True, found=False, pii_counts={"EMAIL": 1})
    after = build(short=1, queries=True, pii_counts={"EMAIL": 2}, orphaned=1)
    found = {c.name: (c.before, c.after, c.better) for c in changes(after, before).values()}
    assert found["fragmentation"] == ("30 %", "10 %", True)
    assert found["index_agreement"] == ("0", "1", False)
    assert found["pii"] == ("1", "2", None)
    assert found["hybrid.recall@5"] == ("0.000", "1.000", True)
    assert "freshness" not in found


def test_no_comparison_without_or_across_collections(build):
    assert changes(build(), None) == {}
    assert changes(build(short=3), build(collection="other")) == {}


def test_the_gate_holds_or_says_why(build):
    assert gate(build()).holds
    verdict = gate(build(short=3))
    assert not verdict.holds
    assert verdict.sentences == ("Fragmentation: 30 %; asked for is at most 15 %",)
    assert gate(build(short=3, thresholds=EASY.model_copy(update={"gate_ignore": ("fragmentation",)}))).holds


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"queries": True}, ()),
        ({"queries": True, "found": False}, ("Recall@5 is 0 % (vector); asked for is at least 80 %",)),
        ({}, ("Recall@5 of at least 80 % is asked for and was not measured; give a query set with --queries",)),
    ],
)
def test_a_gate_on_recall(fields, words, build):
    assert gate(build(thresholds=EASY.model_copy(update={"gate_min_recall": 0.8}), **fields)).sentences == words
