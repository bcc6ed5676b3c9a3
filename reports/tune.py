"""Tuning: a sweep over chunker, size and overlap, the curves it draws, and the setting that it recommends.

The recommendation is the knee of the size curve, then the knee of the overlap curve at that size (Kneedle, Satopää et al.
2011), as long as it loses next to nothing against the best setting: a smaller index and shorter chunks for the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from reports.queries import Query
from schemas.chunk import Chunk
from schemas.errors import SettingsError
from schemas.record import Opaque, Record

SIZES = (200, 500, 800, 1200, 2000)
OVERLAPS_PERCENT = (0, 10, 20, 30)
CONTROL = "recursive"
OBJECTIVE = "recall@5"
TOLERANCE = 0.02


class Setting(Record):
    """One point of the sweep: a chunker, a size in tokens, an overlap in percent of the size."""

    chunker: Opaque
    size: int
    overlap: int

    @property
    def overlap_tokens(self) -> int:
        """The overlap in tokens, as docmill.toml takes it."""
        return self.size * self.overlap // 100


class Run(Record):
    """A setting and what was measured with it."""

    chunker: Opaque
    size: int
    overlap: int
    metrics: dict[str, float]

    @property
    def setting(self) -> Setting:
        """The run's setting."""
        return Setting(chunker=self.chunker, size=self.size, overlap=self.overlap)


class Best(Record):
    """The recommendation and the sentence that says why."""

    chunker: Opaque
    size: int
    overlap: int
    why: str


class Tuning(Record):
    """Every run, the recommendation, and what the user should know of the sweep itself."""

    objective: str
    runs: tuple[Run, ...]
    best: Best
    messages: tuple[str, ...] = ()

    def summary(self) -> dict[str, Any]:
        """Return what `docmill tune --json` prints: `runs` and `best`."""
        return self.model_dump(mode="json", include={"runs", "best"})


@dataclass(frozen=True)
class Trial:
    """What a caller found with one setting: numbers by name, and what each query retrieved, for an outside scorer."""

    metrics: Mapping[str, float]
    retrieved: Sequence[tuple[Query, Sequence[Chunk]]] = ()


Scorer = Callable[[Setting, Sequence[tuple[Query, Sequence[Chunk]]]], Mapping[str, float]]
"""An outside judge of what was retrieved (faithfulness of answers made from it): numbers by name, higher is better."""


def settings_of(
    chunkers: Iterable[str],
    window: int,
    sizes: Sequence[int] = SIZES,
    overlaps: Sequence[int] = OVERLAPS_PERCENT,
) -> tuple[tuple[Setting, ...], tuple[str, ...]]:
    """Return the settings to try, the recursive control first, and messages on sizes that the window caps."""
    too_large = sorted({size for size in sizes if size > window})
    capped = sorted({min(size, window) for size in sizes})
    messages: tuple[str, ...] = ()
    if too_large:
        listed = ", ".join(map(str, too_large))
        messages = (f"the embedder reads at most {window} tokens: size {listed} is tried as {window}",)
    names = (CONTROL, *sorted(set(chunkers) - {CONTROL}))
    grid = tuple(Setting(chunker=c, size=s, overlap=o) for c in names for s in capped for o in sorted(set(overlaps)))
    return grid, messages


def sweep(
    settings: Sequence[Setting],
    measure: Callable[[Setting], Trial],
    *,
    objective: str = OBJECTIVE,
    scorer: Scorer | None = None,
    messages: Sequence[str] = (),
) -> Tuning:
    """Return every setting's metrics and the recommendation by `objective`, a metric of `measure` or of the outside `scorer`.

    Raises SettingsError where no setting is given, or where a run has no such metric.
    """
    if not settings:
        raise SettingsError("nothing to sweep: give at least one size and one overlap")
    runs = tuple(_run(setting, measure(setting), scorer) for setting in settings)
    for run in runs:
        if objective not in run.metrics:
            raise SettingsError(f"no metric {objective!r} to tune by; measured are {', '.join(sorted(run.metrics))}")
    return Tuning(objective=objective, runs=runs, best=recommend(runs, objective), messages=tuple(messages))


def recommend(runs: Sequence[Run], objective: str = OBJECTIVE) -> Best:
    """Return the setting at the knees of the best chunker's curves; ties go to the control, then to less text."""
    top = max(runs, key=lambda r: (r.metrics[objective], r.chunker == CONTROL, -r.size, -r.overlap))
    own = [run for run in runs if run.chunker == top.chunker]
    sizes = {size: max(r.metrics[objective] for r in own if r.size == size) for size in sorted({r.size for r in own})}
    size = knee(sizes)
    overlaps = {r.overlap: r.metrics[objective] for r in sorted(own, key=lambda r: r.overlap) if r.size == size}
    chosen = Setting(chunker=top.chunker, size=size, overlap=knee(overlaps))
    return Best(**chosen.model_dump(), why=_why(chosen, top, runs, objective))


def knee(curve: Mapping[int, float]) -> int:
    """Return the x where a rising curve flattens: the farthest above the chord from its first to its best point.

    The knee counts only if it is within TOLERANCE of the best value; else the smallest x that is, so that a curve without a
    knee gives its best point and a flat or falling one its first.
    """
    xs = sorted(curve)
    best = max(curve.values())
    good = [x for x in xs if curve[x] >= best - TOLERANCE]
    rise = [x for x in xs if x <= min(x for x in xs if curve[x] == best)]
    span, gain = rise[-1] - rise[0], best - curve[rise[0]]
    if span == 0 or gain <= 0:
        return good[0]
    bend = max(rise, key=lambda x: ((curve[x] - curve[rise[0]]) / gain - (x - rise[0]) / span, -x))
    return bend if bend in good else good[0]


def scorer_named(name: str) -> Scorer:
    """Return the scorer that `package.module:function` names; raises SettingsError where there is none."""
    module, _, function = name.partition(":")
    try:
        found = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise SettingsError(f"no scorer {name!r}; name it as package.module:function, importable from here") from error
    return cast(Scorer, found)


def _run(setting: Setting, trial: Trial, scorer: Scorer | None) -> Run:
    outside = scorer(setting, trial.retrieved) if scorer else {}
    metrics = {**trial.metrics, **outside}
    return Run(**setting.model_dump(), metrics={name: float(metrics[name]) for name in sorted(metrics)})


def _why(chosen: Setting, top: Run, runs: Sequence[Run], objective: str) -> str:
    value = next(r.metrics[objective] for r in runs if r.setting == chosen)
    words = [f"{objective} is {value:.3f} here"]
    if chosen == top.setting:
        words.append("the best of the sweep")
    else:
        words.append(f"the best is {top.metrics[objective]:.3f} at size {top.size}, overlap {top.overlap} %, for more text")
    words.append(f'in docmill.toml: chunker = "{chosen.chunker}", size = {chosen.size}, overlap = {chosen.overlap_tokens}')
    control = [r.metrics[objective] for r in runs if r.chunker == CONTROL]
    if control and chosen.chunker != CONTROL:
        words.append(f"the recursive control reaches {max(control):.3f}")
    elif chosen.chunker == CONTROL and any(r.chunker != CONTROL for r in runs):
        words.append("no chunker beats the recursive control on these queries, so the control it is")
    return "; ".join(words)
