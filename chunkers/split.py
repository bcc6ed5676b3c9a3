"""Cutting running text: at sentence ends, then at commas and blanks, then, so that a cap always holds, between characters."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunkers.budget import Cost, Limits, within
from language.sentences import sentence_spans
from schemas.document import Edit, TextBlock

_SOFT = re.compile(r"[，、,：:；;]+[”’」』】）》)\]]*|\s+|[-–—…/|]+")
_JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
_WORD = re.compile(r"[0-9A-Za-z]")


class Piece(NamedTuple):
    """text[start:end]; `whole` unless a sentence had to be cut before it."""

    start: int
    end: int
    whole: bool


def sentence_pieces(text: str, most: Cost, limits: Limits, edits: Sequence[Edit] = ()) -> list[Piece]:
    """Return contiguous pieces that cover the text, each a sentence, or a piece of one that costs more than `most`."""
    return [
        Piece(start, end, start == first)
        for first, last in sentence_spans(text)
        for start, end in _capped(text, first, last, most, limits, edits)
    ]


def joined_pieces(text: str, most: Cost, limits: Limits) -> list[tuple[int, int]]:
    """Return contiguous spans that cover the text, each of sentences that cost at most `most` together, of about one length."""
    pieces = [
        (piece.start, piece.end, limits.text_cost(text[piece.start : piece.end]))
        for piece in sentence_pieces(text, most, limits)
    ]
    whole = sum(cost.tokens for *_, cost in pieces)
    target = whole / -(-whole // most.tokens) if whole else 0
    out: list[tuple[int, int]] = []
    used = 0
    for start, end, cost in pieces:
        if out and used + cost.tokens <= most.tokens and used + cost.tokens / 2 <= target:
            out[-1] = (out[-1][0], end)
            used += cost.tokens
        else:
            out.append((start, end))
            used = cost.tokens
    return out


def verbatim_pieces(block: TextBlock, most: Cost, limits: Limits) -> list[tuple[int, int]]:
    """Return contiguous spans of a block cut at blank lines, then lines, then between characters: for code."""
    text = block.text
    cuts = [0, *(m.end() for m in re.finditer(r"\n[ \t]*\n+", text)), len(text)]
    pieces: list[tuple[int, int]] = []
    for first, last in pairwise(cuts):
        if first == last:
            continue
        if within(limits.text_cost(text[first:last]), most):
            pieces.append((first, last))
            continue
        at = first
        for line in text[first:last].splitlines(keepends=True):
            pieces += _capped(text, at, at + len(line), most, limits, ())
            at += len(line)
    return pieces


def _capped(text: str, start: int, end: int, most: Cost, limits: Limits, edits: Sequence[Edit]) -> Iterator[tuple[int, int]]:
    """Yield spans that each cost at most `most`, as long as possible, cut at the best place in their last half."""
    step = end - start
    while start < end:
        stop = min(start + step, end)
        cost = limits.text_cost(text[start:stop])
        if not within(cost, most) and stop - start > 1:
            over = max(cost.units / most.units, cost.tokens / most.tokens)
            step = max(1, min(int((stop - start) / over * 0.95), stop - start - 1))
            continue
        if stop < end:
            stop = best_cut(text, start, stop, edits)
        yield start, stop
        start = stop


def best_cut(text: str, start: int, stop: int, edits: Sequence[Edit]) -> int:
    """Return where to cut at or before `stop`: after a comma or blank in the last half, else between two words."""
    soft = [m.end() for m in _SOFT.finditer(text, start + (stop - start) // 2, stop) if not _inside(m.end(), edits)]
    if soft:
        return soft[-1]
    for cut in range(stop, max(start, stop - 40), -1):
        if not _inside(cut, edits) and _safe(text, cut):
            return cut
    return stop


def _inside(cut: int, edits: Sequence[Edit]) -> bool:
    before = bisect_left(edits, cut, key=lambda edit: edit.start)
    return before > 0 and cut < edits[before - 1].end


def _safe(text: str, cut: int) -> bool:
    """Return whether a cut leaves words, numbers and composed characters whole."""
    before, after = text[cut - 1], text[cut]
    if _WORD.match(before) and _WORD.match(after):
        return False
    return not (
        unicodedata.combining(after) or after in _JOINERS or before == "\u200d" or "\U0001f3fb" <= after <= "\U0001f3ff"
    )
