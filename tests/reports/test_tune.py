"""The sweep, its knees and its advice, on made-up curves."""

from __future__ import annotations

import pytest

from reports.tune import Run, Setting, Trial, knee, recommend, scorer_named, settings_of, sweep
from schemas.errors import SettingsError


@pytest.mark.parametrize(
    ("curve", "x"),
    [
        ({0: 0.74, 50: 0.79, 100: 0.84, 200: 0.85, 300: 0.855}, 100),
        ({200: 0.5, 500: 0.6, 800: 0.7}, 800),
        ({200: 0.7, 500: 0.7, 800: 0.7}, 200),
        ({200: 0.8, 500: 0.6, 800: 0.5}, 200),
        ({200: 0.4, 500: 0.8, 800: 0.5}, 500),
        ({500: 0.3}, 500),
        ({0: 0.70, 10: 0.78, 20: 0.79, 30: 0.81}, 20),
    ],
)
def test_knee(curve, x):
    assert knee(curve) == x


def test_sizes_over_the_window_are_capped_once_and_said():
    grid, messages = settings_of(["structure", "recursive"], 512, sizes=(200, 500, 800, 1200), overlaps=(0, 10))
    assert [(s.chunker, s.size, s.overlap) for s in grid] == [
        (c, size, o) for c in ("recursive", "structure") for size in (200, 500, 512) for o in (0, 10)
    ]
    assert messages == ("the embedder reads at most 512 tokens: size 800, 1200 is tried as 512",)
    assert settings_of([], 2000, sizes=(200,), overlaps=(0,))[1] == ()


def recall(setting: Setting) -> float:
    base = {"recursive": 0.6, "structure": 0.7}[setting.chunker]
    return base + {200: 0.0, 500: 0.15}[setting.size] + {0: 0.0, 10: 0.05, 20: 0.055}[setting.overlap]


def test_sweep_recommends_the_knee_and_says_what_it_costs():
    grid, _ = settings_of(["structure"], 512, sizes=(200, 500), overlaps=(0, 10, 20))
    tuning = sweep(grid, lambda s: Trial({"recall@5": recall(s)}))
    assert (tuning.best.chunker, tuning.best.size, tuning.best.overlap) == ("structure", 500, 10)
    assert "the best is 0.905 at size 500, overlap 20 %" in tuning.best.why
    assert 'chunker = "structure", size = 500, overlap = 50' in tuning.best.why
    assert "the recursive control reaches 0.805" in tuning.best.why
    assert set(tuning.summary()) == {"runs", "best"}
    assert set(tuning.summary()["runs"][0]) == {"chunker", "size", "overlap", "metrics"}


def test_the_control_wins_ties():
    runs = [Run(chunker=c, size=500, overlap=0, metrics={"recall@5": 0.7}) for c in ("structure", "recursive")]
    best = recommend(runs)
    assert best.chunker == "recursive"
    assert "no chunker beats the recursive control" in best.why


def test_an_outside_scorer_may_be_the_objective():
    def faithfulness(setting, retrieved):
        return {"faithfulness": 1.0 if setting.size == 200 else 0.2}

    grid, _ = settings_of([], 512, sizes=(200, 500), overlaps=(0,))
    tuning = sweep(grid, lambda s: Trial({"recall@5": recall(s)}), objective="faithfulness", scorer=faithfulness)
    assert tuning.best.size == 200
    assert tuning.runs[0].metrics == {"faithfulness": 1.0, "recall@5": 0.6}


def test_wrong_use_is_said():
    grid, _ = settings_of([], 512, sizes=(200,), overlaps=(0,))
    with pytest.raises(SettingsError, match="no metric 'x' to tune by; measured are recall@5"):
        sweep(grid, lambda s: Trial({"recall@5": 0.1}), objective="x")
    with pytest.raises(SettingsError, match="nothing to sweep"):
        sweep([], lambda s: Trial({}))
    with pytest.raises(SettingsError, match="no scorer"):
        scorer_named("no.such:thing")
    assert scorer_named("reports.tune:knee") is knee
