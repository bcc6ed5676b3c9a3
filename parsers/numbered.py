"""Headings and list items that only their number gives away: 第三章 总则, 一、适用范围, (1) 定义."""

from __future__ import annotations

from collections.abc import Sequence

from language.numbering import Numbering, NumberKind, read_numbering
from schemas.document import Block, Heading, Layer, ListItem, Paragraph

MAX_CHARS = 40
CLAUSE_KINDS = frozenset(
    {
        NumberKind.PART,
        NumberKind.CHAPTER,
        NumberKind.SECTION,
        NumberKind.CLAUSE,
        NumberKind.PARAGRAPH,
        NumberKind.ITEM,
        NumberKind.APPENDIX,
        NumberKind.ARTICLE,
    }
)
"""Numbers that make a paragraph a chapter or a clause, not a list item."""

SURE = CLAUSE_KINDS - {NumberKind.PARAGRAPH, NumberKind.ITEM}
"""Kinds that make a short line a heading wherever it stands."""

LIKELY = frozenset({NumberKind.HAN_PAREN, NumberKind.DECIMAL})
"""Kinds that do so only where no heading is marked as one, and something of another form stands under the line."""

STOPS = "。；;，,：:！？!?、"
FLAT_MIN_HEADINGS = 4


def promote(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with short numbered lines of the body turned into headings.

    A rank that marked headings use has their level; the others follow below the last marked heading, by rank.
    """
    marked = [block for block in blocks if isinstance(block, Heading) and block.layer is Layer.BODY]
    known = _levels_of_ranks(marked)
    found = {
        index: numbering
        for index, block in enumerate(blocks)
        if (numbering := _candidate(block)) and _is_heading(blocks, index, numbering, marked=bool(marked))
    }
    ranks = sorted({numbering.rank for numbering in found.values()} - set(known))
    done: list[Block] = []
    above = 0
    for index, block in enumerate(blocks):
        if isinstance(block, Heading) and block.layer is Layer.BODY:
            above = block.level
        if index in found and isinstance(block, Paragraph | ListItem):
            rank = found[index].rank
            level = known[rank] if rank in known else above + 1 + ranks.index(rank)
            block = Heading(text=block.text, level=level, provenance=block.provenance, revision=block.revision)
        done.append(block)
    return done


def relevel(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with levels by number where all headings were marked with one level, as converters do."""
    headings = [block for block in blocks if isinstance(block, Heading) and block.layer is Layer.BODY]
    numbers = [read_numbering(heading.text) for heading in headings]
    ranks = sorted({number.rank for number in numbers if number is not None})
    if len(headings) < FLAT_MIN_HEADINGS or len({heading.level for heading in headings}) > 1 or len(ranks) < 2:
        return list(blocks)
    levels = _levels_by_number(headings, numbers, ranks)
    given = iter(levels)
    return [
        block.model_copy(update={"level": next(given)}) if isinstance(block, Heading) and block.layer is Layer.BODY else block
        for block in blocks
    ]


def _levels_by_number(headings: Sequence[Heading], numbers: Sequence[Numbering | None], ranks: Sequence[int]) -> list[int]:
    """Return a level per heading. One without a number goes below the numbered one before it if the numbers go on after it."""
    levels: list[int] = []
    before: Numbering | None = None
    for index, (heading, number) in enumerate(zip(headings, numbers, strict=True)):
        shown = number
        if number is None and before is not None:
            after = next((later for later in numbers[index:] if later is not None), None)
            shown = before if after is not None and after.kind is before.kind and after.number > before.number else None
        below = 0 if shown is None else 1 + ranks.index(shown.rank) + (number is None)
        levels.append(heading.level + below)
        before = number or before
    return levels


def itemise(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with numbered paragraphs of the body that are no clauses turned into items of ordered lists."""
    done: list[Block] = []
    for block in blocks:
        if isinstance(block, Paragraph) and block.layer is Layer.BODY:
            number = read_numbering(block.text)
            if number is not None and number.kind not in CLAUSE_KINDS:
                block = ListItem(text=block.text, ordered=True, provenance=block.provenance, revision=block.revision)
        done.append(block)
    return done


def is_clause(label: str) -> bool:
    """Return whether a printed label (第五条, 附件二) is that of a clause or chapter."""
    numbering = read_numbering(f"{label} x")
    return numbering is not None and numbering.kind in CLAUSE_KINDS


def _levels_of_ranks(headings: Sequence[Heading]) -> dict[int, int]:
    levels: dict[int, int] = {}
    for heading in headings:
        number = read_numbering(heading.text)
        if number is not None:
            levels[number.rank] = min(heading.level, levels.get(number.rank, heading.level))
    return levels


def _candidate(block: Block) -> Numbering | None:
    if not isinstance(block, Paragraph | ListItem) or block.layer is not Layer.BODY:
        return None
    text = block.text.strip()
    if len(text) > MAX_CHARS or "\n" in text or text[-1:] in STOPS:
        return None
    return read_numbering(text)


def _is_heading(blocks: Sequence[Block], index: int, numbering: Numbering, *, marked: bool) -> bool:
    if numbering.kind in SURE:
        return True
    if not isinstance(blocks[index], Paragraph):
        return False
    likely = numbering.kind is NumberKind.HAN or (not marked and numbering.kind in LIKELY)
    return likely and _stands_alone(blocks, index, numbering)


def _stands_alone(blocks: Sequence[Block], index: int, numbering: Numbering) -> bool:
    """Tell a heading from an item: it has something of another form under it, while items stand close together."""
    following = next((block for block in blocks[index + 1 :] if block.layer is Layer.BODY), None)
    if following is None:
        return False
    next_number = read_numbering(following.text.strip()) if isinstance(following, Paragraph | ListItem) else None
    return next_number is None or next_number.rank > numbering.rank
