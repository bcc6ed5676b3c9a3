from pathlib import Path

import pytest

from language.terms import Term, TermDictionary, TermFile
from schemas.errors import SettingsError

WORDS = TermDictionary(
    TermFile(
        terms=(
            Term(term="保险金额", variants=("保额",)),
            Term(term="基本保险金额", variants=("基本保额",)),
            Term(term="保险费", variants=("保费",)),
            Term(term="等待期", variants=("观察期", "免责期", "waiting period")),
            Term(term="保险单", variants=("保单",)),
        ),
        protected=("保单号", "免责期间"),
    )
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("保额与保费", "保险金额与保险费"),
        ("基本保额", "基本保险金额"),
        ("保险金额不是保险费", "保险金额不是保险费"),
        ("保单号与保单", "保单号与保险单"),
        ("免责期间和免责期", "免责期间和等待期"),
        ("the Waiting Period is 90 days", "the 等待期 is 90 days"),
        ("awaiting periods", "awaiting periods"),
        ("", ""),
    ],
)
def test_longest_match_in_one_pass(text: str, expected: str) -> None:
    assert WORDS.apply(text) == expected
    assert WORDS.apply(expected) == expected


def test_edits_are_of_the_text() -> None:
    (edit,) = WORDS.edits("其保额为")
    assert (edit.start, edit.end, edit.text) == (1, 3, "保险金额")


def test_two_standard_terms_for_one_word_are_refused() -> None:
    with pytest.raises(SettingsError, match="two standard terms"):
        TermDictionary(TermFile(terms=(Term(term="甲", variants=("丙",)), Term(term="乙", variants=("丙",)))))


def test_an_empty_word_is_refused() -> None:
    with pytest.raises(SettingsError, match="empty word"):
        TermDictionary(TermFile(terms=(Term(term="甲", variants=(" ",)),)))


def test_load(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("terms:\n  - {term: 犹豫期, variants: [冷静期]}\n", encoding="utf-8")
    assert TermDictionary.load(file).apply("冷静期") == "犹豫期"
    file.write_text("terms: [{word: x}]", encoding="utf-8")
    with pytest.raises(SettingsError, match="does not hold"):
        TermDictionary.load(file)
    with pytest.raises(SettingsError, match="cannot be read"):
        TermDictionary.load(tmp_path / "absent.yaml")


def test_fingerprint_follows_the_content() -> None:
    other = TermDictionary(TermFile(terms=(Term(term="保险费", variants=("保费",)),)))
    assert other.fingerprint != WORDS.fingerprint
    assert other.fingerprint == TermDictionary(TermFile(terms=(Term(term="保险费", variants=("保费",)),))).fingerprint
