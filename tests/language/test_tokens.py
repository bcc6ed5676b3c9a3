from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from language.tokens import LONGEST_TOKEN_BYTES, index_tokens
from language.width import fold_traditional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("，。 \n　", []),
        ("的", ["的"]),
        ("保险", ["保险", "保险"]),
        ("等待期", ["等待", "等待期", "等待", "待期"]),
        ("第十二条", ["第12条"]),
        ("第 三 章", ["第3章"]),
        ("第二部分", ["第2部分"]),
        ("90天", ["90", "天"]),
        ("AB-123", ["ab-123", "ab", "123"]),
        ("ＡＢ－１２３", ["ab-123", "ab", "123"]),
        ("3.2", ["3.2"]),
        ("1.1.1", ["1.1.1"]),
        ("1,000,000.50元", ["1000000.50", "元"]),
        ("1,2,3", ["1", "2", "3"]),
        ("5%", ["5%", "5"]),
        ("5.25％", ["5.25%", "5.25"]),
        ("2024-01-01", ["2024-01-01", "2024", "01", "01"]),
        ("State-of-the-art", ["state-of-the-art", "state", "of", "the", "art"]),
        ("api_key", ["api_key", "api", "key"]),
        ("don’t", ["don't", "don", "t"]),
        ("v1/users/{id}", ["v1", "users", "id"]),
        ("résumé Москва", ["résumé", "москва"]),
        ("カメラ", ["カメ", "メラ"]),
        ("한", ["한"]),
    ],
)
def test_tokens_by_hand(text, expected):
    assert index_tokens(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("保險金額", "保险金额"),
        ("第十二條", "第12条"),
        ("第１２條", "第 十二 条"),
        ("ＡＢｃ１２３", "abc123"),
        ("第二十條第三項", "第20条第3项"),
        ("被保險人，身故", "被保险人。身故"),
    ],
)
def test_two_ways_to_write_one_thing(one, other):
    assert index_tokens(one) == index_tokens(other)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("等待期", "本合同的等待期为九十天"),
        ("犹豫期", "签收本合同次日起十五日为猶豫期"),
        ("免赔额", "每次事故免赔额一千元"),
        ("甲状腺结节", "曾患甲状腺结节者"),
        ("第十条", "依第10條之規定"),
        ("阿旺措赤", "委托人阿旺措赤申请"),
        ("POST", "post /v1/claims"),
    ],
)
def test_every_token_of_the_query_is_in_the_text(query, text):
    assert set(index_tokens(query)) <= set(index_tokens(text))


def test_the_twelfth_clause_is_not_the_second():
    assert not set(index_tokens("第二条")) & set(index_tokens("第十二条"))


def test_a_run_too_long_to_be_a_word_is_sliced():
    tokens = index_tokens("A" * 200 + " " + "é" * 100)
    assert tokens[0] == "a" * 24
    assert "".join(tokens) == "a" * 200 + "é" * 100


MIXED = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from("第十二三条章保险金额等待期ＡＢ12.,-%_ \n條險")), max_size=60
)


@given(MIXED)
@settings(deadline=None)
def test_no_blank_none_long_none_empty_and_always_the_same(text):
    tokens = index_tokens(text)
    assert tokens == index_tokens(text)
    for token in tokens:
        assert token
        assert not any(c.isspace() for c in token)
        assert len(token.encode("utf-8", "surrogatepass")) <= LONGEST_TOKEN_BYTES


@given(st.text(alphabet="保险金额等待期被人身故給付規定責任", min_size=2, max_size=30))
@settings(deadline=None)
def test_every_pair_of_neighbours_is_found(run):
    folded = fold_traditional(run)
    assert {folded[i : i + 2] for i in range(len(folded) - 1)} <= set(index_tokens(run))


def test_threads_may_use_it_together():
    text = "被保險人於等待期內身故，本公司不負給付責任。第十二條" * 50
    expected, found = index_tokens(text), []
    threads = [threading.Thread(target=lambda: found.append(index_tokens(text) == expected)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4
