"""With the package where the extra is installed (a tiny random BERT made on the spot), its absence where it is not."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from models.embedder.base import Side
from models.embedder.sentence_transformers import SentenceTransformersEmbedder
from schemas.errors import ChunkTooLong, EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

INSTALLED = find_spec("sentence_transformers") is not None
needs_package = pytest.mark.skipif(not INSTALLED, reason="the extra sentence-transformers is not installed")


@pytest.mark.skipif(INSTALLED, reason="the extra sentence-transformers is installed")
def test_its_absence_is_one_sentence_with_the_command():
    with pytest.raises(EmbedderMissing, match=r"pip install sentence-transformers==6\.2\.0"):
        SentenceTransformersEmbedder(EmbedderSettings(provider="sentence-transformers", model="BAAI/bge-large-zh-v1.5"))


def test_a_model_is_needed():
    with pytest.raises(SettingsError, match="needs model"):
        SentenceTransformersEmbedder(EmbedderSettings(provider="sentence-transformers"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    pytest.importorskip("sentence_transformers")
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    torch.manual_seed(0)
    base = tmp_path_factory.mktemp("bert")
    (base / "vocab.txt").write_text(
        "\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"保险金额等待期为九十天问题："]), encoding="utf-8"
    )
    BertTokenizerFast(str(base / "vocab.txt")).save_pretrained(base)
    size = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=64, max_position_embeddings=40, **size)).save_pretrained(base)
    word = Transformer(str(base), max_seq_length=32)
    target = tmp_path_factory.mktemp("model")
    SentenceTransformer(modules=[word, Pooling(32)], prompts={"query": "问题：", "document": ""}).save(str(target))
    return target


def make(folder: Path, **settings: object) -> SentenceTransformersEmbedder:
    return SentenceTransformersEmbedder(
        EmbedderSettings.model_validate({"provider": "sentence-transformers", "model": str(folder), **settings})
    )


@needs_package
def test_a_local_folder(folder):
    embedder = make(folder, batch_size=2)
    texts = ["保险金额", "等待期为九十天", "", "保险"]
    vectors = embedder.embed(texts)
    assert vectors.shape == (4, 32)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    np.testing.assert_allclose(vectors, np.concatenate([embedder.embed([text]) for text in texts]), atol=1e-5)
    assert embedder.embed([]).shape == (0, 32)
    assert (embedder.info.name, embedder.info.dimension, embedder.info.window) == (folder.name, 32, 32)


@needs_package
def test_tokens_are_the_models_own_and_nothing_is_cut(folder):
    embedder = make(folder)
    assert embedder.count_tokens("保险金额") == 6
    assert embedder.embed(["保" * 30]).shape == (1, 32)
    with pytest.raises(ChunkTooLong, match="has 33 tokens"):
        embedder.embed(["保" * 31])


@needs_package
def test_the_models_query_prompt_is_used_once(folder):
    embedder = make(folder)
    np.testing.assert_allclose(embedder.embed(["保险"], Side.QUERY), embedder.embed(["问题：保险"]), atol=1e-6)
    ours = make(folder, query_prefix="", passage_prefix="为")
    np.testing.assert_allclose(ours.embed(["保险"]), embedder.embed(["为保险"]), atol=1e-6)
    assert ours.count_tokens("保险") == 5
    assert ours.info.fingerprint != embedder.info.fingerprint == make(folder).info.fingerprint


@needs_package
@pytest.mark.parametrize("model", ["/no/such/folder", "./none", ""])
def test_what_is_not_there(tmp_path, model):
    with pytest.raises((EmbedderMissing, SettingsError)):
        make(Path(model) if model else tmp_path)
