from __future__ import annotations

import hashlib

import pytest

from models.embedder.base import Side
from models.embedder.describe import describe, refuse_long, verified_sha256, well_formed
from schemas.errors import ChunkTooLong, EmbedderMissing, SettingsError
from schemas.settings import EmbedderSettings

INFO = describe(EmbedderSettings(), name="m", dimension=8, window=512, parts={"weights": "w"})


@pytest.mark.parametrize(
    ("settings", "parts", "same"),
    [
        (EmbedderSettings(batch_size=1, threads=1, max_tokens=64), {"weights": "w"}, True),
        (EmbedderSettings(), {"weights": "other"}, False),
        (EmbedderSettings(), {"weights": "w", "prefix": "query: "}, False),
        (EmbedderSettings(provider="use"), {"weights": "w"}, False),
    ],
)
def test_fingerprint_follows_what_decides_the_vectors(settings, parts, same):
    other = describe(settings, name="m", dimension=8, window=512, parts=parts)
    assert (other.fingerprint == INFO.fingerprint) is same


def test_max_tokens_narrows_the_window_only():
    assert [
        describe(EmbedderSettings(max_tokens=n), name="m", dimension=8, window=512, parts={}).window for n in (64, 9999)
    ] == [64, 512]


def test_another_dimension_than_expected_is_refused():
    with pytest.raises(SettingsError, match="dimension is 1024, but m gives 8"):
        describe(EmbedderSettings(dimension=1024), name="m", dimension=8, window=512, parts={})


def test_the_first_text_over_the_window_is_named_without_its_words():
    refuse_long([1, 512], INFO, Side.PASSAGE)
    with pytest.raises(ChunkTooLong, match="text 2 of the call has 513 tokens and m reads 512"):
        refuse_long([512, 513, 600], INFO, Side.PASSAGE)
    with pytest.raises(ChunkTooLong, match="the query has 600 tokens"):
        refuse_long([600], INFO, Side.QUERY)


@pytest.mark.parametrize(
    ("text", "expected"), [("a\x00b", "a b"), ("保\ud800险", "保?险"), ("保险 ok 𠀀", "保险 ok 𠀀"), ("", "")]
)
def test_well_formed(text, expected):
    assert well_formed(text) == expected


def test_weights_are_held_against_their_checksum(tmp_path):
    file = tmp_path / "w.bin"
    with pytest.raises(EmbedderMissing, match=r"pack is installed without w\.bin"):
        verified_sha256(file, "0" * 64, "pack")
    file.write_bytes(b"weights")
    expected = hashlib.sha256(b"weights").hexdigest()
    assert verified_sha256(file, expected, "pack") == expected
    with pytest.raises(EmbedderMissing, match=r"w\.bin of pack has SHA-256"):
        verified_sha256(file, "0" * 64, "pack")
