"""Wrong use is one clear line and exit 2; help is quick."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
    (("ingest", ".", "--collection", "../elsewhere"), "cannot name a collection"),
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
        ('[[sources]]\npath = "."\ncollection = "../elsewhere"\n', "sources.0.collection"),
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


def test_an_unknown_kind_of_personal_data_stops_the_run_not_the_file(mill: Mill) -> None:
    mill.configure('[pii]\nentities = ["SHOE_SIZE"]\n')
    code, value = mill.run("ingest", mill.write("a.md", "甲乙丙丁"))
    assert (code, value["error"]["type"]) == (2, "SettingsError")


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


def test_the_doctor_says_what_the_contract_names(mill: Mill) -> None:
    _, value = mill.run("doctor")
    assert {tuple(check) for check in value["checks"]} == {("name", "ok", "detail", "remedy")}


def test_a_name_that_is_not_utf8_fails_alone(mill: Mill) -> None:
    mill.write("a.md", "甲乙丙丁")
    odd = os.fsencode(mill.folder / "documents") + b"/\xb1\xa3.md"
    try:
        Path(os.fsdecode(odd)).write_text("甲乙丙丁", encoding="utf-8")
    except OSError:
        pytest.skip("this file system only takes names in UTF-8")
    code, value = mill.run("ingest", mill.folder / "documents")
    assert code == 1
    assert sorted(file["outcome"] for file in value["files"]) == ["failed", "parsed"]
    failed = next(file for file in value["files"] if file["outcome"] == "failed")
    assert failed["path"].endswith("\\xb1\\xa3.md")
    assert failed["reason"]["error"] == "SourceUnreadable"


def test_a_pipe_is_wrong_use(mill: Mill) -> None:
    os.mkfifo(mill.folder / "pipe.txt")
    assert mill.run("ingest", mill.folder / "pipe.txt")[0] == 2
    assert mill.run("parse", mill.folder / "pipe.txt")[0] == 2


def test_a_damaged_catalog_is_one_typed_line(mill: Mill) -> None:
    mill.home.mkdir()
    (mill.home / "catalog.db").write_text("no database", encoding="utf-8")
    code, value = mill.run("status")
    assert (code, value["error"]["type"]) == (1, "StoreError")


def test_a_home_that_cannot_be_is_one_typed_line(mill: Mill) -> None:
    (mill.folder / "home").write_text("a file", encoding="utf-8")
    code, value = mill.run("status")
    assert code in (1, 2)
    assert set(value) == {"error"}


def test_a_link_to_itself_is_no_file(mill: Mill) -> None:
    mill.write("a.md", "甲乙丙丁")
    (mill.folder / "documents" / "self.md").symlink_to("self.md")
    assert mill.ok("ingest", mill.folder / "documents")["counts"]["parsed"] == 1
