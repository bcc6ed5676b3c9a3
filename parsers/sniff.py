"""What a file is, from its bytes; the extension is a hint that only decides between kinds of text."""

from __future__ import annotations

import re
from pathlib import Path

from parsers.containers import ole_format, zip_format
from parsers.encoding import decode, read_bytes
from parsers.formats import BY_NAME
from parsers.plaintext import text_format
from schemas.document import Facts, SourceFile
from schemas.errors import EmptyFile, SourceUnreadable

HEAD_BYTES = 4096
SIGNATURES: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (re.compile(rb"PK(\x03\x04|\x05\x06|\x07\x08|00PK)", re.DOTALL), "zip"),
    (re.compile(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "ole"),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "png"),
    (re.compile(rb"\xff\xd8\xff"), "jpeg"),
    (re.compile(rb"II\*\0|MM\0\*|II\+\0|MM\0\+", re.DOTALL), "tiff"),
    (re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL), "bmp"),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), "webp"),
    (re.compile(rb"GIF8[79]a"), "gif"),
    (re.compile(rb"\s{0,8}\{\\rtf"), "rtf"),
    (re.compile(rb"\x1f\x8b\x08"), "gzip"),
    (re.compile(rb".{0,1023}?%PDF-\d", re.DOTALL), "pdf"),
)
"""Marks at the start of a file; the header of a PDF may stand anywhere in the first 1,024 bytes (ISO 32000-1, H.3)."""

MAX_CONTROL_SHARE = 0.01
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r\f\x0b\x1a\x1b") + b"\x7f"


def sniff(source: SourceFile) -> Facts:
    """Return kind, media type and notes of a file.

    Raises EmptyFile (no bytes, or nothing but white space), Damaged (a zip container without a directory) or
    SourceUnreadable.
    """
    path = Path(source.uri)
    head = _head(path)
    if not head:
        raise EmptyFile("expected a document; the file has 0 bytes")
    found = next((name for pattern, name in SIGNATURES if pattern.match(head)), None)
    if found == "zip":
        found = zip_format(path)
    elif found == "ole":
        found = ole_format(path)
    if found == "ooxml-encrypted":
        return _encrypted(source)
    notes: tuple[str, ...] = ("sniffed:signature",)
    if found is None:
        found, notes = _text(source)
    entry = BY_NAME[found]
    return Facts(kind=entry.kind, mime=entry.mime, notes=(f"format:{found}", *notes))


def extension(source: SourceFile) -> str:
    """Return the lower-case extension without its dot, or nothing."""
    return Path(source.name).suffix.lower().lstrip(".")


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD_BYTES)
    except OSError as error:
        raise SourceUnreadable(f"cannot be read: {error.strerror}; check that it exists and may be read") from error


def _encrypted(source: SourceFile) -> Facts:
    """Name Office XML with a password: an OLE file around an EncryptedPackage ([MS-OFFCRYPTO]); only the name tells which."""
    hint = extension(source)
    entry = BY_NAME[hint] if hint in {"docx", "xlsx", "pptx"} else BY_NAME["ole"]
    return Facts(kind=entry.kind, mime=entry.mime, encrypted=True, notes=("format:ooxml-encrypted", "sniffed:signature"))


def _text(source: SourceFile) -> tuple[str, tuple[str, ...]]:
    decoded = decode(read_bytes(source))
    if not decoded.text.strip():
        raise EmptyFile("expected a document; the file holds nothing but white space")
    sample = decoded.text[: HEAD_BYTES * 16]
    controls = sum(ord(character) < 128 and ord(character) in _CONTROLS for character in sample)
    if controls > MAX_CONTROL_SHARE * len(sample) or decoded.replaced > 0.3 * len(decoded.text):
        return "binary", ("sniffed:control-characters",)
    found, note = text_format(decoded.text, extension(source))
    return found, (f"encoding:{decoded.encoding}", note)
