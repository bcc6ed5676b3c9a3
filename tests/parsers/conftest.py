"""Small files made on the spot, and the reader under test."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from parsers.read import parse
from schemas.document import Document, SourceFile
from schemas.settings import Settings

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SIDE = ("styles", "numbering", "footnotes", "endnotes", "comments", "header", "footer")
NAMESPACES = (
    f'xmlns:w="{W}" xmlns:r="{_RELATION}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)

Reader = Callable[..., Document]
Maker = Callable[[str, bytes | str], SourceFile]


@pytest.fixture
def source(tmp_path: Path) -> Maker:
    """Return a function that writes a file and describes it."""

    def make(name: str, data: bytes | str) -> SourceFile:
        raw = data.encode("utf-8") if isinstance(data, str) else data
        path = tmp_path / name
        path.write_bytes(raw)
        return SourceFile(uri=str(path), name=name, sha256=hashlib.sha256(raw).hexdigest(), size=len(raw))

    return make


@pytest.fixture
def read(source: Maker) -> Reader:
    """Return a function that writes a file and parses it."""

    def run(name: str, data: bytes | str, settings: Settings | None = None) -> Document:
        return parse(source(name, data), settings or Settings(), lambda pages: None)

    return run


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """Return a zip of the parts, packed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.fixture
def docx() -> Callable[..., bytes]:
    """Return a function that makes a Word file from the XML inside its body and of its side parts."""

    def make(body: str, **side: str) -> bytes:
        kinds = {"header": "hdr", "footer": "ftr"}
        parts: dict[str, str | bytes] = {"word/document.xml": f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"}
        overrides = [("word/document.xml", "document.main")]
        relations = []
        for index, (name, inner) in enumerate(side.items()):
            assert name in _SIDE
            tag = kinds.get(name, name)
            parts[f"word/{name}.xml"] = f"<w:{tag} {NAMESPACES}>{inner}</w:{tag}>"
            overrides.append((f"word/{name}.xml", name))
            relations.append(f'<Relationship Id="s{index}" Type="{_RELATION}/{name}" Target="{name}.xml"/>')
        parts["[Content_Types].xml"] = (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            + "".join(f'<Override PartName="/{name}" ContentType="{_TYPES}{kind}+xml"/>' for name, kind in overrides)
            + "</Types>"
        )
        package = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        main = f'<Relationship Id="r1" Type="{_RELATION}/officeDocument" Target="word/document.xml"/>'
        parts["_rels/.rels"] = f"{package}{main}</Relationships>"
        parts["word/_rels/document.xml.rels"] = f"{package}{''.join(relations)}</Relationships>"
        return zipped(parts)

    return make
