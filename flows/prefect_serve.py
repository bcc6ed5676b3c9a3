"""The nightly flow served on its schedule, until stopped."""

from __future__ import annotations

import os
from pathlib import Path

from flows.home import Home
from flows.prefect_server import prefect_environment, prefect_server


def serve(home: Home, config: Path | None, collection: str | None, port: int) -> None:
    """Serve the nightly flow on its schedule until stopped, on the server of PREFECT_API_URL or one of our own."""
    prefect_environment(home)
    if os.environ.get("PREFECT_API_URL"):
        _serve_flow(home, config, collection)
        return
    with prefect_server(port) as address:
        os.environ["PREFECT_API_URL"] = address
        _serve_flow(home, config, collection)


def _serve_flow(home: Home, config: Path | None, collection: str | None) -> None:
    from flows.prefect_flows import nightly, task_runner

    nightly.with_options(task_runner=task_runner(home.settings.flows)).serve(
        name="nightly",
        cron=home.settings.flows.schedule,
        parameters={
            "home": str(home.path.resolve()),
            "config": str(config.resolve()) if config else None,
            "collection": collection,
        },
        pause_on_shutdown=False,
    )
