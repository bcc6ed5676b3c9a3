"""Edits from one string to another: applying them, and folding several passes into one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from schemas.document import Edit

Pass = Callable[[str], Sequence[Edit]]
"""Takes a string, gives sorted, disjoint edits of it."""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return `text` with sorted, disjoint edits carried out."""
    pieces: list[str] = []
    at = 0
    for edit in edits:
        pieces += [text[at : edit.start], edit.text]
        at = edit.end
    pieces.append(text[at:])
    return "".join(pieces)


def substitutions(pattern: re.Pattern[str], text: str, replace: Callable[[re.Match[str]], str | None]) -> tuple[Edit, ...]:
    """Return an edit for each match whose replacement is neither None nor what stands there already."""
    edits: list[Edit] = []
    for match in pattern.finditer(text):
        new = replace(match)
        if new is not None and new != match.group():
            edits.append(Edit(start=match.start(), end=match.end(), text=new))
    return tuple(edits)


def run_passes(text: str, passes: Iterable[Pass]) -> tuple[str, tuple[Edit, ...]]:
    """Return what is left of `text` after every pass in order, and the edits that lead there from `text` in one step."""
    edits: tuple[Edit, ...] = ()
    current = text
    for make in passes:
        step = tuple(make(current))
        if step:
            edits = compose(text, edits, step)
            current = apply_edits(current, step)
    return current, edits


def compose(text: str, first: Sequence[Edit], second: Sequence[Edit]) -> tuple[Edit, ...]:
    """Return the edits that do at once what `first` on `text`, then `second` on the result, do in turn.

    Edits of the two passes that touch the same characters of the string between are merged; all others stay apart, so that
    offsets remain as fine as the passes made them.
    """
    if not first or not second:
        return tuple(first or second)
    between = apply_edits(text, first)
    pending = sorted([*_placed(first), *((e.start, e.end, 1, e) for e in second)], key=lambda item: item[:3])
    out: list[Edit] = []
    shift = 0
    for start, end, members in _clusters(pending):
        earlier = [edit for _, _, which, edit in members if which == 0]
        later = [edit for _, _, which, edit in members if which == 1]
        shift_after = shift + sum((e.end - e.start) - len(e.text) for e in earlier)
        local = (Edit(start=e.start - start, end=e.end - start, text=e.text) for e in later)
        new = apply_edits(between[start:end], local)
        if new != text[start + shift : end + shift_after]:
            out.append(Edit(start=start + shift, end=end + shift_after, text=new))
        shift = shift_after
    return tuple(out)


_Placed = tuple[int, int, int, Edit]
"""(start, end) in the string between the passes, 0 for the first pass or 1 for the second, the edit."""


def _placed(first: Iterable[Edit]) -> list[_Placed]:
    """Return the edits of the first pass with the place their texts take in its result."""
    placed: list[_Placed] = []
    shift = 0
    for edit in first:
        start = edit.start + shift
        placed.append((start, start + len(edit.text), 0, edit))
        shift += len(edit.text) - (edit.end - edit.start)
    return placed


def _clusters(items: Iterable[_Placed]) -> list[tuple[int, int, list[_Placed]]]:
    """Return the groups of items that share characters, in order; items that only touch stay apart."""
    groups: list[tuple[int, int, list[_Placed]]] = []
    for item in items:
        if groups and item[0] < groups[-1][1]:
            start, end, members = groups[-1]
            groups[-1] = (start, max(end, item[1]), [*members, item])
        else:
            groups.append((item[0], item[1], [item]))
    return groups
