from __future__ import annotations

import math

import numpy as np
import pytest

from benchmarks.ranking import Bm25, fuse, measures


def test_bm25_by_hand():
    """Three documents of 2, 2 and 2 tokens: the length term is 1, so tf 1 weighs idf * 2.2 / 2.2 and tf 2 idf * 4.4 / 3.2."""
    ranker = Bm25([["a", "b"], ["a", "a"], ["c", "d"]])
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    assert ranker.scores(["a", "a", "unknown"]).tolist() == pytest.approx([idf, idf * 4.4 / 3.2, 0.0])


def test_fusion_by_hand():
    first, second = np.array([0.9, 0.8, 0.0]), np.array([0.0, 0.5, 0.7])
    fused = fuse([(first, 1.0), (second, 2.0)])
    assert fused.tolist() == pytest.approx([1 / 61, 1 / 62 + 2 / 62, 2 / 61])


def test_measures_by_hand():
    """Ranks 1, 2 (a tie goes to the earlier passage) and not found."""
    scored = [(np.array([3.0, 1.0]), 0), (np.array([2.0, 2.0]), 1), (np.array([1.0, 0.0]), 1)]
    assert measures(scored) == pytest.approx((1 / 3, 2 / 3, (1 + 0.5) / 3))
