from __future__ import annotations

from collections.abc import Callable
from datetime import date

from indexes.publication import Publication
from indexes.reconcile import compare, discard_orphans
from tests.indexes.conftest import Store

Make = Callable[..., Publication]
DAY = date(2024, 6, 1)


def test_lost_and_stray_rows_are_named(store: Store, publication: Make) -> None:
    kept, lost = publication("v1", "2024-01-01", 2, family="a"), publication("v1", "2024-01-01", 3, family="b")
    store.publisher.publish([kept, lost], DAY)
    assert lost.draft is not None
    store.index.discard([lost.draft.version_id], live=True)
    stray = publication("v9", "2024-01-01", 4, family="c")
    store.publisher._stage(store.catalog.intents.write([stray], "default", "gone|1|1|r", DAY)[0])

    found = compare(store.catalog, store.index, "default")
    assert (len(found.missing), len(found.orphaned), found.open_intents, found.agree) == (3, 4, 1, False)
    assert found.broken_versions == (lost.draft.version_id,)

    discard_orphans(store.index, found)
    assert compare(store.catalog, store.index, "default").orphaned == ()


def test_an_empty_collection_agrees(store: Store) -> None:
    assert compare(store.catalog, store.index, "default").agree
