"""A report: everything that its page shows, as one value that can be stored and compared with the next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from reports.facts import StoreFacts
from reports.health import Health, health
from reports.profile import Profile, profile
from reports.retrieval import Retrieval
from schemas.chunk import Chunk
from schemas.errors import SettingsError
from schemas.record import Opaque, Record
from schemas.settings import Thresholds


class Report(Record):
    """The quality of one collection on one day."""

    collection: str
    as_of: date
    run_id: Opaque | None = None
    thresholds: Thresholds
    health: Health
    profile: Profile
    facts: StoreFacts
    retrieval: Retrieval | None = None

    def summary(self) -> dict[str, Any]:
        """Return what `docmill report --json` prints: `health`, `retrieval` (null without queries) and `alerts`."""
        values = self.health.model_dump(mode="json")
        return {
            "health": values["values"],
            "retrieval": self.retrieval.summary() if self.retrieval else None,
            "alerts": values["alerts"],
        }


def make_report(
    chunks: Sequence[Chunk],
    facts: StoreFacts,
    thresholds: Thresholds,
    as_of: date,
    *,
    retrieval: Retrieval | None = None,
    run_id: str | None = None,
) -> Report:
    """Return the report on the chunks that searchers reach."""
    return Report(
        collection=facts.collection,
        as_of=as_of,
        run_id=run_id,
        thresholds=thresholds,
        health=health(chunks, facts, thresholds, as_of),
        profile=profile(chunks, facts, thresholds, as_of),
        facts=facts,
        retrieval=retrieval,
    )


def load_report(path: Path) -> Report:
    """Return a report that `Report.model_dump_json` wrote; raises SettingsError where the file is none."""
    try:
        return Report.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise SettingsError(f"{path.name} is not a stored report; leave it out, or run docmill report again") from error
