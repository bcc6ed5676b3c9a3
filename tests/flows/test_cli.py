"""Wrong use is one clear line and exit 2; help is quick."""

from __future__ import annotations

import subprocess
import sys

import pytest

from flows.cli import COMMANDS
from tests.flows.conftest import Mill

WRONG = [
    (("ingest",), "Missing argument"),
    (("ingest", "/nowhere/at/all"), "does not exist"),
    (("ingest", ".", "--as-of", "tomorrow"), "YYYY-MM-DD"),
    (("search", "x", "--where", "colour=red"), "known name"),
    (("search", "x", "-k", "0"), "0 is not in the range"),
    (("status", "no-such-document"), "no document"),
    (("reingest", "no-such-document"), "no active version"),
    (("nightly",), "[[sources]]"),
    (("report",), "empty"),
    (("no-such-command",), "No such command"),
    (("backfill", "--from-stage", "cook"), "is not one of"),
]


@pytest.mark.parametrize(("words", "message"), WRONG, ids=[" ".join(w[0]) for w in WRONG])
def test_wrong_use(mill: Mill, words: tuple[str, ...], message: str) -> None:
    code, value = mill.run(*words)
    assert code == 2
    assert set(value) == {"error"}
    assert message in value["error"]["message"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[embedder]\nprovider = 1\n", "embedder.provider"),
        ("[chunking.default]\nsize = 100\noverlap = 100\n", "overlap 100 must be smaller than size 100"),
        ("[chunking.default]\nsize = 100\noverlap = 150\n", "overlap 150"),
        ("colour = 'red'\n", "colour"),
        ("[[[", "not valid TOML"),
    ],
)
def test_settings_that_do_not_hold(mill: Mill, text: str, message: str) -> None:
    (mill.folder / "docmill.toml").write_text(text, encoding="utf-8")
    code, value = mill.run("status")
    assert code == 2
    assert message in value["error"]["message"]


def test_unknown_embedder_lists_the_known(mill: Mill) -> None:
    (mill.folder / "docmill.toml").write_text('[embedder]\nprovider = "word2vec"\n', encoding="utf-8")
    code, value = mill.run("ingest", mill.write("a.md", "甲乙丙丁"))
    assert code == 2
    assert "e5" in value["error"]["message"]


def test_another_embedder_on_the_same_store_is_refused(mill: Mill) -> None:
    path = mill.write("a.md", "# 标题\n\n甲乙丙丁戊己庚辛。")
    mill.ok("ingest", path)
    (mill.folder / "docmill.toml").write_text('[embedder]\nprovider = "use"\n', encoding="utf-8")
    for words in (("ingest", path), ("search", "甲")):
        code, value = mill.run(*words)
        assert (code, value["error"]["type"]) == (1, "EmbedderMismatch")


def test_help_imports_nothing_heavy() -> None:
    program = "import sys; from flows.cli import main; main(['--help']); print(sorted({m.split('.')[0] for m in sys.modules}))"
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert all(name in out for name in COMMANDS)
    loaded = set(out.splitlines()[-1].strip("[]").replace("'", "").split(", "))
    assert not loaded & {"pydantic", "numpy", "lancedb", "sqlalchemy", "prefect", "presidio_analyzer", "pdfplumber", "docx"}
