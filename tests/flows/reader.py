"""A reader that searches without pause and writes down every answer that mixes or misses versions.

python -m tests.flows.reader HOME SETTINGS STOP_FILE OUT_FILE
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from flows.home import Home
from flows.search import Mode, Searcher
from schemas.settings import load_settings

COUNTS = {"旧约": 4, "新约": 2}
"""How many clauses the document has in each of its two texts; each clause holds its text's word."""


def main(home: str, settings: str, stop: str, out: str) -> None:
    """Search in every mode until the stop file appears, then write what was seen."""
    searcher = Searcher(Home(Path(home), load_settings(Path(settings))), "default")
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    while not Path(stop).exists():
        for mode in Mode:
            hits = searcher.search("条款事项", 100, mode).hits
            words = Counter(word for hit in hits for word in COUNTS if word in hit.chunk.text)
            if dict(words) in ({word: n} for word, n in COUNTS.items()):
                seen[next(iter(words))] += 1
            else:
                wrong.append(f"{mode}: {dict(words)}")
    Path(out).write_text(json.dumps({"seen": seen, "wrong": wrong}, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
