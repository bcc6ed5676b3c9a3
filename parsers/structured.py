"""JSON that is no API description: schemas by definition, other data by entry, JSON lines by record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from parsers.assembly import assemble
from parsers.encoding import read_text
from parsers.formats import BY_NAME
from parsers.jsonspans import Entry, entries
from parsers.registry import PARSERS
from schemas.document import Block, Code, Document, Heading, ParseReport, Provenance, RouteDecision, SourceFile
from schemas.errors import Damaged, EmptyFile, TooLarge
from schemas.settings import Settings

ENGINE = "json"
TARGET_CHARS = 1200
MAX_DEPTH = 12
DEFINITIONS = ("definitions", "$defs", "schemas")


@dataclass(frozen=True)
class _Piece:
    """A stretch of the text with the path that leads to it."""

    start: int
    end: int
    path: str
    opens: bool = False


@PARSERS.register("json")
class JsonParser:
    """Reads JSON and JSON lines. Blocks quote the file as it is printed, cut between entries, never inside a value."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Damaged, TooLarge (nested past reading) or EmptyFile."""
        decoded = read_text(source)
        text = decoded.text
        try:
            value, pieces = _read(text, is_lines=f"format:{BY_NAME['ndjson'].name}" in route.reasons)
        except RecursionError as error:
            raise TooLarge("expected JSON of sane depth; this is nested deeper than any reader follows") from error
        except ValueError as error:
            raise Damaged("expected JSON; it breaks off or is malformed") from error
        if not pieces:
            raise EmptyFile("expected entries in the JSON; it holds none")
        title = str(value.get("title") or "") if isinstance(value, dict) else ""
        role: Literal["schema", "fence"] = "schema" if is_schema(value) else "fence"
        blocks: list[Block] = [Heading(text=title, level=1, provenance=(Provenance(line=1, engine=ENGINE),))] if title else []
        blocks += [
            Code(
                text=text[piece.start : piece.end],
                language="json",
                role=role,
                name=piece.path,
                provenance=(Provenance(line=text.count("\n", 0, piece.start) + 1, engine=ENGINE),),
            )
            for piece in pieces
        ]
        return Document(
            source=source, route=route, blocks=assemble(blocks), title=title, report=ParseReport(remarks=decoded.remarks)
        )


def is_schema(value: Any) -> bool:
    """Return whether a value is a JSON Schema."""
    if not isinstance(value, dict):
        return False
    return "json-schema.org" in str(value.get("$schema", "")) or ("properties" in value and "type" in value)


def _read(text: str, *, is_lines: bool) -> tuple[Any, list[_Piece]]:
    if is_lines:
        return None, list(_lines(text))
    value = json.loads(text)
    if not isinstance(value, dict | list):
        return value, [_Piece(0, len(text), "")]
    depth = MAX_DEPTH
    return value, _merged(text, list(_split(text, 0, "", depth, is_schema(value))))


def _lines(text: str) -> Iterator[_Piece]:
    offset = 0
    for number, line in enumerate(text.split("\n")):
        if line.strip():
            yield _Piece(offset, offset + len(line), str(number))
        offset += len(line) + 1


def _split(text: str, start: int, path: str, depth: int, schema: bool) -> Iterator[_Piece]:
    """Yield entries; one that is large is split by its own entries, but a schema's definition is kept whole."""
    for entry in entries(text, start):
        place = f"{path}/{entry.key}"
        size = entry.end - entry.start
        is_whole = schema and path and path.rsplit("/", 1)[-1] in DEFINITIONS
        can_split = text[entry.value_start] in "{[" and depth > 0 and not is_whole
        if can_split and (size > TARGET_CHARS or (schema and entry.key in DEFINITIONS)):
            yield from _opening(text, entry, place)
            yield from _split(text, entry.value_start, place, depth - 1, schema)
        else:
            yield _Piece(entry.start, entry.end, place)


def _opening(text: str, entry: Entry, place: str) -> Iterator[_Piece]:
    """Yield the key of an entry that is split, so that it stays findable."""
    if entry.value_start > entry.start:
        yield _Piece(entry.start, entry.value_start + 1, place, opens=True)


def _merged(text: str, pieces: list[_Piece]) -> list[_Piece]:
    """Return the pieces with small neighbours of one parent put together up to the target size."""
    done: list[_Piece] = []
    for piece in pieces:
        last = done[-1] if done else None
        parent = piece.path.rsplit("/", 1)[0]
        joins = last is not None and not piece.opens and (last.path.rsplit("/", 1)[0] == parent or last.path == parent)
        is_definition = parent.rsplit("/", 1)[-1] in DEFINITIONS
        if last is not None and joins and not is_definition and piece.end - last.start <= TARGET_CHARS:
            done[-1] = _Piece(last.start, piece.end, last.path)
        else:
            done.append(piece)
    return done
