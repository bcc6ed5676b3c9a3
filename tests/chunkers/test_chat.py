"""Conversations by turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from chunkers import chunk
from chunkers.chat import speaker
from schemas.chunk import ChunkType
from schemas.document import Paragraph
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document, sentences, texts


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("客服：您好", "客服"),
        ("[10:02] 用户: 我要退保", "用户"),
        ("2026-01-02 10:02:03 客服：好的", "客服"),
        ("客服 10:02：好的", "客服"),
        ("Agent Smith: hello", "Agent Smith"),
        ("没有冒号的一句话", None),
        ("这是一个很长很长很长的说明性文字：后面", None),
        ("http://example.com", None),
    ],
)
def test_speakers(line: str, expected: str | None) -> None:
    assert speaker(line) == expected


def test_turns_stay_whole_and_the_last_ones_are_repeated() -> None:
    turns = [f"{'客服' if i % 2 else '用户'}：{sentences(2, start=2 * i)}" for i in range(20)]
    small = ChunkPreset(chunker="chat", size=200, overlap=90, min_size=0)
    chunk_set = chunk(document([Paragraph(text="\n".join(turns))]), context("chat", presets={"chat": small}))
    found = texts(chunk_set)
    assert len(found) > 3
    assert {c.metadata.chunk_type for c in chunk_set.chunks} == {ChunkType.CHAT}
    for before, after in pairwise(found):
        lines = after.split("\n")
        assert set(lines) <= set(turns)
        assert before.split("\n")[-2:] == lines[:2]


def test_a_turn_too_long_names_its_speaker_again() -> None:
    small = ChunkPreset(chunker="chat", size=100, overlap=20, min_size=0)
    doc = document([Paragraph(text="客服：" + sentences(20)), Paragraph(text="用户：好。")])
    found = texts(chunk(doc, context("chat", presets={"chat": small})))
    assert all(t.startswith("客服：") for t in found[:-1])


def test_a_conversation_is_recognised() -> None:
    doc = document([Paragraph(text=f"{'客服' if i % 2 else '用户'}：第{i}句") for i in range(8)])
    assert chunk(doc, context()).chunks[0].metadata.doc_type == "chat"
    form = document(
        [Paragraph(text=f"{name}：某某") for name in ("姓名", "性别", "电话", "地址", "日期", "单位", "编号", "备注")]
    )
    assert chunk(form, context()).chunks[0].metadata.doc_type == "general"
