"""A real catalog and a real LanceDB per test, and versions made of a few chunks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from indexes.base import Row, Scope
from indexes.catalog import Catalog
from indexes.catalog.leases import owner_name
from indexes.lance import LanceIndex
from indexes.publication import Publication, VersionDraft
from indexes.publisher import Publisher
from indexes.rows import write_rows
from schemas.chunk import Chunk, ChunkMetadata, ChunkType, PlacedBox
from schemas.version import chunk_id, content_hash, doc_id, version_id

DIMENSION = 8
WORD = "等待期"


def vector_of(text: str) -> np.ndarray:
    values = np.frombuffer(content_hash(text).encode()[:DIMENSION], dtype=np.uint8).astype(np.float32)
    return values / np.linalg.norm(values)


@dataclass
class Store:
    folder: Path
    catalog: Catalog
    index: LanceIndex
    publisher: Publisher

    def found(self, *, archive: bool = False) -> dict[str, tuple[str, int]]:
        """What full text finds: label to (status, chunks). Asserts that vectors find the same."""
        snapshot = self.index.snapshot()
        scope = Scope(archive=archive)
        by_text = snapshot.bm25([WORD], 1000, scope)
        by_vector = snapshot.vector(vector_of("x"), 1000, scope)
        assert {h.chunk.chunk_id for h in by_text} == {h.chunk.chunk_id for h in by_vector}
        labels: dict[str, tuple[str, int]] = {}
        for hit in by_text:
            data = hit.chunk.metadata
            labels[data.version] = (str(data.doc_status), labels.get(data.version, ("", 0))[1] + 1)
        return labels


@pytest.fixture
def store(tmp_path: Path) -> Store:
    catalog = Catalog(tmp_path / "catalog.db")
    index = LanceIndex(tmp_path / "index", DIMENSION)
    return Store(tmp_path, catalog, index, Publisher(catalog, lambda: index, "default", owner_name("test")))


@pytest.fixture
def publication(store: Store) -> Callable[..., Publication]:
    def make(
        label: str, begins: str, chunks: int, *, ends: str | None = None, family: str = "clause/P1", text: str = ""
    ) -> Publication:
        document = doc_id("default", family)
        version = version_id(document, label)
        known = store.catalog.versions.get(version)
        starts, stops = date.fromisoformat(begins), date.fromisoformat(ends) if ends else None
        rows = [_row(document, version, label, starts, stops, i, f"{text}{label} 第{i + 1}条 {WORD}") for i in range(chunks)]
        staged = store.folder / f"{version}.arrow"
        write_rows(str(staged), rows, DIMENSION)
        draft = VersionDraft(
            version_id=version, doc_id=document, family=family, label=label, sha256=content_hash(label + text), effective_from=starts,
            effective_to=stops, fingerprint="f", update_time=begins, uri=f"/library/{label}.pdf", name=f"{label}.pdf",
            chunk_ids=tuple(row.chunk.chunk_id for row in rows), expected_revision=known.revision if known else 0,
        )  # fmt: skip
        return Publication(doc_id=document, draft=draft, staged=str(staged))

    return make


def _row(document: str, version: str, label: str, begins: date, ends: date | None, number: int, text: str) -> Row:
    identity = chunk_id(version, "clause", f"b{number:05d}", 0, content_hash(text))
    metadata = ChunkMetadata(
        collection="default", doc_id=document, doc_name="条款", doc_type="clause", source_file="条款.pdf", version_id=version,
        version=label, effective_from=begins, effective_to=ends, section_path=("第一章", f"第{number + 1}条"), chunk_type=ChunkType.CLAUSE,
        chunk_index=number, page_numbers=(number + 1,), bbox=(PlacedBox.at(number + 1, (1, 2, 3, 4)),), token_count=9,
        char_count=len(text), has_table=number == 0, ref_map={"第二条": (identity,)}, content_hash=content_hash(text),
    )  # fmt: skip
    return Row(Chunk(chunk_id=identity, text=text, index_text=text, metadata=metadata), vector_of(text), tuple(text.split()))
