from __future__ import annotations

import numpy as np
import pytest

from models.embedder import use
from models.embedder.base import Side
from models.embedder.use import UseEmbedder
from schemas.errors import ChunkTooLong, EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

SETTINGS = EmbedderSettings(provider="use")
TEXTS = ["等待期为九十天。", "The waiting period is ninety days.", "", "保险金额\x00", "退保会给您造成一定的损失。" * 4]


@pytest.fixture(scope="module")
def embedder() -> UseEmbedder:
    return UseEmbedder(SETTINGS)


def test_vectors_are_unit_float32(embedder):
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (5, 512) == (len(TEXTS), embedder.info.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert embedder.embed([]).shape == (0, 512)


def test_a_text_has_one_vector_alone_in_any_batch_and_order(embedder):
    together = embedder.embed(TEXTS)
    assert np.array_equal(together, np.concatenate([embedder.embed([text]) for text in TEXTS]))
    assert np.array_equal(together, embedder.embed(TEXTS[::-1])[::-1])


def test_both_sides_are_the_same(embedder):
    assert np.array_equal(embedder.embed(["等待期"], Side.QUERY), embedder.embed(["等待期"], Side.PASSAGE))


def test_window(embedder):
    assert embedder.count_tokens("") == 3
    long = "退保 " * 600
    assert embedder.count_tokens(long) > embedder.info.window == 512
    with pytest.raises(ChunkTooLong):
        embedder.embed([long])


@pytest.mark.parametrize("name", ["weights.npz", "sp.model"])
def test_other_weights_are_refused(monkeypatch, name):
    monkeypatch.setitem(use.SHA256, name, "0" * 64)
    with pytest.raises(EmbedderMissing, match=name):
        UseEmbedder(SETTINGS)


def test_another_model_is_refused():
    with pytest.raises(SettingsError, match="one model"):
        UseEmbedder(EmbedderSettings(provider="use", model="use-large"))
