"""What all commands share: the options, the context made of them, JSON out, progress on stderr."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from flows.home import Home
    from schemas.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])


class Day(click.ParamType[date]):
    """A date, YYYY-MM-DD."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Return the date, or fail with one line."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is not a date; write YYYY-MM-DD", param, ctx)


@dataclass(frozen=True)
class Common:
    """The options that every command takes."""

    home_dir: Path
    config: Path | None
    collection: str | None
    as_json: bool

    @property
    def settings(self) -> Settings:
        """The settings of --config, else of docmill.toml here, else the defaults."""
        from schemas.settings import load_settings

        return load_settings(self.config or Path("docmill.toml"), required=self.config is not None)

    @property
    def home(self) -> Home:
        """The home directory under these settings."""
        from flows.home import Home

        return Home(self.home_dir, self.settings)

    @property
    def named_collection(self) -> str:
        """The collection that was named, or the default one."""
        return self.collection or "default"

    def show(self, value: dict[str, Any], text: Callable[[], str]) -> None:
        """Print one JSON object with --json, else the text for people."""
        click.echo(json.dumps(value, ensure_ascii=False, sort_keys=False) if self.as_json else text())


def common(command: F) -> F:
    """Return the command with the common options, handed to it as one `common` argument."""

    @click.option(
        "--home",
        "home_dir",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path(".docmill"),
        help="Catalog, index, caches.",
    )
    @click.option("--config", type=click.Path(path_type=Path, dir_okay=False), help="Settings; docmill.toml here by default.")
    @click.option("--collection", metavar="C", callback=_collection, help="The namespace of everything.  [default: default]")
    @click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
    @functools.wraps(command)
    def wrapped(*args: Any, home_dir: Path, config: Path | None, collection: str | None, as_json: bool, **kwargs: Any) -> Any:
        return command(*args, common=Common(home_dir, config, collection, as_json), **kwargs)

    return wrapped  # type: ignore[return-value]


def _collection(_context: click.Context, _parameter: click.Parameter, name: str | None) -> str | None:
    """Return the name of a collection, or fail with one line where it could not name a folder."""
    import re

    from schemas.settings import COLLECTION_NAME

    if name is not None and not re.match(COLLECTION_NAME, name):
        raise click.BadParameter(f"{name!r} cannot name a collection; use letters, digits, _, -, . and blanks")
    return name


def as_of_option(command: F) -> F:
    """Return the command with --as-of."""
    return click.option("--as-of", type=Day(), help="The day to work on.  [default: today]")(command)


def today(as_of: date | None) -> date:
    """Return the day that was named, or today."""
    return as_of or date.today()


def progress() -> Callable[[str, int, int], None]:
    """Return a reporter that keeps one line of progress on stderr, where stderr is a terminal, else a line a step."""
    import sys

    last = {"what": ""}

    def report(what: str, done: int, total: int) -> None:
        if sys.stderr.isatty():
            filled = int(24 * done / total) if total else 24
            click.echo(f"\r\x1b[K{what}  {'█' * filled}{'░' * (24 - filled)}  {done}/{total}", err=True, nl=done >= total)
        elif what != last["what"] or done >= total:
            click.echo(f"{what}: {done}/{total}", err=True)
        last["what"] = what

    return report


def table(rows: list[list[str]], header: list[str]) -> str:
    """Return rows in columns, wide characters counted as two, the last column as wide as it comes."""
    lines = [header, *rows]
    widths = [max(_width(line[i]) for line in lines) for i in range(len(header))]
    padded = ("  ".join(cell + " " * (widths[i] - _width(cell)) for i, cell in enumerate(line)).rstrip() for line in lines)
    return "\n".join(padded)


def _width(text: str) -> int:
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
