"""What default search finds as versions arrive, come of age, are replaced and go: through the command line, on a real index."""

from __future__ import annotations

from collections.abc import Callable

from tests.flows.conftest import Mill

Clause = Callable[[int, str], str]
IDENTITY = ("--doc-type", "clause", "--product-code", "P1")


def ingest(mill: Mill, name: str, text: str, label: str, begins: str, as_of: str) -> dict:
    path = mill.write(name, text)
    return mill.ok("ingest", path, *IDENTITY, "--version", label, "--effective-date", begins, "--as-of", as_of)["files"][0]


def test_a_version_lives_from_its_day_until_its_successors(mill: Mill, clause: Clause) -> None:
    assert ingest(mill, "a.md", clause(4, "等待期"), "v2022", "2022-01-01", "2022-02-01")["status"] == "active"
    assert mill.found("等待期") == [("v2022", "active")]

    ingest(mill, "b.md", clause(4, "等待期"), "v2024", "2024-01-01", "2024-02-01")
    assert mill.found("等待期") == [("v2024", "active")]
    assert mill.found("等待期", "--all-versions") == [("v2022", "superseded"), ("v2024", "active")]

    assert ingest(mill, "c.md", clause(4, "等待期"), "v2023", "2023-01-01", "2024-02-02")["status"] == "superseded"
    assert mill.found("等待期") == [("v2024", "active")]

    assert ingest(mill, "d.md", clause(4, "等待期"), "v2027", "2027-01-01", "2024-02-03")["status"] == "pending"
    assert mill.found("等待期") == [("v2024", "active")]
    assert [v for v, _ in mill.found("等待期", "--as-of", "2023-05-01")] == ["v2023"]
    assert [v for v, _ in mill.found("等待期", "--as-of", "2021-05-01")] == []

    mill.ok(
        "ingest",
        mill.folder / "documents" / "d.md",
        *IDENTITY,
        "--version",
        "v2027",
        "--effective-date",
        "2027-01-01",
        "--as-of",
        "2027-01-01",
    )
    assert mill.found("等待期") == [("v2027", "active")]
    assert mill.ok("reconcile")["agree"]


def test_nightly_activates_by_date_and_withdraws_what_is_gone(mill: Mill, clause: Clause) -> None:
    source = mill.folder / "documents"
    mill.configure(f'[[sources]]\npath = "{source}"\nmanifest = "{mill.folder}/manifest.csv"\n')
    for name, word in zip("abcdef", ("甲子", "乙丑", "丙寅", "丁卯", "戊辰", "己巳"), strict=True):
        mill.write(f"{name}.md", clause(3, word))
    rows = [
        "path,doc_type,product_code,version,effective_from",
        "documents/a.md,clause,P1,v1,2024-01-01",
        "documents/b.md,clause,P1,v2,2025-01-01",
    ]
    (mill.folder / "manifest.csv").write_text("\n".join(rows), encoding="utf-8")

    first = mill.ok("nightly", "--as-of", "2024-06-01")
    assert (len(first["activated"]), first["counts"]["parsed"]) == (5, 6)
    assert (mill.home / "reports" / "default.html").exists()
    assert mill.found("甲子") == [("v1", "active")]

    second = mill.ok("nightly", "--as-of", "2025-01-01")
    assert (second["counts"]["unchanged"], len(second["activated"]), len(second["superseded"])) == (6, 1, 1)
    assert mill.found("乙丑") == [("v2", "active")]

    (source / "b.md").unlink()
    third = mill.ok("nightly", "--as-of", "2025-01-02")
    assert len(third["withdrawn"]) == 1
    assert mill.found("乙丑") == []
    assert [d["doc_status"] for d in _versions(mill, "v1")] == ["superseded"]

    mill.write("b.md", clause(3, "乙丑"))
    fourth = mill.ok("nightly", "--as-of", "2025-01-03")
    assert len(fourth["activated"]) == 1
    assert mill.found("乙丑") == [("v2", "active")]


def test_nightly_does_not_withdraw_when_the_scan_cannot_be_trusted(mill: Mill, clause: Clause) -> None:
    source = mill.folder / "documents"
    mill.configure(f'[[sources]]\npath = "{source}"\n')
    for number in range(5):
        mill.write(f"{number}.md", clause(2, "条款正文"))
    mill.ok("nightly")
    (source / "0.md").unlink()
    (source / "1.md").unlink()
    code, result = mill.run("nightly")
    assert (code, result["withdrawn"]) == (1, [])
    assert "--allow-mass-withdraw" in result["alerts"][0]
    assert len(mill.ok("nightly", "--allow-mass-withdraw")["withdrawn"]) == 2

    source.rename(mill.folder / "elsewhere")
    code, result = mill.run("nightly")
    assert (code, result["withdrawn"]) == (1, [])


def test_a_shorter_version_leaves_nothing_of_the_longer_one(mill: Mill, clause: Clause) -> None:
    ingest(mill, "a.md", clause(9, "旧版词"), "v1", "2024-01-01", "2024-02-01")
    ingest(mill, "a.md", clause(2, "新版词"), "v1", "2024-01-01", "2024-02-02")
    for mode in ("bm25", "vector", "hybrid"):
        hits = mill.ok("search", "旧版词", "--mode", mode, "-k", 50, "--all-versions")["hits"]
        assert not [hit for hit in hits if "旧版词" in hit["text"]]
    assert mill.found("新版词") == [("v1", "active")]
    assert mill.ok("reconcile") == {"agree": True, "missing": [], "orphaned": [], "repaired": 0}


def test_the_same_version_from_another_file_is_a_rendition(mill: Mill, clause: Clause) -> None:
    ingest(mill, "a.md", clause(3, "甲"), "v1", "2024-01-01", "2024-02-01")
    other = mill.write("b.txt", clause(3, "乙"))
    result = mill.ok("ingest", other, *IDENTITY, "--version", "v1", "--as-of", "2024-02-01")["files"][0]
    assert (result["outcome"], result["reason"]["rule"]) == ("skipped", "rendition")
    doc_id = result["doc_id"]
    assert mill.ok("reingest", doc_id, "--version", "v1", "--file", other)["files"][0]["outcome"] == "parsed"
    assert mill.found("乙") == [("v1", "active")]
    assert mill.found("甲") == []


def test_two_renditions_in_one_run(mill: Mill, clause: Clause) -> None:
    mill.write("a.md", clause(3, "甲"))
    mill.write("b.txt", clause(3, "甲"))
    files = mill.ok("ingest", mill.folder / "documents", *IDENTITY, "--version", "v1")["files"]
    assert [(f["outcome"], (f["reason"] or {}).get("rule")) for f in files] == [("parsed", None), ("skipped", "rendition")]
    again = mill.ok("ingest", mill.folder / "documents", *IDENTITY, "--version", "v1")["files"]
    assert [f["outcome"] for f in again] == ["unchanged", "skipped"]


def test_the_same_bytes_at_a_new_path_are_a_move(mill: Mill, clause: Clause) -> None:
    path = mill.write("a.md", clause(3, "甲"))
    before = mill.ok("ingest", path)["files"][0]
    path.rename(path.with_name("z.md"))
    after = mill.ok("ingest", path.with_name("z.md"))["files"][0]
    assert (after["outcome"], after["doc_id"], after["version_id"]) == ("unchanged", before["doc_id"], before["version_id"])
    path.with_name("z.md").write_text(clause(3, "乙"), encoding="utf-8")
    edited = mill.ok("ingest", path.with_name("z.md"))["files"][0]
    assert (edited["outcome"], edited["doc_id"]) == ("parsed", before["doc_id"])
    assert mill.found("甲") == []


def test_a_copy_is_a_document_of_its_own(mill: Mill, clause: Clause) -> None:
    mill.write("a.md", clause(3, "甲"))
    mill.write("b.md", clause(3, "甲"))
    files = mill.ok("ingest", mill.folder / "documents")["files"]
    assert len({f["doc_id"] for f in files}) == 2


def test_an_inferred_type_joins_no_family(mill: Mill, clause: Clause) -> None:
    mill.write("a.md", clause(5, "甲"))
    mill.write("b.md", clause(5, "乙"))
    files = mill.ok("ingest", mill.folder / "documents", "--product-code", "P1")["files"]
    assert len({f["doc_id"] for f in files}) == 2


def _versions(mill: Mill, label: str) -> list[dict]:
    return [v for document in mill.ok("status")["documents"] for v in document["versions"] if v["label"] == label]
