"""What a run is to do with one file, and what became of it. Both travel through the catalog, never through a queue."""

from __future__ import annotations

from datetime import date

from indexes.publication import Publication
from schemas.record import Record
from schemas.run import FileResult


class Task(Record):
    """One file to read and publish. `known_chunks` is a digest of the chunk ids that this version had before.

    `is_current` is False where the file no longer holds these bytes: then the outcome says nothing of the file.
    """

    uri: str
    source: str | None = None
    size: int
    mtime_ns: int
    sha256: str
    hints_digest: str
    doc_id: str
    version_id: str
    family: str
    label: str
    doc_type: str | None = None
    product_code: str | None = None
    business_line: str | None = None
    effective_from: date
    effective_to: date | None = None
    withdrawn_on: date | None = None
    expected_revision: int = 0
    known_chunks: str = ""
    known_update_time: str = ""
    is_current: bool = True
    force_parse: bool = False
    force_embed: bool = False


class TaskOutcome(Record):
    """What became of a task. `publication` is there when its rows wait to be published; `name` is its scrubbed file name."""

    result: FileResult
    publication: Publication | None = None
    name: str = ""
    transient: bool = False
    embedded: int = 0
