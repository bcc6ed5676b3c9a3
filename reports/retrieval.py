"""Retrieval quality on a query set: each mode of search side by side, overall and by category, with confidence intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from reports.queries import Query, target_of
from reports.ranking import NDCG_DEPTH, metric_names, score
from schemas.chunk import Chunk
from schemas.errors import SettingsError
from schemas.record import Opaque, Record

KS = (1, 3, 5, 10)
RESAMPLES = 1000
CONFIDENCE = 0.95
SEED = 20240501
MOST_MISSES = 20
HEADLINE_K = 5
HEADLINE = f"recall@{HEADLINE_K}"
"""The score that tiles, gates and tuning look at; it is measured whatever `ks` says."""


class Mode(StrEnum):
    """How a search ranks."""

    VECTOR = "vector"
    BM25 = "bm25"
    HYBRID = "hybrid"


Search = Callable[[str, Mode, int], Sequence[Chunk]]
"""A query, a mode and k to the k best chunks, best first."""


class Interval(Record):
    """A mean over queries and its 95 % bootstrap interval (percentile method, Efron 1979)."""

    value: float
    low: float
    high: float


Scores = dict[str, Interval]


class Miss(Record):
    """A query that no mode answered within the deepest k, and the first thing that was found instead."""

    query: str
    category: str
    found_instead: str = ""


class Retrieval(Record):
    """Scores by mode, and by category and mode; how many queries stand behind each; queries without any answer."""

    modes: dict[Opaque, Scores]
    by_category: dict[str, dict[Opaque, Scores]]
    queries: dict[str, int]
    misses: tuple[Miss, ...] = ()

    @property
    def total(self) -> int:
        """How many queries were asked."""
        return sum(self.queries.values())

    @property
    def best(self) -> tuple[str, float]:
        """The mode with the highest headline score, and that score."""
        mode = max(self.modes, key=lambda name: self.modes[name][HEADLINE].value)
        return mode, self.modes[mode][HEADLINE].value

    def summary(self) -> dict[str, Any]:
        """Return the part that is promised to other programs: `{mode: {metric: {value, low, high}}, by_category}`."""
        values = self.model_dump(mode="json")
        return {**values["modes"], "by_category": values["by_category"]}


def evaluate(
    queries: Sequence[Query],
    search: Search,
    ks: Sequence[int] = KS,
    *,
    modes: Sequence[Mode] = tuple(Mode),
    parents: Mapping[str, Chunk] = MappingProxyType({}),
) -> Retrieval:
    """Return Recall@k, Precision@k, MRR, MAP and nDCG@10 of every mode.

    `parents` holds parent chunks by id, for answers that stand in the parent of a hit. Raises SettingsError without any query,
    and whatever `search` raises.
    """
    if not queries:
        raise SettingsError("retrieval cannot be measured without queries; give a JSONL file with --queries")
    ks = sorted({*ks, HEADLINE_K})
    depth = max(*ks, NDCG_DEPTH)
    per_query: dict[Mode, list[dict[str, float]]] = {mode: [] for mode in modes}
    misses: list[Miss] = []
    for query in queries:
        rankings = {mode: search(query.query, mode, depth)[:depth] for mode in modes}
        found = {mode: [target_of(query, chunk, parents) for chunk in chunks] for mode, chunks in rankings.items()}
        for mode in modes:
            per_query[mode].append(score(found[mode], query.targets, ks))
        if not any(target for targets in found.values() for target in targets):
            best = next((chunks[0] for chunks in reversed(rankings.values()) if chunks), None)
            misses.append(Miss(query=query.query, category=query.category, found_instead=_title(best)))
    members = _by_category(queries)
    return Retrieval(
        modes={mode: _scores(values, ks) for mode, values in per_query.items()},
        by_category={
            category: {mode: _scores([values[i] for i in rows], ks) for mode, values in per_query.items()}
            for category, rows in members.items()
        },
        queries={category: len(rows) for category, rows in members.items()},
        misses=tuple(misses[:MOST_MISSES]),
    )


def _by_category(queries: Sequence[Query]) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for row, query in enumerate(queries):
        members.setdefault(query.category, []).append(row)
    return dict(sorted(members.items()))


def _scores(values: Sequence[Mapping[str, float]], ks: Sequence[int]) -> Scores:
    import numpy as np

    names = metric_names(ks)
    table = np.array([[row[name] for name in names] for row in values])
    draws = np.random.default_rng(SEED).integers(0, len(table), size=(RESAMPLES, len(table)))
    means = np.stack([table[draw].mean(axis=0) for draw in draws])
    edge = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [edge, 1 - edge], axis=0)
    return {
        name: Interval(value=_round(table[:, i].mean()), low=_round(low[i]), high=_round(high[i]))
        for i, name in enumerate(names)
    }


def _round(value: float) -> float:
    return round(float(value), 6)


def _title(chunk: Chunk | None) -> str:
    return " › ".join((chunk.metadata.doc_name, *chunk.metadata.section_path)) if chunk else ""
