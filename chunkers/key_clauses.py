"""Which clauses decide a dispute: what is covered, what is not, and how a contract begins, lapses and ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

KEY_CLAUSES = (
    r"责任免除|免除责任|免责|不承担.{0,8}责任|不负.{0,8}责任|除外(责任|事项|条款)|责任除外|責任免除|免責|除外責任|不負.{0,8}責任",
    r"保险责任|保障(责任|范围|利益)|給付|保險責任|承保(责任|范围|範圍)|保险金(的)?给付",
    r"等待期|观察期|觀察期|犹豫期|猶豫期|冷静期|契約撤銷权?|契約撤銷權",
    r"违约|違約|赔偿责任|賠償責任|违约金|滞纳金",
    r"解除|终止|終止|效力(中止|恢复|停止)|失效|復效|退保",
    r"免赔额|免賠額|赔偿限额|责任限额|給付限額",
    r"如实告知|告知义务|告知義務|据实说明|據實說明",
    r"受益人|诉讼时效|時效|争议(的)?(解决|处理)|爭議",
    r"(?i:\b(exclusions?|limitation of liability|indemnit(y|ies)|terminat(ion|e)|breach|waiting period|cooling[- ]off"
    r"|cancellation|deductibles?|liquidated damages|governing law|dispute resolution|warrant(y|ies))\b)",
)
"""Patterns on a clause's heading. A row is one subject; add rows here or through `ChunkContext.key_clause_patterns`."""


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


def is_key_clause(headings: Sequence[str], patterns: tuple[str, ...] = KEY_CLAUSES) -> bool:
    """Return whether a heading over or in a chunk names a subject of the table."""
    return any(pattern.search(heading) for pattern in _compiled(patterns) for heading in headings)
