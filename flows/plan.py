"""The plan of a run: which files are unchanged, which repeat an old verdict, which were moved, which must be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from flows.discover import Found, hash_file, printable
from flows.identity import Hints, Identity, identify
from flows.task import Task
from indexes.catalog import Catalog
from indexes.catalog.tables import FileRow, VersionRow
from schemas.errors import SourceUnreadable
from schemas.run import FileResult, Outcome, Reason
from schemas.version import content_hash

REPEATED = frozenset({Outcome.FAILED, Outcome.SKIPPED})


@dataclass
class Plan:
    """Tasks to do, files settled without reading, and documents whose statuses the day may change.

    `waiting` are renditions of a version that another task of this run makes: they are looked at again once it is done.
    """

    tasks: list[Task] = field(default_factory=list)
    waiting: list[tuple[Found, Hints]] = field(default_factory=list)
    settled: list[FileResult] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)


class Planner:
    """Decides what to do with each file of one collection on one day."""

    def __init__(self, catalog: Catalog, collection: str, as_of: date, fingerprint: str, *, rehash: bool = False) -> None:
        self._catalog, self._collection, self._as_of = catalog, collection, as_of
        self._fingerprint, self._rehash = fingerprint, rehash
        self._files = catalog.files.all(collection)
        self._versions = {row.version_id: row for row in catalog.versions.of_collection(collection)}
        self._by_hash: dict[str, list[FileRow]] = {}
        for row in self._files.values():
            self._by_hash.setdefault(row.sha256, []).append(row)

    def plan(self, files: Sequence[tuple[Found, Hints]]) -> Plan:
        """Return what to do with these files, in their order."""
        plan = Plan()
        claimed: dict[str, str] = {}
        for found, hints in files:
            try:
                self._decide(plan, claimed, found, hints)
            except SourceUnreadable as error:
                reason = Reason(error=type(error).__name__, stage=error.stage, message=error.message)
                plan.settled.append(FileResult(path=printable(found.uri), outcome=Outcome.FAILED, reason=reason))
        return plan

    def task(self, found: Found, hints: Hints, sha256: str, identity: Identity, **force: bool) -> Task:
        """Return the task of reading a file as this version."""
        known = self._versions.get(identity.version_id)
        begins = hints.effective_from or (known.effective_from if known else self._as_of)
        return Task(
            uri=found.uri, source=found.source, size=found.size, mtime_ns=found.mtime_ns, sha256=sha256,
            hints_digest=hints.digest, doc_id=identity.doc_id, version_id=identity.version_id, family=identity.family,
            label=identity.label, doc_type=hints.doc_type, product_code=hints.product_code, business_line=hints.business_line,
            effective_from=begins, effective_to=hints.effective_to,
            expected_revision=known.revision if known else 0,
            known_chunks=str(known.facts.get("chunks_digest", "")) if known else "",
            known_update_time=known.update_time if known else "", **force,
        )  # fmt: skip

    def _decide(self, plan: Plan, claimed: dict[str, str], found: Found, hints: Hints) -> None:
        row = self._files.get(found.uri)
        row = None if row is None or _moved_on(row) else row
        sha256 = self._sha256(found, row)
        row = row or self._moved_from(found, sha256, hints)
        found = replace(found, source=found.source or row.source) if row else found
        if row and (settled := self._repeat(row, found, sha256, hints)):
            plan.settled.append(settled)
            plan.touched |= {settled.doc_id} if settled.doc_id else set()
            return
        identity = identify(hints, self._collection, found.uri, sha256, row.family if row else None)
        if (owner := claimed.get(identity.version_id)) and owner != found.uri:
            plan.waiting.append((found, hints))
        elif known := self._other_rendition(identity, found.uri):
            plan.settled.append(self._rendition(found, sha256, hints, identity, known))
        else:
            claimed[identity.version_id] = found.uri
            plan.tasks.append(self.task(found, hints, sha256, identity))

    def _sha256(self, found: Found, row: FileRow | None) -> str:
        same_stamp = row is not None and (row.size, row.mtime_ns) == (found.size, found.mtime_ns)
        return row.sha256 if row and same_stamp and not self._rehash else hash_file(found.uri)

    def _repeat(self, row: FileRow, found: Found, sha256: str, hints: Hints) -> FileResult | None:
        """Return the verdict that still holds for a file, or None where it must be read."""
        if (row.sha256, row.identity) != (sha256, hints.digest) or self._is_withdrawn(row):
            return None
        if row.outcome in REPEATED and (row.transient or row.fingerprint != self._fingerprint or _is_rendition(row)):
            return None
        if (row.size, row.mtime_ns, row.source, row.gone) != (found.size, found.mtime_ns, found.source, False):
            self._catalog.files.touch(
                self._collection, found.uri, size=found.size, mtime_ns=found.mtime_ns, source=found.source
            )  # fmt: skip
        result = FileResult.model_validate({k: v for k, v in row.result.items() if k != "name"} | {"path": found.uri})
        if row.outcome in REPEATED:
            return result
        return result.model_copy(update={"outcome": Outcome.UNCHANGED, "seconds": 0.0})

    def _is_withdrawn(self, row: FileRow) -> bool:
        version = self._versions.get(row.version_id or "")
        return version is not None and version.withdrawn_on is not None

    def _moved_from(self, found: Found, sha256: str, hints: Hints) -> FileRow | None:
        """Return the row of a file of the same bytes and identity that is no longer where it was, moved to its new place."""
        for row in self._by_hash.get(sha256, []):
            if row.identity == hints.digest and not _moved_on(row) and not Path(row.uri).exists():
                return self._move(row, found)
        return None

    def _move(self, row: FileRow, found: Found) -> FileRow:
        values: dict[str, Any] = {column.name: getattr(row, column.name) for column in FileRow.__table__.columns}
        here = {"uri": found.uri, "source": found.source, "size": found.size, "mtime_ns": found.mtime_ns, "gone": False}
        self._by_hash[row.sha256].remove(row)
        # The version first: a crash between the two leaves an old file row, and the next run finds the move again.
        version = self._versions.get(row.version_id or "")
        if version is not None:
            self._catalog.versions.move(version.version_id, found.uri, version.name)
        self._catalog.files.save([values | {"gone": True, "version_id": None}, values | here])
        moved = FileRow(**values | here)
        self._files[found.uri] = moved
        return moved

    def _other_rendition(self, identity: Identity, uri: str) -> VersionRow | None:
        """Return the version if it stands already and comes from another file that is still there."""
        known = self._versions.get(identity.version_id)
        return known if known is not None and known.uri != uri and Path(known.uri).exists() else None

    def _rendition(self, found: Found, sha256: str, hints: Hints, identity: Identity, known: VersionRow) -> FileResult:
        message = f"version {identity.label!r} was read from {known.name}; `reingest --file` takes this file instead"
        result = FileResult(
            path=found.uri, outcome=Outcome.SKIPPED, doc_id=identity.doc_id, version_id=identity.version_id,
            reason=Reason(rule="rendition", stage="plan", message=message),
        )  # fmt: skip
        self._catalog.files.save([file_row(self._collection, found, sha256, hints.digest, identity, result, self._fingerprint)])
        return result


def file_row(
    collection: str, found: Found, sha256: str, hints_digest: str, identity: Identity, result: FileResult, fingerprint: str,
    *, transient: bool = False, name: str = "",
) -> dict[str, Any]:  # fmt: skip
    """Return what the catalog shall remember of a file, by column: its result with the scrubbed name for the path."""
    return {
        "collection": collection, "uri": found.uri, "source": found.source, "size": found.size, "mtime_ns": found.mtime_ns,
        "sha256": sha256, "identity": hints_digest, "family": identity.family, "doc_id": identity.doc_id,
        "version_id": identity.version_id, "outcome": result.outcome, "transient": transient, "fingerprint": fingerprint,
        "result": result.model_dump(mode="json", exclude={"path"}) | {"name": name}, "gone": False,
    }  # fmt: skip


def chunks_digest(chunk_ids: Sequence[str]) -> str:
    """Return a digest of a version's chunk ids: while it holds, the version's chunks have not changed."""
    return content_hash("\n".join(chunk_ids)) if chunk_ids else ""


def _moved_on(row: FileRow) -> bool:
    """Return whether a row only remembers where a file was before it moved: what was known of it went along."""
    return row.gone and row.version_id is None


def _is_rendition(row: FileRow) -> bool:
    return (row.result.get("reason") or {}).get("rule") == "rendition"
