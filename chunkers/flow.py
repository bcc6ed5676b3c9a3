"""Blocks of running text to parts: sentences with the borders between them, lists with the sentence that leads in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from chunkers.budget import Cost, Limits, within
from chunkers.draft import Border, Part, Place, Role
from chunkers.lists import bullet, item_depth, leads_in
from chunkers.split import sentence_pieces, verbatim_pieces
from schemas.document import BaseBlock, Block, Caption, Code, Footnote, Heading, TextBlock

SENTENCE_SHARE = (7, 10)
LEAD_SHARE = (1, 6)
CARRY_SHARE = (1, 8)
"""How much of a chunk a sentence may fill before it is cut at a comma, and a lead-in or a heading to be said again. They add up
to less than one, so that the longest sentence still stands under its heading and lead-in."""


def path_of(block: BaseBlock) -> tuple[str, ...]:
    """Return the section that a block belongs to; a heading belongs to the section that it opens."""
    return (*block.section_path, block.text) if isinstance(block, Heading) else block.section_path


def text_parts(
    blocks: Sequence[Block], limits: Limits, carry: tuple[Part, ...] = (), path: tuple[str, ...] | None = None
) -> list[Part]:
    """Return the parts of a run of text blocks.

    `carry` is repeated on every piece after the first (a clause's heading). `path` replaces the blocks' own section.
    """
    flow = _Flow(limits, carry, path)
    for block in blocks:
        flow.add(block)
    return flow.parts


class _Flow:
    """The parts so far, and the lead-ins that are open."""

    def __init__(self, limits: Limits, carry: tuple[Part, ...], path: tuple[str, ...] | None) -> None:
        self.parts: list[Part] = []
        self._limits = limits
        self._carry = carry
        self._path = path
        self._leads: list[tuple[int, Part]] = []

    def add(self, block: Block) -> None:
        """Add one block that is no table."""
        if not isinstance(block, TextBlock) or not block.text.strip():
            return
        depth = item_depth(block)
        if isinstance(block, Heading):
            self._heading(block)
        elif isinstance(block, Code):
            self._code(block)
        elif depth is not None and (self._leads or bullet(block) or self._after_item()):
            self._item(block, depth)
        else:
            self._leads = []
            self._text(block)

    def _path_of(self, block: BaseBlock) -> tuple[str, ...]:
        path = path_of(block)
        return path if self._path is None or path[: len(self._path)] == self._path else self._path

    def _after_item(self) -> bool:
        return bool(self.parts) and self.parts[-1].role is Role.ITEM

    def _border(self, path: tuple[str, ...], within_section: Border) -> Border:
        """Return the border before a new block: headings hold on to what follows, a change of section is a place to cut."""
        if self.parts and self.parts[-1].role is Role.HEADING:
            return Border.KEEP
        if not self.parts or self.parts[-1].path == path:
            return within_section
        before = self.parts[-1].path
        shared = next((i for i, (a, b) in enumerate(zip(before, path, strict=False)) if a != b), min(len(before), len(path)))
        return Border.CHAPTER if shared < max(len(before), len(path)) - 1 else Border.SECTION

    def _heading(self, block: Heading) -> None:
        self._leads = []
        path = self._path_of(block)
        whole = within(self._limits.text_cost(block.text), self._limits.share(path, 1, 2))
        border = self._border(path, Border.SECTION)
        if whole:
            place = Place(block.id, 0, len(block.text))
            index = block.norm_slice(0, len(block.text))
            self.parts.append(Part(block.text, index, (place,), Role.HEADING, border, path, self._carry))
        else:
            self.parts += self._sentences(block, path, border, Role.TEXT, self._carry)

    def _code(self, block: Code) -> None:
        path = self._path_of(block)
        border = Border.ITEM if self.parts and leads_in(self.parts[-1].text) else Border.PARAGRAPH
        self.parts += code_parts(block, path, self._limits, self._carry, self._border(path, border))

    def _item(self, block: TextBlock, depth: int) -> None:
        path = self._path_of(block)
        while len(self._leads) > 1 and self._leads[-1][0] >= depth:
            self._leads.pop()
        carry = (*self._carry, *(part for _, part in self._leads))
        follows_lead = bool(self._leads) and self.parts[-1].text == self._leads[-1][1].text
        inside = bool(self._leads) or self._after_item()
        border = self._border(path, Border.KEEP if follows_lead else Border.ITEM if inside else Border.PARAGRAPH)
        parts = self._sentences(block, path, border, Role.ITEM, carry)
        parts[0] = replace(parts[0], text=bullet(block) + parts[0].text)
        self.parts += parts
        if leads_in(parts[-1].text):
            self._open_lead(depth, parts[-1])

    def _text(self, block: TextBlock) -> None:
        path = self._path_of(block)
        border = self._border(path, Border.SENTENCE if isinstance(block, Caption) else Border.PARAGRAPH)
        parts = self._sentences(block, path, border, Role.TEXT, self._carry)
        if isinstance(block, Footnote) and block.marker and not block.text.lstrip().startswith(block.marker):
            parts[0] = replace(parts[0], text=f"{block.marker} {parts[0].text}")
        if leads_in(parts[-1].text):
            parts[-1] = replace(parts[-1], role=Role.LEAD_IN)
            self._open_lead(-1, parts[-1])
        self.parts += parts

    def _open_lead(self, depth: int, part: Part) -> None:
        """Remember a lead-in that is short enough to be said again before every piece of its list."""
        if within(self._limits.cost(part), self._limits.share(part.path, *LEAD_SHARE)):
            self._leads.append((depth, replace(part, carry=(), role=Role.LEAD_IN)))

    def _sentences(
        self, block: TextBlock, path: tuple[str, ...], border: Border, role: Role, carry: tuple[Part, ...]
    ) -> list[Part]:
        most = self._limits.share(path, *SENTENCE_SHARE)
        inside = Border.WITHIN_ITEM if role is Role.ITEM else Border.SENTENCE
        pieces = sentence_pieces(block.text, most, self._limits, block.edits)
        return [
            Part(
                block.text[piece.start : piece.end],
                block.norm_slice(piece.start, piece.end),
                (Place(block.id, piece.start, piece.end),),
                role,
                border if order == 0 else inside if piece.whole else Border.WITHIN_SENTENCE,
                path,
                carry,
            )
            for order, piece in enumerate(pieces)
        ]


def code_parts(
    block: Code, path: tuple[str, ...], limits: Limits, carry: Iterable[Part] = (), border: Border = Border.PARAGRAPH
) -> list[Part]:
    """Return a code block as one part, or, where the window cannot hold it, as pieces that carry its name."""
    text, carry = block.text, tuple(carry)
    hard = Cost(1 << 60, limits.budget.capacity(path))
    if within(limits.text_cost(text), hard):
        return [_code_part(block, 0, len(text), path, border, carry)]
    name = inline_name(block)
    label = Part(name, name, (), Role.LABEL, path=path)
    room = Cost(1 << 60, max(1, hard.tokens - limits.cost(label).tokens - sum(limits.cost(part).tokens for part in carry)))
    most = Cost(1 << 60, max(1, room.tokens // 2))
    pieces = verbatim_pieces(block, most, limits)
    return [
        _code_part(block, start, end, path, border if order == 0 else Border.SENTENCE, (*carry, label))
        for order, (start, end) in enumerate(pieces)
    ]


def inline_name(block: Code) -> str:
    """Return what a code block is called: its name, or the start of its first line that says something."""
    first = next((line.strip() for line in block.text.splitlines() if line.strip()), "")
    name = " ".join((block.name or first).split())
    return name[:80]


def _code_part(block: Code, start: int, end: int, path: tuple[str, ...], border: Border, carry: tuple[Part, ...]) -> Part:
    text = block.text[start:end]
    if block.role == "fence" and end - start == len(block.text):
        text = f"```{block.language}\n{text.strip(chr(10))}\n```"
    return Part(text, block.norm_slice(start, end), (Place(block.id, start, end),), Role.CODE, border, path, carry)
