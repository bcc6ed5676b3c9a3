"""Geometry of the charts, in percent of the width, so that text keeps its size on any screen. The templates draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.profile import Bin, Row
from reports.ranking import NDCG_DEPTH
from reports.retrieval import Interval, Scores
from reports.words import count_words

COLUMN_GAP_PERCENT = 0.6
PLOT_HEIGHT_PX = 180
MOST_TICKS = 6
SHOWN_SCORES = ("recall@1", "recall@3", "recall@5", "recall@10", "mrr", f"ndcg@{NDCG_DEPTH}")


@dataclass(frozen=True)
class Column:
    """A bar of a histogram: x and width in percent, y and height in pixels, and what it says when pointed at."""

    x: float
    width: float
    y: float
    height: float
    title: str
    short: bool


@dataclass(frozen=True)
class Tick:
    """A label at x percent."""

    x: float
    label: str
    anchor: str = "middle"


@dataclass(frozen=True)
class Histogram:
    """Columns, ticks below, marks (limits) as labelled lines, the height of the plot and the highest count."""

    columns: tuple[Column, ...]
    ticks: tuple[Tick, ...]
    marks: tuple[Tick, ...]
    height: int
    highest: str


@dataclass(frozen=True)
class Bar:
    """A horizontal bar: label, width in percent, and the value and share in words."""

    label: str
    width: float
    value: str
    share: str


@dataclass(frozen=True)
class Whisker:
    """A value with its interval: positions in percent, and the numbers in words."""

    label: str
    at: float
    low: float
    high: float
    value: str
    interval: str


def histogram(bins: Sequence[Bin], fragment_tokens: int, window: int | None) -> Histogram:
    """Return the histogram of chunk lengths, columns below `fragment_tokens` marked short."""
    if not bins:
        return Histogram((), (), (), PLOT_HEIGHT_PX, "0")
    end, most = bins[-1].high, max(b.count for b in bins)
    columns = tuple(_column(b, end, most, fragment_tokens) for b in bins)
    every = -(-len(bins) // MOST_TICKS)
    ticks = [
        Tick(_percent(b.low, end), count_words(b.low), "middle" if i else "start") for i, b in enumerate(bins) if i % every == 0
    ]
    limits = ((fragment_tokens, f"{fragment_tokens}: short"), (window, f"{window}: window"))
    marks = tuple(
        Tick(_percent(at, end), label, "end" if at > end / 2 else "start")
        for at, label in limits
        if at is not None and at <= end
    )
    return Histogram(columns, tuple(ticks), marks, PLOT_HEIGHT_PX, count_words(most))


def bars(rows: Sequence[Row], *, keep_order: bool = False) -> tuple[Bar, ...]:
    """Return one bar per row, as wide as its share of the largest."""
    most = max((row.count for row in rows), default=0) or 1
    total = sum(row.count for row in rows) or 1
    ordered = rows if keep_order else sorted(rows, key=lambda row: (-row.count, row.label))
    return tuple(Bar(row.label, _percent(row.count, most), count_words(row.count), _share(row.count, total)) for row in ordered)


def whiskers(modes: Mapping[str, Scores]) -> tuple[tuple[str, tuple[Whisker, ...]], ...]:
    """Return, metric by metric, each mode's value with its interval on a scale from 0 to 1."""
    first = next(iter(modes.values()), {})
    names = [name for name in SHOWN_SCORES if name in first]
    return tuple((name, tuple(whisker(mode, scores[name]) for mode, scores in modes.items())) for name in names)


def whisker(label: str, interval: Interval) -> Whisker:
    """Return one value with its interval."""
    return Whisker(
        label,
        _percent(interval.value, 1),
        _percent(interval.low, 1),
        _percent(interval.high, 1),
        f"{interval.value:.3f}",
        f"{interval.low:.2f}–{interval.high:.2f}",
    )


def _column(b: Bin, end: int, most: int, fragment_tokens: int) -> Column:
    height = round(PLOT_HEIGHT_PX * b.count / most, 1)
    if b.count:
        height = max(height, 1.5)
    return Column(
        x=_percent(b.low, end),
        width=round(_percent(b.high - b.low, end) - COLUMN_GAP_PERCENT, 3),
        y=round(PLOT_HEIGHT_PX - height, 1),
        height=height,
        title=f"{count_words(b.low)} to {count_words(b.high - 1)} tokens: {count_words(b.count)} chunks",
        short=b.high <= fragment_tokens,
    )


def _share(part: int, whole: int) -> str:
    return "<1 %" if 0 < part < whole / 100 else f"{100 * part / whole:.0f} %"


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 3)
