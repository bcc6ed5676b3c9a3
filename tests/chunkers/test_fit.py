"""The window holds even for a chunker that ignores it."""

from __future__ import annotations

import pytest

from chunkers.budget import Budget
from chunkers.draft import Draft, Part, Place
from chunkers.fit import fitted
from schemas.chunk import ChunkType
from schemas.document import Paragraph
from schemas.errors import ChunkTooLong
from tests.chunkers.making import hashing, sentences


def test_a_long_part_is_cut_and_what_is_said_again_given_up_first() -> None:
    text = sentences(100)
    block = Paragraph(id="b1", text=text)
    budget = Budget(hashing())
    long = Part(text, text, (Place("b1", 0, len(text)),))
    repeat = Part("重复" * 200, "重复" * 200, repeat=True)
    pieces = fitted(Draft(ChunkType.TEXT, (repeat, long)), budget, {"b1": block})
    assert all(budget.fits(piece.parts) for piece in pieces)
    assert "".join(text[p.start : p.end] for piece in pieces for p in piece.places) == text


def test_a_parent_may_be_longer() -> None:
    text = sentences(100)
    parent = Draft(ChunkType.PARENT, (Part(text, text, (Place("b1", 0, len(text)),)),))
    assert fitted(parent, Budget(hashing()), {}) == [parent]


def test_text_from_nowhere_that_cannot_be_cut_is_an_error() -> None:
    with pytest.raises(ChunkTooLong):
        fitted(Draft(ChunkType.TEXT, (Part("长" * 2000, "长" * 2000),)), Budget(hashing()), {})
