"""Do the catalog, the vectors and the full text agree? And what to do where they do not."""

from __future__ import annotations

from dataclasses import dataclass

from indexes.base import IndexAudit
from indexes.catalog import Catalog
from indexes.catalog.tables import VersionRow


@dataclass(frozen=True)
class Agreement:
    """Chunk ids that the catalog expects and the index lacks, and those that the index holds and the catalog does not know.

    `broken_versions` lack chunks and must be built again from their sources; `orphan_live` and `orphan_archive` are versions of
    which the index holds rows that should not be there.
    """

    missing: tuple[str, ...]
    orphaned: tuple[str, ...]
    broken_versions: tuple[str, ...]
    orphan_live: tuple[str, ...]
    orphan_archive: tuple[str, ...]
    open_intents: int

    @property
    def agree(self) -> bool:
        """Whether all three hold the same."""
        return not (self.missing or self.orphaned or self.open_intents)


def compare(catalog: Catalog, index: IndexAudit, collection: str) -> Agreement:
    """Return where catalog and index differ for one collection."""
    held = index.holdings()
    live_versions = {row.live_version_id for row in catalog.versions.documents(collection)} - {None}
    versions = catalog.versions.of_collection(collection, with_chunks=True)
    expected_live = {v.version_id: frozenset(v.chunk_ids) for v in versions if v.version_id in live_versions}
    expected_archive = {v.version_id: frozenset(v.chunk_ids) for v in versions if v.version_id not in live_versions}
    missing = _minus(expected_live, held.live) | _minus(expected_archive, held.archive)
    orphaned = _minus(held.live, expected_live) | _minus(held.archive, expected_archive)
    return Agreement(
        missing=tuple(sorted(missing | set(held.one_sided))),
        orphaned=tuple(sorted(orphaned)),
        broken_versions=_broken(versions, missing | set(held.one_sided)),
        orphan_live=_with_extra(held.live, expected_live),
        orphan_archive=_with_extra(held.archive, expected_archive),
        open_intents=len(catalog.intents.open(collection)),
    )


def discard_orphans(index: IndexAudit, found: Agreement) -> None:
    """Remove the rows of versions that should not be where they are; broken versions are rebuilt by whoever calls this."""
    index.discard(found.orphan_live, live=True)
    index.discard(found.orphan_archive, live=False)


def _minus(left: dict[str, frozenset[str]], right: dict[str, frozenset[str]]) -> set[str]:
    return {chunk for version, ids in left.items() for chunk in ids - right.get(version, frozenset())}


def _broken(versions: list[VersionRow], missing: set[str]) -> tuple[str, ...]:
    return tuple(v.version_id for v in versions if missing.intersection(v.chunk_ids))


def _with_extra(held: dict[str, frozenset[str]], expected: dict[str, frozenset[str]]) -> tuple[str, ...]:
    return tuple(sorted(version for version, ids in held.items() if ids - expected.get(version, frozenset())))
