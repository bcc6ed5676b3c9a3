"""The command `docmill`. Each command's module is light; what it works with is imported when it runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from schemas.errors import Defect, DocmillError, StoreError, WrongUse

COMMANDS = {
    "ingest": "flows.commands.feed",
    "nightly": "flows.commands.feed",
    "reingest": "flows.commands.feed",
    "backfill": "flows.commands.feed",
    "serve": "flows.commands.serve",
    "parse": "flows.commands.look",
    "chunk": "flows.commands.look",
    "inspect": "flows.commands.look",
    "search": "flows.commands.ask",
    "status": "flows.commands.ask",
    "report": "flows.commands.judge",
    "tune": "flows.commands.judge",
    "validate-embeddings": "flows.commands.judge",
    "reconcile": "flows.commands.care",
    "doctor": "flows.commands.care",
}
"""Every command and the module that holds it, in the order in which help shows them."""

DONE, FAILED, WRONG = 0, 1, 2


class Docmill(click.Group):
    """A group whose commands are found by the table above."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """Return the names in the table's order."""
        return list(COMMANDS)

    def get_command(self, _context: click.Context, name: str) -> click.Command | None:
        """Return a command by its name, or None."""
        if name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[name]), name.replace("-", "_"))
        return command


@click.group(cls=Docmill, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="docmill")
def docmill() -> None:
    """Turn a company's documents into a clean, traceable, versioned chunk store.

    Every command takes --home DIR, --config FILE, --collection C and --json. Exit: 0 done; 1 some file failed or a gate did not
    hold; 2 wrong use.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. Errors are one line on stderr, or an object on stdout with --json."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = docmill.main(words, standalone_mode=False)
        return code if isinstance(code, int) else DONE
    except click.exceptions.NoArgsIsHelpError as help_text:
        click.echo(help_text.format_message(), err=True)
        return WRONG
    except click.ClickException as error:
        return _complain(words, type(error).__name__, error.format_message(), WRONG)
    except DocmillError as error:
        return _complain(words, type(error).__name__, str(error), WRONG if isinstance(error, WrongUse) else FAILED)
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped; what was published stays, the rest is done by the next run", err=True)
        return 130
    except OSError as error:
        return _complain(words, StoreError.__name__, f"{_os_fault(error)}; check --home, its rights and the disk", FAILED)
    except Exception as error:  # a fault of ours still ends in one line and an exit code
        return _complain(words, Defect.__name__, f"{type(error).__name__} at {_innermost(error)}; report it", FAILED)


def _os_fault(error: OSError) -> str:
    named = f"{error.filename}: " if error.filename else ""
    return f"{named}{error.strerror or type(error).__name__}"


def _innermost(error: Exception) -> str:
    """Return the last place in the code that an error came through: file and line, never what it says."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"


def _complain(words: Sequence[str], kind: str, message: str, code: int) -> int:
    if "--json" in words:
        click.echo(json.dumps({"error": {"type": kind, "message": message}}, ensure_ascii=False))
    else:
        click.echo(f"docmill: {message}", err=True)
    return code


def run() -> None:
    """Run the command line as a program."""
    sys.exit(main())


if __name__ == "__main__":
    run()
