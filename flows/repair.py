"""Reconciliation with repair: open intents driven on, orphans removed, versions that lack chunks made again."""

from __future__ import annotations

from datetime import date
from typing import Any

from flows.home import Home
from flows.ingest import again_as_it_was
from flows.run import Run
from indexes.catalog import Catalog
from indexes.lance import LanceIndex
from indexes.reconcile import Agreement, compare, discard_orphans


def reconcile(home: Home, collection: str, *, repair: bool) -> dict[str, Any]:
    """Return `agree`, `missing`, `orphaned` (chunk ids) and `repaired` (how many of them were mended)."""
    catalog = home.catalog() if home.exists else None
    bound = catalog.collection(collection) if catalog else None
    if catalog is None or bound is None:
        return {"agree": True, "missing": [], "orphaned": [], "repaired": 0}
    found = compare(catalog, home.index(collection, bound.dimension), collection)
    before = len(found.missing) + len(found.orphaned) + found.open_intents
    if repair and not found.agree:
        found = _repaired(home, collection, catalog, bound.dimension)
    left = len(found.missing) + len(found.orphaned) + found.open_intents
    catalog.close()
    return {"agree": found.agree, "missing": list(found.missing), "orphaned": list(found.orphaned), "repaired": before - left}


def _repaired(home: Home, collection: str, catalog: Catalog, dimension: int) -> Agreement:
    run = Run.start(home, "reconcile", collection, _last_day(catalog, collection))
    index: LanceIndex = home.index(collection, dimension)
    with run.publisher.alone():
        found = compare(catalog, index, collection)
        discard_orphans(index, found)
    broken = set(found.broken_versions) | set(compare(catalog, index, collection).broken_versions)
    versions = [v for v in catalog.versions.of_collection(collection) if v.version_id in broken]
    run.carry_out([again_as_it_was(run, version) for version in versions])
    run.finish()
    return compare(catalog, home.index(collection, dimension), collection)


def _last_day(catalog: Catalog, collection: str) -> date:
    """Return the day of the last run, so that repairing moves no version's status."""
    latest = catalog.runs.latest(collection)
    return latest.as_of if latest else date.today()
