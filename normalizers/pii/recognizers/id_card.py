"""The resident identity number of China: 18 characters with a check character, and the old form of 15 digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from normalizers.pii.recognizers.base import Run, Span, digit_runs, digits_in_reach
from normalizers.pii.recognizers.cues import ID_CARD, NOT_PERSONAL

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK = "10X98765432"
_PROVINCES = frozenset(
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91".split()  # noqa: SIM905
)
_GAP = re.compile(r"[ ]{1,3}|[ ]?[\n-][ ]?")
_FIRST_YEAR = 1850
_OLD_GROUPS = frozenset({(15,), (6, 6, 3), (6, 9), (1,) * 15})
"""How 15 digits may be split: without a check character, neighbouring columns of figures would pass otherwise."""

_IN_REACH = digits_in_reach(15)


def check_character(first_17: str) -> str:
    """Return the 18th character for the first 17 digits (GB 11643-1999, ISO 7064 MOD 11-2)."""
    total = sum(weight * int(digit) for weight, digit in zip(_WEIGHTS, first_17, strict=True))
    return _CHECK[total % 11]


class IdCard:
    """Resident identity numbers, with X or x, blanks from OCR inside, and the 15-digit form.

    A number whose check character is wrong counts only right behind a cue such as 身份证号. 15 digits have no check character:
    they need a birthday, a province, and no word before them that names another kind of number.
    """

    entity = "CN_ID_CARD"

    def may_match(self, text: str) -> bool:
        """Return whether 15 digits stand close enough to be one number."""
        return _IN_REACH.search(text) is not None

    def find(self, text: str) -> Iterator[Span]:
        """Return the identity numbers of a folded view."""
        for run in digit_runs(text, frozenset({15, 18}), _GAP):
            score = self._score(run, text)
            if score:
                yield Span(run.start, run.end, run.digits.upper(), score)

    def _score(self, run: Run, text: str) -> float:
        number = run.digits.upper()
        if len(number) == 15:
            as_printed = run.groups in _OLD_GROUPS and number.isdigit() and _plausible(number, "19" + number[6:12])
            return 0.6 if as_printed and not NOT_PERSONAL.before(text, run.start) else 0.0
        if not _plausible(number, number[6:14]):
            return 0.0
        if check_character(number[:17]) == number[17]:
            return 1.0
        return 0.7 if ID_CARD.before(text, run.start) else 0.0


def _plausible(number: str, birthday: str) -> bool:
    """Return whether the number begins with a province and holds a day that existed."""
    if number[:2] not in _PROVINCES or not number[:-1].isdigit():
        return False
    try:
        return date(int(birthday[:4]), int(birthday[4:6]), int(birthday[6:8])).year >= _FIRST_YEAR
    except ValueError:
        return False
