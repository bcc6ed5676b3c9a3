"""Which preset a document gets."""

from __future__ import annotations

import pytest

from chunkers import CHUNKERS, chunk
from chunkers.presets import DOC_TYPES, PRESETS, preset_name, resolve
from schemas.document import Paragraph
from schemas.errors import SettingsError, UnknownName
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document


@pytest.mark.parametrize(
    ("doc_type", "expected"),
    [
        ("contract", "clause"),
        ("Policy", "clause"),
        ("law", "clause"),
        ("faq", "faq"),
        ("api", "api"),
        ("manual", "technical"),
        ("report", "default"),
        ("something new", "default"),
        ("chat", "chat"),
    ],
)
def test_document_types(doc_type: str, expected: str) -> None:
    assert preset_name(doc_type, {}) == expected


def test_every_name_leads_somewhere() -> None:
    assert set(DOC_TYPES.values()) <= set(PRESETS)
    assert {preset.chunker for preset in PRESETS.values()} == set(CHUNKERS.names())


def test_settings_are_laid_over_the_table() -> None:
    mine = {"clause": ChunkPreset(size=300), "contract": ChunkPreset(min_size=5), "own": ChunkPreset(chunker="faq")}
    assert resolve("clause", mine) == PRESETS["clause"].model_copy(update={"size": 300})
    assert preset_name("contract", mine) == "contract"
    assert resolve("contract", mine) == PRESETS["clause"].model_copy(update={"min_size": 5})
    assert resolve("own", mine).chunker == "faq"


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"\[chunking.default\].*smaller than size"):
        resolve("default", {"default": ChunkPreset.model_construct(_fields_set={"size"}, size=64)})
    with pytest.raises(UnknownName, match="known are api, chat"):
        resolve("nothing", {})
    with pytest.raises(UnknownName, match="no chunker 'nothing'"):
        chunk(document([Paragraph(text="甲")]), context("x", presets={"x": ChunkPreset(chunker="nothing")}))
