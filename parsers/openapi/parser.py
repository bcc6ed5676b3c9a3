"""The parser of API descriptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parsers.assembly import assemble
from parsers.encoding import read_text
from parsers.openapi.load import Lines, load
from parsers.openapi.render import dump, operation_text, schema_text
from parsers.registry import PARSERS
from schemas.document import Block, Code, Document, Heading, Paragraph, ParseReport, Provenance, RouteDecision, SourceFile
from schemas.errors import EmptyResult
from schemas.settings import Settings

ENGINE = "docmill-openapi"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
SHARED = ("parameters", "responses", "requestBodies", "headers", "securitySchemes", "examples", "links", "callbacks")
COVERED = frozenset(("openapi", "swagger", "info", "paths", "components", "definitions", "tags", "webhooks", *SHARED))


@PARSERS.register("openapi")
class OpenApiParser:
    """Reads OpenAPI 3 and Swagger 2: the title, tags as sections with one block per operation, then one per schema."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Damaged, TooLarge or EmptyResult."""
        decoded = read_text(source)
        spec = load(decoded.text)
        blocks = _Reader(spec, Lines(decoded.text)).blocks()
        if not blocks:
            raise EmptyResult("expected paths or schemas in the description; it has neither")
        info = _object(spec.get("info"))
        attributes = {key: str(info[key]) for key in ("version",) if info.get(key)}
        return Document(
            source=source,
            route=route,
            blocks=assemble(blocks),
            title=str(info.get("title") or ""),
            attributes=attributes,
            report=ParseReport(remarks=decoded.remarks),
        )


class _Reader:
    """Turns one description into blocks."""

    def __init__(self, spec: dict[str, Any], lines: Lines) -> None:
        self._spec = spec
        self._lines = lines

    def blocks(self) -> list[Block]:
        """Return all blocks in order."""
        return [*self._head(), *self._operations(), *self._schemas(), *self._shared(), *self._rest()]

    def _head(self) -> Iterator[Block]:
        info = _object(self._spec.get("info"))
        line = self._lines.of("info")
        if info.get("title"):
            yield Heading(text=str(info["title"]), level=1, provenance=_at(line))
        if info.get("description"):
            yield Paragraph(text=str(info["description"]).strip(), provenance=_at(line))
        rest = {key: value for key, value in info.items() if key not in {"title", "description"}}
        if rest:
            yield Paragraph(text=dump(rest), provenance=_at(line))

    def _operations(self) -> Iterator[Block]:
        """Yield the operations under a heading per tag: declared tags first in their order, then others as they come."""
        described = {str(tag["name"]): tag for tag in _list(self._spec.get("tags")) if isinstance(tag, dict) and "name" in tag}
        groups: dict[str, list[Block]] = {name: [] for name in described}
        for key in ("paths", "webhooks"):
            start = self._lines.of(key) or 0
            for path, item in _object(self._spec.get(key)).items():
                for tag, block in self._path(str(path), _object(item), start):
                    groups.setdefault(tag, []).append(block)
        for tag, members in groups.items():
            if not members:
                continue
            yield Heading(text=tag or "Operations", level=2, provenance=members[0].provenance)
            description = _object(described.get(tag)).get("description")
            if description:
                yield Paragraph(text=str(description).strip(), provenance=_at(self._lines.of("tags")))
            yield from members

    def _path(self, path: str, item: dict[str, Any], start: int) -> Iterator[tuple[str, Block]]:
        line = self._lines.of(path, start) or start or None
        shared = _list(item.get("parameters"))
        for method in METHODS:
            operation = item.get(method)
            if not isinstance(operation, dict):
                continue
            tags = _list(operation.get("tags"))
            place = self._lines.of(method, line or 0) or line
            text = operation_text(method, path, operation, shared)
            name = f"{method.upper()} {path}"
            yield str(tags[0]) if tags else "", Code(text=text, role="operation", name=name, provenance=_at(place))

    def _schemas(self) -> Iterator[Block]:
        components = _object(self._spec.get("components"))
        for holder, key in ((self._spec, "definitions"), (components, "schemas")):
            schemas = _object(holder.get(key))
            if not schemas:
                continue
            start = self._lines.of(key) or 0
            yield Heading(text="Schemas", level=2, provenance=_at(start or None))
            for name, schema in schemas.items():
                place = self._lines.of(str(name), start)
                text = schema_text(str(name), schema)
                yield Code(text=text, role="schema", name=str(name), language="yaml", provenance=_at(place))

    def _shared(self) -> Iterator[Block]:
        """Yield reusable parameters, responses and the like, one block each."""
        components = _object(self._spec.get("components"))
        for key in SHARED:
            for name, value in {**_object(components.get(key)), **_object(self._spec.get(key))}.items():
                text = f"{key}/{name}\n{dump(value)}"
                yield Code(
                    text=text, role="schema", name=f"{key}/{name}", language="yaml", provenance=_at(self._lines.of(str(name)))
                )

    def _rest(self) -> Iterator[Block]:
        rest = {key: value for key, value in self._spec.items() if key not in COVERED}
        if rest:
            yield Code(text=dump(rest), language="yaml", name="other", provenance=_at(self._lines.of(str(next(iter(rest))))))


def _at(line: int | None) -> tuple[Provenance, ...]:
    return (Provenance(line=line, engine=ENGINE),)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
