"""Ranking measures worked out by hand."""

from __future__ import annotations

from math import log2

import pytest

from reports.ranking import metric_names, score

KS = (1, 3, 5)


def test_two_of_three_found_at_ranks_two_and_four():
    values = score([None, "a", None, "b", None], targets=3, ks=KS)
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert values == pytest.approx(
        {
            "recall@1": 0, "recall@3": 1 / 3, "recall@5": 2 / 3,
            "precision@1": 0, "precision@3": 1 / 3, "precision@5": 2 / 5,
            "mrr": 1 / 2, "map": (1 / 2 + 2 / 4) / 3, "ndcg@10": (1 / log2(3) + 1 / log2(5)) / ideal,
        }
    )  # fmt: skip


def test_several_hits_on_one_target_find_it_once():
    values = score(["d", "d", None], targets=1, ks=KS)
    assert (values["recall@3"], values["map"], values["ndcg@10"]) == (1, 1, 1)
    assert values["precision@3"] == 2 / 3


@pytest.mark.parametrize("found", [[], [None] * 5])
def test_nothing_found_is_nought_everywhere(found):
    assert set(score(found, 1, KS).values()) == {0}


def test_a_perfect_ranking_is_one_everywhere_but_in_precision():
    values = score(["a", "b"], 2, ks=(2,))
    assert set(values.values()) == {1}
    assert list(values) == metric_names((2,))
