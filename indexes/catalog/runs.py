"""Runs and their items: the plan that workers read, and the outcomes that they write."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import func, select

from indexes.catalog.leases import Begin
from indexes.catalog.tables import ItemRow, RunRow


class Runs:
    """What was asked, batch by batch."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def open(self, run_id: str, command: str, collection: str, as_of: date, owner: str) -> None:
        """Enter a run."""
        with self._begin() as session:
            session.add(
                RunRow(
                    run_id=run_id, command=command, collection=collection, as_of=as_of, owner=owner, finished=False, result={}
                )
            )

    def add_items(self, run_id: str, tasks: Sequence[dict[str, Any]], batch_size: int) -> list[int]:
        """Enter tasks after those that are there, in batches of at most `batch_size`; return the new batches' numbers."""
        last = select(func.max(ItemRow.item), func.max(ItemRow.batch)).where(ItemRow.run_id == run_id)
        with self._begin() as session:
            item, batch = (0 if value is None else value + 1 for value in session.execute(last).one())
            for i, task in enumerate(tasks):
                session.add(ItemRow(run_id=run_id, item=item + i, batch=batch + i // batch_size, task=task, outcome=None))
        return list(range(batch, batch + (len(tasks) + batch_size - 1) // batch_size))

    def get(self, run_id: str) -> RunRow:
        """Return a run; raises KeyError."""
        with self._begin() as session:
            row = session.get(RunRow, run_id)
        if row is None:
            raise KeyError(run_id)
        return row

    def items(self, run_id: str, batch: int | None = None) -> list[ItemRow]:
        """Return the items of a run, or of one batch of it, in order."""
        query = select(ItemRow).where(ItemRow.run_id == run_id).order_by(ItemRow.item)
        with self._begin() as session:
            return list(session.scalars(query if batch is None else query.where(ItemRow.batch == batch)))

    def record(self, run_id: str, item: int, outcome: dict[str, Any]) -> None:
        """Write what became of an item."""
        with self._begin() as session:
            row = session.get_one(ItemRow, (run_id, item))
            row.outcome = outcome

    def close(self, run_id: str, result: dict[str, Any]) -> None:
        """Mark a run as finished, with what it reports."""
        with self._begin() as session:
            row = session.get_one(RunRow, run_id)
            row.finished, row.result = True, result

    def latest(self, collection: str) -> RunRow | None:
        """Return the run of a collection that finished last, or None."""
        query = select(RunRow).where(RunRow.collection == collection, RunRow.finished).order_by(RunRow.run_id.desc())
        with self._begin() as session:
            return session.scalars(query).first()
