"""What a run says of each file and of itself."""

from __future__ import annotations

from enum import StrEnum

from schemas.document import Kind
from schemas.record import Opaque, Record
from schemas.version import DocStatus


class Outcome(StrEnum):
    """Every file of a run ends in exactly one of these."""

    PARSED = "parsed"
    UNCHANGED = "unchanged"
    SKIPPED = "skipped"
    FAILED = "failed"


class Reason(Record):
    """Why a file was skipped (`rule`) or failed (`error`), where, in one sentence."""

    rule: Opaque | None = None
    error: Opaque | None = None
    stage: Opaque | None = None
    page: int | None = None
    message: str


class FileResult(Record):
    """One file's line in a run. `path` is the absolute path, shown on stdout only."""

    path: str
    outcome: Outcome
    doc_id: Opaque | None = None
    version_id: Opaque | None = None
    kind: Kind | None = None
    status: DocStatus | None = None
    pages: int | None = None
    page_outcomes: dict[Opaque, int] = {}
    blocks: int = 0
    chunks: int = 0
    seconds: float = 0.0
    reason: Reason | None = None


class RunResult(Record):
    """A run: its files and counts. The lifecycle lists hold version ids."""

    run_id: Opaque
    files: tuple[FileResult, ...] = ()
    counts: dict[Opaque, int] = {}
    activated: tuple[Opaque, ...] = ()
    superseded: tuple[Opaque, ...] = ()
    expired: tuple[Opaque, ...] = ()
    withdrawn: tuple[Opaque, ...] = ()
    alerts: tuple[str, ...] = ()
