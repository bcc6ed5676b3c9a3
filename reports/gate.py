"""The gate: whether a report is good enough for whoever asked, and the sentences that say why it is not."""

from __future__ import annotations

from dataclasses import dataclass

from reports.report import Report
from reports.retrieval import Retrieval
from reports.words import alert_words, share_words


@dataclass(frozen=True)
class Verdict:
    """Whether the gate holds, and one sentence per reason why not."""

    holds: bool
    sentences: tuple[str, ...] = ()


def gate(report: Report) -> Verdict:
    """Return whether no alert stands (those of `gate_ignore` aside) and Recall@5 of the best mode reaches `gate_min_recall`.

    A demanded recall without a query set does not hold: what was not measured was not reached.
    """
    sentences = [alert_words(a) for a in report.health.alerts if a.metric not in report.thresholds.gate_ignore]
    sentences += _recall_sentences(report.retrieval, report.thresholds.gate_min_recall)
    return Verdict(holds=not sentences, sentences=tuple(sentences))


def _recall_sentences(retrieval: Retrieval | None, least: float) -> list[str]:
    if least <= 0:
        return []
    if retrieval is None:
        return [f"Recall@5 of at least {share_words(least)} is asked for and was not measured; give a query set with --queries"]
    mode, best = retrieval.best
    return [] if best >= least else [f"Recall@5 is {share_words(best)} ({mode}); asked for is at least {share_words(least)}"]
