"""Links references in the text to the blocks they speak of, within one document."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from language.numbering import Numbering, NumberKind, read_number, read_numbering
from normalizers.mentions import Key, Mention, find_mentions
from schemas.document import (
    Block,
    Caption,
    Code,
    Document,
    Figure,
    Heading,
    Layer,
    ListItem,
    Paragraph,
    Reference,
    Table,
    TextBlock,
)

_KIND_WORDS = {
    NumberKind.PART: "编",
    NumberKind.CHAPTER: "章",
    NumberKind.SECTION: "节",
    NumberKind.CLAUSE: "条",
    NumberKind.DECIMAL: "decimal",
}
_APPENDIX_WORDS = {"附件": "附件", "附录": "附录", "附錄": "附录", "附表": "附表"}
_CAPTION = re.compile(
    r"\s*(?P<word>表|图|圖|附表|Table|Figure|Fig\.)\s*"
    r"(?P<n>[0-9０-９]+(?:[.．-][0-9０-９]+)*|[一二三四五六七八九十]+)(?![0-9A-Za-z])"
)
_CAPTION_LINE = re.compile(rf"{_CAPTION.pattern}(?:[\s:：]|$)[^。；]{{0,80}}$")
_CAPTION_WORDS = {"圖": "图", "Table": "table", "Figure": "figure", "Fig.": "figure"}
_ITEM_KINDS = frozenset({NumberKind.HAN_PAREN, NumberKind.DIGIT_PAREN, NumberKind.ITEM})

Targets = Mapping[Key, Sequence[int]]
"""Positions in the body of the blocks known by each key, in order."""


def link(document: Document) -> Document:
    """Return the document with its references: each with the block it points to, or unresolved, which is data and not an error.

    The rule of a reference says its form and how its target was chosen: `clause/unique`, `clause/same_section`,
    `clause/nearest_before`, `clause/not_found`; `relative` and `other_document` are never resolved.
    """
    body = [block for block in document.blocks if block.layer is Layer.BODY]
    numbers = [_own_number(block) for block in body]
    targets = _index(body, numbers)
    references: list[Reference] = []
    for at, block in enumerate(body):
        if not isinstance(block, TextBlock) or isinstance(block, Code):
            continue
        own_end = _own_end(block, numbers[at])
        for mention in find_mentions(block.text, document.title):
            if mention.start >= own_end:
                references.append(_reference(mention, at, body, numbers, targets))
    return document.model_copy(update={"references": tuple(references)})


def _own_number(block: Block) -> Numbering | None:
    return read_numbering(block.text) if isinstance(block, Heading | Paragraph | ListItem) else None


def _own_end(block: Block, number: Numbering | None) -> int:
    """Return where the block's own leading number ends: it is a name, not a reference."""
    if number is not None:
        return number.end
    caption = _caption(block)
    return caption.end() if caption else 0


def _caption(block: Block) -> re.Match[str] | None:
    """Return the number that opens a caption; a short line such as 表 7.6 用地指标 is one, whatever the parser took it for."""
    if isinstance(block, Table):
        return _CAPTION.match(block.caption)
    if isinstance(block, Caption | Figure):
        return _CAPTION.match(block.text)
    if isinstance(block, Heading | Paragraph | ListItem) and _CAPTION_LINE.match(block.text):
        return _CAPTION.match(block.text)
    return None


def _index(body: Sequence[Block], numbers: Sequence[Numbering | None]) -> Targets:
    index: dict[Key, list[int]] = defaultdict(list)
    for at, (block, number) in enumerate(zip(body, numbers, strict=True)):
        for key in _keys(block, number):
            index[key].append(at)
    return index


def _keys(block: Block, number: Numbering | None) -> list[Key]:
    """Return the names under which a block may be spoken of."""
    if number is None:
        match = _caption(block)
        return [(_CAPTION_WORDS.get(match["word"], match["word"]), read_number(match["n"]))] if match else []
    keys = [(word, number.number) for word in _words(number)]
    if number.kind is NumberKind.DECIMAL and isinstance(block, Heading):
        keys.append(("heading", number.number))
    return keys


def _words(number: Numbering) -> tuple[str, ...]:
    label = "".join(number.label.split())
    if number.kind is NumberKind.APPENDIX:
        return (_APPENDIX_WORDS.get(label[:2]) or _first_word(number.label) or "附录",)
    if number.kind is NumberKind.ARTICLE:
        return (_first_word(number.label) or "section",)
    word = _KIND_WORDS.get(number.kind)
    return (word,) if word else ()


def _first_word(label: str) -> str:
    word = re.match(r"\s*([A-Za-z]{2,})", label)
    return word[1].lower() if word else ""


def _reference(
    mention: Mention, at: int, body: Sequence[Block], numbers: Sequence[Numbering | None], targets: Targets
) -> Reference:
    block = body[at]
    target, rule = _resolve(mention, at, body, targets)
    if target is not None:
        target = _within(mention, target, body, numbers)
    return Reference(
        block_id=block.id,
        span=(mention.start, mention.end),
        raw=block.text[mention.start : mention.end],
        target_block_id=None if target is None else body[target].id,
        rule=rule,
    )


def _resolve(mention: Mention, at: int, body: Sequence[Block], targets: Targets) -> tuple[int | None, str]:
    """Return the position of the target, or None, and the rule."""
    if not mention.keys:
        return None, mention.form
    if mention.other_document:
        return None, "other_document"
    for key in mention.keys:
        found = _headings_first(targets.get(key, ()), body)
        if found:
            position, how = _choose(found, at, body)
            return position, f"{mention.form}/{how}"
    return None, f"{mention.form}/not_found"


def _headings_first(positions: Sequence[int], body: Sequence[Block]) -> Sequence[int]:
    """Return the headings among the candidates, or all where none is one: a list's 2. is not chapter 2."""
    headings = [position for position in positions if isinstance(body[position], Heading)]
    return headings or positions


def _choose(found: Sequence[int], at: int, body: Sequence[Block]) -> tuple[int, str]:
    """Return the candidate deepest in the same section, else the nearest before, else the first after."""
    if len(found) == 1:
        return found[0], "unique"
    shared = {position: _shared_depth(body[at].section_path, body[position].section_path) for position in found}
    deepest = max(shared.values())
    nearest = [position for position in found if shared[position] == deepest]
    if len(nearest) == 1 and deepest:
        return nearest[0], "same_section"
    before = [position for position in nearest if position <= at]
    return (before[-1], "nearest_before") if before else (nearest[0], "nearest_after")


def _shared_depth(one: Sequence[str], other: Sequence[str]) -> int:
    depth = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        depth += 1
    return depth


def _within(mention: Mention, target: int, body: Sequence[Block], numbers: Sequence[Numbering | None]) -> int:
    """Return the block of the 款 and 项 that the mention names inside its clause, or the clause where they are not found."""
    inside = _extent(target, numbers)
    if mention.paragraph is not None:
        own = [target] if not isinstance(body[target], Heading) else []
        plain = [p for p in inside if isinstance(body[p], Paragraph) and numbers[p] is None]
        paragraphs = own + plain
        if mention.paragraph > len(paragraphs):
            return target
        target = paragraphs[mention.paragraph - 1]
    if mention.item is not None:
        for position in (p for p in inside if p > target):
            number = numbers[position]
            if number is not None and number.kind in _ITEM_KINDS and number.number == (mention.item,):
                return position
    return target


def _extent(clause: int, numbers: Sequence[Numbering | None]) -> range:
    """Return the positions of what belongs to a numbered block: up to the next number of its own rank or a higher level."""
    own = numbers[clause]
    end = clause + 1
    while end < len(numbers):
        number = numbers[end]
        if number is not None and own is not None and number.rank <= own.rank:
            break
        end += 1
    return range(clause + 1, end)
