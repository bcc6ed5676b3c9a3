"""Values as a sheet shows them, by their number format (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

GENERAL_DIGITS = 11
_TOKEN = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|上午/下午|yyyy|yy|y|mmmmm|mmmm|mmm|mm|m|dddd|ddd|dd|d|hh|h|ss|s|0+|[^ymdhs0]',
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]+)?|\.[#0?]+")
_SCIENTIFIC = re.compile(r"E[+-]", re.IGNORECASE)
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]')
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_HALVES: dict[str, tuple[str, str]] = {"am/pm": ("AM", "PM"), "a/p": ("A", "P"), "上午/下午": ("上午", "下午")}


def show(value: object, number_format: str) -> str:
    """Return a cell's value as text: dates, percentages, grouping and decimals as the format says."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time):
        return show_date(value, number_format)
    if isinstance(value, timedelta):
        return show_duration(value)
    if isinstance(value, int | float):
        return show_number(value, number_format)
    return str(value)


def show_number(value: float, number_format: str) -> str:
    """Return a number under a format; sections are chosen by its sign."""
    sections = _sections(number_format)
    if value < 0 and len(sections) > 1 and sections[1]:
        section, value = sections[1], -value
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    else:
        section = sections[0]
    pattern, before, after = _split(section)
    if not pattern or "general" in section.lower() or "@" in section:
        return general(value) if "general" in section.lower() or not (before or after) else before + after
    if _SCIENTIFIC.search(section):
        return f"{value:.{_decimals(pattern)}E}"
    if "/" in section and "?" in section:
        return general(value)
    if "%" in section:
        value = value * 100
    number = _grouped(value, pattern)
    return f"-{before}{number[1:]}{after}" if number.startswith("-") else f"{before}{number}{after}"


def general(value: float) -> str:
    """Return a number in the General format: whole numbers in full, others with at most eleven digits."""
    if isinstance(value, int) or (float(value).is_integer() and abs(value) < 1e15):
        return str(int(value))
    return f"{value:.{GENERAL_DIGITS - 1}g}"


def show_date(value: datetime | date | time, number_format: str) -> str:
    """Return a date or time by the tokens of its format; a format without any is written in ISO form."""
    section = _sections(number_format)[0]
    tokens = [match[0] for match in _TOKEN.finditer(section)]
    if not any(token[0].lower() in "ymdhs" and not token.startswith(("\\", '"')) for token in tokens):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    twelve = any(token.lower() in _HALVES for token in tokens)
    out: list[str] = []
    previous = ""
    for index, token in enumerate(tokens):
        following = next((t for t in tokens[index + 1 :] if t[0].lower() in "ymdhs"), "")
        out.append(_date_token(token, value, twelve, previous, following))
        if token[0].lower() in "ymdhs":
            previous = token.lower()
    return "".join(out).strip()


def show_duration(value: timedelta) -> str:
    """Return an elapsed time as h:mm:ss."""
    seconds = int(value.total_seconds())
    sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def _date_token(token: str, value: datetime | date | time, twelve: bool, previous: str, following: str) -> str:
    low = token.lower()
    if token.startswith('"'):
        return token.strip('"')
    if token.startswith("\\"):
        return token[1:]
    if token[0] in "_*[":
        return ""
    if low in _HALVES:
        return _HALVES[low][getattr(value, "hour", 0) >= 12]
    if low[0] == "h":
        hour = getattr(value, "hour", 0)
        hour = (hour % 12 or 12) if twelve else hour
        return f"{hour:0{len(low)}d}"
    if low[0] == "s":
        return f"{getattr(value, 'second', 0):0{min(len(low), 2)}d}"
    if low in {"m", "mm"} and (previous.startswith("h") or following.lower().startswith("s")):
        return f"{getattr(value, 'minute', 0):0{len(low)}d}"
    return _calendar(low, value) if low[0] in "ymd" else token


def _calendar(low: str, value: datetime | date | time) -> str:
    if isinstance(value, time):
        return ""
    names = {
        "yyyy": f"{value.year:04d}",
        "yy": f"{value.year % 100:02d}",
        "y": f"{value.year % 100:02d}",
        "mmmm": _MONTHS[value.month - 1],
        "mmm": _MONTHS[value.month - 1][:3],
        "mmmmm": _MONTHS[value.month - 1][:1],
        "mm": f"{value.month:02d}",
        "m": str(value.month),
        "dddd": _WEEKDAYS[value.weekday()],
        "ddd": _WEEKDAYS[value.weekday()][:3],
        "dd": f"{value.day:02d}",
        "d": str(value.day),
    }
    return names.get(low, low)


def _sections(number_format: str) -> list[str]:
    """Return the sections of a format; semicolons inside quotes do not part them."""
    parts = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', number_format or "General")
    return parts or ["General"]


def _split(section: str) -> tuple[str, str, str]:
    """Return the digit pattern of a section and the literal text before and after it."""
    placeholder = _LITERAL.sub(lambda m: "\x00" * len(m[0]), section)
    match = _DIGITS.search(placeholder)
    if match is None:
        return "", _literal(section), ""
    last = list(_DIGITS.finditer(placeholder))[-1] if "E" not in placeholder.upper() else match
    return match[0], _literal(section[: match.start()]), _literal(section[max(match.end(), last.end()) :])


def _literal(text: str) -> str:
    return _LITERAL.sub(lambda m: m[1] or m[2] or m[3] or "", text).strip(" ")


def _decimals(pattern: str) -> int:
    return len(pattern.split(".", 1)[1]) if "." in pattern else 0


def _grouped(value: float, pattern: str) -> str:
    scale = len(pattern) - len(pattern.rstrip(","))
    core = pattern.rstrip(",")
    decimals = _decimals(core)
    required = core.split(".", 1)[1].count("0") if "." in core else 0
    try:
        exact = (Decimal(repr(value)) / Decimal(1000) ** scale).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    except InvalidOperation:
        return general(value)
    text = f"{exact:,.{decimals}f}" if "," in core else f"{exact:.{decimals}f}"
    if decimals > required and "." in text:
        whole, fraction = text.split(".")
        fraction = fraction[:required] + fraction[required:].rstrip("0")
        text = f"{whole}.{fraction}" if fraction else whole
    digits = core.split(".", 1)[0].replace(",", "").count("0")
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, dot, rest = body.partition(".")
    if digits > 1 and "," not in whole:
        whole = whole.rjust(digits, "0")
    zero = not any(character in "123456789" for character in body)
    return ("" if zero else sign) + whole + dot + rest
