"""Feeding the mill: ingest, nightly, reingest, backfill."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from flows.commands.options import Common, Day, as_of_option, common, progress, table, today

if TYPE_CHECKING:
    from flows.ingest import Order
    from schemas.run import RunResult

LIFECYCLE = ("activated", "superseded", "expired", "withdrawn")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--doc-type", help="Kind of document: clause, contract, manual, faq, ...")
@click.option("--product-code", help="With --doc-type: the family that the files are versions of.")
@click.option("--business-line", help="A label for coverage in the report.")
@click.option("--version", "version_label", help="The version's label.  [default: 8 digits of the content's hash]")
@click.option("--effective-date", type=Day(), help="From when the version holds.  [default: the day of first ingest]")
@click.option("--manifest", type=click.Path(path_type=Path, dir_okay=False), help="CSV with identity per file.")
@click.option("--rehash", is_flag=True, help="Compare bytes even where size and time stamp are the same.")
@as_of_option
@common
def ingest(
    common: Common, paths: tuple[Path, ...], doc_type: str | None, product_code: str | None, business_line: str | None,
    version_label: str | None, effective_date: date | None, manifest: Path | None, rehash: bool, as_of: date | None,
) -> int:  # fmt: skip
    """Ingest files or folders, once."""
    from flows.identity import Hints
    from flows.ingest import ingest as do

    hints = Hints(doc_type, product_code, business_line, version_label, effective_date)
    return _show(common, do(_order(common, as_of), paths, hints, manifest, rehash=rehash))


@click.command()
@click.option("--allow-mass-withdraw", is_flag=True, help="Withdraw even if more than a fifth of a source is gone.")
@click.option("--prefect", is_flag=True, help="Run as a Prefect flow.  [default: as [flows] engine says]")
@as_of_option
@common
def nightly(common: Common, allow_mass_withdraw: bool, prefect: bool, as_of: date | None) -> int:
    """Scan the configured sources, ingest what changed, activate, withdraw, report."""
    from flows.ingest import nightly_collections

    if prefect or common.settings.flows.engine == "prefect":
        from flows.prefect_server import prefect_environment

        prefect_environment(common.home)
        from flows.prefect_flows import run_nightly

        return _show(
            common,
            run_nightly(common.home, common.config, common.collection, today(as_of), allow_mass_withdraw),
            lifecycle=True,
        )
    result = nightly_collections(_order(common, as_of), common.collection, allow_mass_withdraw=allow_mass_withdraw)
    return _show(common, result, lifecycle=True)


@click.command()
@click.argument("doc_id")
@click.option("--version", "version_label", help="The version's label.  [default: the active one]")
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Take this file instead of its own.")
@click.option("--force", is_flag=True, help="Even if nothing changed; parse again.")
@as_of_option
@common
def reingest(common: Common, doc_id: str, version_label: str | None, file: Path | None, force: bool, as_of: date | None) -> int:
    """Ingest one version of one document again."""
    from flows.ingest import reingest as do

    return _show(common, do(_order(common, as_of), doc_id, version_label, file, force=force))


@click.command()
@click.option("--since", type=Day(), help="Versions published on this day or later.")
@click.option("--until", type=Day(), help="Versions published on this day or earlier.")
@click.option(
    "--from-stage", type=click.Choice(["parse", "normalize", "chunk", "embed"]), help="Run this stage and what follows."
)
@click.option("--resume", is_flag=True, help="Leave out what has today's fingerprint.")
@as_of_option
@common
def backfill(
    common: Common, since: date | None, until: date | None, from_stage: str | None, resume: bool, as_of: date | None
) -> int:
    """Bring versions to today's pipeline: what is older than its fingerprint, or in a range of days."""
    from flows.ingest import backfill as do

    return _show(common, do(_order(common, as_of), since, until, from_stage, resume=resume))


def _order(common: Common, as_of: date | None) -> Order:
    from flows.ingest import Order

    return Order(common.home, common.named_collection, today(as_of), progress())


def _show(common: Common, result: RunResult, *, lifecycle: bool = False) -> int:
    from schemas.run import Outcome

    value: dict[str, Any] = result.model_dump(mode="json")
    keys = ["run_id", "files", "counts", *(LIFECYCLE if lifecycle else ()), *(["alerts"] if result.alerts else [])]
    common.show({key: value[key] for key in keys}, lambda: _text(result))
    failed = any(file.outcome is Outcome.FAILED for file in result.files)
    return 1 if failed or result.alerts else 0


def _text(result: RunResult) -> str:
    shown = [file for file in result.files if file.outcome != "unchanged"]
    rows = [
        [
            str(file.outcome), str(file.kind or ""), str(file.pages or ""), str(file.chunks or ""), str(file.status or ""),
            Path(file.path).name + (f"  {file.reason.message}" if file.reason else ""),
        ]
        for file in shown
    ]  # fmt: skip
    parts = [table(rows, ["outcome", "kind", "pages", "chunks", "status", "file"])] if rows else []
    parts.append("  ".join(f"{name} {number}" for name, number in result.counts.items()))
    parts += [f"{name}: {len(getattr(result, name))}" for name in LIFECYCLE if getattr(result, name)]
    parts += [f"! {alert}" for alert in result.alerts]
    return "\n".join(parts)
