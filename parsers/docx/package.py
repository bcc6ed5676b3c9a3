"""Opening a Word package: strict documents and ones with small defects are mended in memory first."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from typing import Any

from lxml import etree

from parsers.docx.names import Node
from parsers.encoding import read_bytes
from schemas.document import SourceFile
from schemas.errors import Damaged, TooLarge

STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/")
TRANSITIONAL = rb"http://schemas.openxmlformats.org/\1/2006/"
DANGLING = re.compile(rb"<Relationship\b[^>]*>")
TARGET = re.compile(rb'\bTarget="([^"]*)"')
EXTERNAL = re.compile(rb'\bTargetMode="External"')
FAILURES = (
    KeyError,
    ValueError,
    AttributeError,
    TypeError,
    IndexError,
    AssertionError,
    zipfile.BadZipFile,
    OSError,
    etree.LxmlError,
)


@dataclass(frozen=True)
class Package:
    """An open Word package: the tree of its main part and of its side parts by relationship."""

    document: Any
    notes: tuple[str, ...]

    @property
    def body(self) -> Node:
        """The body element of the main part."""
        return self.document.element.body

    def parts(self, kind: str) -> list[tuple[str, Any]]:
        """Return (part name, part) of all internal relationships of the main part whose type ends with `kind`, by name."""
        found: dict[str, Any] = {}
        for relation in self.document.part.rels.values():
            if relation.is_external or not relation.reltype.endswith("/" + kind):
                continue
            found[str(relation.target_part.partname)] = relation.target_part
        return sorted(found.items())

    def roots(self, kind: str) -> list[Node]:
        """Return the root elements of those parts; a part whose XML is broken raises Damaged."""
        return [root(part) for _, part in self.parts(kind)]

    def related(self, relation_id: str) -> Node | None:
        """Return the root of the part behind a relationship id of the main part, or None."""
        relation = self.document.part.rels.get(relation_id)
        return None if relation is None or relation.is_external else root(relation.target_part)


def root(part: Any) -> Node:
    """Return the root element of a part; raises Damaged."""
    element = getattr(part, "_element", None)
    if element is not None:
        return element
    try:
        return etree.fromstring(part.blob, etree.XMLParser(resolve_entities=False, no_network=True, remove_blank_text=False))
    except etree.XMLSyntaxError as error:
        raise Damaged("expected well-formed XML in every part; save the document again in Word") from error


def open_package(source: SourceFile) -> Package:
    """Return the opened package.

    A document in strict Office XML, or one with relationships that lead nowhere, is mended in memory and opened again.
    Raises Damaged, or TooLarge for XML that is nested past what any program writes.
    """
    data = read_bytes(source)
    try:
        return Package(_open(data), ())
    except FAILURES as first:
        _refuse_depth(first)
    try:
        return Package(_open(mended(data)), ("mended_package",))
    except FAILURES as error:
        _refuse_depth(error)
        raise Damaged(f"expected a Word document; its parts are broken ({type(error).__name__})") from error


def mended(data: bytes) -> bytes:
    """Return the package with strict namespaces written as transitional ones and without dangling relationships."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        names = {name.lstrip("/").lower() for name in old.namelist()}
        for member in old.infolist():
            if member.is_dir():
                continue
            content = old.read(member)
            if member.filename.endswith((".xml", ".rels")):
                content = STRICT.sub(TRANSITIONAL, content)
            if member.filename.endswith(".rels"):
                folder = member.filename.rsplit("_rels/", 1)[0]
                content = DANGLING.sub(lambda match, base=folder: _kept(match[0], base, names), content)  # type: ignore[misc]
            new.writestr(member.filename.lstrip("/"), content)
    return out.getvalue()


def _kept(relation: bytes, folder: str, names: set[str]) -> bytes:
    target = TARGET.search(relation)
    if EXTERNAL.search(relation) or target is None:
        return relation
    path = target[1].decode("utf-8", "replace")
    full = path.lstrip("/") if path.startswith("/") else folder + path
    while "/../" in f"/{full}":
        full = re.sub(r"(?:^|[^/]+/)\.\./", "", full, count=1)
    return relation if full.lower() in names else b""


def _open(data: bytes) -> Any:
    import docx

    document = docx.Document(io.BytesIO(data))
    if document.element.body is None:
        raise ValueError("no body")
    return document


def _refuse_depth(error: Exception) -> None:
    if isinstance(error, etree.XMLSyntaxError) and re.search("depth|huge", str(error), re.I):
        raise TooLarge("XML is nested or sized past the parser's safe limits, as attacks do") from error
