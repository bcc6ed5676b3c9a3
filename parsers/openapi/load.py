"""Loading an API description, and finding the lines of its entries."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any

from schemas.errors import Damaged, TooLarge

MAX_NODES = 2_000_000
_KEY = re.compile(r"""^[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s'"#{\[-][^:\n]*?))[ \t]*:""", re.MULTILINE)
_INLINE_KEY = re.compile(r'"((?:[^"\\]|\\.)*)"[ \t]*:')


def load(text: str) -> dict[str, Any]:
    """Return the description as plain data; raises Damaged or TooLarge (aliases that expand without end, deep nesting)."""
    try:
        value = json.loads(text) if text.lstrip().startswith("{") else _yaml(text)
    except RecursionError as error:
        raise TooLarge("expected a description of sane depth; this is nested deeper than any reader follows") from error
    except ValueError as error:
        raise Damaged("expected JSON or YAML; it breaks off or is malformed") from error
    if not isinstance(value, dict):
        raise Damaged("expected an object with `openapi` or `swagger` at its top")
    if _size(value, {}) > MAX_NODES:
        raise TooLarge("the description's aliases expand to more than two million values, as attacks do")
    return value


def _yaml(text: str) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506  (a safe loader, in C where there is one)
    except yaml.YAMLError as error:
        raise ValueError("not YAML") from error


def _size(value: Any, known: dict[int, int]) -> int:
    """Return how many values `value` comes to when aliases are written out; each shared part is counted once and reused."""
    if not isinstance(value, dict | list):
        return 1
    key = id(value)
    if key not in known:
        known[key] = MAX_NODES + 1
        children = value.values() if isinstance(value, dict) else value
        known[key] = 1 + sum(_size(child, known) for child in children)
    return known[key]


class Lines:
    """Line numbers of keys in the text."""

    def __init__(self, text: str) -> None:
        starts = [0, *(match.end() for match in re.finditer("\n", text))]
        pattern = _INLINE_KEY if text.lstrip().startswith("{") else _KEY
        self._lines: dict[str, list[int]] = {}
        for match in pattern.finditer(text):
            key = next((group for group in match.groups() if group is not None), "")
            self._lines.setdefault(key, []).append(bisect_right(starts, match.end() - 1))

    def of(self, key: str, after: int = 0) -> int | None:
        """Return the first line from 1 on which `key` is set, past the line `after`; None where there is none."""
        return next((line for line in self._lines.get(key, ()) if line > after or (after and line >= after)), None)
