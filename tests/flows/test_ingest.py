"""Outcomes: every file ends in exactly one, a second run costs nothing, bad input never stops the run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from indexes.catalog import Catalog
from tests.flows.conftest import Mill

Clause = Callable[[int, str], str]


def outcomes(result: dict) -> dict[str, str]:
    return {f["path"].rsplit("/", 1)[1]: f["outcome"] for f in result["files"]}


def test_a_second_run_changes_nothing_and_embeds_nothing(mill: Mill, clause: Clause) -> None:
    mill.write("a.md", clause(5, "甲"))
    mill.write("b.txt", clause(5, "乙"))
    folder = mill.folder / "documents"
    first = mill.ok("ingest", folder, "--as-of", "2024-01-01")
    assert outcomes(first) == {"a.md": "parsed", "b.txt": "parsed"}
    assert first["counts"]["embedded"] > 0
    ids = [hit["chunk_id"] for hit in mill.ok("search", "事项", "-k", 100)["hits"]]

    second = mill.ok("ingest", folder, "--as-of", "2024-01-02")
    assert outcomes(second) == {"a.md": "unchanged", "b.txt": "unchanged"}
    assert second["counts"]["embedded"] == 0
    assert [hit["chunk_id"] for hit in mill.ok("search", "事项", "-k", 100)["hits"]] == ids


def test_touched_files_are_unchanged_and_changed_bytes_are_not(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(5, "甲"))
    mill.ok("ingest", path)
    os.utime(path, ns=(1, 1))
    assert mill.ok("ingest", path)["files"][0]["outcome"] == "unchanged"
    stat = path.stat()
    path.write_text(clause(5, "乙"), encoding="utf-8")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert mill.ok("ingest", path)["files"][0]["outcome"] == "unchanged"
    assert mill.ok("ingest", path, "--rehash")["files"][0]["outcome"] == "parsed"


def test_bad_files_end_in_typed_reasons_and_the_batch_goes_on(mill: Mill, clause: Clause) -> None:
    mill.write("good.md", clause(3, "甲"))
    mill.write("empty.md", "")
    mill.write("blank.txt", " \n\t\n")
    (mill.folder / "documents" / "broken.docx").write_bytes(b"PK\x03\x04 no zip at all")
    (mill.folder / "documents" / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 64)
    (mill.folder / "documents" / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing follows")
    code, result = mill.run("ingest", mill.folder / "documents")
    assert code == 1
    assert outcomes(result) == {
        "good.md": "parsed", "empty.md": "failed", "blank.txt": "failed", "broken.docx": "failed", "picture.png": "skipped",
        "broken.pdf": "failed",
    }  # fmt: skip
    reasons = {f["path"].rsplit("/", 1)[1]: f["reason"] for f in result["files"] if f["reason"]}
    assert {name: r["error"] or r["rule"] for name, r in reasons.items()} == {
        "empty.md": "EmptyFile", "blank.txt": "EmptyFile", "broken.docx": "Damaged", "broken.pdf": "Damaged", "picture.png": "needs_ocr",
    }  # fmt: skip
    assert all(r["stage"] and r["message"] for r in reasons.values())
    assert sum(result["counts"][name] for name in ("parsed", "unchanged", "skipped", "failed")) == 6

    again = mill.run("ingest", mill.folder / "documents")[1]
    assert outcomes(again) == outcomes(result) | {"good.md": "unchanged"}
    assert {f["path"]: f["reason"] for f in again["files"]} == {f["path"]: f["reason"] for f in result["files"]}


def test_a_file_that_turns_bad_leaves_its_last_good_version_live(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(3, "甲"))
    mill.ok("ingest", path, "--version", "v1")
    path.write_bytes(b"")
    assert mill.run("ingest", path, "--version", "v1")[1]["files"][0]["outcome"] == "failed"
    assert mill.found("甲") == [("v1", "active")]


def test_update_time_moves_only_with_the_chunks(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(3, "甲"))

    def updated() -> set[str]:
        return {hit["metadata"]["update_time"] for hit in mill.ok("search", "甲", "-k", 50)["hits"]}

    mill.ok("ingest", path, "--version", "v1", "--as-of", "2024-01-01")
    [document] = mill.ok("status")["documents"]
    mill.ok("reingest", document["doc_id"], "--force", "--as-of", "2024-02-01")
    assert updated() == {"2024-01-01"}
    path.write_text(clause(4, "甲"), encoding="utf-8")
    mill.ok("ingest", path, "--version", "v1", "--as-of", "2024-03-01")
    assert updated() == {"2024-03-01"}


def test_reingest_without_force_is_unchanged(mill: Mill, clause: Clause) -> None:
    mill.ok("ingest", mill.write("a.md", clause(3, "甲")))
    [document] = mill.ok("status")["documents"]
    assert mill.ok("reingest", document["doc_id"])["files"][0]["outcome"] == "unchanged"
    assert mill.ok("reingest", document["doc_id"], "--force")["files"][0]["outcome"] == "parsed"


def test_backfill_takes_what_is_older_than_the_pipeline(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(6, "甲"))
    mill.ok("ingest", path)
    assert mill.ok("backfill")["files"] == []
    mill.configure("[chunking.clause]\nsize = 64\noverlap = 0\n")
    assert mill.ok("ingest", path)["files"][0]["outcome"] == "unchanged"
    path.unlink()
    assert [f["outcome"] for f in mill.ok("backfill")["files"]] == ["parsed"]
    assert mill.ok("backfill", "--resume")["files"] == []


def test_backfill_does_not_revive_what_was_withdrawn(mill: Mill, clause: Clause) -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder}/documents"\n')
    path = mill.write("a.md", clause(3, "甲"))
    for number in range(5):
        mill.write(f"{number}.md", clause(2, f"其他{number}"))
    mill.ok("nightly")
    path.unlink()
    assert len(mill.ok("nightly")["withdrawn"]) == 1
    mill.ok("backfill", "--since", "2000-01-01")
    assert mill.found("甲") == []


def test_chunk_gives_the_ids_that_ingest_stores(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(5, "甲"))
    identity = ("--doc-type", "clause", "--product-code", "P1", "--version", "v1")
    looked = [chunk["chunk_id"] for chunk in mill.ok("chunk", path, *identity)["chunks"]]
    assert not (mill.home / "catalog.db").exists()
    mill.ok("ingest", path, *identity)
    stored = [hit["chunk_id"] for hit in mill.ok("search", "事项", "-k", 100, "--mode", "vector")["hits"]]
    assert sorted(stored) == sorted(looked)


def test_a_document_is_ingested_again_in_its_own_collection_only(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(2, "等待期"))
    doc_id = mill.ok("ingest", path, "--collection", "terms")["files"][0]["doc_id"]
    code, value = mill.run("reingest", doc_id, "--force")
    assert (code, value["error"]["type"]) == (2, "WrongUse")
    assert mill.ok("reconcile", "--collection", "terms")["agree"]


def test_a_damaged_entry_of_the_document_cache_is_read_again(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(2, "等待期"))
    chunks = mill.ok("chunk", path)["chunks"]
    for entry in (mill.home / "cache" / "documents").iterdir():
        entry.write_bytes(entry.read_bytes()[:40])
    assert mill.ok("chunk", path)["chunks"] == chunks


def test_nothing_is_withdrawn_while_a_file_cannot_be_looked_at(mill: Mill, clause: Clause) -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder / "documents"}"\n')
    for name in "abcdef":
        mill.write(f"{name}.md", clause(2, name))
    mill.ok("nightly")
    gone = mill.folder / "documents" / "a.md"
    gone.unlink()
    gone.symlink_to("x" * 300)  # longer than a name may be: not to be looked at, even by root
    code, value = mill.run("nightly")
    assert (code, value["withdrawn"]) == (1, [])
    assert "cannot be looked at" in value["alerts"][0]


def test_backfill_from_embed_computes_vectors_again(mill: Mill, clause: Clause) -> None:
    embedded = mill.ok("ingest", mill.write("a.md", clause(3, "等待期")))["counts"]["embedded"]
    assert mill.ok("backfill", "--from-stage", "chunk")["counts"]["embedded"] == 0
    assert mill.ok("backfill", "--from-stage", "embed")["counts"]["embedded"] == embedded > 0


def test_repair_works_on_the_day_of_the_run_that_was_last_not_latest(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(2, "等待期"))
    mill.ok("ingest", path, "--as-of", "2030-01-01")
    mill.ok("ingest", path, "--as-of", "2024-01-01")
    latest = Catalog(mill.home / "catalog.db").runs.latest("default")
    assert latest is not None
    assert latest.as_of.year == 2024


def test_backfill_leaves_a_version_whose_bytes_are_gone_as_it_was(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(3, "甲"))
    mill.ok("ingest", path, "--version", "v1")
    path.write_text(clause(3, "乙"), encoding="utf-8")
    mill.configure('[docx]\nrevisions = "all"\n')
    result = mill.ok("backfill")["files"][0]
    assert (result["outcome"], result["reason"]["rule"]) == ("skipped", "source_gone")
    assert mill.found("甲") == [("v1", "active")]


def test_an_index_that_lost_its_rows_is_told_of_and_repaired(mill: Mill, clause: Clause) -> None:
    mill.ok("ingest", mill.write("a.md", clause(3, "甲")))
    shutil.rmtree(mill.home / "index")
    answer = mill.ok("search", "甲")
    assert answer["hits"] == []
    assert "reconcile --repair" in answer["warnings"][0]
    code, found = mill.run("reconcile")
    assert (code, found["agree"]) == (1, False)
    assert mill.ok("reconcile", "--repair")["agree"]
    assert mill.ok("search", "甲")["hits"]


def test_nothing_staged_is_left_behind(mill: Mill, clause: Clause) -> None:
    mill.ok("ingest", mill.write("a.md", clause(3, "甲")))
    assert list((mill.home / "runs").rglob("*.arrow")) == []
