"""Captions and units find the table that they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from schemas.document import Block, Caption, Layer, Paragraph, Table

MAX_CHARS = 80
_TABLE_CAPTION = re.compile(
    r"^(?:表|附表|Table|TABLE|Tab\.)\s*[0-9０-９一二三四五六七八九十A-Z]+(?:[-.－．][0-9]+)*(?!\S*[。；])"
)
_UNIT = re.compile(
    r"^[（(]?\s*(?:金额)?单位\s*[:：]\s*(\S.{0,30}?)\s*[)）]?$|^\(?in (?:thousands|millions) of .{1,30}\)?$", re.IGNORECASE
)


def attach_captions(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with `caption` and `unit` of each table set from the lines right in front of it.

    Those lines become `Caption` blocks and stay in their place.
    """
    done: list[Block] = []
    for block in blocks:
        if isinstance(block, Table) and block.layer is Layer.BODY:
            block = _with_lines_above(block, done)
        done.append(block)
    return done


def unit_of(text: str) -> str:
    """Return what a unit line (单位：元) says, or nothing."""
    match = _UNIT.match(text.strip())
    return "" if match is None else (match[1] or match[0]).strip()


def _with_lines_above(table: Table, done: list[Block]) -> Table:
    caption, unit = table.caption, table.unit
    for at in range(len(done) - 1, max(-1, len(done) - 3), -1):
        block = done[at]
        if not isinstance(block, Paragraph | Caption) or block.layer is not Layer.BODY or len(block.text) > MAX_CHARS:
            break
        if not unit and (found := unit_of(block.text)):
            unit = found
        elif not caption and (isinstance(block, Caption) or _TABLE_CAPTION.match(block.text)):
            caption = block.text
        else:
            break
        done[at] = Caption(text=block.text, provenance=block.provenance, revision=block.revision)
    if (caption, unit) == (table.caption, table.unit):
        return table
    return table.model_copy(update={"caption": caption, "unit": unit})
