"""What kind of document this is, where nobody said."""

from __future__ import annotations

from chunkers.chat import is_turn_like
from chunkers.clause import starts_clause
from chunkers.faq import answers, asks, is_faq_table
from chunkers.presets import GENERAL, KIND_TYPES
from schemas.document import Code, Document, Kind, Layer, Table

LEAST_CLAUSES = 4
LEAST_QUESTIONS = 3
FROM_CONTENT = frozenset({Kind.PDF, Kind.DOCX, Kind.HTML, Kind.MARKDOWN, Kind.TEXT, Kind.IMAGE, Kind.LEGACY, Kind.OTHER})


def infer_doc_type(document: Document) -> str:
    """Return clause, faq, chat or api where the text has that shape, else what the file's kind suggests, else general."""
    blocks = [block for block in document.blocks if block.layer is Layer.BODY]
    kind = document.route.kind
    if any(isinstance(block, Code) and block.role == "operation" for block in blocks):
        return "api"
    tables = [block for block in blocks if isinstance(block, Table)]
    if tables and all(map(is_faq_table, tables)):
        return "faq"
    if kind in FROM_CONTENT:
        if sum(map(starts_clause, blocks)) >= LEAST_CLAUSES:
            return "clause"
        questions = sum(map(asks, blocks))
        if questions >= LEAST_QUESTIONS and questions * 2 <= sum(map(answers, blocks)) * 3:
            return "faq"
        lines = (line for block in blocks if not isinstance(block, Table) for line in block.text.splitlines())
        if is_turn_like([line for line in lines if line.strip()]):
            return "chat"
    return KIND_TYPES.get(kind, GENERAL)
