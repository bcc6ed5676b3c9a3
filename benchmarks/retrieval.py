"""Retrieval: vectors of both embedded models, BM25 on our tokens, and their fusion, on question sets with known answers."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

from benchmarks.questions import QuestionSet, available
from benchmarks.ranking import Bm25, Scores, fuse, measures
from language.tokens import index_tokens
from models.embedder import CachedEmbedder, EmbeddingCache, Side, make_embedder
from schemas.settings import EmbedderSettings

CACHE = Path(".docmill") / "bench" / "embeddings"
WEIGHTS = ((1.0, 0.25), (1.0, 0.5), (1.0, 1.0), (1.0, 2.0), (1.0, 4.0))
"""(vector, BM25) weights of the fusion."""
SENTENCE = re.compile(r"[^。！？；]*[。！？；]?")


def run() -> None:
    """Print Recall@1 / Recall@5 / MRR@10 per way to search. The first run embeds for some minutes, later ones read the cache."""
    for questions in available():
        words = [index_tokens(passage) for passage in questions.passages]
        ranker = Bm25(words)
        bm25 = [ranker.scores(index_tokens(query)) for query, _ in questions.questions]
        print(f"{questions.name}: {len(questions.passages)} passages, {len(questions.questions)} questions")
        _show("BM25", questions, bm25)
        for provider in ("e5", "use"):
            vector = _vector_scores(questions, provider)
            _show(f"{provider} vectors", questions, vector)
            for v, b in WEIGHTS:
                fused = [fuse([(x, v), (y, b)]) for x, y in zip(vector, bm25, strict=True)]
                _show(f"{provider} + BM25, {v:g} : {b:g}", questions, fused)


def _show(name: str, questions: QuestionSet, scores: list[Scores]) -> None:
    rights = [right for _, right in questions.questions]
    print(f"  {name:<22} " + " / ".join(f"{v:.3f}" for v in measures(zip(scores, rights, strict=True))), flush=True)


def _vector_scores(questions: QuestionSet, provider: str) -> list[Scores]:
    """Return per question one similarity per passage; a passage over the window counts as its best piece."""
    embedder = CachedEmbedder(
        make_embedder(EmbedderSettings(provider=provider)),
        EmbeddingCache(CACHE),
        progress=lambda done, total: print(f"\r  {provider} {done}/{total} ", end="", file=sys.stderr, flush=True),
    )
    pieces = [(place, piece) for place, passage in enumerate(questions.passages) for piece in _pieces(passage, embedder)]
    passages = embedder.embed([piece for _, piece in pieces])
    queries = embedder.embed([query for query, _ in questions.questions], Side.QUERY)
    owners = np.array([place for place, _ in pieces])
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    return [np.maximum.reduceat((passages @ query).astype(np.float64), starts) + 1.0 for query in queries]


def _pieces(passage: str, embedder: CachedEmbedder) -> list[str]:
    pieces = [""]
    for sentence in SENTENCE.findall(passage):
        longer = pieces[-1] + sentence
        if embedder.count_tokens(longer) > embedder.info.window:
            pieces.append(sentence)
        else:
            pieces[-1] = longer
    return pieces
