"""Tables to parts: rows that never lose their caption, unit and header, whatever the table's size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from chunkers.budget import Cost, Limits
from chunkers.draft import Border, Part, Place, Role
from chunkers.split import joined_pieces, sentence_pieces
from chunkers.table_grid import Shown, TableGrid, index_row, inline, markdown_row, markdown_rule
from schemas.document import Table

LEAST_ROOM = 8
HEAD_SHARE, TITLE_SHARE, KEY_SHARE = 2, 4, 4
"""The header may take one half of a piece, caption and unit one quarter, a row's key one quarter of what is left."""


def table_parts(
    table: Table, path: tuple[str, ...], limits: Limits, whole_tokens: int, reserve: int = 0
) -> list[tuple[list[Part], int]]:
    """Return (parts, room in tokens) per column group; one group unless the table is too wide for a piece.

    A table of at most `whole_tokens` is meant to stay whole; a larger one is cut between rows into pieces of that size (or
    larger ones, up to `limits`, where header and rows need it), each with caption, unit and header in front. `reserve` tokens
    are left free for what the caller puts in front of every piece.
    """
    return _TableCutter(table, path, limits, whole_tokens, reserve).groups()


@dataclass(frozen=True)
class _Frame:
    """What one column group has in front of its rows."""

    columns: list[int]
    header: Part | None
    clipped: bool
    room: int


class _TableCutter:
    """Cuts one table."""

    def __init__(self, table: Table, path: tuple[str, ...], limits: Limits, whole_tokens: int, reserve: int) -> None:
        self.table = table
        self.path = path
        self.limits = limits
        self.grid = TableGrid(table, limits)
        self.most = limits.room(path).tokens if limits.windowed else limits.size
        self.most = min(self.most, max(limits.size, whole_tokens)) if limits.unit == "tokens" else self.most
        self.most = max(LEAST_ROOM, self.most - reserve)
        self.room = min(whole_tokens, self.most)
        self.seen: set[int] = set()
        self.titles = self._titles()

    def groups(self) -> list[tuple[list[Part], int]]:
        """Return the parts of each column group with the room of its pieces."""
        groups: list[tuple[list[Part], int]] = []
        for columns in self._column_groups():
            frame = self._frame(columns)
            rows = list(self._rows(frame, key_again=bool(groups)))
            carry = (*self.titles, *([frame.header] if frame.header else []))
            rows = [replace(row, carry=carry) for row in rows]
            front = list(self._fronts(first=not groups))
            front = front if not groups else [part.repeated() for part in front]
            head = [frame.header] if frame.header else []
            if rows or not groups:
                before = [*front, *head]
                kept = [part.bordered(Border.KEEP) for part in [*before[1:], *rows[:1]]] if before else rows[:1]
                groups.append(([*before[:1], *kept, *rows[1:]], frame.room))
        return groups

    def _titles(self) -> tuple[Part, ...]:
        """Return caption and unit as parts to carry, unless they are too long for that."""
        lines = [line for line in (self.table.caption.strip(), _unit_line(self.table.unit)) if line]
        most = self.room // TITLE_SHARE
        return tuple(
            Part(line, line, (), Role.LABEL, path=self.path)
            for line in lines
            if self.limits.budget.tokens(line) + 1 <= most // len(lines)
        )

    def _fronts(self, *, first: bool) -> Iterator[Part]:
        """Yield caption and unit as they open a column group: those too long to carry in full, once."""
        carried = {title.text for title in self.titles}
        for line in (self.table.caption.strip(), _unit_line(self.table.unit)):
            if not line or (not first and line not in carried):
                continue
            for piece in sentence_pieces(line, Cost(self.room // 2, self.room // 2), self.limits):
                text = line[piece.start : piece.end]
                yield Part(text, text, (Place(self.table.id, 0, 0),), Role.LABEL, path=self.path)

    def _column_groups(self) -> list[list[int]]:
        """Return the columns of each group: all together if they fit, else runs of them behind the key column."""
        columns = self.grid.columns
        room = self.most - sum(self.limits.cost(title).tokens for title in self.titles)
        everything = self.grid.shown_rows(columns)
        head = sum(self.grid.cost(row) for row in everything[: self.grid.head])
        mean = sum(self.grid.cost(row) for row in everything[self.grid.head :]) // max(1, len(everything) - self.grid.head)
        if len(columns) <= 2 or (head <= room // HEAD_SHARE and head + mean <= room):
            return [columns] if columns else []
        costs = {col: self.grid.column_cost(col) for col in columns}
        key, used = columns[0], [0, 0]
        groups: list[list[int]] = []
        for col in columns[1:]:
            cost = [min(value, room // 4) for value in costs[col]]
            start = [min(value, room // 4) for value in costs[key]]
            fits = bool(groups) and all((u + c) * HEAD_SHARE <= room for u, c in zip(used, cost, strict=True))
            if fits:
                groups[-1].append(col)
                used = [u + c for u, c in zip(used, cost, strict=True)]
            else:
                groups.append([key, col])
                used = [s + c for s, c in zip(start, cost, strict=True)]
        return groups

    def _frame(self, columns: list[int]) -> _Frame:
        """Return the header of a column group, clipped where it would take more than half of the largest piece."""
        rows = [self.grid.shown(row, columns) for row in range(self.grid.head)]
        titles = sum(self.limits.cost(title).tokens for title in self.titles)
        if not rows:
            return _Frame(columns, None, False, self.room)
        cost = sum(map(self.grid.cost, rows))
        clipped = cost + titles > self.most // HEAD_SHARE
        if clipped:
            rows = self._clip(rows, max(1, self.most // HEAD_SHARE - titles))
            cost = sum(map(self.grid.cost, rows))
        places = () if clipped else tuple(place for row in rows for place in self.grid.place(row, self.seen))
        text = "\n".join([*(markdown_row(row, columns) for row in rows), markdown_rule(columns)])
        header = Part(text, "\n".join(map(index_row, rows)), places, Role.TABLE, path=self.path)
        return _Frame(columns, header, clipped, min(self.most, max(self.room, HEAD_SHARE * (cost + titles))))

    def _clip(self, rows: list[list[Shown]], most: int) -> list[list[Shown]]:
        """Return header rows that cost at most about `most`; in full they stand among the rows."""
        cells = sum(map(len, rows))
        share = max(1, most // max(1, cells) - 3)
        return [
            [replace(item, text=self._short(item.text, share), index=self._short(item.index, share)) for item in row]
            for row in rows
        ]

    def _short(self, text: str, tokens: int) -> str:
        line = inline(text)
        length = len(line)
        while length > 1 and self.limits.budget.tokens(line[:length]) > tokens:
            length = min(length - 1, length * tokens // self.limits.budget.tokens(line[:length]))
            length = max(length, 1)
        return line if length == len(line) else line[:length] + "…"

    def _rows(self, frame: _Frame, *, key_again: bool) -> Iterator[Part]:
        """Yield the rows of a column group as parts; cells too large for a piece run over several rows."""
        head = self.limits.cost(frame.header).tokens if frame.header else 0
        titles = sum(self.limits.cost(title).tokens for title in self.titles)
        room = max(1, frame.room - head - titles)
        largest = max(room, self.most - head - titles)
        for row in range(0 if frame.clipped else self.grid.head, len(self.grid.places)):
            shown = self.grid.shown(row, frame.columns)
            if self.grid.cost(shown) <= largest:
                yield from self._row(shown, frame, Border.PARAGRAPH, entire=True)
                continue
            if key_again and self.grid.cost(shown[:1]) > room // KEY_SHARE:
                shown = [item for item in shown if item.col != frame.columns[0]]
            for order, line in enumerate(self._lines(shown, frame.columns[0], room)):
                yield from self._row(line, frame, Border.WITHIN_SENTENCE if order else Border.PARAGRAPH)
        if frame.columns[-1] == self.grid.columns[-1]:
            for item in self.grid.unseen(self.seen):
                for line in self._lines([replace(item, col=frame.columns[-1])], -1, room):
                    yield from self._row(line, frame, Border.PARAGRAPH)

    def _row(self, line: list[Shown], frame: _Frame, border: Border, *, entire: bool = False) -> Iterator[Part]:
        """Yield the row, unless every cell of it was said before (merged cells that go on, a key column alone)."""
        places = self.grid.place(line, self.seen)
        if not places:
            return
        if frame.header is None and len(frame.columns) == 1:
            yield Part(line[0].text, line[0].index, places, Role.TEXT, border, self.path)
            return
        text = markdown_row(line, frame.columns)
        if frame.header is None and entire:
            text = f"{text}\n{markdown_rule(frame.columns)}"
        yield Part(text, index_row(line), places, Role.TABLE, border, self.path)

    def _lines(self, shown: Sequence[Shown], key_col: int, room: int) -> Iterator[list[Shown]]:
        """Yield a row as several, each within the room: cells one after the other, long ones in pieces, the key in each."""
        key = [item for item in shown if item.col == key_col and self.grid.cost([item]) <= room // KEY_SHARE]
        key_cost = self.grid.cost(key)
        line, used = list(key), key_cost
        for item in shown:
            if item in key:
                continue
            for piece in self._pieces(item, max(1, room - key_cost - 4)):
                cost = self.grid.cost([piece])
                if len(line) > len(key) and (used + cost > room or line[-1].col == piece.col):
                    yield line
                    line, used = list(key), key_cost
                line.append(piece)
                used += cost
        if len(line) > len(key) or key:
            yield line

    def _pieces(self, item: Shown, most: int) -> Iterator[Shown]:
        if self.grid.cost([item]) <= most:
            yield item
            return
        if item.start in self.seen:  # a merged cell that an earlier row has said in full
            return
        for start, end in joined_pieces(item.text, Cost(most, most), replace(self.limits, unit="tokens")):
            text = item.text[start:end]
            yield replace(item, text=text, index=text, start=item.start + start, end=item.start + end)


def _unit_line(unit: str) -> str:
    unit = unit.strip()
    if not unit or any(mark in unit for mark in ":："):
        return unit
    return f"Unit: {unit}" if unit.isascii() else f"单位：{unit}"
