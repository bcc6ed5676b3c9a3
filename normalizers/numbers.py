"""Numbers, amounts, shares and dates in one form: 九十天 is 90天, 三十万元 300000元, 二〇二四年一月一日 2024-01-01."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial

from language.edits import Pass, run_passes, substitutions
from language.numerals import DIGITS, SMALL_UNITS, han_to_int
from schemas.document import Edit

_H = "〇零一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟"
_HAN = f"[{_H}]+(?:点[〇零一二三四五六七八九]+[万亿]?)?"
_ARABIC = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_SCALED = rf"{_ARABIC} ?[十百千]?[万亿]|{_ARABIC} ?千|{_ARABIC}"

_CURRENCIES = "美元|港元|港币|日元|欧元|英镑|新台币|台币|元(?![化二素件旦首])"
_QUANTITY_UNITS = (
    "天(?!天)|日(?!常|游)|个月|年(?![级度龄报一之])|周岁|岁|小时|分钟|个?工作日|个?自然日|个?交易日|个小时|个星期"
    "|倍|公里|平方米|公斤|个百分点"
)
_SPACED_UNITS = (
    f"{_QUANTITY_UNITS}|月(?!度)|次(?!数)|人(?![员民身])|名(?![称词])|份(?!额)|期(?![限间])|项(?!目)|件(?!数)|级(?!别)|种(?!类)"
    "|[周秒页米克吨条款章节例万亿]"
)
"""Units that only lose the blank before them: with Han numerals these are as often words (一次性, 一期工程, 第三条)."""

_ORDINAL = "第初每同任某另统单唯专之几数上两点"
_NOT_COUNTED = f"(?<![0-9,.{_ORDINAL}{_H}])(?<!星期)(?<!礼拜)(?<!周)"

_YEAR = "[12][0-9]{3}|[〇零一二三四五六七八九]{4}"
_SMALL = "[0-9]{1,2}|[一二三四五六七八九十]{1,3}"

_LONGEST = 20
"""Longer numerals are no quantities, and Decimal would round them."""

Make = Callable[[re.Match[str]], str | None]


def number_edits(text: str) -> tuple[Edit, ...]:
    """Return edits that bring dates, amounts, shares and counted quantities to one form.

    Ordinals (第三条), words (一次性, 万一), vague counts (三四天) and units without a number (单位：万元) are left
    alone. `text` is expected at half width, in Simplified characters, with no blanks between them.
    """
    passes: list[Pass] = [partial(substitutions, _SPACED_ORDINAL, replace=lambda match: match["n"])] if "第 " in text else []
    passes += [partial(_carry_out, pattern, make) for needs, pattern, make in _RULES if any(sign in text for sign in needs)]
    return run_passes(text, passes)[1]


_SPACED_ORDINAL = re.compile("(?<=第) (?P<n>[0-9]+) ?(?=[条款章节项编])")
_NUMERAL_STARTS = re.compile(f"[0-9{_H}]+")


def _carry_out(pattern: re.Pattern[str], make: Make, text: str) -> tuple[Edit, ...]:
    """Return the edits of one rule. Rules match from the start of a run of numeral characters, never from inside one."""
    edits: list[Edit] = []
    at = 0
    for run in _NUMERAL_STARTS.finditer(text):
        match = pattern.match(text, run.start()) if run.start() >= at else None
        new = make(match) if match else None
        if match and new is not None:
            at = match.end()
            if new != match.group():
                edits.append(Edit(start=match.start(), end=match.end(), text=new))
    return tuple(edits)


def _whole(numeral: str) -> int | None:
    try:
        return int(numeral) if numeral.isascii() else han_to_int(numeral)
    except ValueError:
        return None


def _value(numeral: str) -> Decimal | None:
    """Return the value of 三十万, 三点五, 30万 or 1,000.50; None for 三四 (vague), 万 (no number) and what is no numeral."""
    compact = numeral.replace(" ", "")
    if len(compact) > _LONGEST:
        return None
    if compact[0].isascii():
        scale = 1
        while not compact[-1].isascii():
            scale *= SMALL_UNITS.get(compact[-1]) or {"万": 10**4, "亿": 10**8}[compact[-1]]
            compact = compact[:-1]
        return Decimal(compact.replace(",", "")) * scale
    whole, _, fraction = compact.partition("点")
    vague = len(whole) > 1 and all(c in DIGITS for c in whole)
    number = _whole(whole)
    if number is None or vague or not (whole[0] in DIGITS or whole[0] in "十拾"):
        return None
    scale = {"万": 10**4, "亿": 10**8}.get(fraction[-1:], 1)
    return Decimal(f"{number}.{''.join(str(DIGITS[c]) for c in fraction if c in DIGITS) or 0}") * scale


def _plain(value: Decimal) -> str:
    return f"{value:f}".rstrip("0").rstrip(".") if "." in f"{value:f}" else f"{value:f}"


def _day(match: re.Match[str]) -> str | None:
    year, month, day = map(_whole, match.group("y", "m", "d"))
    if year is None or month is None or day is None:
        return None
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _month(match: re.Match[str]) -> str | None:
    year, month = map(_whole, match.group("y", "m"))
    return f"{year:04d}-{month:02d}" if year is not None and month is not None and 1 <= month <= 12 else None


def _year(match: re.Match[str]) -> str | None:
    year = _whole(match["y"])
    return f"{year}年" if year is not None and 1800 <= year <= 2199 else None


def _day_of_year(match: re.Match[str]) -> str | None:
    month, day = map(_whole, match.group("m", "d"))
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{month}月{day}日"


def _share(match: re.Match[str]) -> str | None:
    value = Decimal(100) if match["n"] == "百" else _value(match["n"])
    return None if value is None else _plain(value) + {"百": "%", "千": "‰"}[match["base"]]


def _counted(match: re.Match[str]) -> str | None:
    value = _value(match["n"])
    if value is None:
        return None
    start = ""
    if match["from"]:
        first = _value(match["from"])
        start = (match["from"] if first is None else _plain(first)) + match["to"]
    return start + _plain(value) + match["unit"]


def _joined(match: re.Match[str]) -> str:
    return match["n"] + match["unit"]


_RANGE = "(?:(?P<from>{n})(?P<to>至|到|-|~|—))?(?P<n>{n}) ?(?P<unit>{unit})"

_RULES: tuple[tuple[str, re.Pattern[str], Make], ...] = (
    ("日号", re.compile(f"(?<![0-9])(?P<y>{_YEAR}) ?年 ?(?P<m>{_SMALL}) ?月 ?(?P<d>{_SMALL}) ?[日号]"), _day),
    (
        "./-",
        re.compile(r"(?<![0-9./-])(?P<y>(?:19|20)[0-9]{2})(?P<s>[./-])(?P<m>[01]?[0-9])(?P=s)(?P<d>[0-3]?[0-9])(?![0-9./-])"),
        _day,
    ),
    ("月", re.compile(f"(?<![0-9])(?P<y>{_YEAR}) ?年 ?(?P<m>{_SMALL}) ?月份?"), _month),
    ("年", re.compile("(?P<y>[一二][〇零一二三四五六七八九]{3})年"), _year),
    ("月", re.compile("(?P<m>[一二三四五六七八九十]{1,2})月(?P<d>[一二三四五六七八九十]{1,3})[日号]"), _day_of_year),
    ("分", re.compile(f"(?P<base>[百千])分之(?P<n>{_HAN}|{_ARABIC})"), _share),
    ("%‰", re.compile(f"(?P<n>{_ARABIC}) (?P<unit>[%‰])"), _joined),
    ("元币镑", re.compile(_NOT_COUNTED + _RANGE.format(n=f"(?:{_SCALED}|{_HAN})", unit=_CURRENCIES) + "[整正]?"), _counted),
    (_H, re.compile(_NOT_COUNTED + _RANGE.format(n=_HAN, unit=_QUANTITY_UNITS)), _counted),
    (" ", re.compile(f"(?<![0-9A-Za-z.,])(?P<n>{_ARABIC}) (?P<unit>{_SPACED_UNITS})"), _joined),
)
"""Signs one of which a rule needs, its pattern, what it makes. Each rule reads what the one before left."""
