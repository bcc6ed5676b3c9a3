from __future__ import annotations

import pytest

from models.embedder.hashing import HashingEmbedder
from models.embedder.validate import read_pairs, spearman_of_pairs
from schemas.errors import SettingsError
from schemas.settings import EmbedderSettings

EMBEDDER = HashingEmbedder(EmbedderSettings(provider="hashing"))
AGREED = [
    ("等待期为九十天", "等待期为九十天", 5.0),
    ("等待期为九十天", "等待期为三十天", 4.0),
    ("等待期为九十天", "等待期很长", 2.5),
    ("等待期为九十天", "董事会由九名董事组成", 1.0),
]


def test_agreement_is_one_and_its_opposite_minus_one():
    assert spearman_of_pairs(EMBEDDER, AGREED) == (pytest.approx(1.0), 4)
    opposed = [(a, b, 6.0 - score) for a, b, score in AGREED]
    assert spearman_of_pairs(EMBEDDER, opposed) == (pytest.approx(-1.0), 4)


def test_of_many_a_hundred_are_drawn_always_the_same():
    many = [(f"条款{n}", f"条款{n % 7}", 1.0 + n % 5) for n in range(250)]
    first = spearman_of_pairs(EMBEDDER, many)
    assert first[1] == 100
    assert first == spearman_of_pairs(EMBEDDER, many)


def test_an_embedder_that_sees_no_difference_gets_nothing():
    assert spearman_of_pairs(EMBEDDER, [("a", "a", 1.0), ("a", "a", 2.0), ("a", "a", 3.0)]) == (0.0, 3)


@pytest.mark.parametrize("pairs", [[], AGREED[:2], [(a, b, 3.0) for a, b, _ in AGREED]])
def test_no_rank_correlation_exists(pairs):
    with pytest.raises(SettingsError, match="at least 3 pairs"):
        spearman_of_pairs(EMBEDDER, pairs)


def test_pairs_are_read_from_csv(tmp_path):
    file = tmp_path / "pairs.csv"
    file.write_text('text_a,text_b,score\n"保险, 金额", 保额 ,4.5\na,b,1\n', encoding="utf-8-sig")
    assert read_pairs(file) == [("保险, 金额", "保额", 4.5), ("a", "b", 1.0)]


@pytest.mark.parametrize(
    ("content", "match"),
    [
        ("text_a,text_b\na,b\n", "lacks the columns score"),
        ("text_a,text_b,score\na,b,1\nc,d,6\n", "line 3: expected two texts and a score from 1 to 5"),
        ("text_a,text_b,score\na,b,high\n", "line 2"),
        ("text_a,text_b,score\na,,3\n", "line 2"),
        ("text_a,text_b,score\na,b\n", "line 2"),
        ("", "lacks the columns"),
    ],
)
def test_bad_rows_are_named(tmp_path, content, match):
    file = tmp_path / "pairs.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError, match=match):
        read_pairs(file)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(SettingsError, match=r"none\.csv cannot be read"):
        read_pairs(tmp_path / "none.csv")
    (tmp_path / "gbk.csv").write_bytes("text_a,text_b,score\n保险,保险,5\n".encode("gbk"))
    with pytest.raises(SettingsError, match=r"gbk\.csv cannot be read"):
        read_pairs(tmp_path / "gbk.csv")
