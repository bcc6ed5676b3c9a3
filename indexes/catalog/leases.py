"""Leases: at most one run publishes a document at a time, and whoever lost one cannot publish by mistake."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

import psutil
from sqlalchemy import select
from sqlalchemy.orm import Session

from indexes.catalog.tables import LeaseRow
from schemas.errors import LeaseHeld, LeaseLost

Begin = Callable[[], AbstractContextManager[Session]]


def owner_name(run_id: str) -> str:
    """Return who this process is, so that another can tell whether it still lives: host, pid, start time, run."""
    started = int(psutil.Process().create_time() * 1000)
    return f"{socket.gethostname()}|{os.getpid()}|{started}|{run_id}"


def is_alive(owner: str) -> bool:
    """Return whether the process behind an owner's name still runs; on another host that cannot be seen, so it is assumed."""
    host, pid, started, _run = owner.split("|", 3)
    if host != socket.gethostname():
        return True
    try:
        return int(psutil.Process(int(pid)).create_time() * 1000) == int(started)
    except psutil.NoSuchProcess:
        return False


class Leases:
    """Leases on documents. Times are seconds since 1970, given by the caller."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def acquire(self, doc_ids: Sequence[str], owner: str, now: float, lease_s: float) -> dict[str, int]:
        """Return a fencing token per document, all or none; raises LeaseHeld while a living owner holds one of them."""
        with self._begin() as session:
            held = {row.doc_id: row for row in session.scalars(select(LeaseRow).where(LeaseRow.doc_id.in_(doc_ids)))}
            for row in held.values():
                if row.owner != owner and row.expires_at > now and is_alive(row.owner):
                    raise LeaseHeld(
                        f"document {row.doc_id} is being published by another run; try again shortly", stage="publish"
                    )
            tokens = {}
            for doc_id in sorted(set(doc_ids)):
                row = held.get(doc_id) or LeaseRow(doc_id=doc_id, token=0)
                row.owner, row.token, row.expires_at = owner, row.token + 1, now + lease_s
                session.add(row)
                tokens[doc_id] = row.token
            return tokens

    def renew(self, tokens: dict[str, int], now: float, lease_s: float) -> None:
        """Hold the documents for longer. Raises LeaseLost if another run took one of them over."""
        with self._begin() as session:
            self.check(session, tokens)
            for row in session.scalars(select(LeaseRow).where(LeaseRow.doc_id.in_(tokens))):
                row.expires_at = now + lease_s

    def check(self, session: Session, tokens: dict[str, int]) -> None:
        """Raise LeaseLost, inside the caller's transaction, if any token is no longer the newest."""
        rows = session.scalars(select(LeaseRow).where(LeaseRow.doc_id.in_(tokens)))
        for row in rows:
            if row.token != tokens[row.doc_id]:
                raise LeaseLost(
                    f"document {row.doc_id} was taken over by another run; it will be looked at again", stage="publish"
                )

    def release(self, doc_ids: Sequence[str], owner: str) -> None:
        """Let go of the documents. The tokens stay, so that they go on growing."""
        with self._begin() as session:
            for row in session.scalars(select(LeaseRow).where(LeaseRow.doc_id.in_(doc_ids), LeaseRow.owner == owner)):
                row.expires_at = 0.0
