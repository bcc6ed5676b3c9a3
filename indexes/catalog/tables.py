"""The catalog's tables.

collection 1──* document 1──* version          what exists, and which of it is live
file  *──1 version                             what was found on disk, and how it ended
run   1──* item                                what a run was asked to do, and what became of it
lease, intent                                  who publishes a document now, and what was begun and not yet done
"""

from __future__ import annotations

from datetime import date
from typing import Any

from sqlalchemy import JSON, BigInteger, Date, ForeignKey, Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables of the catalog."""

    type_annotation_map = {date: Date, dict[str, Any]: JSON, list[str]: JSON}


class CollectionRow(Base):
    """A collection and the embedder and tokenizer that its index was built with."""

    __tablename__ = "collections"
    name: Mapped[str] = mapped_column(String, primary_key=True)
    embedder: Mapped[str]
    dimension: Mapped[int]
    fingerprint: Mapped[str]
    tokenizer: Mapped[str]


class DocumentRow(Base):
    """A document: one family in one collection, and the version of it that is live."""

    __tablename__ = "documents"
    doc_id: Mapped[str] = mapped_column(String, primary_key=True)
    collection: Mapped[str] = mapped_column(String, index=True)
    family: Mapped[str]
    live_version_id: Mapped[str | None]


class VersionRow(Base):
    """A version. `seq` is the order of ingest, `revision` counts publications, `facts` is what the report needs of it."""

    __tablename__ = "versions"
    version_id: Mapped[str] = mapped_column(String, primary_key=True)
    doc_id: Mapped[str] = mapped_column(ForeignKey("documents.doc_id"), index=True)
    label: Mapped[str]
    sha256: Mapped[str] = mapped_column(String, index=True)
    effective_from: Mapped[date]
    effective_to: Mapped[date | None]
    status: Mapped[str]
    supersedes: Mapped[str | None]
    fingerprint: Mapped[str] = mapped_column(String, index=True)
    seq: Mapped[int]
    revision: Mapped[int]
    withdrawn_on: Mapped[date | None]
    published_on: Mapped[date]
    update_time: Mapped[str]
    uri: Mapped[str]
    name: Mapped[str]
    doc_type: Mapped[str | None]
    product_code: Mapped[str | None]
    business_line: Mapped[str | None]
    chunk_ids: Mapped[list[str]]
    facts: Mapped[dict[str, Any]]


class FileRow(Base):
    """A file as last seen: what change is found by, the identity it was given, and how it ended."""

    __tablename__ = "files"
    collection: Mapped[str] = mapped_column(String, primary_key=True)
    uri: Mapped[str] = mapped_column(String, primary_key=True)
    source: Mapped[str | None]
    size: Mapped[int] = mapped_column(BigInteger)
    mtime_ns: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column(String, index=True)
    identity: Mapped[str]
    family: Mapped[str]
    doc_id: Mapped[str | None]
    version_id: Mapped[str | None]
    outcome: Mapped[str]
    transient: Mapped[bool]
    fingerprint: Mapped[str]
    result: Mapped[dict[str, Any]]
    gone: Mapped[bool]


class RunRow(Base):
    """A run of a command; its settings lie in its folder, where its workers read them."""

    __tablename__ = "runs"
    run_id: Mapped[str] = mapped_column(String, primary_key=True)
    command: Mapped[str]
    collection: Mapped[str]
    as_of: Mapped[date]
    owner: Mapped[str]
    finished: Mapped[bool]
    result: Mapped[dict[str, Any]]


class ItemRow(Base):
    """One file of a run. `task` says what to do, `outcome` what became of it; `staged` is where its rows wait."""

    __tablename__ = "items"
    run_id: Mapped[str] = mapped_column(ForeignKey("runs.run_id"), primary_key=True)
    item: Mapped[int] = mapped_column(primary_key=True)
    batch: Mapped[int]
    task: Mapped[dict[str, Any]]
    outcome: Mapped[dict[str, Any] | None]
    __table_args__ = (Index("items_by_batch", "run_id", "batch"),)


class LeaseRow(Base):
    """The right to publish a document, until `expires_at` (seconds since 1970). `token` only grows: it fences off the late."""

    __tablename__ = "leases"
    doc_id: Mapped[str] = mapped_column(String, primary_key=True)
    owner: Mapped[str]
    token: Mapped[int]
    expires_at: Mapped[float]


class IntentRow(Base):
    """A publication that was begun. It is deleted when done; what a crash leaves here is driven on at the next start."""

    __tablename__ = "intents"
    intent_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    doc_id: Mapped[str] = mapped_column(String, index=True)
    collection: Mapped[str] = mapped_column(String, index=True)
    owner: Mapped[str]
    as_of: Mapped[date]
    change: Mapped[dict[str, Any]]
