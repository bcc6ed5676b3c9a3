"""Who processes the batches: this process, a pool of processes, or Prefect tasks on its own, Dask's or Ray's workers.

All of them run the same `process_batch` and hand batches back in order; the outcomes are in the catalog.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from flows.home import Home
from flows.process import process_batch


class Runner(Protocol):
    """Carries out the batches of a run."""

    def run(self, home: Home, run_id: str, batches: Sequence[int]) -> Iterator[int]:
        """Yield each batch number once it is done, in order."""


class Sequential:
    """One batch after the other, here."""

    def run(self, home: Home, run_id: str, batches: Sequence[int]) -> Iterator[int]:
        """Yield each batch number once it is done, in order."""
        for batch in batches:
            process_batch(home, run_id, batch)
            yield batch


class Processes:
    """Several batches at once, each in a process of its own."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(self, home: Home, run_id: str, batches: Sequence[int]) -> Iterator[int]:
        """Yield each batch number once it is done, in order."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        with ProcessPoolExecutor(self._workers, mp_context=get_context("spawn")) as pool:
            futures = [pool.submit(process_batch, home, run_id, batch) for batch in batches]
            for batch, future in zip(batches, futures, strict=True):
                future.result()
                yield batch


RUNNERS: dict[str, Callable[[int], Runner]] = {
    "sequential": lambda _workers: Sequential(),
    "processes": Processes,
}
"""The runners of interactive commands; `flows.prefect_flows` adds Prefect's."""


def make_runner(home: Home) -> Runner:
    """Return the runner that the settings name, for a run outside Prefect; Dask and Ray fall back to processes of our own."""
    flows = home.settings.flows
    return RUNNERS.get(flows.runner, Processes)(flows.workers)
