"""Captions and units, and which of them belong to a table."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_CHARS = 120
MAX_UNIT_CHARS = 50

_LABEL = (
    r"(?:(?P<table>(?:附|续|續)?表格?|Table|TABLE|Tab\.|图表|圖表|Exhibit)|图|圖|Figure|FIGURE|Fig\.|FIG\.|Chart)"
    r"\s*(?:[A-Z]\s*[.．-]?\s*)?[0-9一二三四五六七八九十]+(?:\s*[-.．–—]\s*[0-9]+)*"
)
_CAPTION = re.compile(rf"[（(【]?{_LABEL}(?:[）)】])?(?=$|[\s:：.．、]|[\u4e00-\u9fff（(《“])")
_REFERS = re.compile(
    rf"{_LABEL}\s*(?:给出|列出|列示|显示|所示|中的|中|为|是|的|说明|可见|可知|反映|汇总|shows?|lists?|gives?|presents?|is|are|summari[sz]es|"
    r"illustrates?|reports?|provides?|contains?|depicts?|compares?|describes?)\b"
)
_REFERS_HAN = re.compile(rf"{_LABEL}\s*(?:给出|列出|列示|显示|所示|中|为|是|的|说明|可见|可知|反映|汇总)")
_UNIT = re.compile(
    r"(?<![^\s）)])[（(]?(?:除[^，,]{1,20}外[，,]?)?(?:金额|计量|货币|金額|貨幣)?(?:单位|單位|币种|幣種|幣別|Unit|Currency)\s*(?:均为)?[:：为]\s*"
    r"[^\s:：。；;]{1,24}(?:\s+(?:币种|幣種|幣別|货币|单位)\s*[:：]\s*[^\s:：。]{1,12})?[）)]?$",
    re.IGNORECASE,
)
_CONTINUED = re.compile(
    r"[（(]?(?:续表|續表|表[0-9]*[（(]续[）)]|(?:table\s+[0-9.]+\s*)?\(?continued\)?|接上页|续上表)[）)]?", re.IGNORECASE
)
_AGAIN = re.compile(r"[（(]\s*(?:续|續|cont(?:inued|'?d)?\.?)\s*[）)]", re.IGNORECASE)


class Heads(NamedTuple):
    """What a line above a table says of it."""

    caption: str = ""
    unit: str = ""


def is_caption(text: str, *, of_table: bool = False) -> bool:
    """Return whether a line is the caption of a figure or table (of a table only), not a sentence about one."""
    match = _CAPTION.match(text)
    if match is None or len(text) > MAX_CHARS * 3 or _REFERS.match(text) or _REFERS_HAN.match(text):
        return False
    if of_table and not match["table"]:
        return False
    return (len(text) <= MAX_CHARS and not text.endswith(("。", "；"))) or text[0].isascii()


def is_continued(text: str) -> bool:
    """Return whether a line only says that a table goes on: 续表, or its caption once more with (续)."""
    return bool(_CONTINUED.fullmatch(text.strip())) or (is_caption(text, of_table=True) and bool(_AGAIN.search(text)))


def heads_of(text: str) -> Heads | None:
    """Return the caption and unit in a line above a table, or None where it is neither."""
    unit = _UNIT.search(text) if len(text) <= MAX_CHARS else None
    before = text[: unit.start()].strip() if unit else text.strip()
    if is_caption(before, of_table=True):
        return Heads(before, unit[0].strip() if unit else "")
    if unit and not before:
        return Heads("", unit[0].strip())
    if unit and len(before) <= MAX_UNIT_CHARS:
        return Heads(before, unit[0].strip())
    return None
