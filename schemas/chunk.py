"""Chunks: what an index stores, and the metadata contract with whoever searches it."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from schemas.document import Box
from schemas.record import Opaque, Record
from schemas.version import DocStatus


class ChunkType(StrEnum):
    """What a chunk is made of."""

    TEXT = "text"
    CLAUSE = "clause"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    API = "api"
    FAQ = "faq"
    CHAT = "chat"
    PARENT = "parent"
    SEAL = "seal"


class PlacedBox(Record):
    """A box on a page, in points from the top left."""

    page: int
    x0: float
    top: float
    x1: float
    bottom: float

    @classmethod
    def at(cls, page: int, box: Box) -> PlacedBox:
        """Return the box placed on a page, rounded to hundredths of a point."""
        x0, top, x1, bottom = (round(v, 2) for v in box)
        return cls(page=page, x0=x0, top=top, x1=x1, bottom=bottom)


class ChunkMetadata(Record):
    """The contract with search. Names are final; absent is null."""

    collection: str
    business_line: str | None = None
    doc_id: Opaque
    doc_name: str
    doc_type: str
    product_code: str | None = None
    source_file: str
    version_id: Opaque
    version: str
    doc_status: DocStatus = DocStatus.PENDING
    effective_from: date
    effective_to: date | None = None
    update_time: Opaque = ""
    section_path: tuple[str, ...] = ()
    section_title: str = ""
    section_level: int = 0
    chunk_type: ChunkType
    chunk_index: int
    page_numbers: tuple[int, ...] = ()
    bbox: tuple[PlacedBox, ...] = ()
    line_start: int | None = None
    token_count: int
    char_count: int
    is_key_clause: bool = False
    has_table: bool = False
    parse_confidence: float = 1.0
    parent_id: Opaque | None = None
    prev_chunk_id: Opaque | None = None
    next_chunk_id: Opaque | None = None
    ref_map: dict[str, tuple[Opaque, ...]] = {}
    language: Opaque = ""
    content_hash: Opaque
    pipeline_fingerprint: Opaque = ""


class Chunk(Record):
    """A chunk: `text` to read, `index_text` to search (title path in front, words in index form)."""

    chunk_id: Opaque
    text: str
    index_text: str
    metadata: ChunkMetadata


class Span(Record):
    """Characters text[start:end] of one block (for a table: the cells, counted along `Table.text`)."""

    block_id: Opaque
    start: int
    end: int


class Drop(Record):
    """Characters that no chunk carries, and the rule that says why."""

    span: Span
    rule: Opaque


class ChunkSet(Record):
    """Every chunk of a document, with the proof that nothing was lost: what each covers and what was dropped."""

    chunks: tuple[Chunk, ...]
    spans: dict[Opaque, tuple[Span, ...]] = {}
    drops: tuple[Drop, ...] = ()
