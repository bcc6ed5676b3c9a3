"""Chart geometry worked out by hand."""

from __future__ import annotations

from reports.page.charts import bars, histogram, whisker
from reports.profile import Bin, Row
from reports.retrieval import Interval


def test_histogram():
    chart = histogram([Bin(low=0, high=128, count=1), Bin(low=128, high=256, count=2)], 128, 512)
    assert [(c.x, c.y, c.height, c.short) for c in chart.columns] == [(0, 90, 90, True), (50, 0, 180, False)]
    assert [(m.x, m.label) for m in chart.marks] == [(50, "128: short")]
    assert [t.label for t in chart.ticks] == ["0", "128"]
    assert chart.columns[1].title == "128 to 255 tokens: 2 chunks"
    assert histogram([], 128, None).columns == ()


def test_bars_are_sorted_unless_their_order_means_something():
    rows = [Row(label="a", count=1), Row(label="b", count=199)]
    assert [(b.label, b.width, b.share) for b in bars(rows)] == [("b", 100, "100 %"), ("a", 0.503, "<1 %")]
    assert [b.label for b in bars(rows, keep_order=True)] == ["a", "b"]
    assert bars([Row(label="none", count=0)])[0].width == 0


def test_whisker():
    made = whisker("hybrid", Interval(value=0.5, low=0.25, high=0.75))
    assert (made.at, made.low, made.high, made.value, made.interval) == (50, 25, 75, "0.500", "0.25–0.75")
