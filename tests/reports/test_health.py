"""Thresholds, alerts and their order; health does not depend on the order of chunks."""

from __future__ import annotations

from datetime import date

import pytest

from reports.health import METRICS, health, limit_of
from schemas.settings import Thresholds

AS_OF = date(2024, 5, 6)
EASY = Thresholds(coverage_min_chunks=1)


def test_an_orderly_collection_has_no_alert(make_chunk, facts):
    chunks = [make_chunk(f"c{i}", f"第{i}句话。") for i in range(4)]
    result = health(chunks, facts, EASY, AS_OF)
    assert result.alerts == ()
    assert set(result.values) == {m.name for m in METRICS}
    assert result.values["freshness"] == 1.0


def test_an_alert_carries_value_threshold_collection_and_examples(make_chunk, facts):
    chunks = [make_chunk("c1", token_count=10), make_chunk("c2", "别的。"), make_chunk("c3", "再有。")]
    (alert,) = health(chunks, facts, EASY, AS_OF).alerts
    assert (alert.metric, alert.value, alert.threshold, alert.collection) == ("fragmentation", 0.333333, 0.15, "demo")
    assert [e.chunk_id for e in alert.examples] == ["c1"]
    assert set(alert.model_dump()) == {"metric", "value", "threshold", "collection", "examples"}


@pytest.mark.parametrize(("short", "alerts"), [(3, []), (4, ["fragmentation"])])
def test_the_threshold_itself_still_holds(short, alerts, make_chunk, facts):
    chunks = [make_chunk(f"c{i}", f"第{i}句。", token_count=100 if i < short else 200) for i in range(20)]
    assert [a.metric for a in health(chunks, facts, EASY, AS_OF).alerts] == alerts


def test_coverage_alerts_line_by_line_but_not_for_the_unassigned_rest(make_chunk, facts):
    chunks = [make_chunk("c1"), make_chunk("c2", "二。"), make_chunk("c3", "三。", business_line=None)]
    lines = facts.model_copy(update={"business_lines": ("motor",)})
    alerts = health(chunks, lines, Thresholds(coverage_min_chunks=2), AS_OF).alerts
    assert [(a.metric, a.value, a.examples[0].note) for a in alerts] == [("coverage", 0, "motor")]


def test_a_collection_without_business_lines_is_one_line(make_chunk, facts):
    alerts = health([make_chunk(business_line=None)], facts, Thresholds(), AS_OF).alerts
    assert [(a.metric, a.value) for a in alerts] == [("coverage", 1)]


def test_index_agreement_alerts_by_side(make_chunk, facts):
    alerts = health([make_chunk()], facts.model_copy(update={"orphaned": 3}), EASY, AS_OF).alerts
    assert [(a.metric, a.value, a.examples[0].note) for a in alerts] == [("index_agreement", 3, "orphaned")]


def test_an_empty_collection_says_so(facts):
    assert [a.metric for a in health([], facts, EASY, AS_OF).alerts] == ["chunks"]


def test_the_order_of_chunks_does_not_matter(make_chunk, facts):
    chunks = [make_chunk(f"c{i}", f"第{i % 3}句。", token_count=40 * i) for i in range(9)]
    assert health(chunks, facts, EASY, AS_OF) == health(chunks[::-1], facts, EASY, AS_OF)


def test_every_row_names_a_threshold_that_exists():
    assert len({m.name for m in METRICS}) == len(METRICS)
    for metric in METRICS:
        assert metric.threshold is None or isinstance(limit_of(metric, Thresholds()), int | float)
