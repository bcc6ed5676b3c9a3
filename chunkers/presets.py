"""How each kind of document is cut: a table of presets, and a table from document type to preset."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from schemas.document import Kind
from schemas.errors import SettingsError, UnknownName
from schemas.settings import ChunkPreset

DEFAULT = "default"

PRESETS: dict[str, ChunkPreset] = {
    DEFAULT: ChunkPreset(chunker="structure", size=512, overlap=100, min_size=128),
    "structure": ChunkPreset(chunker="structure", size=512, overlap=100, min_size=128),
    "clause": ChunkPreset(chunker="clause", size=512, overlap=0, min_size=128),
    "faq": ChunkPreset(chunker="faq", size=500, overlap=50, min_size=200, unit="chars"),
    "technical": ChunkPreset(chunker="structure", size=800, overlap=100, min_size=200, unit="chars"),
    "api": ChunkPreset(chunker="code", size=800, overlap=100, min_size=200, unit="chars"),
    "code": ChunkPreset(chunker="code", size=512, overlap=50, min_size=128),
    "prose": ChunkPreset(chunker="structure", size=1200, overlap=150, min_size=300, unit="chars"),
    "chat": ChunkPreset(chunker="chat", size=512, overlap=128, min_size=128),
    "semantic": ChunkPreset(chunker="semantic", size=512, overlap=0, min_size=128),
    "parent_child": ChunkPreset(chunker="parent_child", size=256, overlap=0, min_size=128, parent_size=1024),
    "recursive": ChunkPreset(chunker="recursive", size=512, overlap=100, min_size=0),
}
"""Sizes in characters are those published for Chinese; whatever the size, a chunk stays inside the embedder's window.

`recursive` is the control that every other chunker is measured against.
"""

DOC_TYPES: dict[str, str] = {
    "contract": "clause",
    "clause": "clause",
    "terms": "clause",
    "policy": "clause",
    "law": "clause",
    "regulation": "clause",
    "faq": "faq",
    "qa": "faq",
    "api": "api",
    "openapi": "api",
    "spec": "api",
    "code": "code",
    "manual": "technical",
    "technical": "technical",
    "handbook": "technical",
    "prose": "prose",
    "article": "prose",
    "news": "prose",
    "web": "prose",
    "chat": "chat",
    "dialogue": "chat",
    "transcript": "chat",
}
"""Document type to preset; a type that is not listed takes the default."""

KIND_TYPES: dict[Kind, str] = {
    Kind.OPENAPI: "api",
    Kind.CODE: "code",
    Kind.PPTX: "slides",
    Kind.XLSX: "sheet",
    Kind.CSV: "sheet",
    Kind.HTML: "web",
    Kind.MARKDOWN: "technical",
}
"""Document type where neither the caller nor the text names one."""

GENERAL = "general"


def preset_name(doc_type: str, overrides: Mapping[str, ChunkPreset]) -> str:
    """Return the preset of a document type: one of that very name in the settings, else by the table, else the default."""
    key = doc_type.strip().lower()
    return key if key in overrides else DOC_TYPES.get(key, DEFAULT)


def resolve(name: str, overrides: Mapping[str, ChunkPreset]) -> ChunkPreset:
    """Return the preset called `name`, what the settings say of it laid over the built-in one.

    Raises UnknownName where there is none, SettingsError where the two do not go together (overlap not below size).
    """
    base = PRESETS.get(name) or PRESETS.get(DOC_TYPES.get(name, ""))
    override = overrides.get(name)
    if base is None and override is None:
        raise UnknownName(f"no chunking preset {name!r}; known are {', '.join(sorted({*PRESETS, *overrides}))}")
    if base is None or override is None:
        return base or override or PRESETS[DEFAULT]
    given = {field: getattr(override, field) for field in override.model_fields_set}
    try:
        return ChunkPreset.model_validate({**base.model_dump(), **given})
    except ValidationError as error:
        raise SettingsError(f"[chunking.{name}] {error.errors()[0]['msg']}") from error
