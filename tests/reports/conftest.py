"""Small invented chunks and facts for the reports."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from reports.evidence import Evidence
from reports.facts import StoreFacts
from schemas.chunk import Chunk, ChunkMetadata, ChunkType
from schemas.settings import Thresholds
from schemas.version import content_hash, doc_id, version_id

AS_OF = date(2024, 5, 6)

MakeChunk = Callable[..., Chunk]


@pytest.fixture
def make_chunk() -> MakeChunk:
    """Return a factory: an id, a text, and any metadata that differ from an ordinary, healthy chunk."""

    def make(
        chunk_id: str = "c1", text: str = "本公司按照合同约定给付保险金。", *, doc: str = "条款.pdf", **fields: Any
    ) -> Chunk:
        document = doc_id("demo", doc)
        values: dict[str, Any] = {
            "collection": "demo", "business_line": "health", "doc_id": document, "doc_name": doc.rsplit(".", 1)[0],
            "doc_type": "manual", "source_file": doc, "version_id": version_id(document, "1"), "version": "1",
            "effective_from": date(2024, 1, 1), "update_time": "2024-05-05T02:00:00", "chunk_type": ChunkType.TEXT,
            "chunk_index": int("".join(c for c in chunk_id if c.isdigit()) or 0), "section_path": (f"第{chunk_id}节",),
            "section_title": f"第{chunk_id}节", "token_count": 300, "char_count": len(text), "content_hash": content_hash(text),
        }  # fmt: skip
        return Chunk(chunk_id=chunk_id, text=text, index_text=text, metadata=ChunkMetadata(**{**values, **fields}))

    return make


@pytest.fixture
def facts() -> StoreFacts:
    """Return the facts of an empty, orderly store with a window of 512 tokens."""
    return StoreFacts(collection="demo", window=512)


@pytest.fixture
def weigh(facts: StoreFacts) -> Callable[..., Evidence]:
    """Return a function from chunks (and facts, thresholds) to evidence as of 6 May 2024."""

    def evidence(*chunks: Chunk, thresholds: Thresholds | None = None, **fields: Any) -> Evidence:
        return Evidence(chunks, facts.model_copy(update=fields), thresholds or Thresholds(), AS_OF)

    return evidence
