"""Measures of one ranking against what should have been found. Every target counts once, where it is first found.

Sources: Manning, Raghavan, Schütze, Introduction to Information Retrieval, chapter 8 (precision, recall, MAP, MRR);
Järvelin and Kekäläinen 2002 (nDCG, binary gain, log2 discount).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

NDCG_DEPTH = 10


def metric_names(ks: Sequence[int]) -> list[str]:
    """Return the names of the metrics that `score` gives, in the order in which people read them."""
    return [*(f"recall@{k}" for k in ks), "mrr", f"ndcg@{NDCG_DEPTH}", "map", *(f"precision@{k}" for k in ks)]


def score(found: Sequence[str | None], targets: int, ks: Sequence[int]) -> dict[str, float]:
    """Return the metrics of one ranking.

    `found` names, rank by rank, the target that a hit is (None: it is none); `targets` is how many there are. Precision
    counts every relevant hit, the others count each target at its first hit only. MRR and MAP look as deep as `found` goes.
    """
    firsts = _firsts(found)
    values = {f"recall@{k}": sum(firsts[:k]) / targets for k in ks}
    values |= {f"precision@{k}": sum(1 for target in found[:k] if target is not None) / k for k in ks}
    values["mrr"] = next((1 / rank for rank, first in enumerate(firsts, 1) if first), 0.0)
    values["map"] = sum(sum(firsts[:rank]) / rank for rank, first in enumerate(firsts, 1) if first) / targets
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(targets, NDCG_DEPTH) + 1))
    gain = sum(1 / log2(rank + 1) for rank, first in enumerate(firsts[:NDCG_DEPTH], 1) if first)
    values[f"ndcg@{NDCG_DEPTH}"] = gain / ideal
    return {name: values[name] for name in metric_names(ks)}


def _firsts(found: Sequence[str | None]) -> list[bool]:
    seen: set[str] = set()
    firsts = []
    for target in found:
        firsts.append(target is not None and target not in seen)
        if target is not None:
            seen.add(target)
    return firsts
