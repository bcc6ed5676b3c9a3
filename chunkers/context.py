"""What a chunker is told beside the document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from chunkers.key_clauses import KEY_CLAUSES
from models.embedder.base import Embedder
from schemas.settings import ChunkPreset


@dataclass(frozen=True)
class ChunkContext:
    """Identity, preset and embedder of one chunking run.

    `doc_type` is what was given explicitly, or None: then it is inferred. `preset` overrides what the document type says.
    `presets` is `Settings.chunking`, laid over the built-in table. `breakpoint_embedder` may be a faster embedder for the
    semantic chunker; token counts always come from `embedder`. `update_time` is an argument: nothing here reads a clock.
    """

    embedder: Embedder
    collection: str = "default"
    doc_type: str | None = None
    product_code: str | None = None
    business_line: str | None = None
    update_time: str = ""
    fingerprint: str = ""
    preset: str | None = None
    presets: Mapping[str, ChunkPreset] = field(default_factory=dict)
    breakpoint_embedder: Embedder | None = None
    key_clause_patterns: tuple[str, ...] = KEY_CLAUSES
