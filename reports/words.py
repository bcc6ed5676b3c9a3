"""Numbers as people read them: shares in percent, counts with their unit, and one sentence for an alert."""

from __future__ import annotations

from reports.health import METRICS, Alert, Metric

BY_NAME: dict[str, Metric] = {metric.name: metric for metric in METRICS}


def share_words(value: float) -> str:
    """Return a share in percent with as many digits as it needs: 4.2 %, 12 %, 0.03 %."""
    percent = value * 100
    digits = 0 if percent >= 10 or percent == int(percent) else 1 if percent >= 1 else 2
    return f"{percent:.{digits}f} %"


def count_words(value: float) -> str:
    """Return a count with thin spaces between thousands."""
    return f"{value:,.0f}".replace(",", "\u2009")


def value_words(metric: Metric, value: float | dict[str, int] | None) -> str:
    """Return a metric's value: parts summed, or the least one where less is worse, and a dash where there is none."""
    if value is None:
        return "–"
    if isinstance(value, dict):
        return _parts_words(metric, value)
    return share_words(value) if metric.unit == "share" else count_words(value)


def limit_words(metric: Metric, limit: float) -> str:
    """Return what is asked of a metric: `at most 15 %`, `at least 100 chunks`, `none`."""
    if metric.bad == "above" and limit == 0:
        return "none"
    side = "at least" if metric.bad == "below" else "at most"
    amount = share_words(limit) if metric.unit == "share" else f"{count_words(limit)} {_unit(metric, limit)}"
    return f"{side} {amount}"


def alert_words(alert: Alert) -> str:
    """Return an alert in one line: `Fragmentation is 31 %, asked for is at most 15 %`."""
    metric = BY_NAME[alert.metric]
    amount = value_words(metric, alert.value)
    if metric.unit != "share":
        amount = f"{amount} {_unit(metric, alert.value)}"
    return f"{metric.title}: {amount}; asked for is {limit_words(metric, alert.threshold)}"


def _parts_words(metric: Metric, parts: dict[str, int]) -> str:
    if metric.bad == "above" or not parts:
        return count_words(sum(parts.values()))
    key, least = min(parts.items(), key=lambda item: (item[1], item[0]))
    return f"{count_words(least)} in {key}"


def _unit(metric: Metric, value: float) -> str:
    return metric.unit.removesuffix("s") if value == 1 else metric.unit
