"""The command line driven in process on real homes, with the hashing embedder and small text files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flows.cli import main

SETTINGS = '[embedder]\nprovider = "hashing"\n'


@dataclass
class Mill:
    """A home and a folder of documents. `run` returns exit code and JSON."""

    folder: Path
    capture: pytest.CaptureFixture[str]

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def configure(self, text: str = "") -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "docmill.toml").write_text(SETTINGS + text, encoding="utf-8")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / "documents" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *words: Any) -> tuple[int, dict[str, Any]]:
        self.capture.readouterr()
        common = ["--home", self.home, "--config", self.folder / "docmill.toml", "--json"]
        code = main([str(word) for word in (*words, *common)])
        out = self.capture.readouterr().out
        assert out.count("\n") == 1, out
        return code, json.loads(out)

    def ok(self, *words: Any) -> dict[str, Any]:
        code, value = self.run(*words)
        assert code == 0, value
        return value

    def found(self, query: str, *words: Any) -> list[tuple[str, str]]:
        """(version, status) of every hit, by full text."""
        hits = self.ok("search", query, "--mode", "bm25", "-k", 50, *words)["hits"]
        return sorted({(hit["metadata"]["version"], hit["metadata"]["doc_status"]) for hit in hits})


@pytest.fixture
def mill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Mill:
    made = Mill(tmp_path, capsys)
    made.configure()
    return made


@pytest.fixture
def clause() -> Callable[[int, str], str]:
    """A clause booklet in text: so many clauses, with a word that tells it from others."""

    def make(count: int, word: str) -> str:
        clauses = [
            f"第{number}条 {word}\n本条约定第{number}项事项，被保险人应当在三十日内以书面形式通知我们。"
            for number in HAN[:count]
        ]
        return "\n\n".join(clauses) + "\n"

    return make


HAN = "一二三四五六七八九十"
