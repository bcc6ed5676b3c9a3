"""Rows go in and come out the same; filters mean the same on every type; a snapshot does not move."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from indexes.base import Condition, Scope
from indexes.filters import parse_condition
from indexes.lance import LanceIndex
from indexes.publication import Publication
from indexes.rows import read_rows, to_chunk
from schemas.errors import EmbedderMismatch
from tests.indexes.conftest import DIMENSION, Store, vector_of

Make = Callable[..., Publication]
DAY = date(2024, 6, 1)


def test_a_chunk_comes_back_as_it_went_in(store: Store, publication: Make) -> None:
    pub = publication("v1", "2024-01-01", 3, ends="2030-01-01")
    written = {record["chunk_id"]: to_chunk(record) for record in read_rows(str(pub.staged)).to_pylist()}
    store.publisher.publish([pub], DAY)
    for chunk in store.index.chunks(Scope()):
        expected = written[chunk.chunk_id]
        assert chunk == expected.model_copy(update={"metadata": expected.metadata.model_copy(update={"doc_status": "active"})})


FILTERS = [
    ("page_numbers=2", 1), ("section_path=第一章", 4), ("section_path=第2条", 1), ("has_table=true", 1), ("has_table=false", 3),
    ("chunk_index=0|3", 2), ("effective_from=2024-01-01", 4), ("effective_to=", 4), ("doc_status=active", 4), ("version=v2", 0),
    ("parse_confidence=1.0", 4), ("product_code=", 4), ("line_start=", 4), ("chunk_type=clause", 4), ("token_count=9", 4),
]  # fmt: skip


@pytest.mark.parametrize(("text", "count"), FILTERS, ids=[f[0] for f in FILTERS])
def test_filters_hold_in_both_rankings(store: Store, publication: Make, text: str, count: int) -> None:
    store.publisher.publish([publication("v1", "2024-01-01", 4)], DAY)
    scope = Scope((parse_condition(text),))
    snapshot = store.index.snapshot()
    assert len(snapshot.bm25(["等待期"], 50, scope)) == count
    assert len(snapshot.vector(vector_of("x"), 50, scope)) == count


def test_a_snapshot_stays_as_it_was(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v1", "2022-01-01", 4)], DAY)
    snapshot = store.index.snapshot()
    store.publisher.publish([publication("v2", "2024-01-01", 2)], DAY)
    assert {hit.chunk.metadata.version for hit in snapshot.bm25(["等待期"], 50, Scope())} == {"v1"}
    assert {hit.chunk.metadata.version for hit in store.index.snapshot().bm25(["等待期"], 50, Scope())} == {"v2"}


def test_fetch_keeps_the_order_asked_for(store: Store, publication: Make) -> None:
    store.publisher.publish([publication("v1", "2024-01-01", 4)], DAY)
    ids = [chunk.chunk_id for chunk in store.index.chunks(Scope())][::-1]
    assert [chunk.chunk_id for chunk in store.index.snapshot().fetch([*ids, "absent"], Scope())] == ids


def test_an_empty_index_answers_with_nothing(store: Store) -> None:
    snapshot = store.index.snapshot()
    assert snapshot.bm25(["等待期"], 5, Scope(archive=True)) == []
    assert snapshot.vector(vector_of("x"), 5, Scope((Condition("version_id", ()),))) == []
    assert snapshot.fetch([], Scope()) == []


def test_another_dimension_is_refused(store: Store) -> None:
    with pytest.raises(EmbedderMismatch, match="8 dimensions"):
        LanceIndex(store.folder / "index", DIMENSION * 2)


def test_the_folder_is_made(tmp_path: Path) -> None:
    LanceIndex(tmp_path / "deep" / "index", DIMENSION)
    assert (tmp_path / "deep" / "index" / "live.lance").exists()
