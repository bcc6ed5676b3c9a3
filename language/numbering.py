"""How headings, clauses and list items are numbered, in Chinese and English; shared by headings, references and chunkers."""

from __future__ import annotations

from language.number_forms import FORMS, NUMERAL, UNIT_KINDS, NumberKind, read_number
from language.numerals import han_to_int, int_to_han
from schemas.record import Record

__all__ = ["NUMERAL", "NumberKind", "Numbering", "han_to_int", "int_to_han", "read_number", "read_numbering"]


class Numbering(Record):
    """A number at the start of a line. `number` is () for a bare 附件; `end` is the offset after the printed `label`.

    `rank` orders the forms as Chinese documents nest them: the lower, the higher the level.
    """

    kind: NumberKind
    number: tuple[int, ...]
    label: str
    end: int
    rank: int


RANKS = {
    NumberKind.PART: 10,
    NumberKind.APPENDIX: 10,
    NumberKind.CHAPTER: 20,
    NumberKind.ARTICLE: 25,
    NumberKind.SECTION: 30,
    NumberKind.CLAUSE: 40,
    NumberKind.PARAGRAPH: 44,
    NumberKind.ITEM: 46,
    NumberKind.ROMAN: 48,
    NumberKind.HAN: 50,
    NumberKind.HAN_PAREN: 60,
    NumberKind.DECIMAL: 70,
    NumberKind.DIGIT_PAREN: 80,
    NumberKind.LETTER: 85,
    NumberKind.CIRCLED: 90,
}
"""Rank of each form. A dotted number adds its depth less one; (iv) comes below (a); English words rank like Chinese ones."""

_ENGLISH_RANKS = {"part": 10, "chapter": 20, "article": 25, "section": 30, "clause": 40, "§": 30}


def read_numbering(text: str) -> Numbering | None:
    """Return the number that opens a line, or None.

    Blanks inside (第 二 十 條), full-width digits and Traditional units are read too. A line that goes on as running text about
    a clause (第五条规定, Section 3.2 shows) or about a quantity (3.5 倍) has no number.
    """
    for form in FORMS:
        match = form.pattern.match(text)
        if match is None:
            continue
        try:
            number = form.read(match)
        except ValueError:
            continue
        unit = match.groupdict().get("unit") or ""
        kind = form.kind or UNIT_KINDS[unit]
        label = match["label"]
        return Numbering(kind=kind, number=number, label=label, end=match.end("label"), rank=_rank(kind, number, unit, label))
    return None


def _rank(kind: NumberKind, number: tuple[int, ...], unit: str, label: str) -> int:
    depth = max(0, len(number) - 1)
    if kind is NumberKind.ARTICLE:
        return _ENGLISH_RANKS[unit.lower()] + depth
    if kind is NumberKind.DECIMAL or (kind is NumberKind.APPENDIX and label[1:2] == "."):
        return RANKS[NumberKind.DECIMAL] + depth
    if kind is NumberKind.ROMAN and label[0] in "(（":
        return RANKS[NumberKind.LETTER] + 1
    return RANKS[kind]
