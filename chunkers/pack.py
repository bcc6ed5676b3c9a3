"""Where chunks begin and end: the cheapest way to cut a row of parts, found exactly.

Every chunk costs 1. A border costs what stands in `Border` (a section's end pays for the chunk that begins there; the inside of
a list or a sentence costs extra). A chunk below the minimum size costs up to `SHORT` more. So a section that fits is one
chunk, short neighbours join, a list stays whole where a chunk can hold it, and no tail is left over. Dynamic programming over
the parts (as for line breaking: Knuth and Plass 1981), linear in their number times the parts of a chunk.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.budget import Cost, Limits, total, within
from chunkers.draft import Border, Part, Role

SHORT = 1.6
UNEVEN = 0.2
"""Free room costs its square, so that the chunks of a long section come out alike."""
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
        best[i], cut[i] = row.cheapest(i, best)
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
        self.hard = [room.tokens for room in self.rooms]
        self.heads = [self._head(i) for i in range(self.n)]
        self.head_costs = [total([limits.cost(part) for part in head]) for head in self.heads]
        self.borders = [*(part.border.value for part in parts), 0.0]

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
            if cost.tokens <= hard:
                carried.append(repeat.repeated())
                used = cost
        if part.carry or not self.limits.overlap:
            return tuple(carried)
        return tuple(repeat.repeated() for repeat in self._overlap(i, used))

    def _overlap(self, i: int, used: Cost) -> list[Part]:
        """Return the whole sentences (for a chat: turns) before part i that come nearest to the overlap asked for."""
        room = self.rooms[i]
        taken: list[Part] = []
        whole: list[Part] = []
        spent, turns = 0, 0
        for j in range(i - 1, -1, -1):
            part, cost = self.parts[j], self.costs[j]
            used = total([used, cost])
            if part.role is not Role.TEXT or spent + cost.units / 2 > self.limits.overlap or not within(used, room):
                break
            spent += cost.units
            taken.insert(0, part)
            begins_turn = part.border is not Border.WITHIN_ITEM
            turns += begins_turn
            whole = list(taken) if begins_turn or not self.limits.turns else whole
            if part.border in _NEW_TOPIC or (self.limits.turns and turns == self.limits.turns):
                break
        return whole

    def cheapest(self, i: int, best: Sequence[float]) -> tuple[float, int]:
        """Return (cost, end) of the cheapest way to cut the parts from i on; the longest first chunk among equals.

        `best` holds the cost of every later start. A heading and the part that it must not be torn from may exceed the size, as
        long as the window holds both.
        """
        room, head = self.rooms[i], self.head_costs[i]
        least = max(self.limits.min_size, 1)
        units, tokens = head.units, head.tokens
        found, end = float("inf"), self.n
        kept = True
        for j in range(i + 1, self.n + 1):
            units += self.costs[j - 1].units
            tokens += self.costs[j - 1].tokens
            kept = kept and (j == i + 1 or self.parts[j - 1].border is Border.KEEP)
            if j > i + 1 and (units > room.units or tokens > room.tokens) and not (kept and tokens <= self.hard[i]):
                break
            short = SHORT * (1.0 - units / least) if units < least else 0.0
            free = max(0.0, 1.0 - units / room.units)
            cost = 1.0 + self.borders[j] + short + UNEVEN * free * free + best[j]
            if cost <= found:
                found, end = cost, j
            if j < self.n and self.parts[j].border is Border.TOPIC:
                break
        return found, end
