"""One run over one collection: plan, batches, publish batch by batch, finalise. Every command that ingests uses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from flows.discover import Found
from flows.home import Home, new_run_id
from flows.identity import Hints, Identity
from flows.plan import Planner, file_row
from flows.runners import Runner, make_runner
from flows.task import Task, TaskOutcome
from indexes.catalog import Catalog
from indexes.catalog.leases import owner_name
from indexes.publication import Publication, Receipt
from indexes.publisher import Publisher
from schemas.errors import LeaseHeld, LeaseLost
from schemas.run import FileResult, Outcome, Reason, RunResult
from schemas.version import DocStatus

GIVEN_UP = "another run keeps publishing this document; run again once it is done"
Report = Callable[[str, int, int], None]
"""Told of progress: what is going on, how many are done, of how many."""


def silent(_what: str, _done: int, _total: int) -> None:
    """Report nothing."""


@dataclass
class Run:
    """A run in progress. Use `Run.start`, feed it files or tasks, then `finish`."""

    home: Home
    collection: str
    as_of: date
    run_id: str
    catalog: Catalog
    publisher: Publisher
    runner: Runner
    fingerprint: str
    verdict: str
    report: Report = silent
    results: list[FileResult] = field(default_factory=list)
    receipt: Receipt = field(default_factory=Receipt)
    alerts: list[str] = field(default_factory=list)
    embedded: int = 0

    @classmethod
    def start(
        cls, home: Home, command: str, collection: str, as_of: date, report: Report = silent, runner: Runner | None = None
    ) -> Run:
        """Open a run: what crashed runs left half published is driven on first."""
        from flows.fingerprint import joined, stage_fingerprints, verdict_fingerprint
        from normalizers.pii import check_settings

        check_settings(home.settings.pii)
        run_id = new_run_id()
        catalog = home.catalog()
        publisher = home.publisher(catalog, collection, run_id)
        stages = stage_fingerprints(home.settings, collection, home.embedder().info.fingerprint)
        verdict = verdict_fingerprint(stages, home.settings)
        catalog.runs.open(run_id, command, collection, as_of, owner_name(run_id))
        home.save_settings(run_id)
        run = cls(
            home, collection, as_of, run_id, catalog, publisher, runner or make_runner(home), joined(stages), verdict, report
        )
        run.receipt.extend(publisher.recover())
        return run

    def planner(self, *, rehash: bool = False) -> Planner:
        """Return a planner that sees the catalog as it is now."""
        return Planner(self.catalog, self.collection, self.as_of, self.verdict, rehash=rehash)

    def ingest(self, files: Sequence[tuple[Found, Hints]], *, rehash: bool = False) -> None:
        """Bring the store up to these files. Renditions wait until the version that another file makes stands."""
        touched: set[str] = set()
        pending: Sequence[tuple[Found, Hints]] = files
        while pending:
            self.report("comparing files with the catalog", 0, len(pending))
            plan = self.planner(rehash=rehash).plan(pending)
            self.results += plan.settled
            self.carry_out(plan.tasks)
            touched |= plan.touched
            pending = plan.waiting
        self.receipt.extend(self.publisher.new_day(touched, self.as_of))

    def carry_out(self, tasks: Sequence[Task]) -> None:
        """Process tasks batch by batch and publish each batch in one step, in order; overtaken documents are done once more."""
        again = self._carry_out(tasks)
        if again:
            leftover = self._carry_out(again)
            self.results += [_given_up(task) for task in leftover]

    def withdraw(self, version_ids: Iterable[tuple[str, str]]) -> None:
        """Withdraw versions, given as (document, version)."""
        steps = [Publication(doc_id=doc, withdraw=(version,)) for doc, version in version_ids]
        self.receipt.extend(self.publisher.publish(steps, self.as_of))

    @property
    def changed(self) -> bool:
        """Whether this run changed the store."""
        return bool(self.receipt.transitions) or any(result.outcome is Outcome.PARSED for result in self.results)

    def finish(self) -> RunResult:
        """Clean up the index, write the run's result to the catalog, and return it."""
        if self.changed:
            self.report("cleaning up the index", 0, 1)
            self.publisher.sweep()
        self._drop_leftovers()
        files = self._with_statuses()
        result = RunResult(
            run_id=self.run_id,
            files=files,
            counts=_counts(files) | {"embedded": self.embedded},
            activated=tuple(self.receipt.of(DocStatus.ACTIVE)),
            superseded=tuple(self.receipt.of(DocStatus.SUPERSEDED)),
            expired=tuple(self.receipt.of(DocStatus.EXPIRED)),
            withdrawn=tuple(self.receipt.of(DocStatus.WITHDRAWN)),
            alerts=tuple(self.alerts),
        )
        self.catalog.runs.close(self.run_id, result.model_dump(mode="json", exclude={"files": {"__all__": {"path"}}}))
        self.catalog.close()
        return result

    def _drop_leftovers(self) -> None:
        """Remove rows that were staged for publications which another run overtook; what an open intent needs stays."""
        needed = {intent.publication.staged for intent in self.catalog.intents.open(self.collection)}
        for path in self.home.staged_path(self.run_id, 0).parent.iterdir():
            if str(path) not in needed:
                path.unlink()

    def _with_statuses(self) -> tuple[FileResult, ...]:
        """Return the results in the order of their paths, each with the status that its version has now."""
        rows = self.catalog.versions.of_documents(sorted({r.doc_id for r in self.results if r.doc_id}))
        status = {row.version_id: DocStatus(row.status) for row in rows}
        known = (r.model_copy(update={"status": status.get(r.version_id or "")}) for r in self.results)
        return tuple(sorted(known, key=lambda r: r.path))

    def _carry_out(self, tasks: Sequence[Task]) -> list[Task]:
        if not tasks:
            return []
        again: list[Task] = []
        size = self.home.settings.flows.batch_size
        batches = self.catalog.runs.add_items(self.run_id, [t.model_dump(mode="json") for t in tasks], size)
        self.report("reading files", 0, len(tasks))
        for batch in self.runner.run(self.home, self.run_id, batches):
            done = [
                (Task.model_validate(i.task), TaskOutcome.model_validate(i.outcome))
                for i in self.catalog.runs.items(self.run_id, batch)
            ]
            again += self._publish(done)
            self.report("reading files", min(len(tasks), (batch - batches[0] + 1) * size), len(tasks))
        return again

    def _publish(self, done: Sequence[tuple[Task, TaskOutcome]]) -> list[Task]:
        """Publish a batch; return the tasks whose documents another run published meanwhile."""
        steps = [
            outcome.publication.model_copy(update={"file": self._file_row(task, outcome) if task.is_current else None})
            for task, outcome in done
            if outcome.publication
        ]
        try:
            receipt = self.publisher.publish(steps, self.as_of)
        except (LeaseHeld, LeaseLost):
            receipt = Receipt(overtaken=[step.doc_id for step in steps])
        self.receipt.extend(receipt)
        overtaken = set(receipt.overtaken)
        self.embedded += sum(outcome.embedded for _, outcome in done)
        kept = [(task, outcome) for task, outcome in done if not (outcome.publication and task.doc_id in overtaken)]
        for task, outcome in kept:
            if task.is_current and not outcome.publication:
                self.catalog.files.save([self._file_row(task, outcome)])
            self.results.append(outcome.result)
        return [self._renewed(task) for task, outcome in done if outcome.publication and task.doc_id in overtaken]

    def _file_row(self, task: Task, outcome: TaskOutcome) -> dict[str, Any]:
        found = Found(task.uri, task.size, task.mtime_ns, task.source)
        version = task.version_id if outcome.publication else self._previous_version(task)
        identity = Identity(task.family, task.label, task.doc_id, version)
        return file_row(
            self.collection, found, task.sha256, task.hints_digest, identity, outcome.result, self.verdict,
            transient=outcome.transient, name=outcome.name,
        )  # fmt: skip

    def _previous_version(self, task: Task) -> str:
        row = self.catalog.files.get(self.collection, task.uri)
        return (row.version_id if row else None) or task.version_id

    def _renewed(self, task: Task) -> Task:
        known = self.catalog.versions.get(task.version_id)
        return task.model_copy(update={"expected_revision": known.revision if known else 0})


def _counts(files: Sequence[FileResult]) -> dict[str, int]:
    by_outcome = Counter(str(file.outcome) for file in files)
    totals = {"pages": sum(file.pages or 0 for file in files), "chunks": sum(file.chunks for file in files)}
    return {str(outcome): by_outcome[outcome] for outcome in Outcome} | totals


def _given_up(task: Task) -> FileResult:
    reason = Reason(error="LeaseLost", stage="publish", message=GIVEN_UP)
    return FileResult(path=task.uri, outcome=Outcome.FAILED, doc_id=task.doc_id, reason=reason)
