"""Which blocks of a page are its text: trafilatura's answer, judged; a second way where it is poor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from parsers.html.tags import Element
from parsers.html.walker import Found
from schemas.document import Block, Code, Heading, Layer, ListItem, Table

MIN_PROSE_SHARE = {True: 0.4, False: 0.1}
"""Trafilatura's answer is poor when it holds less than this share of the prose outside of boilerplate, by whether the page is
Chinese: on Chinese pages it often loses the article, on others what it leaves out is mostly teasers and readers' comments."""

MAX_LINK_SHARE = 0.5
MAX_LIST_LINK_SHARE = 0.3
MAX_TEXT_GAP = 1
MAX_EDGE_LINK_SHARE = 0.8
PROSE_MIN_CHARS = 20
NEAR_CHARS = 200
LONG_CHARS = 24
COVERED = 0.6
MAIN_SHARE = 0.8
PLAIN_MAX_LINKS = 10
PLAIN_MAX_LINK_SHARE = 0.2
FARM_MIN_LINKS = 20
FARM_LINK_SHARE = 0.75
FARM_MAX_PROSE_CHARS = 200
_SENTENCE = re.compile(r"[。！？；，]|[.!?;,](?:\s|$)")
_PIECES = re.compile(r"[。！？；，：\n\t|]|[.!?;,:](?=\s)")


@dataclass(frozen=True)
class Verdict:
    """Which of the blocks are text (one flag each), and by which reader."""

    keeps: tuple[bool, ...]
    reader: str


def judge(found: Sequence[Found], extracted: str) -> Verdict:
    """Return which blocks are the page's text, given what trafilatura extracted.

    A page without boilerplate and with hardly a link is a document: all of it counts. Else trafilatura's answer is taken where
    it holds enough of the page's prose, and completed inside of its own area with the headings, lists, tables and code that it
    is known to lose; where it does not, every block counts that markup and links do not speak against.
    """
    if _is_plain(found):
        return Verdict(tuple(f.block.layer is Layer.BODY for f in found), "whole_page")
    matched = _matched(found, extracted)
    prose = sum(f.chars for f in found if is_prose(f))
    kept_prose = sum(f.chars for f, keep in zip(found, matched, strict=True) if keep and _reads_as_prose(f))
    if any(matched) and kept_prose >= MIN_PROSE_SHARE[_is_chinese(found)] * prose:
        return Verdict(tuple(_completed(found, matched)), "trafilatura")
    plain = [_speaks_for(f) for f in found]
    keeps = plain if any(plain) else [f.block.layer is Layer.BODY for f in found]
    return Verdict(tuple(keeps), "blocks")


def _is_plain(found: Sequence[Found]) -> bool:
    """Return whether a page is a document, not part of a site: no boilerplate by name, and hardly any links."""
    body = [f for f in found if f.block.layer is Layer.BODY]
    links = sum(len(f.links) for f in body)
    share = sum(f.link_chars for f in body) / max(1, sum(f.chars for f in body))
    return links <= PLAIN_MAX_LINKS and share <= PLAIN_MAX_LINK_SHARE and not any(f.boilerplate for f in body)


def is_prose(found: Found) -> bool:
    """Return whether a block is running text outside of boilerplate: long enough, with sentence marks, hardly any links."""
    return not found.boilerplate and _reads_as_prose(found)


def _reads_as_prose(found: Found) -> bool:
    is_text = found.block.layer is Layer.BODY and found.link_share < 0.3
    return is_text and found.chars >= PROSE_MIN_CHARS and bool(_SENTENCE.search(found.block.text))


def _is_chinese(found: Sequence[Found]) -> bool:
    text = "".join(f.block.text for f in found if _reads_as_prose(f))
    return 3 * sum("\u4e00" <= character <= "\u9fff" for character in text) > len(text)


def is_link_farm(found: Sequence[Found], link_count: int) -> bool:
    """Return whether nearly all text of a page is links to other pages, and no prose worth keeping stands beside them."""
    chars = sum(f.chars for f in found if f.block.layer is Layer.BODY)
    links = sum(f.link_chars for f in found if f.block.layer is Layer.BODY)
    prose = sum(f.chars for f in found if _reads_as_prose(f))
    return link_count >= FARM_MIN_LINKS and links >= FARM_LINK_SHARE * chars and prose <= FARM_MAX_PROSE_CHARS


def _speaks_for(found: Found) -> bool:
    return found.block.layer is Layer.BODY and not found.boilerplate and found.link_share <= MAX_LINK_SHARE


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _matched(found: Sequence[Found], extracted: str) -> list[bool]:
    """Return for each block whether its text is in the extracted text; short ones only near the last match, in order."""
    wanted = _squeezed(extracted)
    cursor = 0
    flags: list[bool] = []
    for each in found:
        text = _squeezed(_plain(each.block))
        at = -1
        if text and each.block.layer is Layer.BODY and wanted:
            at = wanted.find(text, cursor)
            if at < 0 and len(text) >= LONG_CHARS:
                at = wanted.find(text)
            if at >= 0 and len(text) < LONG_CHARS and at - cursor > NEAR_CHARS:
                at = -1
        if at >= 0:
            cursor = at + len(text)
        flags.append(
            at >= 0 or (len(text) >= LONG_CHARS and each.block.layer is Layer.BODY and _is_covered(each.block, wanted))
        )
    return flags


def _is_covered(block: Block, wanted: str) -> bool:
    pieces = [piece for part in _PIECES.split(block.text) if len(piece := _squeezed(part)) >= 4]
    total = sum(map(len, pieces))
    return bool(total) and sum(len(piece) for piece in pieces if piece in wanted) >= COVERED * total


def _plain(block: Block) -> str:
    """Return a block's text without the number that the markup's list gives it."""
    return re.sub(r"^\d+\. ", "", block.text) if getattr(block, "ordered", False) else block.text


def _completed(found: Sequence[Found], matched: Sequence[bool]) -> list[bool]:
    """Add what trafilatura is known to lose between two matched blocks, inside of the element that holds most of them.

    Tables, code, lists and headings of a gap are added, running text only where the gap is short; and the page's first heading
    of level 1 in front of it all.
    """
    indexes = [index for index, keep in enumerate(_trimmed(found, matched)) if keep]
    area = _area([found[index] for index in indexes])
    flags = _trimmed(found, matched)
    for before, after in pairwise(indexes):
        gap = [i for i in range(before + 1, after) if _speaks_for(found[i]) and area is not None and _is_inside(found[i], area)]
        is_short = after - before - 1 <= MAX_TEXT_GAP
        for index in gap:
            flags[index] = is_short or _is_structured(found[index])
    for index, each in enumerate(found):
        if isinstance(each.block, Table | Code) and area is not None and _is_inside(each, area):
            flags[index] = flags[index] or (_speaks_for(each) and each.link_share <= MAX_LIST_LINK_SHARE)
    for index in range(indexes[0] - 1, -1, -1):
        block = found[index].block
        if isinstance(block, Heading) and block.level == 1 and not found[index].boilerplate:
            flags[index] = True
            break
    return flags


def _trimmed(found: Sequence[Found], matched: Sequence[bool]) -> list[bool]:
    """Take blocks that are nothing but links off both ends: the way to the page, and where to go from it."""
    flags = list(matched)
    indexes = [index for index, keep in enumerate(flags) if keep]
    core = [index for index in indexes if found[index].link_share <= MAX_EDGE_LINK_SHARE]
    for index in indexes:
        flags[index] = not core or core[0] <= index <= core[-1]
    return flags


def _is_structured(found: Found) -> bool:
    is_list = isinstance(found.block, ListItem) and found.link_share <= MAX_LIST_LINK_SHARE
    return is_list or isinstance(found.block, Table | Code | Heading)


def _area(kept: Sequence[Found]) -> Element | None:
    """Return the smallest element that holds most of the kept text."""
    total = sum(f.chars for f in kept)
    weights: dict[Element, int] = {}
    depth: dict[Element, int] = {}
    for each in kept:
        chain = [each.element, *each.element.iterancestors()]
        for height, element in enumerate(chain):
            weights[element] = weights.get(element, 0) + each.chars
            depth[element] = len(chain) - height
    heavy = [element for element, weight in weights.items() if weight >= MAIN_SHARE * total]
    return max(heavy, key=lambda element: depth[element]) if heavy else None


def _is_inside(found: Found, area: Element) -> bool:
    return found.element is area or any(ancestor is area for ancestor in found.element.iterancestors())
