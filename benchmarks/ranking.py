"""Rankers in memory and how well they rank: BM25, vectors, reciprocal rank fusion; Recall@1, Recall@5, MRR@10."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
DEPTH = 10


class Bm25:
    """Okapi BM25 with the idf ln(1 + (N - n + .5) / (n + .5)), as LanceDB, Lucene and Weaviate have it."""

    def __init__(self, documents: Sequence[Sequence[str]], *, k1: float = 1.2, b: float = 0.75) -> None:
        lengths = np.array([len(d) for d in documents], dtype=np.float64)
        norms = k1 * (1 - b + b * lengths / lengths.mean())
        postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, document in enumerate(documents):
            for token, count in Counter(document).items():
                postings[token].append((place, count))
        self._size = len(documents)
        self._weights: dict[str, tuple[npt.NDArray[np.int64], Scores]] = {}
        for token, places in postings.items():
            ids, counts = np.array(places).T
            idf = math.log(1 + (self._size - len(ids) + 0.5) / (len(ids) + 0.5))
            self._weights[token] = (ids, idf * counts * (k1 + 1) / (counts + norms[ids]))

    def scores(self, query: Iterable[str]) -> Scores:
        """Return one score per document; a token that the query repeats counts once."""
        out = np.zeros(self._size)
        for token in dict.fromkeys(query):
            if token in self._weights:
                ids, weights = self._weights[token]
                out[ids] += weights
        return out


def fuse(rankings: Sequence[tuple[Scores, float]], *, k: int = 60, depth: int = 50) -> Scores:
    """Return reciprocal-rank-fusion scores: the sum of weight / (k + rank) over the first `depth` of each ranking."""
    fused = np.zeros(len(rankings[0][0]))
    for scores, weight in rankings:
        best = np.argsort(-scores, kind="stable")[:depth]
        best = best[scores[best] > 0]
        fused[best] += weight / (k + 1 + np.arange(len(best)))
    return fused


def measures(scored: Iterable[tuple[Scores, int]]) -> tuple[float, float, float]:
    """Return (Recall@1, Recall@5, MRR@10) over (scores, right answer); ties go to the earlier passage, 0 is not found."""
    ranks = [_rank(scores, right) for scores, right in scored]
    count = len(ranks)
    reciprocal = sum(1 / rank for rank in ranks if rank <= DEPTH)
    return sum(r <= 1 for r in ranks) / count, sum(r <= 5 for r in ranks) / count, reciprocal / count


def _rank(scores: Scores, right: int) -> float:
    if scores[right] <= 0:
        return math.inf
    return 1 + int((scores > scores[right]).sum()) + int((scores[:right] == scores[right]).sum())
