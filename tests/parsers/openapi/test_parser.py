from __future__ import annotations

import json

import pytest

from parsers.openapi.load import Lines, load
from parsers.openapi.render import type_of
from schemas.errors import Damaged, TooLarge

SPEC = {
    "openapi": "3.0.3",
    "info": {"title": "保单接口", "version": "2.1", "description": "查询保单。"},
    "tags": [{"name": "policy", "description": "保单"}],
    "paths": {
        "/policies/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {
                "tags": ["policy"],
                "summary": "查一张保单",
                "responses": {
                    "200": {
                        "description": "好",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Policy"}}},
                    }
                },
                "x-owner": "核保",
            },
        },
        "/ping": {"get": {"responses": {"204": {"description": "空"}}}},
    },
    "components": {"schemas": {"Policy": {"type": "object", "properties": {"number": {"type": "string"}}}}},
}


def test_one_block_per_operation_and_per_schema(read):
    document = read("api.json", json.dumps(SPEC, ensure_ascii=False, indent=1))
    assert [(b.kind, getattr(b, "role", ""), getattr(b, "name", b.text)) for b in document.blocks if b.kind != "paragraph"] == [
        ("heading", "", "保单接口"),
        ("heading", "", "policy"),
        ("code", "operation", "GET /policies/{id}"),
        ("heading", "", "Operations"),
        ("code", "operation", "GET /ping"),
        ("heading", "", "Schemas"),
        ("code", "schema", "Policy"),
    ]
    operation = next(b for b in document.blocks if getattr(b, "name", "") == "GET /policies/{id}")
    assert operation.text == (
        "GET /policies/{id}\n查一张保单\ntags: policy\nParameters:\n- id (in path, string, required)\n"
        "Responses:\n- 200: 好\n  - application/json: #/components/schemas/Policy\nx-owner: 核保"
    )
    assert operation.section_path == ("保单接口", "policy")
    assert document.blocks[-1].text == "Policy:\n  type: object\n  properties:\n    number:\n      type: string"
    assert (document.title, document.attributes) == ("保单接口", {"version": "2.1"})


def test_yaml_gives_the_same_text_and_its_own_lines(read):
    import yaml

    text = yaml.safe_dump(SPEC, allow_unicode=True, sort_keys=False)
    document = read("api.yaml", text)
    assert [b.text for b in document.blocks] == [b.text for b in read("api.json", json.dumps(SPEC)).blocks]
    lines = text.split("\n")
    for block in document.blocks:
        if getattr(block, "role", "") == "operation":
            assert lines[block.provenance[0].line - 1].strip() == "get:"


def test_aliases_that_expand_without_end_are_refused():
    levels = ["swagger: '2.0'", "a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    with pytest.raises(TooLarge):
        load("\n".join(levels))
    with pytest.raises(Damaged):
        load("swagger: '2.0'\n  bad: [")


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"$ref": "#/x"}, "#/x"),
        ({"type": "array", "items": {"type": "integer", "format": "int64"}}, "array of integer, format int64"),
        ({"type": ["string", "null"]}, "string|null"),
        ({"allOf": [{"$ref": "#/a"}, {"type": "object"}]}, "allOf(#/a, object)"),
        ({"type": "string", "enum": ["a", "b"], "default": "a"}, "string, enum ['a', 'b'], default a"),
        (None, ""),
    ],
)
def test_types_in_one_phrase(schema, text):
    assert type_of(schema) == text


def test_lines_of_keys():
    lines = Lines("a:\n  b: 1\nc:\n  b: 2\n")
    assert (lines.of("b"), lines.of("b", 3), lines.of("z")) == (2, 4, None)
