"""The one way in: a document and its context to chunks."""

from __future__ import annotations

from chunkers import chat, faq, parent_child, recursive, semantic, structure  # noqa: F401  (they enter the registry)
from chunkers.assemble import assemble
from chunkers.context import ChunkContext
from chunkers.doc_type import infer_doc_type
from chunkers.fit import fitted
from chunkers.job import drops, make_job
from chunkers.presets import preset_name, resolve
from chunkers.registry import CHUNKERS
from schemas.chunk import ChunkSet
from schemas.document import Document


def chunk(document: Document, context: ChunkContext) -> ChunkSet:
    """Return the chunks of a document, in order, with the source characters of each and what was set aside.

    The preset is the one that the context names, else that of the document type, given or inferred. Every chunk but parents
    stays inside the embedder's window. Raises UnknownName for a preset or chunker that does not exist.
    """
    doc_type = context.doc_type or infer_doc_type(document)
    name = context.preset or preset_name(doc_type, context.presets)
    preset = resolve(name, context.presets)
    job = make_job(document, context, preset)
    chunker = CHUNKERS.get(preset.chunker)()
    blocks = {block.id: block for block in document.blocks}
    drafts = [piece for draft in chunker.drafts(job) for piece in fitted(draft, job.budget, blocks)] if job.blocks else []
    return assemble(job, drafts, doc_type, drops(document))
