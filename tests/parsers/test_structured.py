from __future__ import annotations

import json

import pytest

from parsers.jsonspans import entries
from schemas.errors import EmptyFile, TooLarge

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "保单",
    "type": "object",
    "properties": {"id": {"type": "string"}},
    "$defs": {"Person": {"type": "object"}, "Premium": {"type": "number"}},
}


def test_schemas_by_definition(read):
    document = read("a.json", json.dumps(SCHEMA, ensure_ascii=False, indent=2))
    assert document.title == "保单"
    codes = [b for b in document.blocks if b.kind == "code"]
    assert {b.role for b in codes} == {"schema"}
    assert [b.name for b in codes][-2:] == ["/$defs/Person", "/$defs/Premium"]
    assert codes[-1].text == '"Premium": {\n      "type": "number"\n    }'


def test_entries_are_quoted_as_printed_and_small_ones_stay_together(read):
    text = '{\n  "名称": "甲",\n  "数": [1, 2],\n  "长": {"x": "' + "长" * 1500 + '"}\n}'
    document = read("a.json", text)
    assert document.blocks[0].text == '"名称": "甲",\n  "数": [1, 2]'
    assert [b.provenance[0].line for b in document.blocks] == [2, 4, 4]
    assert document.blocks[-1].name == "/长/x"


def test_json_lines_by_record(read):
    document = read("a.jsonl", '{"a": 1}\n\n{"a": 2}\n')
    assert [(b.text, b.provenance[0].line) for b in document.blocks] == [('{"a": 1}', 1), ('{"a": 2}', 3)]


def test_deep_nesting_and_nothing(read):
    with pytest.raises(TooLarge):
        read("a.json", "[" * 100_000 + "]" * 100_000)
    with pytest.raises(EmptyFile):
        read("b.json", "{}")


def test_spans_of_entries():
    text = ' {"a b" : 1 , "c":[2, {"d": "}"}] } '
    assert [(e.key, text[e.value_start : e.end]) for e in entries(text, 0)] == [("a b", "1"), ("c", '[2, {"d": "}"}]')]
    assert [(e.key, text[e.value_start : e.end]) for e in entries(text, text.index("["))] == [("0", "2"), ("1", '{"d": "}"}')]
    assert list(entries("12", 0)) == []
