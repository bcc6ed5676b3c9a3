"""What was masked: counts, kinds and places, never values."""

from __future__ import annotations

from collections import Counter

from schemas.record import Opaque, Record

DOCUMENT = "document"
"""The place of what stands outside the blocks: file name, title, attributes."""


class PiiPlace(Record):
    """A kind of personal data, where it stood (a block's id, or `document`), and how often."""

    entity: Opaque
    place: Opaque
    count: int


class PiiAudit(Record):
    """Counts by kind, and the places in document order."""

    counts: dict[Opaque, int] = {}
    places: tuple[PiiPlace, ...] = ()


class Tally:
    """Collects what is masked while a document is walked."""

    def __init__(self) -> None:
        self._found: Counter[tuple[str, str]] = Counter()

    def add(self, entity: str, place: str) -> None:
        """Count one value of a kind at a place."""
        self._found[(entity, place)] += 1

    def audit(self) -> PiiAudit:
        """Return the audit of all that was counted."""
        counts: Counter[str] = Counter()
        for (entity, _), count in self._found.items():
            counts[entity] += count
        places = tuple(PiiPlace(entity=entity, place=place, count=count) for (entity, place), count in self._found.items())
        return PiiAudit(counts=dict(sorted(counts.items())), places=places)
