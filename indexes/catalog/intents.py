"""Intents: publications that were begun. What a crash leaves here is driven on, or given up if it was overtaken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from indexes.catalog.leases import Begin, is_alive
from indexes.catalog.tables import IntentRow, LeaseRow, VersionRow
from indexes.publication import Publication


@dataclass(frozen=True)
class Intent:
    """A publication with its number, owner and day."""

    intent_id: int
    owner: str
    as_of: date
    publication: Publication


class Intents:
    """What is being published."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def write(
        self, publications: Sequence[Publication], collection: str, owner: str, as_of: date
    ) -> tuple[list[Intent], list[str]]:
        """Record what is about to be published; return the intents, and the documents that another run published meanwhile."""
        intents, overtaken = [], []
        with self._begin() as session:
            for publication in publications:
                if _is_overtaken(session, publication):
                    overtaken.append(publication.doc_id)
                    continue
                row = IntentRow(
                    doc_id=publication.doc_id, collection=collection, owner=owner, as_of=as_of,
                    change=publication.model_dump(mode="json"),
                )  # fmt: skip
                session.add(row)
                session.flush()
                intents.append(Intent(row.intent_id, owner, as_of, publication))
        return intents, overtaken

    def open(self, collection: str) -> list[Intent]:
        """Return the intents not done yet, oldest first."""
        query = select(IntentRow).where(IntentRow.collection == collection).order_by(IntentRow.intent_id)
        with self._begin() as session:
            return [_intent(row) for row in session.scalars(query)]

    def cut_off(self, collection: str, now: float) -> list[Intent]:
        """Return the open intents that nobody works on any more: their owner is dead, or without a lease on the document."""
        query = select(IntentRow, LeaseRow).outerjoin(LeaseRow, LeaseRow.doc_id == IntentRow.doc_id)
        query = query.where(IntentRow.collection == collection).order_by(IntentRow.intent_id)
        with self._begin() as session:
            return [_intent(row) for row, lease in session.execute(query) if not _is_worked_on(row, lease, now)]

    def still_holds(self, intent: Intent) -> bool:
        """Return whether an intent left by a crash may be driven on: nobody has published its document since."""
        with self._begin() as session:
            return session.get(IntentRow, intent.intent_id) is not None and not _is_overtaken(session, intent.publication)

    def drop(self, intent_ids: Sequence[int]) -> None:
        """Forget intents that were overtaken."""
        with self._begin() as session:
            close(session, intent_ids)


def close(session: Session, intent_ids: Sequence[int]) -> None:
    """Delete intents in the open transaction that makes them done."""
    session.execute(delete(IntentRow).where(IntentRow.intent_id.in_(intent_ids)))


def _is_overtaken(session: Session, publication: Publication) -> bool:
    if publication.draft is None:
        return False
    row = session.get(VersionRow, publication.draft.version_id)
    return (row.revision if row else 0) != publication.draft.expected_revision


def _is_worked_on(row: IntentRow, lease: LeaseRow | None, now: float) -> bool:
    return lease is not None and lease.owner == row.owner and lease.expires_at > now and is_alive(row.owner)


def _intent(row: IntentRow) -> Intent:
    return Intent(row.intent_id, row.owner, row.as_of, Publication.model_validate(row.change))
