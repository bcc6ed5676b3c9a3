"""What is inside a zip or an OLE compound file, read from its directory alone."""

from __future__ import annotations

import mmap
import zipfile
import zlib
from pathlib import Path

from schemas.errors import Damaged

OOXML_MAIN = (
    (b"wordprocessingml.document.main", "docx"),
    (b"wordprocessingml.template.main", "docx"),
    (b"ms-word.document.macroenabled.main", "docx"),
    (b"ms-word.template.macroenabledtemplate.main", "docx"),
    (b"ms-excel.sheet.binary", "xlsb"),
    (b"spreadsheetml.sheet.main", "xlsx"),
    (b"spreadsheetml.template.main", "xlsx"),
    (b"ms-excel.sheet.macroenabled.main", "xlsx"),
    (b"presentationml.", "pptx"),
    (b"ms-powerpoint.", "pptx"),
)
"""Content types of main parts, lower case (ECMA-376), and the format that each stands for."""

PART_FOLDERS = (("word/document", "docx"), ("xl/workbook.bin", "xlsb"), ("xl/workbook", "xlsx"), ("ppt/presentation", "pptx"))
MIMETYPES = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
)
OLE_STREAMS = (
    ("EncryptedPackage", "ooxml-encrypted"),
    ("WordDocument", "doc"),
    ("Workbook", "xls"),
    ("Book", "xls"),
    ("PowerPoint Document", "ppt"),
    ("__properties_version1.0", "msg"),
)
"""Names of streams in an OLE compound file ([MS-CFB]) and the format that each stands for, most telling first."""
DIRECTORY_ENTRY_BYTES = 128
NAME_LENGTH_AT = 64
MAX_PEEK_BYTES = 1024 * 1024


def zip_format(path: Path) -> str:
    """Return the format of a zip container (`docx`, `epub`, ..., else `zip`); raises Damaged when it has no directory."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            types = _peek(archive, "[Content_Types].xml").lower()
            mimetype = _peek(archive, "mimetype").strip()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Damaged("expected a zip container; its directory is missing or broken, as in a truncated file") from error
    for mark, name in OOXML_MAIN:
        if mark in types:
            return name
    for mark, name in MIMETYPES:
        if mimetype.startswith(mark):
            return name
    if "OFD.xml" in names:
        return "ofd"
    lowered = [entry.lower().lstrip("/") for entry in names]
    return next((name for start, name in PART_FOLDERS if any(entry.startswith(start) for entry in lowered)), "zip")


def _peek(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        if archive.getinfo(name).flag_bits & 1:
            return b""
        with archive.open(name) as stream:
            return stream.read(MAX_PEEK_BYTES)
    except (KeyError, RuntimeError, EOFError, zlib.error):
        return b""


def ole_format(path: Path) -> str:
    """Return the format of an OLE compound file by the names in its directory (`ole` when none is known).

    Directory entries lie on 128-byte borders: the name in UTF-16, its length in bytes at offset 64.
    """
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return next((name for entry, name in OLE_STREAMS if _has_entry(data, entry)), "ole")


def _has_entry(data: mmap.mmap, name: str) -> bool:
    raw = name.encode("utf-16-le") + b"\0\0"
    at = data.find(raw)
    while at >= 0:
        length = data[at + NAME_LENGTH_AT : at + NAME_LENGTH_AT + 2]
        if at % DIRECTORY_ENTRY_BYTES == 0 and int.from_bytes(length, "little") == len(raw):
            return True
        at = data.find(raw, at + 2)
    return False
