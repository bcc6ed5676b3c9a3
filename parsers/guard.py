"""What is checked before any parser opens a file: its size, and what an archive really expands to."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

from schemas.document import Facts, SourceFile
from schemas.errors import Damaged, EmptyFile, Encrypted, SourceUnreadable, TooLarge
from schemas.settings import Limits

MEGABYTE = 1024 * 1024
ZIP_MARK = b"PK"
BLOCK_BYTES = 256 * 1024
MAX_MEMBERS = 50_000
RATIO_FREE_BYTES = 32 * MEGABYTE
MAX_RATIO = 200
"""Office XML packs at 5 to 40 to one; deflate's utmost is 1,032. The ratio only counts past `RATIO_FREE_BYTES` of a member."""
XML_ENDINGS = (".xml", ".rels", ".vml", ".opf", ".xhtml", ".html")
ENTITY_MARKS = tuple("<!ENTITY".encode(name) for name in ("ascii", "utf-16-le", "utf-16-be"))
ENCRYPTED_FLAG = 0x1


def check_size(source: SourceFile, limits: Limits) -> int:
    """Return the file's size in bytes; raises SourceUnreadable, EmptyFile, or TooLarge past `max_file_mb`."""
    try:
        size = Path(source.uri).stat().st_size
    except OSError as error:
        raise SourceUnreadable(f"cannot be read: {error.strerror}; check that it exists and may be read") from error
    if size == 0:
        raise EmptyFile("expected a document; the file has 0 bytes")
    if size > limits.max_file_mb * MEGABYTE:
        raise TooLarge(f"{size // MEGABYTE} MB is over limits.max_file_mb = {limits.max_file_mb}; raise it to read this file")
    return size


def check_archive(source: SourceFile, facts: Facts, limits: Limits) -> int:
    """Return the bytes that the file comes to once expanded: of every member for a zip, else the file's own size.

    Sizes in the directory can lie, so every member is really expanded, in blocks, against a budget. Raises Encrypted,
    Damaged (truncated, bad checksum) or TooLarge (over `max_expanded_mb`, over the ratio, XML entities declared).
    """
    path = Path(source.uri)
    with path.open("rb") as stream:
        if stream.read(len(ZIP_MARK)) != ZIP_MARK or not facts.mime:
            return path.stat().st_size
    try:
        with zipfile.ZipFile(path) as archive:
            return _expand(archive, limits)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError) as error:
        raise Damaged(f"expected a whole zip container; it is damaged or truncated ({type(error).__name__})") from error


def _expand(archive: zipfile.ZipFile, limits: Limits) -> int:
    members = archive.infolist()
    if len(members) > MAX_MEMBERS:
        raise TooLarge(f"{len(members)} parts in one container are over the {MAX_MEMBERS} that are read")
    total = 0
    for member in members:
        if member.flag_bits & ENCRYPTED_FLAG:
            raise Encrypted("parts of this zip container need a password; save it without one")
        total += _expand_member(archive, member, limits.max_expanded_mb * MEGABYTE - total)
    return total


def _expand_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, budget: int) -> int:
    is_xml = member.filename.lower().endswith(XML_ENDINGS)
    size = 0
    with archive.open(member) as stream:
        while block := stream.read(BLOCK_BYTES):
            if is_xml and size == 0 and any(mark in block for mark in ENTITY_MARKS):
                raise TooLarge("an XML part declares entities, which can expand without end; no office program writes them")
            size += len(block)
            if size > budget:
                raise TooLarge("the expanded parts are over limits.max_expanded_mb; raise it if this is no zip bomb")
            if size > RATIO_FREE_BYTES and size > MAX_RATIO * max(1, member.compress_size):
                raise TooLarge(f"a part expands more than {MAX_RATIO} times, as zip bombs do")
    return size
