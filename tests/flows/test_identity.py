"""Manifests: what cannot be meant is wrong use, and names its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.identity import Hints, read_manifest
from schemas.errors import SettingsError


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("path,colour\na.txt,red\n", "unknown columns colour"),
        ("version\nV1\n", "no column 'path'"),
        ("path,version\n,V1\n", "line 2: the path is empty"),
        ("path,version\na.txt,V1,V2\n", "line 2: more cells than columns"),
        ("path,version\na.txt,V1\na.txt,V2\n", "line 3: this file was named before"),
        ('path,version\na.txt,"V1\n', "not a CSV file as expected"),
        ("path,version\na.txt," + "x" * 200_000 + "\n", "not a CSV file as expected"),
        ("path,effective_from\na.txt,45292\n", "line 2: '45292' is not a date"),
        ("path,effective_from,effective_to\na.txt,2025-01-01,2024-01-01\n", "is before effective_from"),
    ],
)
def test_a_manifest_that_does_not_hold(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "manifest.csv").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=message):
        read_manifest(tmp_path / "manifest.csv")


def test_the_same_row_twice_is_harmless(tmp_path: Path) -> None:
    (tmp_path / "manifest.csv").write_text("\ufeffpath,version\na.txt,V1\na.txt,V1\n", encoding="utf-8")
    assert read_manifest(tmp_path / "manifest.csv") == {(tmp_path / "a.txt").as_posix(): Hints(version="V1")}
