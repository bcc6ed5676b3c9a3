"""Metadata filters as SQL conditions, checked against the contract's names and types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeVar

from indexes.base import Condition
from indexes.rows import AS_JSON, BOOLEANS, DATES, FLOATS, INTEGERS, LISTS
from schemas.chunk import ChunkMetadata
from schemas.errors import WrongUse

N = TypeVar("N", int, float)

NOTHING = "(NULL)"
INT32_MAX, FLOAT32_MAX = 2**31 - 1, 3.4028234e38
TRUE_WORDS = {"true": "true", "1": "true", "yes": "true", "false": "false", "0": "false", "no": "false"}


def sql_where(conditions: Iterable[Condition], *, searchable: bool = False) -> str:
    """Return one SQL condition that holds where all of these do, or an empty string where there is none."""
    parts = ["searchable = true"] if searchable else []
    parts += [_one(condition) for condition in conditions]
    return " AND ".join(parts)


def quoted(values: Sequence[str]) -> str:
    """Return the values as an SQL list; an empty list matches nothing."""
    return "(" + ", ".join(_text(v) for v in values) + ")" if values else NOTHING


def parse_condition(text: str) -> Condition:
    """Return the filter that `K=V` names; several values are separated by `|`. Raises WrongUse."""
    name, equals, value = text.partition("=")
    if not equals or name not in ChunkMetadata.model_fields or name in AS_JSON:
        known = ", ".join(sorted(set(ChunkMetadata.model_fields) - AS_JSON))
        raise WrongUse(f"--where {text!r} is not NAME=VALUE with a known name; names are {known}")
    condition = Condition(name, tuple(value.split("|")))
    _one(condition)
    return condition


def _one(condition: Condition) -> str:
    name = condition.field
    if name in LISTS:
        return "(" + " OR ".join(f"array_has({name}, {_literal(name, v)})" for v in condition.values) + ")"
    if condition.values == ("",):
        return f"{name} IS NULL"
    return f"{name} IN (" + ", ".join(_literal(name, v) for v in condition.values) + ")" if condition.values else "false"


def _literal(name: str, value: str) -> str:
    try:
        if name in INTEGERS or name == "page_numbers":
            return str(_at_most(int(value), INT32_MAX))
        if name in FLOATS:
            return str(_at_most(float(value), FLOAT32_MAX))
        if name in BOOLEANS:
            return TRUE_WORDS[value.lower()]
        if name in DATES:
            return f"date '{date.fromisoformat(value)}'"
    except (ValueError, KeyError) as error:
        raise WrongUse(f"{value!r} is not a value of {name}; numbers, true/false and YYYY-MM-DD dates are expected") from error
    return _text(value)


def _at_most(value: N, most: float) -> N:
    """Return the number, or raise ValueError where a column of its type cannot hold it (a NaN included)."""
    if not abs(value) <= most:
        raise ValueError(value)
    return value


def _text(value: str) -> str:
    if not value.isprintable() and any("\ud800" <= character <= "\udfff" for character in value):
        raise WrongUse("a value of --where is not UTF-8")
    return "'" + value.replace("'", "''") + "'"
