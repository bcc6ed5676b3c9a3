"""One parsing child at a time: started when needed, killed at its deadline or memory limit, replaced after N files."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, ClassVar

import psutil

from schemas.document import SourceFile
from schemas.errors import ChildCrashed, DeadlineExceeded, DocmillError, MemoryExceeded, Skipped, error_types
from schemas.settings import Settings

START_LIMIT_S = 180.0
POLL_S = 0.05
ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Child:
    """A running child and how many files it has read."""

    process: subprocess.Popen[bytes]
    files: int = 0
    buffer: bytearray = field(default_factory=bytearray)


class ParsePool:
    """Reads files in a child process of its own, one after the other. Use as a context manager, or borrow a warm one.

    Starting a child costs seconds of imports, so `borrowed` keeps children between the batches of one process.
    """

    _idle: ClassVar[dict[str, list[ParsePool]]] = {}
    _idle_lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, settings: Settings) -> None:
        self._settings = settings.model_copy(update={"sources": ()})
        self._limits = settings.limits
        self._child: Child | None = None

    @classmethod
    @contextlib.contextmanager
    def borrowed(cls, settings: Settings) -> Iterator[ParsePool]:
        """Yield a pool of this process that is idle under the same settings, or a new one; it is kept warm afterwards."""
        pool = cls(settings)
        key = pool._settings.model_dump_json()
        with cls._idle_lock:
            waiting = cls._idle.setdefault(key, [])
            pool = waiting.pop() if waiting else pool
        try:
            yield pool
        finally:
            with cls._idle_lock:
                waiting.append(pool)

    @classmethod
    def end_idle(cls) -> None:
        """End every idle child; called when the process ends."""
        with cls._idle_lock:
            for pools in cls._idle.values():
                while pools:
                    pools.pop()._end()

    def __enter__(self) -> ParsePool:
        """Return itself; the child starts with the first file."""
        return self

    def __exit__(self, *_exception: object) -> None:
        """End the child."""
        self._end()

    def parse(self, source: SourceFile, out: Path, *, scrub: bool = True) -> None:
        """Parse and scrub a file into `out`. Raises the typed error that the child met, or what became of the child.

        A child that read other files before may bear their traces: where it fails as a process, a fresh one has the last word.
        """
        used = self._child is not None and self._child.files > 0
        try:
            self._parse(source, out, scrub=scrub)
        except (ChildCrashed, MemoryExceeded):
            self._end()
            if not used:
                raise
            self._parse(source, out, scrub=scrub)

    def _parse(self, source: SourceFile, out: Path, *, scrub: bool) -> None:
        child = self._ready_child()
        self._send(child, {"source": source.model_dump(mode="json"), "out": str(out), "scrub": scrub})
        deadline = time.monotonic() + self._limits.timeout_s
        while True:
            answer = self._next_answer(child, deadline)
            if "pages" in answer:
                deadline += self._limits.timeout_per_page_s * int(answer["pages"])
                continue
            child.files += 1
            if child.files >= self._limits.recycle_after:
                self._end()
            if "error" in answer:
                raise _rebuilt(answer["error"])
            return

    def _ready_child(self) -> Child:
        if self._child is not None and self._child.process.poll() is None:
            return self._child
        process = subprocess.Popen(
            [sys.executable, "-m", "flows.parse_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self._child = Child(process)
        _pipe(process.stdin).write((self._settings.model_dump_json() + "\n").encode())
        _pipe(process.stdin).flush()
        self._next_answer(self._child, time.monotonic() + START_LIMIT_S)
        return self._child

    def _send(self, child: Child, message: dict[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):
            _pipe(child.process.stdin).write((json.dumps(message) + "\n").encode())
            _pipe(child.process.stdin).flush()

    def _next_answer(self, child: Child, deadline: float) -> dict[str, Any]:
        """Return the child's next line, watching clock and memory meanwhile."""
        pipe = _pipe(child.process.stdout)
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while b"\n" not in child.buffer:
                if selector.select(POLL_S):
                    data = os.read(pipe.fileno(), 1 << 16)
                    if not data:
                        raise self._crashed(child)
                    child.buffer += data
                self._check(child, deadline)
        line, _, rest = bytes(child.buffer).partition(b"\n")
        child.buffer[:] = rest
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _check(self, child: Child, deadline: float) -> None:
        if time.monotonic() > deadline:
            self._end()
            raise DeadlineExceeded(
                "reading took longer than [limits] timeout_s and timeout_per_page_s allow; raise them or split the file",
                stage="parse",
            )
        if _memory_mb(child.process.pid) > self._limits.memory_mb:
            self._end()
            raise MemoryExceeded(
                f"reading took more than [limits] memory_mb = {self._limits.memory_mb}; raise it or split the file",
                stage="parse",
            )

    def _crashed(self, child: Child) -> ChildCrashed:
        code = child.process.wait()
        self._end()
        return ChildCrashed(
            f"the reading process died (exit {code}); the file is damaged in a way that its reader does not survive",
            stage="parse",
        )

    def _end(self) -> None:
        if self._child is None:
            return
        process, self._child = self._child.process, None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


atexit.register(ParsePool.end_idle)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ChildCrashed("the reading process has no pipe", stage="parse")
    return pipe


def _memory_mb(pid: int) -> float:
    try:
        return float(psutil.Process(pid).memory_info().rss) / 2**20
    except psutil.NoSuchProcess:
        return 0.0


def _rebuilt(error: dict[str, Any]) -> DocmillError:
    """Return the error that the child met, as its own class."""
    place = {"document": error["name"], "stage": error["stage"]}
    if error["rule"]:
        return Skipped(error["message"], rule=error["rule"], **place)
    cls = error_types().get(error["type"], DocmillError)
    return cls(error["message"], page=error["page"], **place)
