"""The commands that bring the store up to date: ingest, nightly, reingest, backfill. They only choose what to feed a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from flows.discover import Found, Scan, find_files, hash_file, scan_source
from flows.home import Home
from flows.identity import Hints, Identity, read_manifest
from flows.quality import write_report
from flows.run import Report, Run, silent
from flows.runners import Runner
from flows.task import Task
from indexes.catalog.tables import FileRow, VersionRow
from schemas.errors import WrongUse
from schemas.run import FileResult, Outcome, RunResult
from schemas.settings import Source
from schemas.version import DocStatus

MASS_WITHDRAWAL_SHARE = 0.2
JOINED = ("files", "activated", "superseded", "expired", "withdrawn", "alerts")


@dataclass(frozen=True)
class Order:
    """What every command of this room is told: where, which collection, which day, whom to report to, who processes."""

    home: Home
    collection: str
    as_of: date
    report: Report = silent
    runner: Runner | None = None

    def start(self, command: str) -> Run:
        """Open a run."""
        return Run.start(self.home, command, self.collection, self.as_of, self.report, self.runner)


def ingest(order: Order, paths: Iterable[Path], hints: Hints, manifest: Path | None, *, rehash: bool = False) -> RunResult:
    """Ingest files and folders once. A manifest's row outranks the flags for the file that it names."""
    paths = list(paths)
    rows = read_manifest(manifest, [p for p in paths if p.is_dir()]) if manifest else {}
    faults: list[str] = []
    files = [(found, rows.get(found.uri, Hints()).over(hints)) for found in find_files(paths, faults)]
    run = order.start("ingest")
    run.alerts += faults
    run.ingest(files, rehash=rehash)
    return run.finish()


def nightly(order: Order, *, allow_mass_withdraw: bool = False) -> RunResult:
    """Scan the sources of the collection, ingest what changed, withdraw what is gone, bring every status to the day, report.

    The report is written into the home when the store changed; a night on which nothing did leaves the last one standing.
    """
    sources = [source for source in order.home.settings.sources if source.collection == order.collection]
    if not sources:
        raise WrongUse(f'no [[sources]] of docmill.toml feed collection {order.collection!r}; add one with path = "..."')
    scans = [(source, scan_source(source)) for source in sources]
    files = [pair for source, scan in scans for pair in _with_hints(source, scan)]
    run = order.start("nightly")
    run.ingest(_unique(files))
    for _source, scan in scans:
        _withdraw_gone(run, scan, allow_mass=allow_mass_withdraw)
    documents = [row.doc_id for row in run.catalog.versions.documents(order.collection)]
    run.receipt.extend(run.publisher.new_day(documents, order.as_of))
    changed = run.changed
    result = run.finish()
    if changed:
        order.report("writing the report", 0, 1)
        write_report(order.home, order.collection, order.as_of, None, None)
    return result


def nightly_collections(order: Order, collection: str | None, *, allow_mass_withdraw: bool = False) -> RunResult:
    """Return the nightly runs of one collection, or of every collection that a source feeds, as one result."""
    names = (
        [collection]
        if collection
        else sorted({source.collection for source in order.home.settings.sources}) or [order.collection]
    )
    results = [nightly(replace(order, collection=name), allow_mass_withdraw=allow_mass_withdraw) for name in names]
    return results[0] if len(results) == 1 else merged(results)


def merged(results: Sequence[RunResult]) -> RunResult:
    """Return several runs as one: files and lists joined, counts added, ids joined by `+`."""
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.counts)
    joined = {name: tuple(x for r in results for x in getattr(r, name)) for name in JOINED}
    return RunResult(run_id="+".join(result.run_id for result in results), counts=dict(counts), **joined)


def reingest(order: Order, doc_id: str, label: str | None, file: Path | None, *, force: bool = False) -> RunResult:
    """Ingest one version again: the active one, or the one with this label; from its own file, or another one."""
    run = order.start("reingest")
    document = run.catalog.versions.document(doc_id)
    is_here = document is not None and document.collection == order.collection
    versions = run.catalog.versions.of_documents([doc_id]) if is_here else []
    wanted = [v for v in versions if (v.label == label if label else v.status == DocStatus.ACTIVE)]
    if not wanted:
        known = ", ".join(f"{v.label} ({v.status})" for v in versions) or "none"
        raise WrongUse(
            f"document {doc_id} has no {f'version {label!r}' if label else 'active version'} in collection "
            f"{order.collection!r}; its versions are: {known}"
        )
    task = _again(run, wanted[0], file)
    if _is_current(wanted[0], task, run.fingerprint) and not force:
        run.results.append(_unchanged(wanted[0]))
    else:
        run.carry_out([task.model_copy(update={"force_parse": force})])
    return run.finish()


def backfill(
    order: Order, since: date | None = None, until: date | None = None, from_stage: str | None = None, *, resume: bool = False
) -> RunResult:
    """Bring versions to today's pipeline: those published in the range, else those with another fingerprint.

    `from_stage` runs that stage and what follows again even where a cache has its result; `resume` leaves out what has today's
    fingerprint already.
    """
    run = order.start("backfill")
    versions = run.catalog.versions.of_collection(order.collection)
    ranged = since is not None or until is not None
    chosen = [v for v in versions if (since or date.min) <= v.published_on <= (until or date.max)]
    if resume or not (ranged or from_stage):
        chosen = [v for v in chosen if v.fingerprint != run.fingerprint]
    forced = {"force_parse": from_stage == "parse", "force_embed": from_stage == "embed"}
    run.carry_out([again_as_it_was(run, v).model_copy(update=forced) for v in chosen])
    return run.finish()


def active_tasks(run: Run) -> list[Task]:
    """Return the tasks that made the active versions, for whoever wants to cut the same documents differently."""
    versions = [v for v in run.catalog.versions.of_collection(run.collection) if v.status == DocStatus.ACTIVE]
    return [again_as_it_was(run, v) for v in versions]


def again_as_it_was(run: Run, version: VersionRow) -> Task:
    """Return the task of making a version once more from the bytes that it was made of; a withdrawn one stays withdrawn."""
    task = _again(run, version, None)
    as_it_was = {"sha256": version.sha256, "withdrawn_on": version.withdrawn_on}
    return task.model_copy(update=as_it_was | {"is_current": task.is_current and task.sha256 == version.sha256})


def _with_hints(source: Source, scan: Scan) -> list[tuple[Found, Hints]]:
    rows = read_manifest(Path(source.manifest), [Path(source.path)]) if source.manifest else {}
    base = Hints(doc_type=source.doc_type, business_line=source.business_line)
    return [(found, rows.get(found.uri, Hints()).over(base)) for found in scan.found]


def _unique(files: Sequence[tuple[Found, Hints]]) -> list[tuple[Found, Hints]]:
    return [pair for _, pair in sorted({found.uri: (found, hints) for found, hints in files}.items())]


def _withdraw_gone(run: Run, scan: Scan, *, allow_mass: bool) -> None:
    """Withdraw the versions whose files were last seen under this source and are gone, unless the scan cannot be trusted."""
    if not scan.complete:
        run.alerts += [f"{fault}; nothing of this source was withdrawn" for fault in scan.faults]
        return
    known = run.catalog.files.of_source(run.collection, scan.root)
    there = {found.uri for found in scan.found}
    gone = [row for row in known if row.uri not in there]
    if not gone:
        return
    if len(gone) > MASS_WITHDRAWAL_SHARE * len(known) and not allow_mass:
        run.alerts.append(
            f"{len(gone)} of {len(known)} files of a source are gone at once, more than {MASS_WITHDRAWAL_SHARE:.0%}; "
            "nothing was withdrawn. If that is meant, run again with --allow-mass-withdraw"
        )
        return
    run.withdraw(_owned_versions(run, gone))
    run.catalog.files.mark_gone(run.collection, [row.uri for row in gone])


def _owned_versions(run: Run, gone: Sequence[FileRow]) -> list[tuple[str, str]]:
    """Return (document, version) of every version that one of these files is the source of."""
    uris = {row.uri for row in gone}
    return [
        (v.doc_id, v.version_id)
        for v in run.catalog.versions.of_collection(run.collection)
        if v.uri in uris and not v.withdrawn_on
    ]


def _is_current(version: VersionRow, task: Task, fingerprint: str) -> bool:
    """Return whether making a version again would change nothing."""
    same = (version.uri, version.sha256, version.fingerprint) == (task.uri, task.sha256, fingerprint)
    return same and version.withdrawn_on is None


def _unchanged(version: VersionRow) -> FileResult:
    facts = version.facts
    return FileResult(
        path=version.uri, outcome=Outcome.UNCHANGED, doc_id=version.doc_id, version_id=version.version_id, kind=facts["kind"],
        status=DocStatus(version.status), pages=facts["pages"] or None, page_outcomes=facts["page_outcomes"],
        blocks=facts["blocks"], chunks=facts["chunks"],
    )  # fmt: skip


def _again(run: Run, version: VersionRow, file: Path | None) -> Task:
    """Return the task of making a version once more, under the identity that it has, from its own file or another."""
    path = file or Path(version.uri)
    found = find_files([path])[0] if path.is_file() else None
    uri = found.uri if found else version.uri
    sha256 = hash_file(uri) if found else version.sha256
    known_file = run.catalog.files.get(run.collection, uri)
    document = run.catalog.versions.document(version.doc_id)
    hints = Hints(
        doc_type=version.doc_type, product_code=version.product_code, business_line=version.business_line,
        version=version.label, effective_from=version.effective_from, effective_to=version.effective_to,
    )  # fmt: skip
    identity = Identity(document.family if document else uri, version.label, version.doc_id, version.version_id)
    task = run.planner().task(found or Found(uri, 0, 0), hints, sha256, identity).model_copy(update={"is_current": bool(found)})
    if known_file is None:
        return task
    return task.model_copy(update={"hints_digest": known_file.identity, "source": known_file.source})
