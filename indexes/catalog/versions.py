"""Documents and versions: reading them, and writing what a publication made of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session, defer

from indexes.catalog.leases import Begin
from indexes.catalog.tables import DocumentRow, VersionRow
from indexes.lifecycle import Lifespan, superseded_by_order
from indexes.publication import VersionDraft
from schemas.version import DocStatus


class Versions:
    """Documents and their versions."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def documents(self, collection: str) -> list[DocumentRow]:
        """Return the documents of a collection, sorted by id."""
        with self._begin() as session:
            rows = session.scalars(select(DocumentRow).where(DocumentRow.collection == collection).order_by(DocumentRow.doc_id))
            return list(rows)

    def document(self, doc_id: str) -> DocumentRow | None:
        """Return one document, or None."""
        with self._begin() as session:
            return session.get(DocumentRow, doc_id)

    def get(self, version_id: str) -> VersionRow | None:
        """Return one version, or None."""
        with self._begin() as session:
            return session.get(VersionRow, version_id)

    def of_collection(self, collection: str, *, with_chunks: bool = False) -> list[VersionRow]:
        """Return the versions of a collection, sorted by document and time; chunk ids only when asked for."""
        query = select(VersionRow).join(DocumentRow, VersionRow.doc_id == DocumentRow.doc_id)
        query = query.where(DocumentRow.collection == collection)
        query = query.order_by(VersionRow.doc_id, VersionRow.effective_from, VersionRow.seq)
        with self._begin() as session:
            return list(session.scalars(query if with_chunks else query.options(defer(VersionRow.chunk_ids))))

    def of_documents(self, doc_ids: Sequence[str]) -> list[VersionRow]:
        """Return the versions of some documents, sorted by document and time, without chunk ids."""
        query = select(VersionRow).where(VersionRow.doc_id.in_(doc_ids)).options(defer(VersionRow.chunk_ids))
        with self._begin() as session:
            return list(session.scalars(query.order_by(VersionRow.doc_id, VersionRow.effective_from, VersionRow.seq)))

    def move(self, version_id: str, uri: str, name: str) -> None:
        """Note that a version's file is now somewhere else."""
        with self._begin() as session:
            row = session.get_one(VersionRow, version_id)
            row.uri, row.name = uri, name


def lifespan(row: VersionRow) -> Lifespan:
    """Return what the lifecycle rules look at in a version."""
    return Lifespan(row.version_id, row.effective_from, row.effective_to, row.seq, row.withdrawn_on)


def upsert_version(session: Session, draft: VersionDraft, collection: str, as_of: date) -> VersionRow:
    """Write a draft into the open transaction and return its row."""
    if session.get(DocumentRow, draft.doc_id) is None:
        session.add(DocumentRow(doc_id=draft.doc_id, collection=collection, family=draft.family, live_version_id=None))
        session.flush()
    row = session.get(VersionRow, draft.version_id)
    if row is None:
        seq = (session.scalar(select(func.max(VersionRow.seq))) or 0) + 1
        row = VersionRow(
            version_id=draft.version_id, doc_id=draft.doc_id, label=draft.label, seq=seq, revision=0, supersedes=None
        )
        row.status = DocStatus.PENDING
        session.add(row)
    for name in ("sha256", "effective_from", "effective_to", "fingerprint", "update_time", "uri", "name"):
        setattr(row, name, getattr(draft, name))
    row.doc_type, row.product_code, row.business_line = draft.doc_type, draft.product_code, draft.business_line
    row.chunk_ids, row.facts = list(draft.chunk_ids), draft.facts
    row.revision += 1
    row.withdrawn_on, row.published_on = draft.withdrawn_on, as_of
    return row


def settle(session: Session, doc_id: str, statuses: dict[str, DocStatus], live_version_id: str | None) -> None:
    """Write the statuses of one document's versions, and which of them is live, into the open transaction."""
    rows = list(session.scalars(select(VersionRow).where(VersionRow.doc_id == doc_id)))
    before = superseded_by_order(lifespan(row) for row in rows)
    for row in rows:
        row.status = statuses[row.version_id]
        row.supersedes = before[row.version_id]
    session.get_one(DocumentRow, doc_id).live_version_id = live_version_id


def withdraw(session: Session, version_ids: Sequence[str], as_of: date) -> None:
    """Mark versions as withdrawn in the open transaction."""
    for version_id in version_ids:
        session.get_one(VersionRow, version_id).withdrawn_on = as_of
