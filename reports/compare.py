"""What changed since an earlier report: each number before and after, and whether that is better."""

from __future__ import annotations

from dataclasses import dataclass

from reports.health import METRICS
from reports.report import Report
from reports.words import value_words

HEADLINE_SCORES = ("recall@5", "mrr")
NEUTRAL = frozenset({"chunks", "pii", "skipped_files", "coverage"})
"""Metrics that may move either way without being better or worse for it."""


@dataclass(frozen=True)
class Change:
    """A number before and after, as words; `better` is None where neither way is."""

    name: str
    title: str
    before: str
    after: str
    better: bool | None


def changes(report: Report, previous: Report | None) -> dict[str, Change]:
    """Return, by metric name, what differs from the previous report of the same collection; nothing for another one's."""
    if previous is None or previous.collection != report.collection:
        return {}
    return {change.name: change for change in (*_health(report, previous), *_retrieval(report, previous))}


def _health(report: Report, previous: Report) -> list[Change]:
    found = []
    for metric in METRICS:
        before, after = previous.health.values.get(metric.name), report.health.values.get(metric.name)
        if before == after or before is None or after is None:
            continue
        a, b = _number(before), _number(after)
        better = None if metric.name in NEUTRAL or a == b else (b > a) == (metric.bad == "below")
        words = (value_words(metric, before), value_words(metric, after))
        if words[0] != words[1]:
            found.append(Change(metric.name, metric.title, *words, better))
    return found


def _retrieval(report: Report, previous: Report) -> list[Change]:
    if report.retrieval is None or previous.retrieval is None:
        return []
    found = []
    for mode, scores in report.retrieval.modes.items():
        earlier = previous.retrieval.modes.get(mode, {})
        for name in HEADLINE_SCORES:
            if name in scores and name in earlier and scores[name].value != earlier[name].value:
                before, after = earlier[name].value, scores[name].value
                found.append(Change(f"{mode}.{name}", f"{name}, {mode}", f"{before:.3f}", f"{after:.3f}", after > before))
    return found


def _number(value: float | dict[str, int]) -> float:
    return sum(value.values()) if isinstance(value, dict) else value
