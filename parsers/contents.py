"""Tables of contents that are only typed: a line 目录 and under it lines that come again later as headings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.numbering import read_numbering
from schemas.document import Block, Heading, Layer, ListItem, Paragraph, Table

MAX_TITLE_CHARS = 16
MAX_LINE_CHARS = 80
MIN_SHARE = 0.6
_TITLE = re.compile(r"^\W*(?:\S{0,8}目\s*[录錄次]|(?:table of )?contents)\W*$", re.IGNORECASE)
_PAGE = re.compile(r"[\s.·…．。\-—_]*(?:第?\s*\d{1,4}\s*页?|[ivxlc]{1,6})?\s*$", re.IGNORECASE)
_LEADERS = re.compile(r"(?:\.{4,}|…{2,}|·{4,}|．{3,}|(?:\. ){3,})\s*\d{1,4}\s*$")
_LINES = (Paragraph, ListItem, Heading)


def set_contents_aside(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with typed tables of contents moved to the toc layer (rule `toc`).

    A line with dot leaders and a page number is one wherever it stands. Other lines need a title above them, and most of them
    must come again later.
    """
    done = list(blocks)
    for index, block in enumerate(done):
        if isinstance(block, _LINES) and block.layer is Layer.BODY and _LEADERS.search(block.text):
            done[index] = _aside(block)
    _set_tables_aside(done)
    keys = [_key(block) for block in done]
    for index, block in enumerate(done):
        if not isinstance(block, _LINES) or len(block.text) > MAX_TITLE_CHARS or not _TITLE.match(block.text.strip()):
            continue
        run = _run(done, index)
        later = {key for key in keys[index + 1 + len(run) :] if key}
        again = sum(keys[at] in later for at in run)
        if len(run) >= 2 and again >= MIN_SHARE * len(run):
            for at in (index, *run):
                done[at] = _aside(done[at])
        elif any(done[at].layer is Layer.TOC for at in range(index + 1, min(index + 3, len(done)))):
            done[index] = _aside(block)
    return done


def _set_tables_aside(done: list[Block]) -> None:
    """Move a table right under a contents title whose cells are numbered titles, with its title, to the toc layer."""
    for index in range(1, len(done)):
        title, table = done[index - 1], done[index]
        if not isinstance(table, Table) or not isinstance(title, _LINES) or not _TITLE.match(title.text.strip()):
            continue
        filled = [cell.text for cell in table.cells if cell.text.strip()]
        if filled and sum(read_numbering(text) is not None for text in filled) >= MIN_SHARE * len(filled):
            done[index - 1] = _aside(title)
            done[index] = table.model_copy(update={"layer": Layer.TOC, "rule": "toc"})


def _run(blocks: Sequence[Block], start: int) -> list[int]:
    """Return the places of the short lines under a title; the first line that comes a second time ends them."""
    seen: set[str] = set()
    run: list[int] = []
    for index in range(start + 1, len(blocks)):
        block = blocks[index]
        if not isinstance(block, _LINES) or len(block.text) > MAX_LINE_CHARS:
            break
        key = _key(block)
        if key in seen:
            break
        seen.add(key)
        run.append(index)
    return _until_repeats(blocks, run)


def _until_repeats(blocks: Sequence[Block], run: list[int]) -> list[int]:
    """Cut a run before the trailing lines that never come again, as those are text."""
    later = {_key(block) for block in blocks[run[-1] + 1 :]} if run else set()
    while run and _key(blocks[run[-1]]) not in later:
        run.pop()
    return run


def _key(block: Block) -> str:
    if not isinstance(block, _LINES):
        return ""
    return "".join(_PAGE.sub("", block.text).split())


def _aside(block: Block) -> Block:
    return Paragraph(text=block.text, layer=Layer.TOC, rule="toc", provenance=block.provenance, revision=block.revision)
