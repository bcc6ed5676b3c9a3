"""The publisher: intent in the catalog, rows to the archive, one merge on live, done in the catalog.

Between the intent and the done mark a crash may fall anywhere. Every step can be done again, so whoever starts next drives the
open intents on (`recover`); until the merge, searchers see the last good version, and after it the new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import groupby
from pathlib import Path

from indexes.base import IndexWriter, LiveChange, VersionState
from indexes.catalog import Catalog
from indexes.catalog.intents import Intent, close
from indexes.catalog.tables import FileRow, VersionRow
from indexes.catalog.versions import lifespan, settle, upsert_version, withdraw
from indexes.lifecycle import Lifespan, active, statuses
from indexes.publication import Publication, Receipt, Transition
from indexes.rows import read_rows
from schemas.errors import LeaseHeld
from schemas.version import DocStatus

WAIT_S = 0.1


class Publisher:
    """Publishes one collection under the name of `owner`. `now` gives seconds since 1970, for leases only.

    `open_index` is called at the first publication: a run that finds nothing to do never opens the index.
    """

    def __init__(
        self,
        catalog: Catalog,
        open_index: Callable[[], IndexWriter],
        collection: str,
        owner: str,
        lease_s: float = 120.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._catalog, self._open_index, self._collection = catalog, open_index, collection
        self._owner, self._lease_s, self._now = owner, lease_s, now

    @cached_property
    def _index(self) -> IndexWriter:
        return self._open_index()

    def publish(self, publications: Sequence[Publication], as_of: date) -> Receipt:
        """Make the publications live, all documents of the call in one step, and return what changed.

        Documents that another run published since work on them began are left alone and listed as overtaken.
        Raises LeaseHeld when another run does not let go of one of them in time.
        """
        if not publications:
            return Receipt()
        with self._lease({p.doc_id for p in publications}) as tokens:
            intents, overtaken = self._catalog.intents.write(publications, self._collection, self._owner, as_of)
            receipt = self._drive(intents, tokens)
            receipt.overtaken += overtaken
            return receipt

    def recover(self) -> Receipt:
        """Drive on what crashed runs left open, oldest first, and return what changed."""
        receipt = Receipt()
        left = self._catalog.intents.cut_off(self._collection, self._now())
        for _, together in groupby(left, key=lambda intent: (intent.owner, intent.as_of)):
            receipt.extend(self._drive_on(list(together)))
        return receipt

    def sweep(self) -> None:
        """Clean up the index while nobody else publishes to it."""
        with self.alone():
            self._index.sweep()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other publisher of the collection out while the block runs."""
        with self._lease(set()):
            yield

    def new_day(self, doc_ids: Iterable[str], as_of: date) -> Receipt:
        """Bring the statuses of these documents to the day `as_of`; documents whose statuses hold are not touched."""
        changed = []
        for doc_id, rows in self._versions(sorted(set(doc_ids))).items():
            if statuses((lifespan(row) for row in rows), as_of) != {row.version_id: row.status for row in rows}:
                changed.append(Publication(doc_id=doc_id))
        return self.publish(changed, as_of)

    @contextmanager
    def _lease(self, doc_ids: set[str]) -> Iterator[dict[str, int]]:
        """Hold the documents and the collection's one place for a publisher."""
        wanted = sorted({f"collection:{self._collection}", *doc_ids})
        tokens = self._acquire(wanted)
        try:
            yield tokens
        finally:
            self._catalog.leases.release(wanted, self._owner)

    def _acquire(self, doc_ids: Sequence[str]) -> dict[str, int]:
        deadline = self._now() + self._lease_s
        while True:
            try:
                return self._catalog.leases.acquire(doc_ids, self._owner, self._now(), self._lease_s)
            except LeaseHeld:
                if self._now() > deadline:
                    raise
                time.sleep(WAIT_S)

    def _drive_on(self, intents: Sequence[Intent]) -> Receipt:
        """Complete what one run began in one step; what was overtaken or lost its rows is given up."""
        with self._lease({intent.publication.doc_id for intent in intents}) as tokens:
            good = [intent for intent in intents if self._catalog.intents.still_holds(intent) and _has_rows(intent)]
            self._catalog.intents.drop([intent.intent_id for intent in intents if intent not in good])
            return self._drive(good, tokens)

    def _drive(self, intents: Sequence[Intent], tokens: dict[str, int]) -> Receipt:
        if not intents:
            return Receipt()
        as_of = intents[0].as_of
        outcomes = self._outcomes([intent.publication for intent in intents], as_of)
        self._stage(intents)
        self._catalog.leases.renew(tokens, self._now(), self._lease_s)
        self._index.commit(
            LiveChange(live={o.doc_id: o.live for o in outcomes}, states=_states(outcomes), emptied=_emptied(intents))
        )
        self._finish(intents, outcomes, tokens, as_of)
        for intent in intents:
            if intent.publication.staged:
                Path(intent.publication.staged).unlink(missing_ok=True)
        return Receipt(transitions=[t for outcome in outcomes for t in outcome.transitions])

    def _outcomes(self, publications: Sequence[Publication], as_of: date) -> list[Outcome]:
        """Return how each document will stand once its publications are done."""
        by_doc: dict[str, list[Publication]] = {}
        for publication in publications:
            by_doc.setdefault(publication.doc_id, []).append(publication)
        known = self._versions(sorted(by_doc))
        return [Outcome.of(doc_id, known.get(doc_id, []), steps, as_of) for doc_id, steps in sorted(by_doc.items())]

    def _stage(self, intents: Sequence[Intent]) -> None:
        import pyarrow as pa

        staged = [(p.draft.version_id, p.staged) for p in (i.publication for i in intents) if p.draft and p.staged]
        if staged:
            self._index.stage(pa.concat_tables([read_rows(path) for _, path in staged]), [version for version, _ in staged])

    def _finish(self, intents: Sequence[Intent], outcomes: Sequence[Outcome], tokens: dict[str, int], as_of: date) -> None:
        with self._catalog.begin() as session:
            self._catalog.leases.check(session, tokens)
            for publication in (intent.publication for intent in intents):
                if publication.draft:
                    upsert_version(session, publication.draft, self._collection, as_of)
                withdraw(session, publication.withdraw, as_of)
                if publication.file:
                    session.merge(FileRow(**publication.file))
            session.flush()
            for outcome in outcomes:
                settle(session, outcome.doc_id, outcome.after, outcome.live)
            close(session, [intent.intent_id for intent in intents])

    def _versions(self, doc_ids: Sequence[str]) -> dict[str, list[VersionRow]]:
        by_doc: dict[str, list[VersionRow]] = {}
        for row in self._catalog.versions.of_documents(doc_ids):
            by_doc.setdefault(row.doc_id, []).append(row)
        return by_doc


@dataclass(frozen=True)
class Outcome:
    """How one document stands after its publications: every version's dates, its status before and after."""

    doc_id: str
    lifespans: dict[str, Lifespan]
    before: dict[str, DocStatus]
    after: dict[str, DocStatus]

    @classmethod
    def of(cls, doc_id: str, rows: Sequence[VersionRow], steps: Sequence[Publication], as_of: date) -> Outcome:
        """Return the outcome of these steps on the versions that the catalog knows."""
        spans = {row.version_id: lifespan(row) for row in rows}
        next_seq = max((span.seq for span in spans.values()), default=0) + 1
        for step in steps:
            if draft := step.draft:
                seq = spans[draft.version_id].seq if draft.version_id in spans else next_seq
                spans[draft.version_id] = Lifespan(
                    draft.version_id, draft.effective_from, draft.effective_to, seq, draft.withdrawn_on
                )
                next_seq = max(next_seq, seq + 1)
            for version_id in step.withdraw:
                spans[version_id] = replace(spans[version_id], withdrawn_on=as_of)
        before = {row.version_id: DocStatus(row.status) for row in rows}
        return cls(doc_id, spans, before, statuses(spans.values(), as_of))

    @property
    def live(self) -> str | None:
        """The version that searchers find from now on."""
        return active(self.after)

    @property
    def transitions(self) -> list[Transition]:
        """What changed, in the order of the versions' ids."""
        changed = ((v, self.before.get(v), status) for v, status in sorted(self.after.items()))
        return [Transition(version, before, after) for version, before, after in changed if before is not after]


def _has_rows(intent: Intent) -> bool:
    staged = intent.publication.staged
    return staged is None or Path(staged).exists()


def _emptied(intents: Sequence[Intent]) -> frozenset[str]:
    """Return the versions that are published without any chunk."""
    drafts = (intent.publication.draft for intent in intents if intent.publication.staged)
    return frozenset(draft.version_id for draft in drafts if draft and not draft.chunk_ids)


def _states(outcomes: Sequence[Outcome]) -> dict[str, VersionState]:
    return {
        version: VersionState(outcome.after[version], span.effective_from, span.effective_to)
        for outcome in outcomes
        for version, span in outcome.lifespans.items()
    }
