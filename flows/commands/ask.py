"""Asking the store: search, status."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from flows.commands.options import Common, as_of_option, common, table

if TYPE_CHECKING:
    from flows.search import Answer, Found

EXCERPT_CHARS = 160
SHOWN = ("doc_status", "label", "effective_from", "chunks")


@click.command()
@click.argument("query")
@click.option("-k", default=5, show_default=True, type=click.IntRange(1, 1000), help="How many hits.")
@click.option("--mode", type=click.Choice(["hybrid", "vector", "bm25"]), default="hybrid", show_default=True)
@click.option("--where", multiple=True, metavar="K=V", help="Only chunks with this metadata; a list must contain it.")
@click.option("--all-versions", is_flag=True, help="Not only what is active.")
@as_of_option
@common
def search(
    common: Common, query: str, k: int, mode: str, where: tuple[str, ...], all_versions: bool, as_of: date | None
) -> int:
    """Look into the store."""
    from flows.search import Mode, Searcher
    from indexes.filters import parse_condition

    conditions = [parse_condition(text) for text in where]
    searcher = Searcher(common.home, common.named_collection)
    answer = searcher.search(query, k, Mode(mode), conditions, all_versions=all_versions, as_of=as_of)
    value = {"hits": [_hit(found) for found in answer.hits], "warnings": list(answer.warnings)}
    common.show(value, lambda: _answer_text(answer))
    return 0


@click.command()
@click.argument("doc_id", required=False)
@as_of_option
@common
def status(common: Common, doc_id: str | None, as_of: date | None) -> int:
    """Show documents, versions and counts of the catalog."""
    from flows.status import status as do

    value = do(common.home, common.collection, doc_id, as_of)
    rows = [
        [*(str(version[name]) for name in SHOWN), document["doc_id"], version["source_file"]]
        for document in value["documents"]
        for version in document["versions"]
    ]  # fmt: skip
    header = ["status", "version", "from", "chunks", "document", "file"]
    common.show(value, lambda: table(rows, header) + "\n" + "  ".join(f"{k} {v}" for k, v in value["counts"].items()))
    return 0


def _hit(found: Found) -> dict[str, object]:
    chunk = found.chunk
    return {
        "chunk_id": chunk.chunk_id,
        "score": round(found.score, 6),
        "text": chunk.text,
        "parent_text": found.parent_text,
        "metadata": chunk.metadata.model_dump(mode="json"),
    }


def _answer_text(answer: Answer) -> str:
    parts = []
    for number, found in enumerate(answer.hits, start=1):
        data = found.chunk.metadata
        pages = f", page {', '.join(map(str, data.page_numbers))}" if data.page_numbers else ""
        section = " > ".join(data.section_path)
        parts.append(f"{number}. {data.doc_name}  version {data.version} ({data.doc_status}){pages}  score {found.score:.4f}")
        parts += [f"   § {section}"] if section else []
        text = " ".join(found.chunk.text.split())
        parts.append(f"   {text[:EXCERPT_CHARS]}{'…' if len(text) > EXCERPT_CHARS else ''}")
    parts += [f"! {warning}" for warning in answer.warnings]
    return "\n".join(parts) or "nothing found"
