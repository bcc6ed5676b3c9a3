"""Which version of a document is active on a given day. Pure: versions and a date in, a status each out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from schemas.version import DocStatus


@dataclass(frozen=True)
class Lifespan:
    """What the rules look at. `seq` is the order of ingest; it decides between equal effective dates."""

    version_id: str
    effective_from: date
    effective_to: date | None
    seq: int
    withdrawn_on: date | None = None


def statuses(lifespans: Iterable[Lifespan], as_of: date) -> dict[str, DocStatus]:
    """Return the status of every version of one document on the day `as_of`.

    The newest version whose effective date has come is active, unless it has expired or was withdrawn: neither revives an older
    one. A version ingested late with an older date does not unseat the newer.
    """
    versions = list(lifespans)
    begun = [v for v in versions if v.effective_from <= as_of]
    newest = max(begun, key=lambda v: (v.effective_from, v.seq), default=None)
    return {v.version_id: _status(v, newest, as_of) for v in versions}


def active(found: dict[str, DocStatus]) -> str | None:
    """Return the active version's id, or None."""
    return next((version_id for version_id, status in sorted(found.items()) if status is DocStatus.ACTIVE), None)


def superseded_by_order(lifespans: Iterable[Lifespan]) -> dict[str, str | None]:
    """Return for every version the one before it in time, which it supersedes."""
    ordered = sorted(lifespans, key=lambda v: (v.effective_from, v.seq))
    return {v.version_id: ordered[i - 1].version_id if i else None for i, v in enumerate(ordered)}


def _status(version: Lifespan, newest: Lifespan | None, as_of: date) -> DocStatus:
    if version.withdrawn_on is not None and version.withdrawn_on <= as_of:
        return DocStatus.WITHDRAWN
    if version.effective_from > as_of:
        return DocStatus.PENDING
    if version.effective_to is not None and version.effective_to < as_of:
        return DocStatus.EXPIRED
    return DocStatus.ACTIVE if version is newest else DocStatus.SUPERSEDED
