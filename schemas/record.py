"""The base of every record, and the mark of strings that never hold a document's words."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, Literal, TypeVar, get_origin

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value that refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OpaqueMark:
    """Marks a string field as made by docmill (an id, a hash, a rule's name), not by a document."""


Opaque = Annotated[str, OpaqueMark()]
"""A string that docmill made itself. Everything typed plain `str` is taken for a document's words and scrubbed."""

R = TypeVar("R", bound=BaseModel)


def map_strings(record: R, change: Callable[[str], str]) -> R:
    """Return `record` with `change` applied to every string that may hold a document's words.

    Walks nested records, tuples and dicts (keys and values). Fields typed `Opaque`, enums and literals are left alone, so a
    new plain `str` field is covered the day it is added.
    """
    updates: dict[str, Any] = {}
    for name, field in type(record).model_fields.items():
        if any(isinstance(mark, OpaqueMark) for mark in field.metadata):
            continue
        value = getattr(record, name)
        if get_origin(field.annotation) is Literal:
            continue
        changed = _map_value(value, change)
        if changed is not value:
            updates[name] = changed
    return record.model_copy(update=updates) if updates else record


def _map_value(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, BaseModel):
        return map_strings(value, change)
    if isinstance(value, str) and not isinstance(value, StrEnum):
        changed = change(value)
        return value if changed == value else changed
    if isinstance(value, tuple):
        items = tuple(_map_value(item, change) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if isinstance(value, dict):
        items_by_key = {_map_value(key, change): _map_value(item, change) for key, item in value.items()}
        return value if items_by_key == value else items_by_key
    return value
