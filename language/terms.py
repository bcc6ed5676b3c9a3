"""A domain's words: the standard term for each variant, replaced longest match first and never inside a longer known word."""

from __future__ import annotations

import hashlib
import re
import string
from pathlib import Path

import yaml
from pydantic import ValidationError

from language.edits import apply_edits
from schemas.document import Edit
from schemas.errors import SettingsError
from schemas.record import Record

_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_ASCII_WORD = frozenset(string.ascii_letters + string.digits + "_")


class Term(Record):
    """A standard term and what else it is called."""

    term: str
    variants: tuple[str, ...] = ()


class TermFile(Record):
    """What a dictionary's YAML holds: `terms`, and `protected` longer words inside which no variant is replaced."""

    terms: tuple[Term, ...] = ()
    protected: tuple[str, ...] = ()


class TermDictionary:
    """Standard terms by variant. Latin variants match whole words in either case; `text` is expected at half width, Simplified.

    >>> words = TermDictionary(TermFile(terms=(Term(term="保险金额", variants=("保额",)),), protected=("基本保额表",)))
    >>> words.apply("保额以基本保额表为准")
    '保险金额以基本保额表为准'
    """

    def __init__(self, content: TermFile) -> None:
        self._standard = _standard_by_word(content)
        self._by_first: dict[str, list[str]] = {}
        for word in sorted(self._standard, key=lambda w: (-len(w), w)):
            self._by_first.setdefault(word[0], []).append(word)
        self._first = re.compile(f"[{re.escape(''.join(self._by_first))}]" if self._by_first else "(?!)")
        digest = hashlib.sha256(repr(sorted(self._standard.items())).encode())
        self.fingerprint = digest.hexdigest()[:16]

    @classmethod
    def load(cls, path: Path) -> TermDictionary:
        """Return the dictionary of a YAML file; raises SettingsError with what does not hold in it."""
        try:
            values = yaml.safe_load(path.read_text(encoding="utf-8"))
            return cls(TermFile.model_validate(values or {}))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise SettingsError(f"the term dictionary {path} cannot be read: {error}") from error
        except ValidationError as error:
            lines = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise SettingsError(f"the term dictionary {path} does not hold: {lines}") from error

    def edits(self, text: str) -> tuple[Edit, ...]:
        """Return an edit for each variant, read from the left, the longest known word at each place."""
        folded = text.translate(_LOWER)
        found: list[Edit] = []
        at = 0
        while (candidate := self._first.search(folded, at)) is not None:
            start = candidate.start()
            word = self._longest(folded, start)
            if word is None:
                at = start + 1
                continue
            at = start + len(word)
            standard = self._standard[word]
            if standard != text[start:at] and standard.translate(_LOWER) != word:
                found.append(Edit(start=start, end=at, text=standard))
        return tuple(found)

    def apply(self, text: str) -> str:
        """Return `text` with every variant replaced by its standard term."""
        return apply_edits(text, self.edits(text))

    def _longest(self, folded: str, at: int) -> str | None:
        for word in self._by_first.get(folded[at], ()):
            if folded.startswith(word, at) and _stands_alone(folded, at, at + len(word)):
                return word
        return None


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Return whether a word that begins or ends in a Latin letter or digit is not part of a longer one there."""
    if start and text[start] in _ASCII_WORD and text[start - 1] in _ASCII_WORD:
        return False
    return not (end < len(text) and text[end - 1] in _ASCII_WORD and text[end] in _ASCII_WORD)


def _standard_by_word(content: TermFile) -> dict[str, str]:
    standard: dict[str, str] = {}
    for word in content.protected:
        standard[_key(word)] = word
    for entry in content.terms:
        for word in (entry.term, *entry.variants):
            known = standard.setdefault(_key(word), entry.term)
            if known != entry.term:
                raise SettingsError(
                    f"the term dictionary gives {word!r} two standard terms, {known!r} and {entry.term!r}; keep one"
                )
    return standard


def _key(word: str) -> str:
    if not word.strip():
        raise SettingsError("the term dictionary holds an empty word; remove it")
    return word.translate(_LOWER)
