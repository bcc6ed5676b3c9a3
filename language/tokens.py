"""Text to the tokens of the full-text index: the same function when indexing and when asking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from language.numerals import HAN_NUMERAL_CHARS, read_numeral
from language.width import HAN, fold_traditional, fold_width

TOKENIZER_VERSION = "1"
"""Raise by hand when a text may give other tokens: rules here, index_words.txt, rjieba or OpenCC."""

LONGEST_TOKEN_BYTES = 96
SLICE_CHARS = 24
"""What is too long to be a word (base64, a run of dots) is cut into slices of this size; at most four bytes a character."""

KANA_HANGUL = "\u3041-\u3096\u30a1-\u30fa\u30fc\u1100-\u11ff\uac00-\ud7af"
LETTER = rf"[^\W_{HAN}{KANA_HANGUL}]"
CLAUSE = rf"第\s*[{HAN_NUMERAL_CHARS}0-9]{{1,12}}\s*(?:[编章节条款项]|部分)"
TOKEN = re.compile(
    rf"(?P<clause>{CLAUSE})"
    rf"|(?P<grouped>(?<![0-9.,])[0-9]{{1,3}}(?:,[0-9]{{3}})+(?:\.[0-9]+)?(?![0-9]))"
    rf"|(?P<word>{LETTER}+(?:[-_.']{LETTER}+)*%?)"
    rf"|(?P<han>(?:(?!{CLAUSE})[{HAN}])+)"
    rf"|(?P<syllables>[{KANA_HANGUL}]+)"
)
JOINER = re.compile(r"[-_.']")
DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)*%?")


def index_tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order, for BM25. No token holds white space or exceeds 96 bytes.

    Width, case and Traditional are folded: 保險 finds 保险, ＡＢ finds ab. A run of Han characters gives its words, the words
    inside them, and every pair of neighbours, which finds what no dictionary knows; a clause number is one token however it is
    written (第十二條 is 第12条). A Latin word or code stays whole and gives its parts too (ab-123, ab, 123); 1,000,000 is
    1000000; 5% is also 5. Punctuation is dropped. Words with pairs ranked first on two sets of three, and within one question
    of the first on the third (`python -m benchmarks tokens`).
    """
    return list(_tokens(fold_traditional(fold_width(text)).lower().replace("’", "'")))


def _tokens(folded: str) -> Iterator[str]:
    for match in TOKEN.finditer(folded):
        for token in _FORMS[match.lastgroup or ""](match.group()):
            yield from _within_limit(token)


def _clause(text: str) -> list[str]:
    compact = "".join(text.split())
    unit = "部分" if compact.endswith("部分") else compact[-1]
    try:
        return [f"第{read_numeral(compact[1 : -len(unit)])}{unit}"]
    except ValueError:
        return _han(compact)


def _grouped(text: str) -> list[str]:
    return [text.replace(",", "")]


def _word(text: str) -> list[str]:
    bare = text.removesuffix("%")
    whole = [text] if text == bare else [text, bare]
    if DECIMAL.fullmatch(text) or not JOINER.search(bare):
        return whole
    return [*whole, *JOINER.split(bare)]


def _han(run: str) -> list[str]:
    words: list[str] = _segmenter().cut_for_search(run, False)
    return words + _pairs(run) if len(run) > 1 else [run]


def _pairs(run: str) -> list[str]:
    return [first + second for first, second in pairwise(run)] or [run]


_FORMS: dict[str, Callable[[str], list[str]]] = {
    "clause": _clause,
    "grouped": _grouped,
    "word": _word,
    "han": _han,
    "syllables": _pairs,
}


def _within_limit(token: str) -> Iterator[str]:
    if len(token) <= SLICE_CHARS or len(token.encode()) <= LONGEST_TOKEN_BYTES:
        yield token
    else:
        yield from (token[start : start + SLICE_CHARS] for start in range(0, len(token), SLICE_CHARS))


@cache
def _segmenter() -> Any:
    """Return the segmenter with our words in it; only read from here on, so threads may share it."""
    from rjieba import Jieba

    segmenter = Jieba()
    for line in Path(__file__).with_name("index_words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            segmenter.add_word(line, None, None)
    return segmenter
