"""Numbers as words."""

from __future__ import annotations

import pytest

from reports.health import Alert
from reports.words import BY_NAME, alert_words, count_words, share_words, value_words


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0 %"), (0.05, "5 %"), (0.0425, "4.2 %"), (0.3149, "31 %"), (0.00031, "0.03 %"), (1, "100 %")],
)
def test_shares(share, words):
    assert share_words(share) == words


def test_counts_and_parts():
    assert count_words(1234567) == "1\u2009234\u2009567"
    assert value_words(BY_NAME["coverage"], {"b": 3, "a": 3, "c": 9}) == "3 in a"
    assert value_words(BY_NAME["pii"], {"a": 1, "b": 2}) == "3"
    assert value_words(BY_NAME["oversize"], None) == "–"


@pytest.mark.parametrize(
    ("metric", "value", "threshold", "words"),
    [
        ("conflict", 6, 5, "Conflicting sections: 6 pairs; asked for is at most 5 pairs"),
        ("coverage", 1, 100, "Coverage by business line: 1 chunk; asked for is at least 100 chunks"),
        ("empty", 2, 0, "Empty chunks: 2 chunks; asked for is none"),
        ("freshness", 0.01, 0.05, "Freshness: 1 %; asked for is at least 5 %"),
    ],
)
def test_alerts_in_a_line(metric, value, threshold, words):
    assert alert_words(Alert(metric=metric, value=value, threshold=threshold, collection="c")) == words
