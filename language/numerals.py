"""Numerals as printed: Han (simple, formal, positional), Arabic (either width), Roman, letters; to whole numbers and back."""

from __future__ import annotations

import re

DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {c: i for i, c in enumerate("零壹贰叁肆伍陆柒捌玖")}
DIGITS |= {"○": 0, "两": 2, "兩": 2, "貳": 2, "參": 3, "叄": 3, "陸": 6}
SMALL_UNITS = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
BIG_UNITS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
CONTRACTED = {"廿": "二十", "卅": "三十"}
HAN_NUMERAL_CHARS = "".join([*DIGITS, *SMALL_UNITS, *BIG_UNITS, *CONTRACTED])
"""Every character that a Han numeral may hold, for use inside a character class."""

ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_ROMAN_SHAPE = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_UNICODE_ROMAN = {chr(0x2160 + i): i + 1 for i in range(12)} | {chr(0x2170 + i): i + 1 for i in range(12)}
_FULL_WIDTH = {0xFF01 + i: 0x21 + i for i in range(94)}


def han_to_int(text: str) -> int:
    """Return the number that a Han numeral means: 二十, 一百零五, 三万五 (35000), 二〇二四 (by place), 廿三, 壹佰.

    Raises ValueError where the characters do not make a numeral.
    """
    numeral = "".join(CONTRACTED.get(c, c) for c in text if not c.isspace())
    if not numeral:
        raise ValueError("a Han numeral needs at least one character")
    if all(c in DIGITS for c in numeral):
        return int("".join(str(DIGITS[c]) for c in numeral))
    return _big(numeral)


def _big(numeral: str) -> int:
    """Split at the largest of 亿 and 万; what stands before it multiplies, what follows is added."""
    for value in (10**8, 10**4):
        at = max((numeral.rfind(u) for u, v in BIG_UNITS.items() if v == value), default=-1)
        if at > 0:
            rest = numeral[at + 1 :]
            tail = 0
            if rest:
                tail = DIGITS[rest] * value // 10 if len(rest) == 1 and rest in DIGITS else _big(rest)
            return _big(numeral[:at]) * value + tail
    return _small(numeral)


def _small(numeral: str) -> int:
    """Return a numeral below 万, such as 三千零五 or 一百二 (120)."""
    total, digit, last_unit, zero = 0, None, 10_000, False
    for c in numeral:
        if c in SMALL_UNITS:
            unit = SMALL_UNITS[c]
            if unit >= last_unit or digit == 0:
                raise ValueError(f"{c} is out of place in a Han numeral")
            total += (1 if digit is None else digit) * unit
            digit, last_unit, zero = None, unit, False
        elif c in DIGITS:
            if digit not in (None, 0):
                raise ValueError("two digits without a unit between them in a Han numeral")
            zero, digit = zero or DIGITS[c] == 0, DIGITS[c]
        else:
            raise ValueError(f"{c!r} is not part of a Han numeral")
    if digit is None:
        return total
    colloquial = last_unit in (100, 1000) and not zero
    return total + digit * (last_unit // 10 if colloquial else 1)


def int_to_han(number: int) -> str:
    """Return the Han numeral of 0 <= number < 10**12 as headings print it: 10 is 十, 110 is 一百一十, 2024 is 二千零二十四."""
    if not 0 <= number < 10**12:
        raise ValueError("int_to_han takes 0 to 10**12 - 1")
    if number == 0:
        return "零"
    parts: list[str] = []
    for value, unit in ((10**8, "亿"), (10**4, "万"), (1, "")):
        group, number = divmod(number, value)
        if group:
            if parts and group < 1000:
                parts.append("零")
            parts.append(_group_to_han(group) + unit)
    text = "".join(parts)
    return text.removeprefix("一") if text.startswith("一十") else text


def _group_to_han(group: int) -> str:
    out = ""
    for value, unit in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, group = divmod(group, value)
        if digit:
            out += "〇一二三四五六七八九"[digit] + unit
        elif out and group and not out.endswith("零"):
            out += "零"
    return out


def roman_to_int(text: str) -> int:
    """Return the number of a Roman numeral up to 39, ASCII of either case or a single Unicode sign; raises ValueError."""
    if text in _UNICODE_ROMAN:
        return _UNICODE_ROMAN[text]
    upper = text.upper()
    if not upper or not _ROMAN_SHAPE.fullmatch(upper):
        raise ValueError("not a Roman numeral below 40")
    values = [ROMAN[c] for c in upper]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def read_numeral(text: str) -> int:
    """Return the number of any printed numeral, spaces and width ignored: 12, １２, 十二, XII, Ⅻ, or a letter (C is 3).

    I, V and X are read as Roman. Raises ValueError.
    """
    compact = "".join(text.split()).translate(_FULL_WIDTH)
    if compact.isascii() and compact.isdigit():
        return int(compact)
    try:
        return roman_to_int(compact)
    except ValueError:
        pass
    if len(compact) == 1 and compact.isascii() and compact.isalpha():
        return ord(compact.upper()) - ord("A") + 1
    return han_to_int(compact)
