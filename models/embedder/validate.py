"""Does an embedder agree with people about what means the same? Spearman against human labels."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.embedder.base import Embedder, Side
from schemas.errors import SettingsError

SAMPLE = 100
SEED = 20240101
FEWEST = 3
LOWEST, HIGHEST = 1.0, 5.0

Pair = tuple[str, str, float]
"""(text_a, text_b, score from 1, nothing in common, to 5, the same)."""


def spearman_of_pairs(embedder: Embedder, pairs: Sequence[Pair]) -> tuple[float, int]:
    """Return Spearman's rank correlation between cosine similarity and human scores, and how many pairs were compared.

    Of more than 100 pairs, 100 are drawn by a fixed seed. Both texts go in as queries: likeness is symmetric. Raises
    SettingsError where there are fewer than three pairs or all scores are equal, for which no rank correlation exists; an
    embedder to which all pairs are equally alike gets 0.
    """
    from scipy.stats import spearmanr

    chosen = list(pairs) if len(pairs) <= SAMPLE else random.Random(SEED).sample(list(pairs), SAMPLE)  # noqa: S311 (a sample, no secret)
    scores = [score for _, _, score in chosen]
    if len(chosen) < FEWEST or len(set(scores)) == 1:
        raise SettingsError(f"a rank correlation needs at least {FEWEST} pairs with different scores, got {len(chosen)}")
    first = embedder.embed([a for a, _, _ in chosen], Side.QUERY)
    second = embedder.embed([b for _, b, _ in chosen], Side.QUERY)
    similarities = np.einsum("ij,ij->i", first, second)
    if np.ptp(similarities) == 0:
        return 0.0, len(chosen)
    return float(spearmanr(similarities, scores).statistic), len(chosen)


def read_pairs(path: Path) -> list[Pair]:
    """Return the pairs of a CSV file with columns text_a, text_b, score (1-5); raises SettingsError naming the line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = csv.DictReader(stream)
            missing = {"text_a", "text_b", "score"} - set(rows.fieldnames or ())
            if missing:
                raise SettingsError(f"{path.name} lacks the columns {', '.join(sorted(missing))}; expected text_a,text_b,score")
            return [_pair(row, path.name, rows.line_num) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise SettingsError(f"{path.name} cannot be read as UTF-8 CSV with the columns text_a,text_b,score") from error


def _pair(row: dict[str, str | None], name: str, line: int) -> Pair:
    text_a, text_b, score = (row["text_a"] or "").strip(), (row["text_b"] or "").strip(), _number(row["score"])
    if not text_a or not text_b or not LOWEST <= score <= HIGHEST:
        raise SettingsError(f"{name} line {line}: expected two texts and a score from 1 to 5")
    return text_a, text_b, score


def _number(text: str | None) -> float:
    try:
        return float(text or "")
    except ValueError:
        return math.nan
