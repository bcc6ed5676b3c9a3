"""Clauses: where one begins, how far it reaches, and what its pieces say again in front."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkers.draft import Part, Role
from language.numbering import Numbering, NumberKind, read_numbering
from schemas.chunk import ChunkType
from schemas.document import Block, Heading, ListItem, Paragraph

OUTER_KINDS = frozenset({NumberKind.PART, NumberKind.CHAPTER, NumberKind.SECTION, NumberKind.APPENDIX})
"""Numbers of what holds clauses; a heading with one ends the clause before it."""

ARTICLE_RANK, SECTION_RANK, CLAUSE_RANK = 25, 30, 40
"""Ranks of English words in `language.numbering`."""

_TITLE = re.compile(r"[^\s。，；：:,;.]{1,24}(?=\s|[：:]|$)")
LONGEST_TITLE_CHARS = 80


@dataclass(frozen=True)
class Region:
    """A run of blocks that are cut together. An `atomic` one is a chunk of its own if it fits; its pieces repeat `carry`."""

    blocks: tuple[Block, ...]
    chunk_type: ChunkType | None = None
    atomic: bool = False
    carry: tuple[Part, ...] = ()
    path: tuple[str, ...] | None = None


def starts_clause(block: Block) -> bool:
    """Return whether a block opens a clause: 第X条, or Article X."""
    return _clause_number(block) is not None


def clause_regions(blocks: Sequence[Block], *, every_number: bool = False) -> list[Region]:
    """Return the blocks as regions: each clause one, what lies between them another.

    With `every_number`, a numbered heading below a chapter (2.3 保险责任) is a clause too, where no 第X条 holds it.
    """
    regions: list[Region] = []
    run: list[Block] = []
    opened: Block | None = None
    for block in blocks:
        opens = starts_clause(block) or (every_number and opened is None and _numbered(block))
        if opened is not None and not opens and every_number and _numbered(block) and not starts_clause(opened):
            opens = True
        if opens or (opened is not None and _ends_clause(block, opened)):
            regions += _region(run, opened)
            run, opened = [], block if opens else None
        run.append(block)
    return regions + _region(run, opened)


def _region(run: list[Block], opened: Block | None) -> list[Region]:
    if not run:
        return []
    if opened is None:
        return [Region(tuple(run))]
    title = clause_title(opened)
    path = (*opened.section_path, opened.text if isinstance(opened, Heading) else title)
    label = Part(title, title, (), Role.LABEL, path=path)
    return [Region(tuple(run), ChunkType.CLAUSE, atomic=True, carry=(label,), path=path)]


def clause_title(block: Block) -> str:
    """Return a clause's number with its title, if one follows: 第五条 保险责任."""
    text = block.text.strip()
    if isinstance(block, Heading) and len(text) <= LONGEST_TITLE_CHARS:
        return text
    numbering = read_numbering(text)
    if numbering is None:
        return text[:LONGEST_TITLE_CHARS]
    rest = text[numbering.end :]
    after = rest.lstrip(" \t\u3000、.．:：")
    title = _TITLE.match(after)
    end = numbering.end + len(rest) - len(after) + title.end() if title else numbering.end
    return text[:end].strip()


def _clause_number(block: Block) -> Numbering | None:
    if not isinstance(block, Heading | Paragraph | ListItem):
        return None
    numbering = read_numbering(block.text[:200])
    return numbering if numbering and _is_clause(numbering) else None


def _is_clause(numbering: Numbering) -> bool:
    """Return whether a number is a clause's: 第X条, Article X, Clause X; not Chapter X or Section X."""
    if numbering.kind is NumberKind.ARTICLE:
        return ARTICLE_RANK <= numbering.rank < SECTION_RANK or numbering.rank >= CLAUSE_RANK
    return numbering.kind is NumberKind.CLAUSE


def _is_outer(numbering: Numbering) -> bool:
    english = numbering.kind is NumberKind.ARTICLE and numbering.rank < ARTICLE_RANK
    return numbering.kind in OUTER_KINDS or english


def _numbered(block: Block) -> bool:
    if not isinstance(block, Heading):
        return False
    numbering = read_numbering(block.text[:200])
    return numbering is not None and not _is_outer(numbering)


def _ends_clause(block: Block, opened: Block) -> bool:
    """Return whether a heading lies outside the clause that is open."""
    if not isinstance(block, Heading):
        return False
    if isinstance(opened, Heading):
        return block.level <= opened.level
    numbering = read_numbering(block.text[:200])
    return numbering is None or _is_outer(numbering)
