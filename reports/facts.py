"""What a report must be told because chunks cannot say it: files, versions, pages, references, what was masked or dropped."""

from __future__ import annotations

from schemas.record import Opaque, Record


class Tally(Record):
    """How often one reason occurred, with names to look at. Names are scrubbed before they come here."""

    reason: Opaque
    count: int
    examples: tuple[str, ...] = ()


class StoreFacts(Record):
    """The store behind the chunks, counted by whoever holds catalog, index and cache.

    `window` is the embedder's, in tokens. `missing` and `orphaned` come from comparing catalog, vector and BM25 index.
    `pages` counts by page outcome, `versions` by doc_status, `outcomes` by file outcome, `dropped_chars` by rule out of
    `total_chars`. `version_conflicts` names documents with more than one version live at once, `renditions` the files
    skipped as another rendering of a known version, `business_lines` those that the settings speak of.
    """

    collection: str
    window: int | None = None
    documents: int = 0
    versions: dict[Opaque, int] = {}
    pages: dict[Opaque, int] = {}
    business_lines: tuple[str, ...] = ()
    missing: int = 0
    orphaned: int = 0
    version_conflicts: tuple[str, ...] = ()
    renditions: tuple[str, ...] = ()
    references: int = 0
    references_unresolved: int = 0
    pii_counts: dict[Opaque, int] = {}
    dropped_chars: dict[Opaque, int] = {}
    total_chars: int = 0
    outcomes: dict[Opaque, int] = {}
    failed: tuple[Tally, ...] = ()
    skipped: tuple[Tally, ...] = ()
