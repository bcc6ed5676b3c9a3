from __future__ import annotations

import pytest

from models.embedder.e5 import E5Embedder
from models.embedder.estimate import estimate_tokens
from schemas.settings import EmbedderSettings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 2),
        ("  \n", 2),
        ("保险", 4),
        ("保险。", 5),
        ("word", 3),
        ("words", 4),
        ("12", 3),
        ("300000元", 6),
        ("AB-123", 2 + 1 + 1 + 2),
        ("𠀀", 4),
        ("保\ud800", 4),
    ],
)
def test_counted_by_hand(text, expected):
    assert estimate_tokens(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "本合同生效后，投保人可以申请解除本合同。犹豫期内解除的，我们全额退还您已交的保险费。",
        "The insurer shall pay the benefit within ninety days of receiving the claim and all supporting documents.",
        "等待期90天；免赔额1000元；保险金额300000元。",
        "本公司於收齊前項文件後十五日內給付之，逾期本公司應按年利一分加計利息給付。",
    ],
)
def test_not_below_a_multilingual_tokenizer(text):
    """One of XLM-RoBERTa's kind, without e5's own prefix of three tokens."""
    embedder = E5Embedder(EmbedderSettings())
    assert estimate_tokens(text * 3) >= embedder.count_tokens(text * 3) - 3
