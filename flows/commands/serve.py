"""Serving: nightly runs on their schedule, through Prefect."""

from __future__ import annotations

import click

from flows.commands.options import Common, common


@click.command()
@click.option("--port", default=4200, show_default=True, help="Where Prefect's page is served on this machine.")
@common
def serve(common: Common, port: int) -> int:
    """Run nightly on its cron schedule, through Prefect, until stopped."""
    from flows.prefect_serve import serve as do

    do(common.home, common.config, common.collection, port)
    return 0
