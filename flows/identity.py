"""Who a file is: the family, label and dates that flags, a manifest row or the file itself give it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from pathlib import Path

from schemas.errors import SettingsError
from schemas.version import doc_id, version_id

LABEL_DIGITS = 8
MANIFEST_COLUMNS = frozenset(
    {"path", "doc_type", "product_code", "version", "effective_from", "effective_to", "family", "business_line"}
)


@dataclass(frozen=True)
class Hints:
    """What was said explicitly of a file. None means nothing was said."""

    doc_type: str | None = None
    product_code: str | None = None
    business_line: str | None = None
    version: str | None = None
    effective_from: date | None = None
    effective_to: date | None = None
    family: str | None = None

    def over(self, other: Hints) -> Hints:
        """Return these hints, filled up from `other` where they are silent."""
        return replace(other, **{f.name: value for f in fields(self) if (value := getattr(self, f.name)) is not None})

    @property
    def explicit_family(self) -> str | None:
        """The family that was said, or follows from a document type and product that were both said."""
        if self.family:
            return self.family
        return f"{self.doc_type}/{self.product_code}" if self.doc_type and self.product_code else None

    @property
    def digest(self) -> str:
        """A hash of all hints: a file is unchanged only while it holds."""
        values = {f.name: str(getattr(self, f.name)) for f in fields(self)}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Identity:
    """A file's place in the catalog."""

    family: str
    label: str
    doc_id: str
    version_id: str


def identify(hints: Hints, collection: str, uri: str, sha256: str, known_family: str | None) -> Identity:
    """Return a file's identity. `known_family` is the one it had when last seen: a file that moved keeps it."""
    family = hints.explicit_family or known_family or uri
    label = hints.version or sha256[:LABEL_DIGITS]
    document = doc_id(collection, family)
    return Identity(family, label, document, version_id(document, label))


def read_manifest(path: Path, roots: Iterable[Path] = ()) -> dict[str, Hints]:
    """Return the hints of a manifest CSV by absolute path.

    A relative path is looked for below the manifest's folder, then below the roots that are being ingested, then here.
    Raises SettingsError naming the line where a column is unknown, a path is missing, a date is not one, a row has more
    cells than columns, or a file is named once more with something else.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"manifest {path} cannot be read as UTF-8: {error}") from error
    try:
        return _manifest_hints(path, csv.DictReader(io.StringIO(text, newline=""), strict=True), (path.parent, *roots, Path()))
    except csv.Error as error:
        raise SettingsError(f"manifest {path} is not a CSV file as expected: {error}") from error


def _manifest_hints(path: Path, reader: csv.DictReader[str], bases: Sequence[Path]) -> dict[str, Hints]:
    unknown = set(reader.fieldnames or []) - MANIFEST_COLUMNS
    if unknown or "path" not in (reader.fieldnames or []):
        named = ", ".join(sorted(map(str, unknown))) or "no column 'path'"
        raise SettingsError(f"manifest {path}: unknown columns {named}; known are {', '.join(sorted(MANIFEST_COLUMNS))}")
    hints: dict[str, Hints] = {}
    for row in reader:
        place = f"manifest {path}, line {reader.line_num}"
        if not (name := (row["path"] or "").strip()):
            raise SettingsError(f"{place}: the path is empty")
        if None in row:
            raise SettingsError(f"{place}: more cells than columns; put a value with a comma in double quotes")
        file, said = _located(name, bases), _row_hints(row, place)
        if hints.setdefault(file, said) != said:
            raise SettingsError(f"{place}: this file was named before, with another identity; keep one of the rows")
    return hints


def _located(name: str, bases: Sequence[Path]) -> str:
    """Return the absolute path of a file that a manifest names: the first that exists, else the one beside the manifest."""
    candidates = [Path(os.path.abspath(base / name)) for base in bases]  # noqa: PTH100
    return next((c for c in candidates if c.exists()), candidates[0]).as_posix()


def parse_date(text: str | None, place: str) -> date | None:
    """Return an ISO date, or None for nothing. Raises SettingsError naming the place."""
    if not text or not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise SettingsError(f"{place}: {text!r} is not a date; write YYYY-MM-DD") from error


def _row_hints(row: Mapping[str, str | None], place: str) -> Hints:
    words = {
        name: (row.get(name) or "").strip() or None
        for name in ("doc_type", "product_code", "business_line", "version", "family")
    }
    begins = parse_date(row.get("effective_from"), place)
    ends = parse_date(row.get("effective_to"), place)
    if begins and ends and ends < begins:
        raise SettingsError(f"{place}: effective_to {ends} is before effective_from {begins}")
    return Hints(**words, effective_from=begins, effective_to=ends)
