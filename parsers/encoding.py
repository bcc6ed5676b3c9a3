"""From bytes to text: byte order mark, valid UTF-8, declared charset, then detection over the whole text."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from schemas.document import SourceFile
from schemas.errors import SourceUnreadable

REPLACEMENT = "\ufffd"
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "hz": "gb18030",
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "shift_jis": "cp932",
}
"""Charsets that pages declare and the larger ones that their authors' programs really wrote."""
HEAD_BYTES = 8192
MAX_ERROR_SHARE = 0.02
"""A charset with more undecodable places than this, per non-ASCII character, is taken for the wrong one."""
_DECLARED = re.compile(
    rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']?\s*([\w.:-]+)|<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w.:-]+)"""
    rb"""|@charset\s+["']([\w.:-]+)|^[ \t]*#.{0,40}?coding[:=][ \t]*([\w.-]+)""",
    re.IGNORECASE | re.MULTILINE,
)
_PAIR = re.compile(rb"[\x81-\xfe][\x30-\x39\x40-\x7e\x80-\xfe]")
_GB_LEVEL_1 = re.compile(rb"[\xb0-\xd7][\xa1-\xfe]|[\xa1\xa3][\xa1-\xfe]")
_BIG5_LEVEL_1 = re.compile(rb"[\xa4-\xc6][\x40-\x7e\xa1-\xfe]|[\xa1-\xa2][\x40-\x7e\xa1-\xfe]")
_BIG5_ONLY = re.compile(rb"[\xa4-\xc6][\x40-\x7e]")


@dataclass(frozen=True)
class Decoded:
    """Text with the encoding that it came in and the number of characters put in place of undecodable bytes."""

    text: str
    encoding: str
    replaced: int = 0

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the parse report: nothing for clean UTF-8."""
        told = () if self.encoding in {"utf-8", "utf-8-sig"} else (f"encoding:{self.encoding}",)
        return (*told, f"undecodable:{self.replaced}") if self.replaced else told


def read_bytes(source: SourceFile) -> bytes:
    """Return the bytes of a file; raises SourceUnreadable."""
    try:
        return Path(source.uri).read_bytes()
    except OSError as error:
        raise SourceUnreadable(f"cannot be read: {error.strerror}; check that it exists and may be read") from error


def read_text(source: SourceFile) -> Decoded:
    """Return the text of a file with every line end as a line feed; raises SourceUnreadable."""
    decoded = decode(read_bytes(source))
    return Decoded(decoded.text.replace("\r\n", "\n").replace("\r", "\n"), decoded.encoding, decoded.replaced)


def decode(data: bytes) -> Decoded:
    """Return the text of `data`. Never fails: what no charset explains is replaced and counted."""
    for mark, name in MARKS:
        if data.startswith(mark):
            return _with(data, name)
    if b"\0" not in data:
        try:
            return Decoded(data.decode("utf-8"), "utf-8")
        except UnicodeDecodeError:
            pass
    for candidate in (_unmarked_wide, _declared, _nearly_utf8, _chinese):
        decoded = candidate(data)
        if decoded is not None:
            return decoded
    return _detected(data)


def declared_charset(data: bytes) -> str | None:
    """Return the Python name of the charset declared in the first bytes (XML, meta, coding line), widened, or None."""
    for match in _DECLARED.finditer(data[:HEAD_BYTES]):
        label = next(group for group in match.groups() if group).decode("ascii", "replace")
        try:
            name = codecs.lookup(label).name
        except LookupError:
            continue
        return SUPERSETS.get(name, name)
    return None


def _with(data: bytes, name: str) -> Decoded:
    genuine = data.count(REPLACEMENT.encode("utf-8")) if name.startswith("utf-8") else 0
    text = data.decode(name, "replace")
    return Decoded(text.lstrip("\ufeff"), name, max(0, text.count(REPLACEMENT) - genuine))


def _good(decoded: Decoded, data: bytes) -> bool:
    foreign = sum(1 for character in decoded.text if character > "\x7f") or 1
    return decoded.replaced / foreign <= MAX_ERROR_SHARE or (decoded.replaced == 1 and foreign > 10)


def _unmarked_wide(data: bytes) -> Decoded | None:
    """UTF-16 without a mark: one byte of every pair is the same few values, or ASCII's zero."""
    sample = data[: HEAD_BYTES * 8]
    pairs = len(sample) // 2
    if pairs < 2 or len(data) % 2:
        return None
    for name, high, low in (("utf-16-le", sample[1::2], sample[::2]), ("utf-16-be", sample[::2], sample[1::2])):
        zeros = high.count(0) / pairs
        if zeros >= 0.4 and low.count(0) / pairs < 0.1:
            return _with(data, name)
        han = sum(0x4E <= byte <= 0x9F or byte in (0x30, 0xFF) for byte in high) / pairs
        if zeros > 0.01 and han + zeros >= 0.95:
            return _with(data, name)
    return None


def _declared(data: bytes) -> Decoded | None:
    name = declared_charset(data)
    if name is None or name.startswith(("utf-16", "utf-32")):
        return None
    try:
        decoded = _with(data, name)
    except (LookupError, UnicodeError):
        return None
    return decoded if _good(decoded, data) else None


def _nearly_utf8(data: bytes) -> Decoded | None:
    decoded = _with(data, "utf-8")
    return decoded if _good(decoded, data) else None


def _chinese(data: bytes) -> Decoded | None:
    """GB18030 or Big5 when nearly all two-byte pairs lie in the rows of frequent characters (GB 2312 level 1, Big5 level 1)."""
    foreign = sum(byte > 0x7F for byte in data)
    pairs = _PAIR.findall(data)
    if not pairs or 2 * len(pairs) < foreign * 0.8:
        return None
    shares = {
        "big5hkscs": sum(bool(_BIG5_LEVEL_1.fullmatch(pair)) for pair in pairs) / len(pairs),
        "gb18030": sum(bool(_GB_LEVEL_1.fullmatch(pair)) for pair in pairs) / len(pairs),
    }
    low_trails = sum(bool(_BIG5_ONLY.fullmatch(pair)) for pair in pairs) / len(pairs)
    name = "big5hkscs" if low_trails > 0.15 else "gb18030"
    if shares[name] < 0.75:
        return None
    decoded = _with(data, name)
    return decoded if _good(decoded, data) else None


def _detected(data: bytes) -> Decoded:
    """Take the detector's choice over the whole text, else the declared or the Western charset with replacements."""
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    if best is None:
        return _with(data, declared_charset(data) or "cp1252")
    decoded = _with(data, SUPERSETS.get(best.encoding, best.encoding))
    western = _with(data, "cp1252")
    return western if western.text == decoded.text else decoded
