"""Index tokens: ours beside words alone, pairs alone and characters alone, by BM25 on question sets with known answers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from benchmarks.questions import QuestionSet, available
from benchmarks.ranking import Bm25, measures
from language.tokens import index_tokens
from language.width import HAN, fold_traditional, fold_width

RUN = re.compile(rf"[{HAN}]+|[a-z]+|[0-9]+(?:\.[0-9]+)*")


def run() -> None:
    """Print Recall@1 / Recall@5 / MRR@10 of each way to cut, and its speed."""
    sets = available()
    if not sets:
        return
    print(f"{'tokens':<28} {'MB/s':>5} " + " ".join(f"{s.name + f' ({len(s.questions)})':>20}" for s in sets))
    for name, cut in _ways().items():
        text = "\n".join(sets[0].passages)
        cut("保险")
        start = time.process_time()
        cut(text)
        speed = len(text.encode()) / (time.process_time() - start) / 1e6
        print(f"{name:<28} {speed:>5.1f} " + " ".join(f"{_recall(s, cut):>20}" for s in sets), flush=True)


def _recall(questions: QuestionSet, cut: Callable[[str], list[str]]) -> str:
    ranker = Bm25([cut(passage) for passage in questions.passages])
    return "/".join(f"{v:.3f}" for v in measures((ranker.scores(cut(q)), right) for q, right in questions.questions))


def _ways() -> dict[str, Callable[[str], list[str]]]:
    from rjieba import Jieba

    jieba = Jieba()
    runs: dict[str, Callable[[str], list[str]]] = {
        "jieba words": lambda run: jieba.cut(run, False),
        "jieba words, unknown guessed": lambda run: jieba.cut(run, True),
        "jieba search mode": lambda run: jieba.cut_for_search(run, False),
        "pairs": lambda run: [run[i : i + 2] for i in range(max(1, len(run) - 1))],
        "characters": list,
    }
    ways = {name: (lambda text, cut=cut: _runs(text, cut)) for name, cut in runs.items()}
    return {**ways, "ours (search mode + pairs)": index_tokens}


def _runs(text: str, cut: Callable[[str], list[str]]) -> list[str]:
    folded = fold_traditional(fold_width(text)).lower()
    return [t for m in RUN.finditer(folded) for t in ([m.group()] if m.group().isascii() else cut(m.group()))]
