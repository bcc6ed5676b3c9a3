"""Lists and the sentence that leads into them."""

from __future__ import annotations

import re

from language.numbering import NumberKind, read_numbering
from schemas.document import BaseBlock, Block, ListItem, Paragraph

ITEM_KINDS = frozenset(
    {
        NumberKind.ITEM,
        NumberKind.HAN_PAREN,
        NumberKind.DIGIT_PAREN,
        NumberKind.CIRCLED,
        NumberKind.LETTER,
        NumberKind.ROMAN,
    }
)
"""Numbers that make an item of a paragraph, when it stands in a list."""

_LEADS_IN = re.compile(r"[：:]\s*$|(如下|下列|以下|下表|(?i:as follows|the following))[^。！？.!?]{0,40}$")
_NAMES_TABLE = re.compile(r"(如下|下列|以下)[^。]{0,12}表|下表|(?i:following table|table below)|[：:]\s*$")
_UNIT = re.compile(
    r"^[（(\[【]?\s*((金额|金額|货币|貨幣|计量|計量)?(单位|單位)|币种|幣別|(?i:units?|currency))\s*[:：].{1,30}$"
)
_REMARK = re.compile(
    r"\s*[*＊※]|\s*[（(]?\s*(注|备注|備註|註|说明|說明|资料来源|資料來源|数据来源|(?i:notes?|source))\s*\d*\s*[：:、.]"
)


def leads_in(text: str) -> bool:
    """Return whether a sentence announces a list."""
    return _LEADS_IN.search(text) is not None


def announces_table(text: str) -> bool:
    """Return whether a paragraph announces the table after it."""
    return _NAMES_TABLE.search(text) is not None


def states_unit(text: str) -> bool:
    """Return whether a paragraph is the line over a table that names its unit."""
    return _UNIT.match(text.strip()) is not None


def remarks(text: str) -> bool:
    """Return whether a paragraph is a remark on what stands before it (注：..., 资料来源：...)."""
    return _REMARK.match(text) is not None


def item_depth(block: Block) -> int | None:
    """Return how deep a list item stands, or None for what is no item. Numbers without markup count by their rank."""
    if isinstance(block, ListItem):
        numbering = read_numbering(block.text)
        return block.depth * 100 + (numbering.rank if numbering and numbering.kind in ITEM_KINDS else 0)
    if isinstance(block, Paragraph):
        numbering = read_numbering(block.text)
        return numbering.rank if numbering and numbering.kind in ITEM_KINDS else None
    return None


def bullet(block: BaseBlock) -> str:
    """Return the mark that a reader sees before an item whose own text has none."""
    if not isinstance(block, ListItem) or read_numbering(block.text):
        return ""
    return "  " * block.depth + "- "
