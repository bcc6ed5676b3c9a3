"""Questions with their answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chunkers.clause import Region, clause_regions
from chunkers.compose import Composer
from chunkers.draft import Border, Draft, Part, Role
from chunkers.flow import path_of
from chunkers.job import Job
from chunkers.pack import pack
from chunkers.registry import CHUNKERS
from chunkers.structure import draft_of, drafts_of
from chunkers.table import table_parts
from schemas.chunk import ChunkType
from schemas.document import Block, Heading, ListItem, Paragraph, Table
from schemas.tables import grid

_QUESTION = re.compile(
    r"\s*(?:[（(]?\d{1,3}[)）.、．]?\s*)?(?:Q\s*\d{0,3}\s*[:：.、．]|问\s*\d{0,3}\s*[:：]|問\s*\d{0,3}\s*[:：]"
    r"|(?:问题|問題|提问|提問|Question)\s*[一二三四五六七八九十百\d]{0,4}\s*[:：.、．])",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\s*(?:A\s*\d{0,3}\s*[:：.、．]|[答覆复]\s*\d{0,3}\s*[:：]|(?:回答|解答|答案|Answer)\s*\d{0,3}\s*[:：])",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]\s*$")
_QUESTION_COLUMN = re.compile(r"问题|問題|提问|提問|^\s*[问問]\s*$|question|^\s*q\s*$", re.IGNORECASE)
_ANSWER_COLUMN = re.compile(r"答案|回答|答复|答覆|解答|^\s*答\s*$|answer|^\s*a\s*$", re.IGNORECASE)
LONGEST_QUESTION_CHARS = 200


@CHUNKERS.register("faq")
class FaqChunker:
    """One question and its answer per chunk; pieces of a long answer carry the question. A table of both goes by rows."""

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order."""
        drafts: list[Draft] = []
        run: list[Block] = []
        for block in job.blocks:
            if isinstance(block, Table) and is_faq_table(block):
                drafts += self._flow(job, run) + self._rows(job, block)
                run = []
            else:
                run.append(block)
        return drafts + self._flow(job, run)

    def _flow(self, job: Job, blocks: list[Block]) -> list[Draft]:
        regions = faq_regions(blocks)
        bundles = Composer(job.limits, job.preset.table_whole_tokens).compose(regions)
        return [draft for bundle in bundles for draft in drafts_of(bundle)]

    def _rows(self, job: Job, table: Table) -> list[Draft]:
        limits = job.limits
        drafts: list[Draft] = []
        for parts, room in table_parts(table, path_of(table), limits, job.preset.table_whole_tokens):
            first_row = next((i for i, part in enumerate(parts) if part.carry), 0)
            apart = [
                part.bordered(Border.TOPIC) if i > first_row and part.border is Border.PARAGRAPH else part
                for i, part in enumerate(parts)
            ]
            groups = pack(_headed(apart), replace(limits.with_size(room)))
            drafts += [draft_of(group, ChunkType.FAQ) for group in groups if not all(part.repeat for part in group)]
        return drafts


def _headed(parts: Sequence[Part]) -> list[Part]:
    """Return the parts; a row after a topic border says the header again as an own line without source."""
    out: list[Part] = []
    for part in parts:
        if part.border is Border.TOPIC and part.carry:
            header = [replace(repeat.repeated(), places=(), border=Border.KEEP) for repeat in part.carry]
            out += [header[0].bordered(Border.TOPIC), *header[1:], part.bordered(Border.KEEP)]
        else:
            out.append(part)
    return out


def faq_regions(blocks: Sequence[Block]) -> list[Region]:
    """Return one region per question with its answer; what stands before, between and after is cut by structure."""
    marked = any(asks(block) and not isinstance(block, Heading) for block in blocks)
    regions: list[Region] = []
    run: list[Block] = []
    opened: Block | None = None
    for block in blocks:
        question = asks(block) or (not marked and _asking_paragraph(block))
        if question or (isinstance(block, Heading) and (not isinstance(opened, Heading) or block.level <= opened.level)):
            regions += _regions_of(run, opened)
            run, opened = [], block if question else None
        run.append(block)
    return regions + _regions_of(run, opened)


def asks(block: Block) -> bool:
    """Return whether a block is a question: marked as one, or a heading that ends with a question mark."""
    if isinstance(block, Heading) and _ASKS.search(block.text):
        return True
    return isinstance(block, Heading | Paragraph | ListItem) and _QUESTION.match(block.text) is not None


def answers(block: Block) -> bool:
    """Return whether a block begins with the mark of an answer, or holds one after its question."""
    return isinstance(block, Paragraph | ListItem) and any(_ANSWER.match(line) for line in block.text.splitlines())


def is_faq_table(table: Table) -> bool:
    """Return whether a table's first row names a question and an answer column."""
    first = [cell.text for cell in (grid(table) or [[]])[0] if cell is not None]
    return any(map(_QUESTION_COLUMN.search, first)) and any(map(_ANSWER_COLUMN.search, first))


def _asking_paragraph(block: Block) -> bool:
    return isinstance(block, Paragraph) and len(block.text) <= LONGEST_QUESTION_CHARS and _ASKS.search(block.text) is not None


def _regions_of(run: list[Block], opened: Block | None) -> list[Region]:
    if not run:
        return []
    if opened is None or (len(run) == 1 and isinstance(opened, Heading)):
        return clause_regions(run)
    question = opened.text if isinstance(opened, Heading) else _question_line(opened.text)
    path = path_of(opened)
    label = Part(question, question, (), Role.LABEL, path=path)
    return [Region(tuple(run), ChunkType.FAQ, atomic=True, carry=(label,), path=path)]


def _question_line(text: str) -> str:
    """Return the question alone, where the answer is in the same block."""
    end = next((i for i, line in enumerate(text.splitlines()) if _ANSWER.match(line)), None)
    question = "\n".join(text.splitlines()[:end]) if end else re.split(r"(?<=[?？])", text, maxsplit=1)[0]
    return question.strip()[:LONGEST_QUESTION_CHARS]
