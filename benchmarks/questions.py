"""Question sets with known answers, from the folder of evaluation sets beside the corpus."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

EVAL = Path(os.environ.get("DOCMILL_CORPUS", Path(__file__).resolve().parents[2] / "shared" / "corpus")).parent / "eval"


class QuestionSet(NamedTuple):
    """Passages, and questions as (text, position of the passage that answers it)."""

    name: str
    passages: list[str]
    questions: list[tuple[str, int]]


def drcd(questions: int = 1000) -> QuestionSet:
    """Return DRCD dev (Traditional Chinese encyclopedia): 1,000 paragraphs and evenly picked questions on them."""
    passages: list[str] = []
    asked: list[tuple[str, int]] = []
    for article in json.loads((EVAL / "drcd" / "DRCD_dev.json").read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            asked += [(qa["question"], len(passages)) for qa in paragraph["qas"]]
            passages.append(paragraph["context"])
    step = len(asked) / min(questions, len(asked))
    return QuestionSet("drcd", passages, [asked[int(i * step)] for i in range(min(questions, len(asked)))])


def bank_faq() -> QuestionSet:
    """Return the AI CUP 2024 bank FAQ (Traditional Chinese): 617 entries, 50 questions in customers' words."""
    folder = EVAL / "aicup2024_faq_zhtw"
    entries = json.loads((folder / "pid_map_content.json").read_text(encoding="utf-8"))
    places = {pid: place for place, pid in enumerate(entries)}
    passages = ["\n".join(f"{e['question']}\n" + "\n".join(e["answers"]) for e in group) for group in entries.values()]
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [(row["query"], places[str(row["gold"])]) for row in map(json.loads, lines)]
    return QuestionSet("bank faq", passages, asked)


SETS: tuple[Callable[[], QuestionSet], ...] = (drcd, bank_faq)


def available() -> list[QuestionSet]:
    """Return the sets that are there; says so where the folder is not."""
    if not EVAL.is_dir():
        print(f"no evaluation sets in {EVAL}; set DOCMILL_CORPUS to the corpus folder beside them")
        return []
    return [make() for make in SETS]
