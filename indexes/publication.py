"""What is handed to the publisher, and what it hands back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from schemas.record import Record
from schemas.version import DocStatus


class VersionDraft(Record):
    """A version as it shall stand in the catalog. `expected_revision` is what was there when work began (0: nothing)."""

    version_id: str
    doc_id: str
    family: str
    label: str
    sha256: str
    effective_from: date
    effective_to: date | None = None
    fingerprint: str
    update_time: str
    uri: str
    name: str
    doc_type: str | None = None
    product_code: str | None = None
    business_line: str | None = None
    chunk_ids: tuple[str, ...] = ()
    facts: dict[str, Any] = {}
    withdrawn_on: date | None = None
    expected_revision: int = 0


class Publication(Record):
    """One step for one document: a new or replaced version with its staged rows, versions to withdraw, or just a new day."""

    doc_id: str
    draft: VersionDraft | None = None
    staged: str | None = None
    withdraw: tuple[str, ...] = ()
    file: dict[str, Any] | None = None


@dataclass(frozen=True)
class Transition:
    """A version's status before (None: it is new) and after."""

    version_id: str
    before: DocStatus | None
    after: DocStatus


@dataclass
class Receipt:
    """What a publication changed. `overtaken` lists documents that another run published meanwhile: look at them again."""

    transitions: list[Transition] = field(default_factory=list)
    overtaken: list[str] = field(default_factory=list)

    def of(self, status: DocStatus) -> list[str]:
        """Return the versions that came into this status, in order."""
        return [t.version_id for t in self.transitions if t.after is status and t.before is not status]

    def extend(self, other: Receipt) -> None:
        """Take another receipt's lines in."""
        self.transitions += other.transitions
        self.overtaken += other.overtaken
