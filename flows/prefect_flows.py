"""Prefect's shell over the same runs: schedule, retries, logs, a page to watch. It is never the truth; the catalog is.

A task is a batch of documents and gets its batch's id, nothing else. A batch that is tried again leaves out what its first try
wrote to the catalog, so retries cost only what failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from prefect import flow, get_run_logger, task
from prefect.client.schemas.objects import State, TaskRun
from prefect.states import Completed
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.home import Home
from flows.process import process_batch
from schemas.errors import DocmillError, Transient
from schemas.run import Outcome, RunResult
from schemas.settings import FlowSettings, load_settings

RETRY_DELAYS_S = [2.0, 10.0, 60.0]


def _is_worth_retrying(_task: Any, _run: TaskRun, state: State[Any]) -> bool:
    """Return whether a failed batch may succeed on another try: only typed terminal errors never do."""
    error = state.result(raise_on_failure=False)
    return isinstance(error, Transient) or not isinstance(error, DocmillError)


@task(
    name="process-batch",
    task_run_name="batch {batch_id}",
    retries=len(RETRY_DELAYS_S),
    retry_delay_seconds=RETRY_DELAYS_S,
    retry_condition_fn=_is_worth_retrying,
    persist_result=False,
)
def process_batch_task(home: str, batch_id: str) -> str:
    """Process one batch; its id is the run's id and the batch's number."""
    run_id, _, batch = batch_id.rpartition("/")
    return process_batch(Home.of_run(Path(home), run_id), run_id, int(batch))


class PrefectRunner:
    """Submits the batches to the task runner of the flow that it runs in."""

    def run(self, home: Home, run_id: str, batches: Sequence[int]) -> Iterator[int]:
        """Yield each batch number once it is done, in order."""
        futures = [process_batch_task.submit(str(home.path.resolve()), f"{run_id}/{batch}") for batch in batches]
        for batch, future in zip(batches, futures, strict=True):
            future.result()
            yield batch


def task_runner(settings: FlowSettings) -> TaskRunner[Any]:
    """Return the task runner that the settings name: threads that each keep a parsing child, Dask's or Ray's workers."""
    runner: TaskRunner[Any]
    if settings.runner == "dask":
        from prefect_dask.task_runners import DaskTaskRunner

        cluster = {"n_workers": settings.workers, "threads_per_worker": 1, "dashboard_address": None}
        runner = DaskTaskRunner(cluster_kwargs=cluster)
    elif settings.runner == "ray":
        from prefect_ray.task_runners import RayTaskRunner

        runner = RayTaskRunner(init_kwargs={"num_cpus": settings.workers, "include_dashboard": False})
    else:
        runner = ThreadPoolTaskRunner(max_workers=settings.workers if settings.runner == "processes" else 1)
    return runner


@flow(name="nightly", persist_result=False)
def nightly(
    home: str,
    config: str | None = None,
    collection: str | None = None,
    as_of: str | None = None,
    allow_mass_withdraw: bool = False,
) -> State[Any]:
    """Scan the configured sources, ingest what changed, activate, withdraw."""
    from flows.ingest import nightly_collections

    result = nightly_collections(_order(home, config, collection, as_of), collection, allow_mass_withdraw=allow_mass_withdraw)
    return _concluded(result)


@flow(name="reingest", persist_result=False)
def reingest(
    home: str, doc_id: str, config: str | None = None, collection: str | None = None, version: str | None = None,
    as_of: str | None = None, force: bool = False,
) -> State[Any]:  # fmt: skip
    """Ingest one version of one document again, from its own file."""
    from flows.ingest import reingest as do

    return _concluded(do(_order(home, config, collection, as_of), doc_id, version, None, force=force))


@flow(name="backfill", persist_result=False)
def backfill(
    home: str, config: str | None = None, collection: str | None = None, since: str | None = None, until: str | None = None,
    from_stage: str | None = None, resume: bool = False, as_of: str | None = None,
) -> State[Any]:  # fmt: skip
    """Bring versions to today's pipeline."""
    from flows.ingest import backfill as do

    order = _order(home, config, collection, as_of)
    return _concluded(do(order, _day(since), _day(until), from_stage, resume=resume))


@flow(name="report", persist_result=False)
def report(home: str, config: str | None = None, collection: str | None = None, as_of: str | None = None) -> State[Any]:
    """Write the quality report of a collection into its home."""
    from flows.quality import write_report

    order = _order(home, config, collection, as_of)
    written = write_report(order.home, order.collection, order.as_of, None, None)
    alerts = len(written.report.health.alerts)
    return Completed(message=f"{alerts} alerts; the page is in the home directory's reports folder")


def run_nightly(home: Home, config: Path | None, collection: str | None, as_of: date, allow_mass_withdraw: bool) -> RunResult:
    """Return the result of a nightly flow run that is carried out in this process, recorded by Prefect."""
    from flows.prefect_server import prefect_environment

    prefect_environment(home)
    configured: Any = nightly.with_options(task_runner=task_runner(home.settings.flows))
    state = configured(
        home=str(home.path.resolve()), config=str(config.resolve()) if config else None, collection=collection,
        as_of=as_of.isoformat(), allow_mass_withdraw=allow_mass_withdraw, return_state=True,
    )  # fmt: skip
    result: RunResult = state.result()
    return result


def _order(home: str, config: str | None, collection: str | None, as_of: str | None) -> Any:
    from flows.ingest import Order

    settings = load_settings(Path(config or "docmill.toml"), required=config is not None)
    return Order(Home(Path(home), settings), collection or "default", _day(as_of) or date.today(), runner=PrefectRunner())


def _concluded(result: RunResult) -> State[Any]:
    """Return a completed state; failed files are a warning in it, never a failure of the run."""
    failed = sum(file.outcome is Outcome.FAILED for file in result.files)
    summary = ", ".join(f"{name} {number}" for name, number in result.counts.items())
    if failed or result.alerts:
        get_run_logger().warning("%d files failed, %d alerts; `docmill report` shows them", failed, len(result.alerts))
    return Completed(message=f"{'with warnings: ' if failed or result.alerts else ''}{summary}", data=result)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
