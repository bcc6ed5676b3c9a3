"""Breaks where the meaning turns."""

from __future__ import annotations

from chunkers import chunk
from chunkers.draft import Part
from chunkers.semantic import neighbour_distances
from schemas.document import Paragraph
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document, hashing, texts

INSURANCE = "".join(f"保险公司给付保险金的条件之{n}是保险事故发生。" for n in "一二三四五六七八九十")
COOKING = "".join(f"煮汤时放盐和葱花味道好第{n}步是小火慢炖。" for n in "一二三四五六七八九十")


def test_the_topic_change_is_the_border() -> None:
    preset = ChunkPreset(chunker="semantic", size=500, overlap=0, min_size=40)
    found = texts(chunk(document([Paragraph(text=INSURANCE + COOKING)]), context("s", presets={"s": preset})))
    assert found == [INSURANCE, COOKING]


def test_a_group_below_the_minimum_runs_on() -> None:
    preset = ChunkPreset(chunker="semantic", size=500, overlap=0, min_size=400)
    assert len(texts(chunk(document([Paragraph(text=INSURANCE + COOKING)]), context("s", presets={"s": preset})))) == 1


def test_distances_are_cosine() -> None:
    same, other = neighbour_distances([Part(t, t) for t in ("甲乙", "甲乙", "子丑")], hashing())
    assert abs(same) < 1e-6
    assert other > 0.9
