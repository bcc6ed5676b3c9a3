"""Regions to bundles: runs of parts that are cut by one rule, with headings and captions handed on to what they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chunkers.budget import Limits, total, within
from chunkers.clause import Region
from chunkers.draft import Border, Part, Role
from chunkers.flow import CARRY_SHARE, code_parts, path_of, text_parts
from chunkers.lists import announces_table, remarks, states_unit
from chunkers.table import table_parts
from schemas.chunk import ChunkType
from schemas.document import Block, Caption, Code, Heading, Paragraph, Seal, Table, TextBlock

CODE_TYPES = {"operation": ChunkType.API, "schema": ChunkType.API, "source": ChunkType.CODE, "fence": ChunkType.CODE}


@dataclass(frozen=True)
class Bundle:
    """Parts that are cut together within `limits`; a `whole` one is not cut. Without a type, what the parts are decides it."""

    parts: tuple[Part, ...]
    limits: Limits
    chunk_type: ChunkType | None = None
    running_text: bool = False
    whole: bool = False


class Composer:
    """Turns regions into bundles, in reading order; nothing that it is given is left out.

    `limits` are those of running text. With `fences_apart`, every code fence is a chunk; else a fence stays with the text that
    it belongs to where both fit.
    """

    def __init__(self, limits: Limits, table_whole_tokens: int, *, fences_apart: bool = False) -> None:
        self._limits = limits
        self._whole = table_whole_tokens
        self._fences_apart = fences_apart
        self._bundles: list[Bundle] = []
        self._pending: list[Block] = []

    def compose(self, regions: Sequence[Region]) -> list[Bundle]:
        """Return the bundles of all regions."""
        for order, region in enumerate(regions, start=1):
            self._region(region, last=order == len(regions))
        return self._bundles

    def _region(self, region: Region, *, last: bool) -> None:
        blocks = [*self._waiting(), *region.blocks]
        limits = replace(self._limits, overlap=0, min_size=0) if region.atomic else self._limits
        if region.atomic and self._whole_region(region, blocks, limits):
            return
        run: list[Block] = []
        for block in blocks:
            if not self._apart(block):
                run.append(block)
                continue
            run, lead = self._split_lead(run, block)
            self._text(run, region, limits)
            self._bundles += self._special(block, lead, region)
            run = []
        text_end = len(run) if last else len(run) - _trailing_headings(run)
        self._pending = run[text_end:]
        self._text(run[:text_end], region, limits)

    def _waiting(self) -> list[Block]:
        """Return the headings that wait for their text; too many to stand before it become a text of their own."""
        waiting, self._pending = self._pending, []
        most = self._limits.share((), 1, 4)
        if waiting and not within(total([self._limits.text_cost(block.text) for block in waiting]), most):
            self._text(waiting, Region(()), self._limits)
            return []
        return waiting

    def _whole_region(self, region: Region, blocks: list[Block], limits: Limits) -> bool:
        """Add an atomic region as one chunk, tables included, and return True, if it fits."""
        if all(isinstance(block, Heading) for block in blocks):
            return False
        if any(isinstance(block, Code | Seal) and self._apart(block) for block in blocks):
            return False
        parts = [part for block in blocks for part in self._whole_block(block, region, limits)]
        if len(parts) > MOST_WHOLE_PARTS or not within(total([limits.cost(p) for p in parts]), limits.room(region.path or ())):
            return False
        if not any(isinstance(block, Table) for block in blocks):
            parts = text_parts(blocks, limits, region.carry, region.path)
        self._bundles.append(Bundle(tuple(parts), limits, region.chunk_type, whole=True))
        return True

    def _whole_block(self, block: Block, region: Region, limits: Limits) -> list[Part]:
        if not isinstance(block, Table):
            return text_parts([block], limits, (), region.path)
        groups = table_parts(block, region.path or path_of(block), limits, self._whole)
        return [part for parts, _ in groups for part in parts] if len(groups) == 1 else [_TOO_LARGE] * (MOST_WHOLE_PARTS + 1)

    def _apart(self, block: Block) -> bool:
        """Return whether a block is a chunk of its own kind."""
        if isinstance(block, Code):
            fits = within(self._limits.text_cost(block.text), self._limits.room(path_of(block)))
            return block.role != "fence" or self._fences_apart or not fits
        return isinstance(block, Table | Seal)

    def _text(self, run: Sequence[Block], region: Region, limits: Limits) -> None:
        parts = text_parts(run, limits, region.carry, region.path)
        if region.atomic:
            parts = [part.bordered(Border.PARAGRAPH) if part.border in _SECTION_ENDS else part for part in parts]
        if parts:
            self._bundles.append(Bundle(tuple(parts), limits, region.chunk_type, running_text=not region.atomic))

    def _special(self, block: Block, lead: list[Block], region: Region) -> list[Bundle]:
        path = region.path or path_of(block)
        limits = replace(self._limits, overlap=0, min_size=0)
        if isinstance(block, Table):
            return self._table(block, lead, region, path)
        if isinstance(block, Code):
            parts = code_parts(block, path, limits, region.carry)
            window = replace(limits.with_size(limits.budget.window), windowed=True)
            return [Bundle(tuple(_led(lead, parts, limits, region)), window, CODE_TYPES[block.role])]
        return [Bundle(tuple(_led(lead, text_parts([block], limits, (), region.path), limits, region)), limits, ChunkType.SEAL)]

    def _table(self, table: Table, lead: list[Block], region: Region, path: tuple[str, ...]) -> list[Bundle]:
        captions = [block for block in lead if isinstance(block, Caption) or _is_unit(block)]
        said = {block.text.strip() for block in captions}
        shown = table.model_copy(update={name: "" for name in ("caption", "unit") if getattr(table, name).strip() in said})
        limits = replace(self._limits, overlap=0, min_size=0)
        most = limits.share(path, *CARRY_SHARE)
        short = (part for part in text_parts(captions, limits, (), path) if within(limits.cost(part), most))
        repeat = tuple(part.repeated() for part in (*region.carry, *short))
        reserve = sum(limits.cost(part).tokens for part in repeat)
        bundles = []
        for order, (parts, room) in enumerate(table_parts(shown, path, limits, self._whole, reserve)):
            rows = [replace(part, carry=(*repeat, *part.carry)) for part in parts]
            front = _led(lead, rows, limits, region) if order == 0 else _in_front(repeat, rows)
            size = room + sum(limits.cost(part).tokens for part in front[: len(front) - len(rows)])
            bundles.append(Bundle(tuple(front), self._limits.with_size(min(size, self._hard(path))), ChunkType.TABLE))
        return bundles

    def _hard(self, path: tuple[str, ...]) -> int:
        return self._limits.room(path).tokens

    def _split_lead(self, run: list[Block], block: Block) -> tuple[list[Block], list[Block]]:
        """Return (text before, lead): the headings, caption, unit line and announcing sentence that belong to what follows."""
        at = len(run)
        if isinstance(block, Table):
            while at and (isinstance(run[at - 1], Caption) or _is_unit(run[at - 1]) or self._announces(run[at - 1])):
                at -= 1
            at = self._before_label(run, at)
        at -= min(_trailing_headings(run[:at]), MOST_LEAD_HEADINGS)
        most = self._limits.share(path_of(block), 1, 3)
        while at < len(run) and not within(total([self._limits.text_cost(b.text) for b in run[at:]]), most):
            at += 1
        return run[:at], run[at:]

    def _before_label(self, run: list[Block], at: int) -> int:
        """Return where a few words over a table begin, if they are all that its section says before it; else `at`."""
        first = at
        while first and not isinstance(run[first - 1], Heading) and at - first < MOST_LABEL_BLOCKS:
            first -= 1
        costs = [self._limits.text_cost(block.text) for block in run[first:at]]
        alone = first == 0 or isinstance(run[first - 1], Heading)
        alone = alone and not any(remarks(block.text) for block in run[first:at])
        return first if alone and within(total(costs), self._limits.share((), *CARRY_SHARE)) else at

    def _announces(self, block: Block) -> bool:
        small = within(self._limits.text_cost(block.text), self._limits.share(path_of(block), *CARRY_SHARE))
        return isinstance(block, Paragraph) and small and announces_table(block.text)


MOST_LEAD_HEADINGS = 12
MOST_LABEL_BLOCKS = 3
MOST_WHOLE_PARTS = 400
"""A region of more parts is not tried as one chunk."""
_SECTION_ENDS = (Border.SECTION, Border.CHAPTER)
_TOO_LARGE = Part("", "")


def _led(lead: Sequence[Block], parts: list[Part], limits: Limits, region: Region) -> list[Part]:
    """Return the parts behind the blocks that lead to them."""
    return _in_front(text_parts(lead, limits, (), region.path), parts)


def _in_front(front: Sequence[Part], parts: list[Part]) -> list[Part]:
    if not front or not parts:
        return [*front, *parts]
    kept = [part.bordered(Border.KEEP) for part in [*front[1:], parts[0]]]
    return [front[0], *kept, *parts[1:]]


def _trailing_headings(run: Sequence[Block]) -> int:
    count = 0
    while count < len(run) and isinstance(run[-1 - count], Heading):
        count += 1
    return count


def _is_unit(block: Block) -> bool:
    return isinstance(block, TextBlock) and not isinstance(block, Heading) and states_unit(block.text)


def chunk_type_of(parts: Sequence[Part]) -> ChunkType:
    """Return what running text turns out to be: a list, code, or text."""
    roles = {part.role for part in parts if not part.repeat and part.role is not Role.HEADING}
    if roles == {Role.CODE}:
        return ChunkType.CODE
    return ChunkType.LIST if Role.ITEM in roles and roles <= {Role.ITEM, Role.LEAD_IN} else ChunkType.TEXT
