"""What the plan remembers of files: where they were last seen, that they moved, and which bytes they hold."""

from __future__ import annotations

import pytest

from tests.flows.conftest import Mill

FIVE_MORE = "bcdef"


def sourced(mill: Mill, text: str = "") -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder / "documents"}"\n{text}')
    for name in FIVE_MORE:
        mill.write(f"{name}.md", f"# {name}\n\n等待期 {name}\n")


@pytest.mark.parametrize("path", [("z.md", "a.md"), ("z.md", "y.md")], ids=["and back", "and on"])
def test_a_file_that_moves_twice_stays_live(mill: Mill, path: tuple[str, str]) -> None:
    sourced(mill)
    here = mill.write("a.md", "# 责任免除\n\n甲子\n")
    mill.ok("nightly")
    for name in path:
        here = here.rename(here.with_name(name))
        mill.ok("nightly")
    assert len(mill.found("甲子")) == 1


def test_a_file_that_ingest_brought_is_withdrawn_once_nightly_saw_it(mill: Mill) -> None:
    sourced(mill)
    here = mill.write("a.md", "# 责任免除\n\n甲子\n")
    mill.ok("ingest", here)
    mill.ok("nightly")
    mill.ok("ingest", mill.write("a.md", "# 责任免除\n\n甲子年\n"))
    here.unlink()
    assert len(mill.ok("nightly")["withdrawn"]) == 2
    assert mill.found("甲子") == []


def test_remaking_a_version_whose_file_went_on_leaves_the_file_as_it_is_known(mill: Mill) -> None:
    path = mill.write("a.md", "# 责任免除\n\n甲子\n")
    mill.ok("ingest", path, "--as-of", "2024-01-01")
    mill.write("a.md", "# 责任免除\n\n乙丑年\n")
    second = mill.ok("ingest", path, "--as-of", "2024-02-01")["files"][0]
    mill.run("backfill", "--from-stage", "parse", "--as-of", "2024-03-01")
    mill.run("backfill", "--until", "2024-01-31", "--as-of", "2024-03-01")
    again = mill.ok("ingest", path, "--as-of", "2024-03-02")["files"][0]
    assert (again["outcome"], again["version_id"]) == ("unchanged", second["version_id"])


def test_an_excluded_folder_is_excluded_to_its_depth(mill: Mill) -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder / "documents"}"\nexclude = ["drafts/**", "*.tmp"]\n')
    for name in ("a.md", "drafts/b.md", "drafts/deep/c.md", "d.tmp"):
        mill.write(name, f"# {name}\n\n等待期\n")
    assert [f["path"].rsplit("/", 1)[1] for f in mill.ok("nightly")["files"]] == ["a.md"]


def test_a_file_that_was_over_a_limit_is_read_once_the_limit_is_raised(mill: Mill) -> None:
    mill.configure("[limits]\nmax_file_mb = 1\n")
    path = mill.write("a.md", "# 责任免除\n\n甲子\n" + " " * (1 << 20))
    assert mill.run("ingest", path)[1]["files"][0]["reason"]["error"] == "TooLarge"
    mill.configure("[limits]\nmax_file_mb = 2\n")
    assert mill.ok("ingest", path)["files"][0]["outcome"] == "parsed"
