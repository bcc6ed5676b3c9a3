"""How Word writes a number in each of its number formats (ECMA-376 part 1, 17.18.59 ST_NumberFormat)."""

from __future__ import annotations

from collections.abc import Callable

from language.numbering import int_to_han

HEAVENLY_STEMS = "甲乙丙丁戊己庚辛壬癸"
EARTHLY_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
HAN_DIGITS = "○一二三四五六七八九"
_LEGAL = str.maketrans("零一二三四五六七八九十百千", "零壹贰叁肆伍陆柒捌玖拾佰仟")
_LEGAL_TRADITIONAL = str.maketrans("零一二三四五六七八九十百千", "零壹貳參肆伍陸柒捌玖拾佰仟")
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


def write_number(number: int, number_format: str) -> str:
    """Return `number` as Word shows it in `number_format`; formats that are not known are written as digits."""
    writer = _WRITERS.get(number_format)
    return writer(number) if writer and number > 0 else str(number)


def roman(number: int) -> str:
    """Return upper-case Roman numerals."""
    out = []
    for size, letters in _ROMAN:
        count, number = divmod(number, size)
        out.append(letters * count)
    return "".join(out)


def letters(number: int) -> str:
    """Return A, B, ... Z, AA, BB: Word repeats the letter after each round of 26."""
    round_, index = divmod(number - 1, 26)
    return chr(ord("A") + index) * (round_ + 1)


def enclosed(number: int) -> str:
    """Return ① to ⑳, ㉑ to ㊿, and plain digits past fifty."""
    for first, start, last in ((0x2460, 1, 20), (0x3251, 21, 35), (0x32B1, 36, 50)):
        if start <= number <= last:
            return chr(first + number - start)
    return str(number)


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _cycle(signs: str) -> Callable[[int], str]:
    return lambda number: signs[(number - 1) % len(signs)]


def _from_base(base: int, last: int) -> Callable[[int], str]:
    return lambda number: chr(base + number - 1) if number <= last else str(number)


def _legal(number: int) -> str:
    """Return the full form that the signs of cheques are written in: 12 is 一十二, never 十二."""
    text = int_to_han(number)
    return f"一{text}" if text.startswith("十") else text


def _digits(number: int) -> str:
    return "".join(HAN_DIGITS[int(digit)] for digit in str(number))


_WRITERS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda number: f"{number:02d}",
    "decimalFullWidth": lambda number: str(number).translate(_FULL_WIDTH),
    "decimalFullWidth2": lambda number: str(number).translate(_FULL_WIDTH),
    "decimalEnclosedCircle": enclosed,
    "decimalEnclosedCircleChinese": enclosed,
    "decimalEnclosedParen": _from_base(0x2474, 20),
    "decimalEnclosedFullstop": _from_base(0x2488, 20),
    "ideographEnclosedCircle": _from_base(0x3280, 10),
    "numberInDash": lambda number: f"- {number} -",
    "upperRoman": roman,
    "lowerRoman": lambda number: roman(number).lower(),
    "upperLetter": letters,
    "lowerLetter": lambda number: letters(number).lower(),
    "ordinal": _ordinal,
    "chineseCounting": int_to_han,
    "chineseCountingThousand": int_to_han,
    "taiwaneseCounting": int_to_han,
    "taiwaneseCountingThousand": int_to_han,
    "japaneseCounting": int_to_han,
    "ideographDigital": _digits,
    "japaneseDigitalTenThousand": _digits,
    "taiwaneseDigital": _digits,
    "koreanDigital2": _digits,
    "chineseLegalSimplified": lambda number: _legal(number).translate(_LEGAL),
    "ideographLegalTraditional": lambda number: _legal(number).translate(_LEGAL_TRADITIONAL),
    "ideographTraditional": _cycle(HEAVENLY_STEMS),
    "ideographZodiac": _cycle(EARTHLY_BRANCHES),
}
