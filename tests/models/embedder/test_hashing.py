from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.embedder.hashing import HashingEmbedder, unit
from schemas.errors import ChunkTooLong
from schemas.settings import EmbedderSettings

EMBEDDER = HashingEmbedder(EmbedderSettings(provider="hashing"))


def test_the_same_on_every_machine():
    """The one gram of "a": CRC-32 of "a" is e8b7be43; place (it >> 1) mod 256 is 21 hex, and it is odd, so +1."""
    vector = EMBEDDER.embed(["a"])[0]
    assert vector[0x21] == 1.0
    assert np.count_nonzero(vector) == 1


def test_shared_characters_are_near():
    query, near, far = EMBEDDER.embed(["等待期", "等待期为九十天", "董事会由九名董事组成"])
    assert query @ near > query @ far


def test_case_and_width_do_not_matter():
    assert np.array_equal(*EMBEDDER.embed(["ＡＢ 1", "ab1"]))


def test_dimension_is_a_setting():
    assert HashingEmbedder(EmbedderSettings(provider="hashing", dimension=16)).embed(["保险"]).shape == (1, 16)


def test_window():
    with pytest.raises(ChunkTooLong):
        EMBEDDER.embed(["保" * 511])
    assert EMBEDDER.embed(["保" * 510]).shape == (1, 256)


def test_unit_gives_a_row_of_zeros_a_direction():
    assert unit(np.array([[0, 0], [3, 4]], dtype=np.float32)).tolist() == [[1.0, 0.0], [np.float32(0.6), np.float32(0.8)]]


@given(st.lists(st.text(max_size=60), max_size=5))
@settings(deadline=None)
def test_any_text_gets_a_unit_vector(texts):
    vectors = EMBEDDER.embed(texts)
    assert vectors.shape == (len(texts), 256)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
