"""What the README and the settings file say holds."""

import re
import tomllib
from pathlib import Path

from flows.cli import COMMANDS
from schemas.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parents[1]


def test_every_command_in_the_readme_exists() -> None:
    named = set(re.findall(r"^docmill ([a-z-]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert named <= set(COMMANDS)


def test_the_settings_file_shows_the_defaults() -> None:
    assert load_settings(ROOT / "docmill.toml", required=True) == Settings()


def test_pictures_in_the_readme_are_there() -> None:
    for name in re.findall(r"!\[.*?\]\((.*?)\)", (ROOT / "README.md").read_text(encoding="utf-8")):
        assert (ROOT / name).exists(), name


def test_make_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(
        re.findall(r"make (demo|test|lint|bench|format|lock)\b", (ROOT / "README.md").read_text(encoding="utf-8"))
    ):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_versions_pinned_in_pyproject_are_the_locked_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.split(r"[=<>\[]", requirement)[0]
        assert re.search(rf"^{re.escape(name)}==", lock, re.MULTILINE | re.IGNORECASE), name
        if "==" in requirement:
            assert f"\n{requirement} " in lock, requirement
