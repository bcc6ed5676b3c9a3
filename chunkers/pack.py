"""Where chunks begin and end: the cheapest way to cut a row of parts, found exactly.

Every chunk costs 1. A border costs what stands in `Border` (a section's end pays for the chunk that begins there; the inside of
a list or a sentence costs extra). A chunk below the minimum size costs up to `SHORT` more. So a section that fits is one
chunk, short neighbours join, a list stays whole where a chunk can hold it, and no tail is left over. Dynamic programming over
the parts (as for line breaking: Knuth and Plass 1981), linear in their number times the parts of a chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from chunkers.budget import Cost, Limits, total, within
from chunkers.draft import Border, Part, Role

SHORT = 1.6
UNEVEN = 0.2
"""Free room costs its square, so that the chunks of a long section come out alike."""
OVERLAP_SLACK = 1.5
"""Whole sentences are repeated as long as they come to at most so many times the overlap asked for."""
_NEW_TOPIC = (Border.TOPIC, Border.CHAPTER, Border.SECTION)


def pack(parts: Sequence[Part], limits: Limits, *, continues: bool = False) -> list[tuple[Part, ...]]:
    """Return the parts as chunks, what is repeated in front of each included. A part larger than a chunk stands alone.

    With `continues`, the first part goes on from something before it, and gets what it carries.
    """
    if not parts:
        return []
    row = _Row(parts, limits, continues)
    best = [0.0] * (row.n + 1)
    cut = [row.n] * (row.n + 1)
    for i in range(row.n - 1, -1, -1):
        best[i], cut[i] = min((row.penalty(i, j) + best[j], -j) for j in row.ends(i))
        cut[i] = -cut[i]
    chunks, i = [], 0
    while i < row.n:
        chunks.append((*row.heads[i], *parts[i : cut[i]]))
        i = cut[i]
    return chunks


class _Row:
    """The parts with their costs, and what each repeats if a chunk begins there."""

    def __init__(self, parts: Sequence[Part], limits: Limits, continues: bool) -> None:
        self.continues = continues
        self.parts = parts
        self.limits = limits
        self.n = len(parts)
        self.costs = [limits.cost(part) for part in parts]
        self.rooms = self._rooms()
        self.heads = [self._head(i) for i in range(self.n)]
        self.head_costs = [total([limits.cost(part) for part in head]) for head in self.heads]
        self.units_before = [0, *accumulate(cost.units for cost in self.costs)]

    def _rooms(self) -> list[Cost]:
        """Return the room of a chunk that begins at each part: that of the section its first running text belongs to."""
        rooms: list[Cost] = []
        path = self.parts[-1].path
        for part in reversed(self.parts):
            path = path if part.role is Role.HEADING else part.path
            rooms.append(self.limits.room(path))
        return rooms[::-1]

    def _head(self, i: int) -> tuple[Part, ...]:
        part, hard = self.parts[i], self.limits.hard(self.parts[i].path)
        if (i == 0 and not self.continues) or part.border in _NEW_TOPIC:
            return ()
        used = self.costs[i]
        carried: list[Part] = []
        for repeat in part.carry:
            cost = total([used, self.limits.cost(repeat)])
            if within(cost, hard):
                carried.append(repeat.repeated())
                used = cost
        if part.carry or not self.limits.overlap:
            return tuple(carried)
        return tuple(repeat.repeated() for repeat in self._overlap(i, used))

    def _overlap(self, i: int, used: Cost) -> list[Part]:
        """Return the whole sentences (for a chat: turns) before part i that are said again."""
        room, most = self.rooms[i], int(self.limits.overlap * OVERLAP_SLACK)
        taken: list[Part] = []
        whole: list[Part] = []
        spent, turns = 0, 0
        for j in range(i - 1, -1, -1):
            part, cost = self.parts[j], self.costs[j]
            used = total([used, cost])
            spent += cost.units
            if part.role is not Role.TEXT or spent > most or not within(used, room):
                break
            taken.insert(0, part)
            begins_turn = part.border is not Border.WITHIN_ITEM
            turns += begins_turn
            whole = list(taken) if begins_turn or not self.limits.turns else whole
            if part.border in _NEW_TOPIC or (self.limits.turns and turns == self.limits.turns):
                break
        return whole

    def ends(self, i: int) -> Sequence[int]:
        """Return every end of a chunk that begins at i, at least one."""
        room, used = self.rooms[i], total([self.head_costs[i], self.costs[i]])
        j = i + 1
        while j < self.n and self.parts[j].border is not Border.TOPIC:
            used = total([used, self.costs[j]])
            if not within(used, room):
                break
            j += 1
        return range(i + 1, j + 1)

    def penalty(self, i: int, j: int) -> float:
        """Return what the chunk [i:j] costs, with the border that it ends at."""
        border = self.parts[j].border.value if j < self.n else 0.0
        size = self.head_costs[i].units + self.units_before[j] - self.units_before[i]
        short = max(0.0, 1.0 - size / self.limits.min_size) if self.limits.min_size else 0.0
        free = max(0.0, 1.0 - size / self.rooms[i].units)
        return 1.0 + border + SHORT * short + UNEVEN * free * free
