"""Looking at one file: parse, chunk, inspect. Nothing of it is stored, but what is parsed stays in the cache, scrubbed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from flows.commands.options import Common, Day, as_of_option, common, today

FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@click.argument("file", type=FILE)
@click.option("--format", "form", type=click.Choice(["json", "markdown", "html"]), default="json", show_default=True)
@click.option("--no-scrub", is_flag=True, help="Leave personal data in; needs [pii] allow_raw = true.")
@common
def parse(common: Common, file: Path, form: str, no_scrub: bool) -> int:
    """Parse one file and print the document; nothing is stored."""
    from flows.look import parse_file
    from flows.render import RENDERINGS

    document = parse_file(common.home, common.named_collection, file, scrub=not no_scrub)
    click.echo(document.model_dump_json() if form == "json" else RENDERINGS[form](document))
    return 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--preset", help="How to cut.  [default: by the kind of document]")
@click.option("--doc-type")
@click.option("--product-code")
@click.option("--business-line")
@click.option("--version", "version_label")
@click.option("--effective-date", type=Day())
@click.option("--manifest", type=click.Path(path_type=Path, dir_okay=False))
@as_of_option
@common
def chunk(
    common: Common, file: Path, preset: str | None, doc_type: str | None, product_code: str | None, business_line: str | None,
    version_label: str | None, effective_date: date | None, manifest: Path | None, as_of: date | None,
) -> int:  # fmt: skip
    """Cut one file into the chunks that `ingest` would store; nothing is stored."""
    from flows.identity import Hints
    from flows.look import chunk_file

    hints = Hints(doc_type, product_code, business_line, version_label, effective_date)
    looked = chunk_file(common.home, common.named_collection, file, hints, manifest, today(as_of), preset)
    chunks = looked.chunk_set.chunks
    common.show(
        {"chunks": [c.model_dump(mode="json") for c in chunks]},
        lambda: "\n\n".join(
            f"── {c.metadata.chunk_type} · {c.metadata.token_count} tokens · {c.chunk_id}\n{c.text}" for c in chunks
        ),
    )
    return 0


@click.command()
@click.argument("file", type=FILE)
@click.option("--out", required=True, type=click.Path(path_type=Path, file_okay=False), help="Where the pictures go.")
@click.option("--preset", help="How to cut.  [default: by the kind of document]")
@common
def inspect(common: Common, file: Path, out: Path, preset: str | None) -> int:
    """Draw a file's pages with blocks, reading order and chunks."""
    from flows.identity import Hints
    from flows.look import chunk_file
    from reports.inspect import draw

    looked = chunk_file(common.home, common.named_collection, file, Hints(), None, today(None), preset)
    pages = [path.resolve().as_posix() for path in draw(looked.document, looked.chunk_set, file, out)]
    common.show({"pages": pages}, lambda: "\n".join(pages))
    return 0
