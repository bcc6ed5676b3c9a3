"""Query sets: a JSONL file of questions with what answers them, and the rule that says whether a chunk does."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from pydantic import ConfigDict, ValidationError, model_validator

from schemas.chunk import Chunk
from schemas.errors import SettingsError
from schemas.record import Opaque, Record

UNCATEGORISED = "uncategorised"
ANSWER = "answer"


class Query(Record):
    """A question and what answers it: chunks or documents by id, or words that the answering text contains.

    With several given, chunk ids count alone; an answer text counts only within the documents named beside it. Other keys, such
    as notes on where the answer stands, are passed over.
    """

    model_config = ConfigDict(extra="ignore")

    query: str
    relevant_chunk_ids: tuple[Opaque, ...] = ()
    relevant_doc_ids: tuple[Opaque, ...] = ()
    answer_text: str = ""
    category: str = UNCATEGORISED

    @model_validator(mode="before")
    @classmethod
    def _null_is_absent(cls, values: object) -> object:
        return {k: v for k, v in values.items() if v is not None} if isinstance(values, dict) else values

    @model_validator(mode="after")
    def _says_what_answers(self) -> Query:
        if not self.query.strip():
            raise ValueError("query is empty")
        if not (self.relevant_chunk_ids or self.relevant_doc_ids or fold(self.answer_text)):
            raise ValueError("one of relevant_chunk_ids, relevant_doc_ids or answer_text is needed")
        return self

    @property
    def targets(self) -> int:
        """How many things there are to find: each id is one, an answer text is one."""
        if self.relevant_chunk_ids:
            return len(set(self.relevant_chunk_ids))
        return 1 if self.answer_text else len(set(self.relevant_doc_ids))


def target_of(query: Query, chunk: Chunk, parents: Mapping[str, Chunk]) -> str | None:
    """Return which target of the query a chunk is, by itself or through its parent; None where it is none."""
    meta = chunk.metadata
    if query.relevant_chunk_ids:
        return next((i for i in (chunk.chunk_id, meta.parent_id) if i is not None and i in query.relevant_chunk_ids), None)
    if query.relevant_doc_ids and meta.doc_id not in query.relevant_doc_ids:
        return None
    if not query.answer_text:
        return meta.doc_id
    parent = parents.get(meta.parent_id or "")
    texts = (chunk.text, parent.text if parent else "")
    return ANSWER if any(fold(query.answer_text) in fold(text) for text in texts) else None


def fold(text: str) -> str:
    """Return the text without white space, in one width and case: the form in which answers are compared."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def load_queries(path: Path) -> tuple[Query, ...]:
    """Return the queries of a JSONL file, in its order; empty lines are passed over.

    Raises SettingsError naming the line that does not hold, or that the file is missing or has no query.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path.name} could not be read as UTF-8 text; give a JSONL file of queries") from error
    queries = tuple(_query(line, f"{path.name}, line {n}") for n, line in enumerate(lines, 1) if line.strip())
    if not queries:
        raise SettingsError(f"{path.name} holds no query; write one JSON object a line, with query and what answers it")
    return queries


def _query(line: str, place: str) -> Query:
    try:
        return Query.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise SettingsError(f"{place}: not a JSON object ({error.msg} at column {error.colno})") from error
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise SettingsError(f"{place}: {f'{field}: ' if field else ''}{first['msg'].removeprefix('Value error, ')}") from error
