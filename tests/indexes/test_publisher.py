"""The lifecycle on a real catalog and a real index, and what is left when a publication is cut off anywhere."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from indexes.catalog.leases import owner_name
from indexes.publication import Publication
from indexes.publisher import Publisher
from indexes.reconcile import compare
from schemas.errors import LeaseLost
from schemas.version import DocStatus
from tests.indexes.conftest import Store

Make = Callable[..., Publication]
DAY = date(2024, 6, 1)


def test_versions_come_alive_and_retire(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v2022", "2022-01-01", 5)], date(2022, 3, 1))
    assert store.found() == {"v2022": ("active", 5)}

    store.publisher.publish([publication("v2024", "2024-01-01", 4)], DAY)
    assert store.found() == {"v2024": ("active", 4)}
    assert store.found(archive=True) == {"v2024": ("active", 4), "v2022": ("superseded", 5)}

    store.publisher.publish([publication("v2023", "2023-01-01", 3)], DAY)
    assert store.found() == {"v2024": ("active", 4)}

    store.publisher.publish([publication("v2027", "2027-01-01", 2)], DAY)
    assert store.found() == {"v2024": ("active", 4)}
    assert store.found(archive=True)["v2027"] == ("pending", 2)

    [document] = store.catalog.versions.documents("default")
    receipt = store.publisher.new_day([document.doc_id], date(2027, 1, 1))
    assert [len(receipt.of(s)) for s in (DocStatus.ACTIVE, DocStatus.SUPERSEDED)] == [1, 1]
    assert store.found() == {"v2027": ("active", 2)}
    assert compare(store.catalog, store.index, "default").agree


def test_a_shorter_replacement_leaves_no_orphan(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v1", "2024-01-01", 10)], DAY)
    store.publisher.publish([publication("v1", "2024-01-01", 3, text="新 ")], DAY)
    assert store.found(archive=True) == {"v1": ("active", 3)}
    store.publisher.sweep()
    assert store.found(archive=True) == {"v1": ("active", 3)}
    assert compare(store.catalog, store.index, "default").agree


def test_replaced_text_is_gone_from_the_disk_after_the_sweep(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v1", "2024-01-01", 200, family="long")], DAY)
    store.publisher.publish([publication("v1", "2024-01-01", 5, text="retiredword ")], DAY)
    store.publisher.sweep()
    store.publisher.publish([publication("v1", "2024-01-01", 3, text="newword ")], DAY)
    store.publisher.sweep()
    held = [path for path in (store.folder / "index").rglob("*") if path.is_file() and b"retiredword" in path.read_bytes()]
    assert held == []
    assert store.found(archive=True) == {"v1": ("active", 203)}
    assert compare(store.catalog, store.index, "default").agree


def test_withdrawal_empties_the_live_table_and_revives_none(store: Store, publication: Make) -> None:
    first, second = publication("v1", "2022-01-01", 2), publication("v2", "2024-01-01", 2)
    store.publisher.publish([first, second], DAY)
    assert second.draft is not None
    store.publisher.publish([Publication(doc_id=second.doc_id, withdraw=(second.draft.version_id,))], DAY)
    assert store.found() == {}
    assert store.found(archive=True) == {"v1": ("superseded", 2), "v2": ("withdrawn", 2)}


def test_a_withdrawn_version_that_is_published_again_lives_again(store: Store, publication: Make) -> None:
    first = publication("v1", "2022-01-01", 2)
    store.publisher.publish([first], DAY)
    assert first.draft is not None
    store.publisher.publish([Publication(doc_id=first.doc_id, withdraw=(first.draft.version_id,))], DAY)
    store.publisher.publish([publication("v1", "2022-01-01", 2)], DAY)
    assert store.found() == {"v1": ("active", 2)}


def test_several_documents_in_one_step(store: Store, publication: Make) -> None:
    batch = [publication(f"v{i}", "2024-01-01", 2, family=f"f{i}") for i in range(5)]
    before = store.index.snapshot()
    store.publisher.publish(batch, DAY)
    assert len(store.found()) == 5
    assert before.bm25(["等待期"], 10, _everything()) == []


def test_work_that_another_run_overtook_is_not_published(store: Store, publication: Make) -> None:
    stale = publication("v1", "2024-01-01", 5)
    store.publisher.publish([publication("v1", "2024-01-01", 2)], DAY)
    receipt = store.publisher.publish([stale], DAY)
    assert receipt.overtaken == [stale.doc_id]
    assert store.found() == {"v1": ("active", 2)}


STEPS = ["stage", "commit", "_finish"]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_publication_cut_off_anywhere_is_completed_by_the_next_run(
    store: Store, publication: Make, monkeypatch: pytest.MonkeyPatch, step: str, after: bool
) -> None:
    store.publisher.publish([publication("v1", "2022-01-01", 5)], DAY)
    owner: Any = store.publisher if step == "_finish" else store.index
    real = getattr(owner, step)

    def cut_off(*args: Any, **kwargs: Any) -> None:
        if after:
            real(*args, **kwargs)
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, step, cut_off)
    with pytest.raises(KeyboardInterrupt):
        store.publisher.publish([publication("v2", "2024-01-01", 3)], DAY)
    monkeypatch.undo()
    visible = store.found()
    assert visible in ({"v1": ("active", 5)}, {"v2": ("active", 3)})

    successor = Publisher(store.catalog, lambda: store.index, "default", owner_name("test"))
    successor.recover()
    assert store.found() == {"v2": ("active", 3)}
    assert store.found(archive=True) == {"v2": ("active", 3), "v1": ("superseded", 5)}
    assert compare(store.catalog, store.index, "default").agree


def test_an_intent_of_a_living_run_is_left_alone(store: Store, publication: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    pub = publication("v1", "2024-01-01", 2)
    store.catalog.leases.acquire([pub.doc_id], owner_name("another"), 1000.0, 60)
    store.catalog.intents.write([pub], "default", owner_name("another"), DAY)
    other = Publisher(store.catalog, lambda: store.index, "default", owner_name("test"), now=lambda: 1059.0)
    assert other.recover().transitions == []
    monkeypatch.setattr("indexes.catalog.intents.is_alive", lambda _owner: False)
    monkeypatch.setattr("indexes.catalog.leases.is_alive", lambda _owner: False)
    assert len(other.recover().transitions) == 1


def test_an_intent_of_another_machine_is_driven_on_once_its_lease_ended(store: Store, publication: Make) -> None:
    pub = publication("v1", "2024-01-01", 2)
    elsewhere = "another-host|1|1|run"
    store.catalog.leases.acquire([pub.doc_id], elsewhere, 1000.0, 60)
    store.catalog.intents.write([pub], "default", elsewhere, DAY)
    later = Publisher(store.catalog, lambda: store.index, "default", owner_name("test"), now=lambda: 1061.0)
    assert len(later.recover().transitions) == 1


def test_versions_that_were_begun_together_come_alive_together(
    store: Store, publication: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [publication("v1", "2022-01-01", 2), publication("v2", "2024-01-01", 3)]
    monkeypatch.setattr(store.publisher, "_finish", _interrupt)
    with pytest.raises(KeyboardInterrupt):
        store.publisher.publish(both, DAY)
    monkeypatch.undo()
    assert store.found() == {"v2": ("active", 3)}
    receipt = store.publisher.recover()
    assert [t.after for t in receipt.transitions if t.before is None].count(DocStatus.ACTIVE) == 1
    assert store.found() == {"v2": ("active", 3)}


def test_a_replacement_without_chunks_leaves_nothing_of_the_old_text(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v1", "2024-01-01", 4)], DAY)
    store.publisher.publish([publication("v1", "2024-01-01", 0, text="空")], DAY)
    assert store.found(archive=True) == {}
    assert compare(store.catalog, store.index, "default").agree


def test_whoever_lost_the_lease_while_staging_changes_nothing_for_searchers(
    store: Store, publication: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    pub = publication("v1", "2024-01-01", 2)
    real = store.index.stage

    def slow(*args: Any) -> None:
        real(*args)
        store.catalog.leases.acquire([pub.doc_id], owner_name("another"), 1e12, 60)

    monkeypatch.setattr(store.index, "stage", slow)
    with pytest.raises(LeaseLost):
        store.publisher.publish([pub], DAY)
    assert store.found() == {}


def _interrupt(*_args: Any) -> None:
    raise KeyboardInterrupt


def _everything() -> Any:
    from indexes.base import Scope

    return Scope(archive=True)
