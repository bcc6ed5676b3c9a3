"""Bank and credit card numbers, by issuer prefix and the Luhn check digit (ISO/IEC 7812)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from normalizers.pii.recognizers.base import Run, Span, digit_runs, digits_in_reach
from normalizers.pii.recognizers.cues import BANK_CARD, NOT_PERSONAL

_GAP = re.compile(r"[ ]{1,3}|-")
_LENGTHS = frozenset(range(14, 20))
_ISSUERS = re.compile(
    r"62[0-9]{14,17}|9558[0-9]{15}|6(?:011|5[0-9]{2}|0[0-9]{2}|8[0-9]{2})[0-9]{12,15}|4[0-9]{15}"
    r"|(?:5[1-5][0-9]{2}|222[1-9]|22[3-9][0-9]|2[3-6][0-9]{2}|27[01][0-9]|2720)[0-9]{12}|35[0-9]{14}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}"
)
"""UnionPay, older cards of ICBC, Discover and others, Visa, Mastercard, JCB, American Express, Diners."""

_NEAR_DIGITS = re.compile(r"[0-9A-Za-z][ -]?$"), re.compile(r"[ -]?[0-9A-Za-z]")

_IN_REACH = digits_in_reach(14)


def passes_luhn(digits: str) -> bool:
    """Return whether the last digit is the Luhn check digit of those before it."""
    doubled = (int(d) * 2 if i % 2 else int(d) for i, d in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


class BankCard:
    """Card numbers of 14 to 19 digits, printed in one piece, in fours, or split by OCR.

    A number split into groups counts when they are a card's (4-4-4-4, 6-13, 4-6-5) or a cue such as 卡号 stands before.
    Behind 保单号, 订单号 and the like nothing is a card.
    """

    entity = "BANK_CARD"

    def may_match(self, text: str) -> bool:
        """Return whether 14 digits stand close enough to be one number."""
        return _IN_REACH.search(text) is not None

    def find(self, text: str) -> Iterator[Span]:
        """Return the card numbers of a folded view."""
        for run in digit_runs(text, _LENGTHS, _GAP):
            if run.digits.isdigit() and len(set(run.digits)) > 1 and passes_luhn(run.digits):
                score = self._score(run, text)
                if score:
                    yield Span(run.start, run.end, run.digits, score)

    def _score(self, run: Run, text: str) -> float:
        cued = BANK_CARD.before(text, run.start)
        if cued:
            return 1.0
        if NOT_PERSONAL.before(text, run.start) or not _ISSUERS.fullmatch(run.digits):
            return 0.0
        if _inside_chain(run, text):
            return 0.0
        return 0.9 if len(run.groups) == 1 or _printed_as_card(run.groups) else 0.0


def _printed_as_card(groups: tuple[int, ...]) -> bool:
    fours = all(size == 4 for size in groups[:-1]) and groups[-1] <= 4 and len(groups) >= 4
    return fours or groups in {(4, 6, 5), (4, 6, 4), (6, 10), (6, 13)}


def _inside_chain(run: Run, text: str) -> bool:
    """Return whether more of the same number stands on either side: short groups for a split one, a dash for any."""
    before, after = text[max(0, run.start - 2) : run.start], text[run.end : run.end + 2]
    if re.search("[0-9A-Za-z]-$", before) or re.match("-[0-9A-Za-z]", after):
        return True
    return len(run.groups) > 1 and bool(_NEAR_DIGITS[0].search(before) or _NEAR_DIGITS[1].match(after))
