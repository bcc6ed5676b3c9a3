"""Which chunkers there are, by the name that a preset gives."""

from __future__ import annotations

from typing import Protocol

from chunkers.draft import Draft
from chunkers.job import Job
from schemas.registry import Registry


class Chunker(Protocol):
    """Cuts a document's blocks into drafts; ids, metadata and the embedder's window are seen to afterwards."""

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order, a parent before its children."""


CHUNKERS: Registry[Chunker] = Registry("chunker", "docmill.chunkers")
"""Third parties add theirs through the entry-point group `docmill.chunkers`."""
