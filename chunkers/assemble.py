"""Drafts to chunks: ids, links, and every name of the metadata contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkers.draft import Draft, Place, Role, text_of
from chunkers.job import Job, doc_name
from chunkers.key_clauses import is_key_clause
from chunkers.provenance import Traces
from chunkers.ref_map import ref_maps
from language.detect import language_of
from schemas.chunk import Chunk, ChunkMetadata, ChunkSet, ChunkType, Drop, Span
from schemas.document import Table
from schemas.errors import WrongUse
from schemas.version import DocumentVersion, chunk_id, content_hash

_NEVER_KEY = frozenset({ChunkType.CODE, ChunkType.API, ChunkType.CHAT, ChunkType.FAQ})


@dataclass(frozen=True)
class _Made:
    """A draft with what identifies it."""

    draft: Draft
    chunk_id: str
    text: str
    hash: str


def assemble(job: Job, drafts: Sequence[Draft], doc_type: str, drops: tuple[Drop, ...]) -> ChunkSet:
    """Return the chunks of the drafts, in their order. The document must carry its version."""
    version = job.document.version
    if version is None:
        raise WrongUse("a document is chunked for one of its versions; attach a DocumentVersion first", stage="chunk")
    made = _identified(drafts, version.version_id)
    ids = {id(item.draft): item.chunk_id for item in made}
    links = _links(made)
    references = ref_maps(job.document, [(item.chunk_id, item.draft) for item in made])
    traces = Traces(job.document)
    chunks = tuple(
        Chunk(
            chunk_id=item.chunk_id,
            text=item.text,
            index_text=item.text if item.draft.chunk_type is ChunkType.PARENT else job.budget.index_text(item.draft.parts),
            metadata=ChunkMetadata(
                **_identity(job, version, doc_type),
                **_content(job, item),
                **traces.of(item.draft.places),
                chunk_index=index,
                parent_id=ids[id(item.draft.parent)] if item.draft.parent is not None else None,
                prev_chunk_id=links[item.chunk_id][0],
                next_chunk_id=links[item.chunk_id][1],
                ref_map=references[item.chunk_id],
            ),
        )
        for index, item in enumerate(made)
    )
    spans = {item.chunk_id: tuple(_span(place) for place in item.draft.places) for item in made}
    return ChunkSet(chunks=chunks, spans=spans, drops=drops)


def _identified(drafts: Sequence[Draft], version_id: str) -> list[_Made]:
    made: list[_Made] = []
    taken: dict[str, int] = {}
    for draft in drafts:
        text = text_of(draft.parts)
        digest = content_hash(text)
        place = draft.places[0] if draft.places else Place("", 0, 0)
        identity = chunk_id(version_id, draft.chunk_type.value, place.block_id, place.start, digest)
        count = taken[identity] = taken.get(identity, 0) + 1
        if count > 1:
            identity = chunk_id(version_id, draft.chunk_type.value, place.block_id, place.start, f"{digest}#{count}")
        made.append(_Made(draft, identity, text, digest))
    return made


def _links(made: Sequence[_Made]) -> dict[str, tuple[str | None, str | None]]:
    """Return (previous, next) of each chunk among those that are searched; parents have none."""
    searched = [item.chunk_id for item in made if item.draft.chunk_type is not ChunkType.PARENT]
    links: dict[str, tuple[str | None, str | None]] = {item.chunk_id: (None, None) for item in made}
    for before, this, after in zip([None, *searched], searched, [*searched[1:], None], strict=False):
        links[this] = (before, after)
    return links


def _identity(job: Job, version: DocumentVersion, doc_type: str) -> dict[str, object]:
    context = job.context
    return {
        "collection": context.collection,
        "business_line": context.business_line,
        "product_code": context.product_code,
        "doc_id": version.doc_id,
        "doc_name": doc_name(job.document),
        "doc_type": doc_type,
        "source_file": job.document.source.name,
        "version_id": version.version_id,
        "version": version.label,
        "doc_status": version.status,
        "effective_from": version.effective_from,
        "effective_to": version.effective_to,
        "update_time": context.update_time,
        "pipeline_fingerprint": context.fingerprint or version.fingerprint,
    }


def _content(job: Job, item: _Made) -> dict[str, object]:
    draft = item.draft
    searched = item.text if draft.chunk_type is ChunkType.PARENT else job.budget.index_text(draft.parts)
    headings = [part.text for part in draft.parts if part.role in (Role.HEADING, Role.LABEL)]
    key = is_key_clause([*draft.path[-1:], *headings], job.context.key_clause_patterns)
    return {
        "section_path": draft.path,
        "section_title": draft.path[-1] if draft.path else "",
        "section_level": len(draft.path),
        "chunk_type": draft.chunk_type,
        "token_count": job.budget.count(searched),
        "char_count": len(item.text),
        "is_key_clause": key and draft.chunk_type not in _NEVER_KEY,
        "has_table": any(isinstance(block, Table) for block in job.blocks_of(draft.places)),
        "language": job.document.language or language_of(item.text),
        "content_hash": item.hash,
    }


def _span(place: Place) -> Span:
    return Span(block_id=place.block_id, start=place.start, end=place.end)
