"""Embedding speed: characters and texts per second of each embedder that needs no download, on one core."""

from __future__ import annotations

import time

from benchmarks.questions import available
from models.embedder import make_embedder
from schemas.settings import EmbedderSettings

TEXT_CHARS = 200
TEXTS = {"e5": 40, "use": 400, "hashing": 2000}


def run() -> None:
    """Print CPU time per text of 200 characters, and how fast tokens are counted."""
    sets = available()
    if not sets:
        return
    text = "".join(sets[0].passages)
    print(f"{'embedder':<10} {'texts/CPU s':>12} {'counted MB/CPU s':>17} {'load s':>7}")
    for provider, count in TEXTS.items():
        start = time.perf_counter()
        embedder = make_embedder(EmbedderSettings(provider=provider, threads=1))
        load_s = time.perf_counter() - start
        texts = [text[i * TEXT_CHARS : (i + 1) * TEXT_CHARS] for i in range(count)]
        embedder.embed(texts[:1])
        start = time.process_time()
        embedder.embed(texts)
        embedded_s = time.process_time() - start
        start = time.process_time()
        for sample in texts:
            embedder.count_tokens(sample)
        counted_s = time.process_time() - start
        megabytes = len("".join(texts).encode()) / 1e6
        print(f"{provider:<10} {count / embedded_s:>12.1f} {megabytes / counted_s:>17.2f} {load_s:>7.2f}", flush=True)
