"""The Prefect path for real: a server, a deployment from prefect.yaml, a process worker; and Dask's workers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.prefect_server import end_process, prefect_server
from tests.flows.conftest import Mill

ROOT = Path(__file__).resolve().parents[2]
RUN_LIMIT_S = 240


@pytest.fixture
def prefect_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in {
        "PREFECT_HOME": str(tmp_path / "home" / "prefect"),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "180",
    }.items():
        monkeypatch.setenv(name, value)
    home = tmp_path / "home" / "prefect"
    home.mkdir(parents=True)
    return home


@pytest.fixture
def server(prefect_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with prefect_server(port) as address:
        monkeypatch.setenv("PREFECT_API_URL", address)
        yield address


def _library(mill: Mill, extra: str = "") -> None:
    mill.configure(f'[[sources]]\npath = "{mill.folder}/documents"\n{extra}')
    for number, word in enumerate(("犹豫期", "宽限期", "等待期", "现金价值")):
        mill.write(f"{number}.md", f"# 条款{number}\n\n第一条 {word}\n本条约定{word}的事项，被保险人应当书面通知我们。\n")
    mill.write("empty.md", "")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nightly_is_deployed_and_run_by_a_process_worker(mill: Mill, server: str, prefect_home: Path) -> None:
    _library(mill)
    project = mill.folder / "project"
    project.mkdir()
    shutil.copy(ROOT / "prefect.yaml", project)
    (project / "flows").symlink_to(ROOT / "flows")
    environment = os.environ | {
        "DOCMILL_ROOT": str(ROOT), "DOCMILL_HOME": str(mill.home), "DOCMILL_CONFIG": str(mill.folder / "docmill.toml"),
        "PYTHONPATH": str(ROOT),
    }  # fmt: skip

    def prefect(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "prefect", "--no-prompt", *words],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    prefect("work-pool", "create", "docmill", "--type", "process")
    prefect("deploy", "--all")
    worker = subprocess.Popen(
        [sys.executable, "-m", "prefect", "worker", "start", "--pool", "docmill"],
        cwd=project, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        prefect("deployment", "run", "nightly/nightly")
        _wait_for(lambda: _finished_runs(mill) >= 1)
    finally:
        end_process(worker)
    assert mill.found("犹豫期")
    status = mill.ok("status")
    assert status["counts"] == {"documents": 4, "versions": 4, "active": 4}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("runner", ["processes", "dask"])
def test_nightly_as_a_flow_with_two_workers(mill: Mill, prefect_home: Path, runner: str) -> None:
    _library(mill, f'[flows]\nengine = "prefect"\nrunner = "{runner}"\nworkers = 2\nbatch_size = 2\n')
    code, result = mill.run("nightly")
    assert code == 1
    assert result["counts"] == {"parsed": 4, "unchanged": 0, "skipped": 0, "failed": 1, "pages": 0, "chunks": 4, "embedded": 4}
    assert mill.found("宽限期")
    assert mill.ok("reconcile")["agree"]


def _finished_runs(mill: Mill) -> int:
    from sqlalchemy import func, select

    from indexes.catalog import Catalog
    from indexes.catalog.tables import RunRow

    if not (mill.home / "catalog.db").exists():
        return 0
    with Catalog(mill.home / "catalog.db").begin() as session:
        return session.scalar(select(func.count()).select_from(RunRow).where(RunRow.finished)) or 0


def _wait_for(condition: object) -> None:
    deadline = time.monotonic() + RUN_LIMIT_S
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "the deployment did not finish in time"
        time.sleep(1)
