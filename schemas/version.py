"""Versions of documents, their states and the identities that hold from run to run."""

from __future__ import annotations

import hashlib
import uuid
from datetime import date
from enum import StrEnum

from schemas.record import Opaque, Record

NAMESPACE = uuid.UUID("5b0c1f2e-6f0a-5d1c-9a53-0d0c3111e001")
"""The root of every id docmill makes. Changing it renames every document everywhere."""


class DocStatus(StrEnum):
    """A version's place in its document's life."""

    ACTIVE = "active"
    PENDING = "pending"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


class DocumentVersion(Record):
    """One version of one document. `label` tells versions of a family apart; dates are days, both ends inclusive."""

    version_id: Opaque
    doc_id: Opaque
    family: str
    label: str
    sha256: Opaque
    effective_from: date
    effective_to: date | None = None
    status: DocStatus = DocStatus.PENDING
    supersedes: Opaque | None = None
    fingerprint: Opaque = ""


def doc_id(collection: str, family: str) -> str:
    """Return the id of a document: uuid5 of its collection and family."""
    return _uuid5("document", collection, family)


def version_id(document_id: str, label: str) -> str:
    """Return the id of a version: uuid5 of its document and label."""
    return _uuid5("version", document_id, label)


def chunk_id(version: str, chunk_type: str, first_block_id: str, start: int, content_hash: str) -> str:
    """Return the id of a chunk: uuid5 of version, type, first block, start offset and content."""
    return _uuid5("chunk", version, chunk_type, first_block_id, str(start), content_hash)


def content_hash(text: str) -> str:
    """Return the SHA-256 of a text in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _uuid5(*parts: str) -> str:
    return str(uuid.uuid5(NAMESPACE, "\x1f".join(parts)))
