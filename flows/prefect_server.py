"""A Prefect server of our own on this machine, and the environment that Prefect reads."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flows.home import Home
from schemas.errors import SettingsError

START_LIMIT_S = 180.0
STOP_LIMIT_S = 20.0
POLL_S = 0.5


def prefect_environment(home: Home) -> None:
    """Set what Prefect reads: its home inside ours, no analytics, patience at start. Must run before Prefect is first used."""
    os.environ.setdefault("PREFECT_HOME", str((home.path / "prefect").resolve()))
    Path(os.environ["PREFECT_HOME"]).mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
    os.environ.setdefault("DO_NOT_TRACK", "1")
    os.environ.setdefault("PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS", "180")
    os.environ.setdefault("PREFECT_LOGGING_TO_API_WHEN_MISSING_FLOW", "ignore")


@contextmanager
def prefect_server(port: int) -> Iterator[str]:
    """Yield the address of a Prefect server started for this block, ended with it."""
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port), "--no-ui"]
    address = f"http://127.0.0.1:{port}/api"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_until_healthy(process, address)
        yield address
    finally:
        end_process(process)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Return once the process has ended: asked first, killed where it does not listen."""
    process.terminate()
    try:
        process.wait(STOP_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_healthy(process: subprocess.Popen[bytes], address: str) -> None:
    import httpx

    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SettingsError(f"the Prefect server did not start (exit {process.returncode}); is its port taken? Use --port")
        try:
            if httpx.get(f"{address}/health", timeout=2.0).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            time.sleep(POLL_S)
    raise SettingsError(
        f"the Prefect server did not answer at {address} within {START_LIMIT_S:.0f} s; use --port for another port"
    )
