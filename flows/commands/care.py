"""Caring for the mill: reconcile, doctor."""

from __future__ import annotations

import click

from flows.commands.options import Common, common, table

SHOWN = ("name", "ok", "detail", "remedy")


@click.command()
@click.option("--repair", is_flag=True, help="Drive cut-off publications on, remove orphans, make what is missing again.")
@common
def reconcile(common: Common, repair: bool) -> int:
    """Prove that catalog, vectors and full text agree."""
    from flows.repair import reconcile as do

    found = do(common.home, common.named_collection, repair=repair)
    lines = [f"{len(found['missing'])} missing, {len(found['orphaned'])} orphaned, {found['repaired']} repaired"]
    common.show(found, lambda: "\n".join(["catalog, vectors and full text agree"] if found["agree"] else lines))
    return 0 if found["agree"] else 1


@click.command()
@common
def doctor(common: Common) -> int:
    """Show what is installed, reachable and missing, and how to get it."""
    from flows.doctor import examine

    checks = examine(common.home)
    rows = [["ok" if c["ok"] else "--", str(c["name"]), str(c["detail"]), str(c["remedy"] or "")] for c in checks]
    shown = [{key: check[key] for key in SHOWN} for check in checks]
    common.show({"checks": shown}, lambda: table(rows, ["", "what", "detail", "remedy"]))
    return 0 if all(check["ok"] or not check["needed"] for check in checks) else 1
