"""The invented library, ingested once with the default embedder, for every gate."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from fixtures.make import make
from flows.cli import main

DAY = "2024-06-01"


@dataclass(frozen=True)
class Library:
    """The library's folder, its truth, and the home that it was ingested into."""

    folder: Path
    home: Path

    @property
    def truth(self) -> Path:
        return self.folder / "truth"

    def run(self, *words: Any) -> tuple[int, dict[str, Any]]:
        out = StringIO()
        with redirect_stdout(out):
            code = main([str(w) for w in (*words, "--home", self.home, "--config", self.folder / "docmill.toml", "--json")])
        return code, json.loads(out.getvalue())


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("library")
    make(folder)
    (folder / "docmill.toml").write_text("", encoding="utf-8")
    made = Library(folder, folder / "home")
    for part, manifest in (("library", "manifest.csv"), ("later", "manifest_later.csv")):
        code, result = made.run("ingest", folder / part, "--manifest", made.truth / manifest, "--as-of", DAY)
        assert code == 0, [f["reason"] for f in result["files"] if f["reason"]]
    return made
