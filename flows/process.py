"""One version through the mill: parse and scrub, normalise, link, chunk, embed, and lay its rows ready for the publisher."""

from __future__ import annotations

import contextlib
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from flows.discover import hash_file
from flows.fingerprint import joined, parse_key, stage_fingerprints
from flows.home import Home
from flows.index_form import IndexForm
from flows.parse_child import read_document
from flows.parse_pool import ParsePool
from flows.plan import chunks_digest
from flows.task import Task, TaskOutcome
from indexes.base import Row
from indexes.publication import Publication, VersionDraft
from indexes.rows import is_searchable, write_rows
from schemas.chunk import Chunk, ChunkSet
from schemas.document import Document, PageOutcome, SourceFile
from schemas.errors import Defect, DocmillError, Skipped, SourceUnreadable, Transient
from schemas.run import FileResult, Outcome, Reason
from schemas.settings import ChunkPreset
from schemas.version import DocStatus, DocumentVersion

if TYPE_CHECKING:
    from chunkers.context import ChunkContext
    from models.embedder.cache import CachedEmbedder


@dataclass(frozen=True)
class Workbench:
    """What a worker keeps warm between files of one collection: reading child, embedder, index form, fingerprints."""

    home: Home
    collection: str
    pool: ParsePool
    embedder: CachedEmbedder
    form: IndexForm
    stages: dict[str, str]

    @classmethod
    @contextlib.contextmanager
    def open(cls, home: Home, collection: str) -> Iterator[Workbench]:
        """Yield a workbench, with a parsing child that stays warm for the next one. Raises SettingsError."""
        from normalizers.pii import check_settings

        check_settings(home.settings.pii)
        embedder = home.embedder()
        form = IndexForm.of(home.settings.normalize, collection)
        stages = stage_fingerprints(home.settings, collection, embedder.info.fingerprint)
        with ParsePool.borrowed(home.settings) as pool:
            yield cls(home, collection, pool, embedder, form, stages)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the whole pipeline."""
        return joined(self.stages)

    def document(self, source: SourceFile, *, force: bool = False) -> Document:
        """Return the scrubbed, normalised and linked document of a file; parsing is skipped where the cache has it."""
        path = self.home.documents / f"{parse_key(self.stages, source.sha256, source.uri)}.json.gz"
        document = None if force else _cached(path)
        if document is None:
            if hash_file(source.uri) != source.sha256:
                raise SourceUnreadable(
                    "the file no longer holds the bytes that were planned for; ingest it again", stage="parse"
                )
            self.pool.parse(source, path)
            document = read_document(path)
        return self.form.document(document)

    def with_presets(self, presets: dict[str, ChunkPreset]) -> Workbench:
        """Return the same workbench with further chunking presets."""
        settings = self.home.settings.model_copy(update={"chunking": {**self.home.settings.chunking, **presets}})
        return replace(self, home=replace(self.home, settings=settings))

    def chunk(self, document: Document, task: Task, as_of: date, preset: str | None = None) -> ChunkSet:
        """Return the chunks of a document under a task's identity, updated on the day `as_of`."""
        from chunkers import chunk

        context = self._context(task, as_of, preset)
        return chunk(document.model_copy(update={"version": _version(task, self.fingerprint)}), context)

    def _context(self, task: Task, as_of: date, preset: str | None) -> ChunkContext:
        from chunkers.context import ChunkContext

        return ChunkContext(
            collection=self.collection, doc_type=task.doc_type, product_code=task.product_code,
            business_line=task.business_line, update_time=as_of.isoformat(), fingerprint=self.fingerprint,
            presets=self.home.settings.chunking, embedder=self.embedder, preset=preset,
        )  # fmt: skip


def _cached(path: Path) -> Document | None:
    """Return a document of the cache, or None where it is not there or damaged: then it is read once more."""
    try:
        return read_document(path) if path.exists() else None
    except (OSError, EOFError, ValueError, zlib.error):
        return None


def _source_gone() -> Skipped:
    return Skipped("the bytes of this version are no longer at their source; it stays as it was made", rule="source_gone")


def process(bench: Workbench, task: Task, as_of: date, staged: Path) -> TaskOutcome:
    """Return what became of a task; nothing that a file does raises from here."""
    started = time.monotonic()
    embedded_before = bench.embedder.computed
    try:
        document = bench.document(source_of(task), force=task.force_parse and task.is_current)
        outcome = _prepared(bench, task, document, as_of, staged)
    except SourceUnreadable as error:
        outcome = _ended(task, error if task.is_current else _source_gone())
    except DocmillError as error:
        outcome = _ended(task, error)
    except Exception as error:  # a fault of ours must not stop the batch
        outcome = _ended(
            task, Defect(f"{type(error).__name__} while preparing the file; report it with the file's kind", stage="chunk")
        )
    seconds = round(time.monotonic() - started, 3)
    result = outcome.result.model_copy(update={"seconds": seconds})
    return outcome.model_copy(update={"result": result, "embedded": bench.embedder.computed - embedded_before})


def source_of(task: Task) -> SourceFile:
    """Return the file that a task reads."""
    return SourceFile(uri=task.uri, name=PurePosixPath(task.uri).name, sha256=task.sha256, size=task.size)


def _prepared(bench: Workbench, task: Task, document: Document, as_of: date, staged: Path) -> TaskOutcome:
    chunk_set = bench.chunk(document, task, as_of)
    chunks = _dated(chunk_set.chunks, task, as_of)
    write_rows(str(staged), rows_of(bench, chunks, fresh=task.force_embed), bench.embedder.info.dimension)
    facts = document_facts(document, chunk_set)
    draft = VersionDraft(
        version_id=task.version_id, doc_id=task.doc_id, family=task.family, label=task.label, sha256=task.sha256,
        effective_from=task.effective_from, effective_to=task.effective_to, fingerprint=bench.fingerprint,
        update_time=chunks[0].metadata.update_time if chunks else as_of.isoformat(), uri=task.uri, name=document.source.name,
        doc_type=task.doc_type, product_code=task.product_code, business_line=task.business_line,
        chunk_ids=tuple(chunk.chunk_id for chunk in chunks), facts=facts, withdrawn_on=task.withdrawn_on,
        expected_revision=task.expected_revision,
    )  # fmt: skip
    result = FileResult(
        path=task.uri, outcome=Outcome.PARSED, doc_id=task.doc_id, version_id=task.version_id, kind=document.route.kind,
        pages=len(document.pages) or None, page_outcomes=facts["page_outcomes"], blocks=len(document.blocks),
        chunks=len(chunks),
    )  # fmt: skip
    publication = Publication(doc_id=task.doc_id, draft=draft, staged=str(staged))
    return TaskOutcome(result=result, publication=publication, name=document.source.name)


def _dated(chunks: tuple[Chunk, ...], task: Task, as_of: date) -> tuple[Chunk, ...]:
    """Return the chunks with their update time: the day of this run, unless the version had the same chunks already."""
    same = chunks_digest([c.chunk_id for c in chunks]) == task.known_chunks
    day = task.known_update_time if same and task.known_update_time else as_of.isoformat()
    changed = {"update_time": day, "doc_status": DocStatus.PENDING}
    return tuple(c.model_copy(update={"metadata": c.metadata.model_copy(update=changed)}) for c in chunks)


def rows_of(bench: Workbench, chunks: Sequence[Chunk], *, fresh: bool = False) -> list[Row]:
    """Return the chunks as rows for the index, with vector and tokens where they are searched; `fresh` passes the cache by."""
    from language.tokens import index_tokens

    searchable = [chunk for chunk in chunks if is_searchable(chunk)]
    vectors = bench.embedder.embed([chunk.index_text for chunk in searchable], fresh=fresh)
    by_id = {chunk.chunk_id: vector for chunk, vector in zip(searchable, vectors, strict=True)}
    return [
        Row(chunk, by_id.get(chunk.chunk_id), tuple(index_tokens(chunk.index_text)) if chunk.chunk_id in by_id else ())
        for chunk in chunks
    ]


def document_facts(document: Document, chunk_set: ChunkSet) -> dict[str, Any]:
    """Return what the report needs to know of a document beside its chunks: counts only, never text."""
    as_blocks: Counter[str] = Counter()
    for drop in chunk_set.drops:
        as_blocks[drop.rule] += drop.span.end - drop.span.start
    # A parser counts what it took out under a rule whether or not a block keeps it: the larger count is the whole of it.
    dropped = as_blocks | Counter(document.report.dropped_chars)
    without_block = sum((dropped - as_blocks).values())
    return {
        "kind": document.route.kind,
        "pages": len(document.pages),
        "page_outcomes": _page_outcomes(document),
        "blocks": len(document.blocks),
        "body_chars": sum(len(block.text) for block in document.blocks) + without_block,
        "dropped_chars": dict(sorted(dropped.items())),
        "pii": dict(sorted(document.report.pii_counts.items())),
        "references": len(document.references),
        "unresolved": sum(ref.target_block_id is None for ref in document.references),
        "remarks": list(document.report.remarks),
        "language": document.language,
        "chunks": len(chunk_set.chunks),
        "chunks_digest": chunks_digest([chunk.chunk_id for chunk in chunk_set.chunks]),
    }


def _page_outcomes(document: Document) -> dict[str, int]:
    """Return how many pages ended in each outcome, all of them named; nothing for a document without pages."""
    counts = Counter(page.outcome for page in document.pages)
    return {str(outcome): counts[outcome] for outcome in PageOutcome} if document.pages else {}


def _ended(task: Task, error: DocmillError) -> TaskOutcome:
    skipped = isinstance(error, Skipped)
    reason = Reason(
        rule=error.rule if isinstance(error, Skipped) else None,
        error=None if skipped else type(error).__name__,
        stage=error.stage or None,
        page=error.page,
        message=error.message,
    )
    result = FileResult(
        path=task.uri, outcome=Outcome.SKIPPED if skipped else Outcome.FAILED, doc_id=task.doc_id, reason=reason
    )
    return TaskOutcome(result=result, name=error.document, transient=isinstance(error, Transient))


def _version(task: Task, fingerprint: str) -> DocumentVersion:
    return DocumentVersion(
        version_id=task.version_id, doc_id=task.doc_id, family=task.family, label=task.label, sha256=task.sha256,
        effective_from=task.effective_from, effective_to=task.effective_to, fingerprint=fingerprint,
    )  # fmt: skip


def process_batch(home: Home, run_id: str, batch: int) -> str:
    """Return the batch's id once each of its tasks has an outcome in the catalog; those that have one are left out."""
    catalog = home.catalog()
    try:
        run = catalog.runs.get(run_id)
        with Workbench.open(home, run.collection) as bench:
            for item in catalog.runs.items(run_id, batch):
                if item.outcome is None:
                    task = Task.model_validate(item.task)
                    outcome = process(bench, task, run.as_of, home.staged_path(run_id, item.item))
                    catalog.runs.record(run_id, item.item, outcome.model_dump(mode="json"))
    finally:
        catalog.close()
    return f"{run_id}/{batch}"
