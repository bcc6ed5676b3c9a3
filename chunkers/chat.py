"""Conversations, by turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chunkers.clause import Region
from chunkers.compose import Bundle, Composer
from chunkers.draft import Border, Draft, Part, Role
from chunkers.job import Job
from chunkers.registry import CHUNKERS
from chunkers.structure import drafts_of
from schemas.chunk import ChunkType

TURNS_REPEATED = 2

SPEAKER = re.compile(
    r"\s*(?:[\[（(]?\d{1,4}[-/.:：]\d{1,2}[\d\-/.:： T]*[\]）)]?\s*)?"
    r"(?P<name>[^\s:：。，,；;?？!！|]{1,12}(?:\s[^\s:：。，,；;?？!！|]{1,12}){0,2}?)"
    r"\s*(?:[\[（(]?\d{1,4}[-/.:：]\d{1,2}[\d\-/.:： T]*[\]）)]?)?\s*[:：](?!//)"
)
ROLE_NAMES = re.compile(
    r"(?i:客服|坐席|座席|用户|用戶|客户|客戶|顾客|机器人|助手|助理|经理|投诉人|来电人|user|agent|customer|assistant|client|bot|human|system"
    r"|operator|support|speaker)"
)


@CHUNKERS.register("chat")
class ChatChunker:
    """Whole turns up to the size. A chunk repeats one or two turns before it; a turn that is cut names its speaker again."""

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order."""
        composer = Composer(job.limits, job.preset.table_whole_tokens)
        drafts: list[Draft] = []
        for bundle in composer.compose([Region(job.blocks)]):
            drafts += drafts_of(by_turn(bundle) if bundle.running_text else bundle)
        return drafts


def speaker(text: str) -> str | None:
    """Return who speaks, if a line begins with a name and a colon."""
    match = SPEAKER.match(text)
    return match["name"] if match else None


def by_turn(bundle: Bundle) -> Bundle:
    """Return the bundle with borders between turns only, so that a turn is cut only where no chunk can hold it."""
    limits = replace(bundle.limits, turns=TURNS_REPEATED)
    parts = [_within_turn(part, label) for part, label in _speakers(bundle.parts)]
    spoken = any(speaker(part.text) is not None for part in parts)
    return replace(bundle, parts=tuple(parts), limits=limits, chunk_type=ChunkType.CHAT if spoken else None)


def _speakers(parts: Sequence[Part]) -> list[tuple[Part, Part | None]]:
    """Return each part with its turn's label; None where a turn begins, or where nobody speaks."""
    out: list[tuple[Part, Part | None]] = []
    label: Part | None = None
    for part in parts:
        name = speaker(part.text) if part.border is not Border.WITHIN_SENTENCE and part.role is not Role.HEADING else None
        if name is not None:
            label = Part(f"{name}：", f"{name}：", (), Role.LABEL, path=part.path)
            out.append((replace(part, role=Role.TEXT), None))
        else:
            label = None if part.role is Role.HEADING else label
            out.append((part, label))
    return out


def _within_turn(part: Part, label: Part | None) -> Part:
    if label is None:
        begins = part.role is Role.TEXT and part.border is not Border.KEEP
        return part.bordered(Border.PARAGRAPH) if begins and speaker(part.text) else part
    return replace(part, border=Border.WITHIN_ITEM, carry=(label,), role=Role.TEXT)


def is_turn_like(texts: Sequence[str]) -> bool:
    """Return whether lines read like a conversation: most begin with one of a few names, and the names tell roles."""
    names = [name for name in map(speaker, texts) if name is not None]
    few = len(set(names)) * 3 <= len(names)
    return len(names) >= 6 and len(names) * 2 >= len(texts) and few and any(ROLE_NAMES.search(name) for name in names)
