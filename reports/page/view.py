"""What the page says, in the words and the order in which it says it. The templates only lay it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports.compare import Change, changes
from reports.evidence import Example
from reports.faults import FAULTS
from reports.health import METRICS, Alert, limit_of
from reports.measures import MOST_EXAMPLES
from reports.page.charts import Bar, Whisker, bars, histogram, whisker, whiskers
from reports.profile import Row, WorstChunk
from reports.report import Report
from reports.retrieval import HEADLINE, Retrieval
from reports.words import BY_NAME, count_words, limit_words, share_words, value_words

METER_SPAN = 2.0
"""A meter shows values up to this many times the threshold."""
SHOWN_EXAMPLES = 2
"""So many examples stand open beside an alert, the rest folded."""


@dataclass(frozen=True)
class Tile:
    """A headline number."""

    label: str
    value: str
    note: str = ""
    bad: bool = False


@dataclass(frozen=True)
class AlertCard:
    """An alert laid out: what, how much, how far from what is asked for, what to do, and what to look at."""

    title: str
    value: str
    limit: str
    sentence: str
    meter: float
    mark: float
    parts: tuple[str, ...]
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class MetricLine:
    """A row of the health table."""

    title: str
    value: str
    limit: str
    state: str
    change: Change | None


@dataclass(frozen=True)
class CategoryLine:
    """A category's scores in each mode."""

    category: str
    queries: int
    cells: tuple[tuple[Whisker, Whisker], ...]


def view(report: Report, previous: Report | None) -> dict[str, Any]:
    """Return everything that the template names."""
    profile, facts = report.profile, report.facts
    changed = changes(report, previous)
    return {
        "report": report,
        "previous": previous if changed else None,
        "verdict": _verdict(_alerted(report)),
        "shown": SHOWN_EXAMPLES,
        "tiles": _tiles(report),
        "alerts": alert_cards(report.health.alerts),
        "metrics": _metric_lines(report, changed),
        "score_changes": tuple(change for name, change in changed.items() if name not in BY_NAME),
        "lengths": histogram(profile.lengths, report.thresholds.fragment_tokens, facts.window),
        "types": bars(profile.types),
        "documents": bars(profile.documents),
        "ages": bars(profile.ages, keep_order=True),
        "languages": bars(profile.languages),
        "coverage": _bars_of(report.health.values.get("coverage"), zeros=True),
        "pii": _bars_of(facts.pii_counts),
        "pages": _bars_of(facts.pages),
        "versions": _bars_of(facts.versions),
        "outcomes": _bars_of(facts.outcomes),
        "drops": _drops(report),
        "faults": FAULTS,
        "worst": tuple(_worst(chunk) for chunk in profile.worst),
        "whiskers": whiskers(report.retrieval.modes) if report.retrieval else (),
        "categories": _categories(report.retrieval) if report.retrieval else (),
    }


def alert_cards(alerts: tuple[Alert, ...]) -> tuple[AlertCard, ...]:
    """Return one card per metric: alerts on parts of one metric (business lines) share it, led by the worst."""
    grouped: dict[str, list[Alert]] = {}
    for alert in alerts:
        grouped.setdefault(alert.metric, []).append(alert)
    return tuple(_card(name, group) for name, group in grouped.items())


def _card(name: str, group: list[Alert]) -> AlertCard:
    metric = BY_NAME[name]
    group = sorted(group, key=lambda a: a.value, reverse=metric.bad == "above")
    lead, span = group[0], METER_SPAN * group[0].threshold
    parted = all(len(a.examples) == 1 and a.examples[0].note and not a.examples[0].source_file for a in group)
    parts = tuple(f"{a.examples[0].note}: {value_words(metric, a.value)}" for a in group) if parted else ()
    return AlertCard(
        title=metric.title,
        value=value_words(metric, lead.value),
        limit=limit_words(metric, lead.threshold),
        sentence=metric.sentence,
        meter=round(min(100.0, 100 * lead.value / span), 2) if span else 100.0,
        mark=100 / METER_SPAN if span else 0.0,
        parts=parts,
        examples=() if parted else tuple(e for a in group for e in a.examples)[:MOST_EXAMPLES],
    )


def _alerted(report: Report) -> int:
    return len({alert.metric for alert in report.health.alerts})


def _verdict(alerts: int) -> str:
    if alerts == 0:
        return "Everything that is watched holds."
    return "One number is not what it should be." if alerts == 1 else f"{alerts} numbers are not what they should be."


def _tiles(report: Report) -> tuple[Tile, ...]:
    profile, alerts = report.profile, _alerted(report)
    tiles = [
        Tile("alerts", str(alerts), "nothing to do" if not alerts else "look at these first", bad=alerts > 0),
        Tile("documents", count_words(profile.document_count), "live and searchable"),
        Tile("chunks", count_words(profile.chunks), f"{count_words(profile.tokens)} tokens"),
        Tile("median length", count_words(profile.median_tokens), "tokens a chunk"),
    ]
    fresh = report.health.values.get("freshness")
    if isinstance(fresh, int | float):
        tiles.append(Tile("fresh", share_words(fresh), f"changed within {report.thresholds.freshness_days} days"))
    if report.retrieval:
        mode, best = report.retrieval.best
        tiles.append(Tile(HEADLINE, f"{best:.2f}", f"{mode}, {report.retrieval.total} queries"))
    return tuple(tiles)


def _metric_lines(report: Report, changed: Mapping[str, Change]) -> tuple[MetricLine, ...]:
    alerted = {alert.metric for alert in report.health.alerts}
    lines = []
    for metric in METRICS:
        value, limit = report.health.values.get(metric.name), limit_of(metric, report.thresholds)
        state = "bad" if metric.name in alerted else "info" if limit is None or value is None else "good"
        asked = "" if limit is None else limit_words(metric, limit)
        lines.append(MetricLine(metric.title, value_words(metric, value), asked, state, changed.get(metric.name)))
    return tuple(lines)


def _bars_of(counts: object, *, zeros: bool = False) -> tuple[Bar, ...]:
    rows = [Row(label=k, count=v) for k, v in counts.items() if v or zeros] if isinstance(counts, dict) else []
    return bars(rows)


def _drops(report: Report) -> tuple[tuple[Bar, str], ...]:
    whole = report.facts.total_chars
    rows = [Row(label=rule, count=n) for rule, n in report.facts.dropped_chars.items() if n]
    return tuple((bar, share_words(report.facts.dropped_chars[bar.label] / whole) if whole else "") for bar in bars(rows))


def _worst(chunk: WorstChunk) -> tuple[WorstChunk, str]:
    pages = chunk.page_numbers
    where = f"page {pages[0]}" if len(pages) == 1 else f"pages {pages[0]}–{pages[-1]}" if pages else ""
    return chunk, where


def _categories(retrieval: Retrieval) -> tuple[CategoryLine, ...]:
    return tuple(
        CategoryLine(
            category,
            retrieval.queries.get(category, 0),
            tuple((whisker(mode, s[HEADLINE]), whisker(mode, s["mrr"])) for mode, s in modes.items()),
        )
        for category, modes in retrieval.by_category.items()
    )
