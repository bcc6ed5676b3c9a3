"""Operations and schemas as text that people and searches read; every `$ref` stays as it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SHOWN = frozenset({"summary", "description", "operationId", "tags", "parameters", "requestBody", "responses", "deprecated"})
SCHEMA_FACTS = ("format", "enum", "default", "example", "minimum", "maximum", "pattern")
PARAMETER_TYPE = ("type", "format", "items", "enum", "default")


def operation_text(method: str, path: str, operation: dict[str, Any], shared: list[Any]) -> str:
    """Return an operation: method and path, what it does, parameters, bodies, responses, then all other fields as YAML."""
    lines = [f"{method.upper()} {path}"]
    lines += [str(operation[key]).strip() for key in ("summary", "description") if operation.get(key)]
    if operation.get("operationId"):
        lines.append(f"operationId: {operation['operationId']}")
    if operation.get("deprecated"):
        lines.append("deprecated: true")
    if operation.get("tags"):
        lines.append("tags: " + ", ".join(map(str, operation["tags"])))
    parameters = [*shared, *(operation.get("parameters") or [])]
    if parameters:
        lines += ["Parameters:", *(f"- {_parameter(each)}" for each in parameters)]
    if operation.get("requestBody"):
        lines += ["Request body:", *_body(operation["requestBody"])]
    responses = operation.get("responses")
    if isinstance(responses, dict):
        lines += ["Responses:", *(line for code, each in responses.items() for line in _response(str(code), each))]
    rest = {key: value for key, value in operation.items() if key not in SHOWN}
    if rest:
        lines.append(dump(rest))
    return "\n".join(lines)


def schema_text(name: str, schema: Any) -> str:
    """Return a schema as YAML under its name, complete."""
    return dump({name: schema})


def dump(value: Any) -> str:
    """Return a value as YAML, keys in their own order, no aliases."""
    import yaml

    class Plain(yaml.SafeDumper):
        """A dumper that writes shared parts out."""

        def ignore_aliases(self, data: Any) -> bool:
            """Return True: no part is written as an alias."""
            return True

    text: str = yaml.dump(value, Dumper=Plain, allow_unicode=True, sort_keys=False, width=10_000)
    return text.rstrip("\n")


def type_of(schema: Any) -> str:
    """Return a schema in one phrase: its `$ref`, or its type with format, items, enumeration and default."""
    if not isinstance(schema, dict):
        return ""
    if "$ref" in schema:
        return str(schema["$ref"])
    kinds = schema.get("type")
    kind = "|".join(map(str, kinds)) if isinstance(kinds, list) else str(kinds or "")
    if kind == "array":
        kind = f"array of {type_of(schema.get('items')) or 'any'}"
    for key in ("allOf", "oneOf", "anyOf"):
        if isinstance(schema.get(key), list):
            kind = f"{kind} {key}({', '.join(type_of(each) for each in schema[key])})".strip()
    extras = [
        f"{key} {schema[key]}"
        for key in ("format", "enum", "default", "example", "minimum", "maximum", "pattern")
        if key in schema
    ]
    return ", ".join([kind, *extras] if kind else extras)


def _parameter(parameter: Any) -> str:
    if not isinstance(parameter, dict):
        return str(parameter)
    if "$ref" in parameter:
        return str(parameter["$ref"])
    schema = parameter.get("schema") or {
        key: parameter[key] for key in ("type", "format", "items", "enum", "default") if key in parameter
    }
    required = "required" if parameter.get("required") else "optional"
    facts = ", ".join(part for part in (f"in {parameter.get('in', '')}", type_of(schema), required) if part)
    description = str(parameter.get("description") or "").strip()
    nested = list(_properties(schema))
    head = f"{parameter.get('name', '')} ({facts})" + (f": {description}" if description else "")
    return "\n".join([head, *nested])


def _body(body: Any) -> Iterator[str]:
    if not isinstance(body, dict):
        return
    if "$ref" in body:
        yield f"- {body['$ref']}"
    if body.get("description"):
        yield f"- {str(body['description']).strip()}"
    yield from _content(body.get("content"), "- ")


def _response(code: str, response: Any) -> Iterator[str]:
    if not isinstance(response, dict):
        return
    description = str(response.get("description") or response.get("$ref") or "").strip()
    schema = type_of(response.get("schema"))
    yield f"- {code}: {description}" + (f" ({schema})" if schema else "")
    yield from _properties(response.get("schema"))
    yield from _content(response.get("content"), "  - ")
    headers = response.get("headers")
    if isinstance(headers, dict):
        yield from (f"  - header {name}: {_described(header)}" for name, header in headers.items())


def _content(content: Any, bullet: str) -> Iterator[str]:
    if not isinstance(content, dict):
        return
    for media, entry in content.items():
        schema = entry.get("schema") if isinstance(entry, dict) else None
        yield f"{bullet}{media}: {type_of(schema)}".rstrip(": ")
        yield from _properties(schema)
        rest = {key: value for key, value in entry.items() if key != "schema"} if isinstance(entry, dict) else {}
        if rest:
            yield dump(rest)


def _properties(schema: Any, indent: str = "    ") -> Iterator[str]:
    """Yield a line per property of an inline schema."""
    if not isinstance(schema, dict):
        return
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return
    required = schema.get("required") if isinstance(schema.get("required"), list) else []
    for name, each in properties.items():
        mark = ", required" if required and name in required else ""
        yield f"{indent}- {name} ({type_of(each)}{mark}): {_described(each)}".rstrip(": ")


def _described(value: Any) -> str:
    return str(value.get("description") or "").strip() if isinstance(value, dict) else ""
