"""Jobs come in; their results go out, from threads that are started as they are needed and kept."""

from __future__ import annotations

import _thread
import queue
import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

J = TypeVar("J")
R = TypeVar("R")


class Crew(Generic[J, R]):
    """At most `size` threads that do `work`; what it raises is raised by `collect`. To be used from one thread."""

    def __init__(self, work: Callable[[J], R], size: int) -> None:
        self._work = work
        self._size = size
        self._jobs: queue.SimpleQueue[J | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[J, R]] = queue.SimpleQueue()
        self._mistakes: list[BaseException] = []
        self._threads = 0
        self._ended: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.busy = 0
        """Jobs that are under way."""

    @property
    def free(self) -> bool:
        """Whether one more job would be started at once."""
        return self.busy < self._size

    def start(self, job: J) -> None:
        """Have a job done; only while `free`."""
        if self.busy == self._threads:
            # `Thread.start` waits for the thread to begin, which takes its time where many are busy. Nobody waits
            # for these at exit either: a thread may be stuck in the resolver when the run is over.
            _thread.start_new_thread(self._run, ())
            self._threads += 1
        self.busy += 1
        self._jobs.put(job)

    def collect(self, seconds: float) -> list[tuple[J, R]]:
        """All results that are there; waits for the first one at most so long."""
        found: list[tuple[J, R]] = []
        try:
            found.append(self._results.get(timeout=max(seconds, 0.0)))
            while True:
                found.append(self._results.get_nowait())
        except queue.Empty:
            pass
        self.busy -= len(found)
        if self._mistakes:
            raise self._mistakes[0]
        return found

    def close(self, seconds: float) -> None:
        """Send the threads home; waits at most so long for those that are at work."""
        for _ in range(self._threads):
            self._jobs.put(None)
        end = time.monotonic() + seconds
        try:
            for _ in range(self._threads):
                self._ended.get(timeout=max(end - time.monotonic(), 0.0))
        except queue.Empty:
            pass

    def _run(self) -> None:
        try:
            self._work_off()
        finally:
            self._ended.put(None)

    def _work_off(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._results.put((job, self._work(job)))
            except BaseException as mistake:  # noqa: BLE001 - raised again by `collect`
                self._mistakes.append(mistake)
                return
