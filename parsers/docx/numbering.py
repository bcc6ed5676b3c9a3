"""Automatic numbers, rendered as Word shows them (ECMA-376 part 1, 17.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from parsers.docx.counting import write_number
from parsers.docx.names import Node, find, number, switch, value, w
from parsers.docx.styles import ParagraphStyle, StyleSheet

MAX_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_TIGHT = ("、", "）", "】", "．")


@dataclass(frozen=True)
class Level:
    """One level of a list: its first number, format, text pattern, and the gap behind the label."""

    start: int = 1
    number_format: str = "decimal"
    pattern: str = ""
    suffix: str = "tab"
    restart_after: int | None = None
    legal: bool = False
    style_id: str | None = None


@dataclass(frozen=True)
class Label:
    """A rendered label. `is_bullet` means that the label is only a mark; `depth` is the list level from 0."""

    text: str
    depth: int
    is_bullet: bool
    gap: str


@dataclass
class _Counters:
    values: list[int | None] = field(default_factory=lambda: [None] * MAX_LEVELS)


class NumberingTable:
    """The lists of a document and their counters. `label` must be asked once per visible paragraph, in document order."""

    def __init__(self, root: Node | None, styles: StyleSheet) -> None:
        self._styles = styles
        self._abstract: dict[str, Node] = {}
        self._nums: dict[str, Node] = {}
        if root is not None:
            self._abstract = {n.get(w("abstractNumId")) or "": n for n in root.findall(w("abstractNum"))}
            self._nums = {n.get(w("numId")) or "": n for n in root.findall(w("num"))}
        self._levels: dict[str, dict[int, Level]] = {}
        self._counters: dict[str, _Counters] = {}
        self._restarted: set[tuple[str, int]] = set()

    def label(self, properties: Node | None, style: ParagraphStyle) -> Label | None:
        """Return the label of the next paragraph with these properties, or None where it is in no list."""
        num_id = value(properties, "numPr", "numId") or style.num_id
        if num_id is None or num_id == "0" or num_id not in self._nums:
            return None
        levels = self._levels_of(num_id)
        depth = self._depth(properties, style, levels)
        level = levels.get(depth)
        if level is None:
            return None
        counters = self._count(num_id, depth, levels)
        if level.number_format == "bullet":
            return Label("", depth, True, "")
        text = (
            "" if level.number_format == "none" and "%" not in level.pattern else self._render(level, depth, levels, counters)
        )
        gap = "" if level.suffix == "nothing" or text.endswith(_TIGHT) else " "
        return Label(text, depth, False, gap)

    def _depth(self, properties: Node | None, style: ParagraphStyle, levels: dict[int, Level]) -> int:
        own = number(properties, "numPr", "ilvl")
        if own is not None:
            return max(0, min(own, MAX_LEVELS - 1))
        linked = next((depth for depth, level in levels.items() if level.style_id and level.style_id == style.style_id), None)
        return linked if linked is not None else style.num_level or 0

    def _abstract_of(self, num_id: str) -> tuple[str, Node | None]:
        abstract_id = value(self._nums.get(num_id), "abstractNumId") or ""
        node = self._abstract.get(abstract_id)
        link = value(node, "numStyleLink")
        target = self._styles.num_link(link) if link else None
        if target and target != num_id:
            abstract_id = value(self._nums.get(target), "abstractNumId") or abstract_id
            node = self._abstract.get(abstract_id, node)
        return abstract_id, node

    def _levels_of(self, num_id: str) -> dict[int, Level]:
        if num_id not in self._levels:
            levels: dict[int, Level] = {}
            _, abstract = self._abstract_of(num_id)
            nodes = [] if abstract is None else abstract.findall(w("lvl"))
            nodes += [lvl for o in self._nums[num_id].findall(w("lvlOverride")) if (lvl := find(o, "lvl")) is not None]
            for node in nodes:
                depth = int(node.get(w("ilvl")) or 0)
                levels[depth] = _read_level(node)
            for depth, start in self._overridden(num_id).items():
                levels[depth] = replace(levels.get(depth, Level()), start=start)
            self._levels[num_id] = levels
        return self._levels[num_id]

    def _count(self, num_id: str, depth: int, levels: dict[int, Level]) -> _Counters:
        """Advance the counter at `depth`, restart the deeper ones, start the higher ones that nothing has started yet."""
        abstract_id, _ = self._abstract_of(num_id)
        counters = self._counters.setdefault(abstract_id, _Counters())
        values = counters.values
        if depth in self._overridden(num_id) and (num_id, depth) not in self._restarted:
            self._restarted.add((num_id, depth))
            values[depth] = None
        for higher in range(depth):
            if values[higher] is None:
                values[higher] = levels.get(higher, Level()).start
        current = values[depth]
        values[depth] = levels[depth].start if current is None else current + 1
        for deeper in range(depth + 1, MAX_LEVELS):
            limit = levels.get(deeper, Level()).restart_after
            if limit is None or (limit > 0 and depth < limit):
                values[deeper] = None
        return counters

    def _overridden(self, num_id: str) -> dict[int, int]:
        """Return first numbers by level where a list restarts one; each restart happens once, at its first paragraph."""
        found: dict[int, int] = {}
        for override in self._nums[num_id].findall(w("lvlOverride")):
            start = number(override, "startOverride")
            if start is not None:
                found[int(override.get(w("ilvl")) or 0)] = start
        return found

    def _render(self, level: Level, depth: int, levels: dict[int, Level], counters: _Counters) -> str:
        def written(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            if place > depth:
                return ""
            shape = levels.get(place, Level())
            current = counters.values[place]
            number_format = "decimal" if level.legal else shape.number_format
            return "" if number_format == "none" else write_number(shape.start if current is None else current, number_format)

        return _PLACE.sub(written, level.pattern).strip()


def _read_level(node: Node) -> Level:
    start = number(node, "start")
    return Level(
        start=1 if start is None else start,
        number_format=value(node, "numFmt") or _alternate_format(node) or "decimal",
        pattern=value(node, "lvlText") or "",
        suffix=value(node, "suff") or "tab",
        restart_after=number(node, "lvlRestart"),
        legal=bool(switch(node, "isLgl")),
        style_id=value(node, "pStyle"),
    )


def _alternate_format(node: Node) -> str | None:
    """Word 2010 wraps newer formats in AlternateContent; the fallback holds one that every version knows."""
    found = next(iter(node.iter(w("numFmt"))), None)
    return None if found is None else found.get(w("val"))
