from __future__ import annotations

import io
import zipfile

import pytest

from parsers.guard import check_archive, check_size
from parsers.sniff import sniff
from schemas.errors import Damaged, EmptyFile, Encrypted, SourceUnreadable, TooLarge
from schemas.settings import Limits

DOCUMENT = "word/document.xml"


def archive(content: bytes, name: str = DOCUMENT) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(name, content)
    return out.getvalue()


def check(source, data: bytes, limits: Limits | None = None) -> int:
    made = source("a.docx", data)
    return check_archive(made, sniff(made), limits or Limits())


def test_expanded_bytes_are_counted(source):
    assert check(source, archive(b"<x>" + b"y" * 1000 + b"</x>")) == 1007


def test_other_files_count_as_they_are(source):
    made = source("a.txt", b"12345")
    assert check_archive(made, sniff(made), Limits()) == 5


def test_a_bomb_by_ratio_is_refused(source):
    with pytest.raises(TooLarge, match="200 times"):
        check(source, archive(b"\0" * (40 * 1024 * 1024)))


def test_the_budget_counts_real_bytes(source):
    with pytest.raises(TooLarge, match="max_expanded_mb"):
        check(source, archive(bytes(range(256)) * 8 * 1024), Limits(max_expanded_mb=1))


def test_entities_in_a_part_are_refused(source):
    with pytest.raises(TooLarge, match="entities"):
        check(source, archive(b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'))


def test_a_size_that_lies_in_the_directory_is_damage(source):
    data = bytearray(archive(b"z" * 5000))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(Damaged):
        check(source, bytes(data))


def test_encrypted_members_are_named_so(source):
    data = bytearray(archive(b"secret"))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(Encrypted):
        check(source, bytes(data))


def test_flipped_bytes_are_damage(source):
    data = bytearray(archive(bytes(range(256)) * 40))
    data[60:80] = b"\0" * 20
    with pytest.raises(Damaged):
        check(source, bytes(data))


def test_size_limits(source):
    assert check_size(source("a.txt", b"abc"), Limits()) == 3
    with pytest.raises(EmptyFile):
        check_size(source("b.txt", b""), Limits())
    with pytest.raises(TooLarge):
        check_size(source("c.txt", b"x" * (1024 * 1024 + 1)), Limits(max_file_mb=1))
    gone = source("d.txt", b"x").model_copy(update={"uri": "/no/such/file"})
    with pytest.raises(SourceUnreadable):
        check_size(gone, Limits())
