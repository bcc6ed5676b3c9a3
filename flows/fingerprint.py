"""What made a version: the stages with their versions and options. A backfill selects on it; caches hang on its parts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from schemas.settings import Settings

STAGES = ("parse", "normalize", "chunk", "embed")


def stage_fingerprints(settings: Settings, collection: str, embedder_fingerprint: str) -> dict[str, str]:
    """Return a short fingerprint per stage, in the order of the stages."""
    import chunkers
    import normalizers
    import parsers
    from language.tokens import TOKENIZER_VERSION
    from normalizers import pii

    options: dict[str, Any] = settings.model_dump(mode="json")
    dictionary = _file_digest(settings.normalize.dictionaries.get(collection))
    return {
        "parse": _short(parsers.STAGE_VERSION, pii.STAGE_VERSION, options["pii"], options["docx"], options["mineru"]),
        "normalize": _short(normalizers.STAGE_VERSION, options["normalize"], dictionary),
        "chunk": _short(chunkers.STAGE_VERSION, options["chunking"]),
        "embed": _short(embedder_fingerprint, TOKENIZER_VERSION),
    }


def joined(stages: Mapping[str, str]) -> str:
    """Return the fingerprint of the whole pipeline, as it stands in catalog and metadata."""
    return "|".join(f"{name}:{stages[name]}" for name in STAGES)


def verdict_fingerprint(stages: Mapping[str, str], settings: Settings) -> str:
    """Return what a file's failure holds under: the pipeline, and the limits that its reader had to keep."""
    return f"{joined(stages)}|limits:{_short(settings.limits.model_dump(mode='json'))}"


def parse_key(stages: Mapping[str, str], sha256: str, uri: str) -> str:
    """Return the cache key of a parsed document: its bytes, its place (which is scrubbed into it), the parse stage."""
    return hashlib.sha256("\x1f".join([sha256, uri, stages["parse"]]).encode("utf-8", "surrogatepass")).hexdigest()


def _short(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()[:8]


def _file_digest(path: str | None) -> str:
    from pathlib import Path

    return hashlib.sha256(Path(path).read_bytes()).hexdigest() if path else ""
