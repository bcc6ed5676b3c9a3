"""The catalog as the `status` command shows it: documents, versions, counts, on a given day."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Any

from flows.home import Home
from indexes.catalog import Catalog
from indexes.catalog.tables import DocumentRow, VersionRow
from indexes.catalog.versions import lifespan
from indexes.lifecycle import statuses
from schemas.errors import WrongUse


def status(home: Home, collection: str | None, doc_id: str | None, as_of: date | None) -> dict[str, Any]:
    """Return the `documents` and `counts` of the status command. Raises WrongUse for a document that is not there."""
    documents = [entry for entry in _all(home, collection, as_of) if doc_id in (None, entry["doc_id"])]
    if doc_id and not documents:
        raise WrongUse(f"no document {doc_id}; `docmill status` lists them all")
    counts = Counter(version["doc_status"] for document in documents for version in document["versions"])
    total = {"documents": len(documents), "versions": sum(counts.values())}
    return {"documents": documents, "counts": total | dict(sorted(counts.items()))}


def _all(home: Home, collection: str | None, as_of: date | None) -> list[dict[str, Any]]:
    if not home.exists:
        return []
    catalog = home.catalog()
    try:
        names = [collection] if collection else catalog.collections()
        return [entry for name in names for entry in _documents(catalog, name, as_of)]
    finally:
        catalog.close()


def _documents(catalog: Catalog, collection: str, as_of: date | None) -> list[dict[str, Any]]:
    by_doc: dict[str, list[VersionRow]] = {}
    for row in catalog.versions.of_collection(collection):
        by_doc.setdefault(row.doc_id, []).append(row)
    return [_document(document, by_doc.get(document.doc_id, []), as_of) for document in catalog.versions.documents(collection)]


def _document(document: DocumentRow, versions: list[VersionRow], as_of: date | None) -> dict[str, Any]:
    stored = {v.version_id: v.status for v in versions}
    shown = statuses((lifespan(v) for v in versions), as_of) if as_of else stored
    return {
        "doc_id": document.doc_id,
        "family": _family(document, versions),
        "collection": document.collection,
        "versions": [
            {
                "version_id": v.version_id,
                "label": v.label,
                "doc_status": str(shown[v.version_id]),
                "effective_from": v.effective_from.isoformat(),
                "effective_to": v.effective_to.isoformat() if v.effective_to else None,
                "chunks": v.facts.get("chunks", 0),
                "source_file": v.name,
            }
            for v in versions
        ],
    }


def _family(document: DocumentRow, versions: list[VersionRow]) -> str:
    """Return the family; where it is a file's path, the file's scrubbed name stands for it."""
    is_path = re.match(r"/|[A-Za-z]:[/\\]", document.family)
    return versions[0].name if is_path and versions else document.family
