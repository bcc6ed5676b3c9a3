"""One file through the mill without storing it: the document, and the chunks with the ids that `ingest` would give."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from flows.discover import find_files, hash_file
from flows.home import Home
from flows.identity import Hints, identify, read_manifest
from flows.parse_child import read_document
from flows.parse_pool import ParsePool
from flows.plan import Planner
from flows.process import Workbench, source_of
from flows.task import Task
from indexes.catalog import Catalog
from schemas.chunk import ChunkSet
from schemas.document import Document
from schemas.errors import SettingsError


@dataclass(frozen=True)
class Looked:
    """A document and its chunks."""

    document: Document
    chunk_set: ChunkSet


def parse_file(home: Home, collection: str, file: Path, *, scrub: bool = True) -> Document:
    """Return the document of a file: scrubbed, normalised and linked; or raw and marked so, past every cache.

    Raises SettingsError for a raw document where `[pii] allow_raw` does not allow it.
    """
    task = _task(home, collection, file, Hints(), date.today())
    if scrub:
        with Workbench.open(home, collection) as bench:
            return bench.document(source_of(task))
    if not home.settings.pii.allow_raw:
        raise SettingsError(
            "--no-scrub shows personal data as it is; set [pii] allow_raw = true in docmill.toml to permit that"
        )
    with tempfile.TemporaryDirectory() as folder, ParsePool(home.settings) as pool:
        out = Path(folder) / "raw.json.gz"
        pool.parse(source_of(task), out, scrub=False)
        return read_document(out)


def chunk_file(
    home: Home, collection: str, file: Path, hints: Hints, manifest: Path | None, as_of: date, preset: str | None
) -> Looked:
    """Return the document and chunks of a file under the identity that these hints, or a manifest's row, give it."""
    rows = read_manifest(manifest, [file.parent]) if manifest else {}
    own = rows.get(find_files([file])[0].uri, Hints())
    task = _task(home, collection, file, own.over(hints), as_of)
    with Workbench.open(home, collection) as bench:
        document = bench.document(source_of(task))
        return Looked(document, bench.chunk(document, task, as_of, preset))


def _task(home: Home, collection: str, file: Path, hints: Hints, as_of: date) -> Task:
    """Return the task that `ingest` would make of a file. A home that does not exist yet is not created."""
    found = find_files([file])[0]
    sha256 = hash_file(found.uri)
    catalog = home.catalog() if home.exists else Catalog("sqlite://")
    try:
        known = catalog.files.get(collection, found.uri)
        identity = identify(hints, collection, found.uri, sha256, known.family if known else None)
        return Planner(catalog, collection, as_of, "").task(found, hints, sha256, identity)
    finally:
        catalog.close()
