"""Jobs come in; their results go out, from threads that are started as they are needed and kept."""

from __future__ import annotations

import queue
import threading
import time
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

J = TypeVar("J")
R = TypeVar("R")


class Crew(Generic[J, R]):
    """At most `size` threads that do `work`, which must not raise. To be used from one thread."""

    def __init__(self, work: Callable[[J], R], size: int) -> None:
        self._work = work
        self._size = size
        self._jobs: queue.SimpleQueue[J | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[J, R]] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self.busy = 0
        """Jobs that are under way."""

    @property
    def free(self) -> bool:
        """Whether one more job would be started at once."""
        return self.busy < self._size

    def start(self, job: J) -> None:
        """Have a job done; only while `free`."""
        if self.busy == len(self._threads):
            # Daemons, because a thread may be stuck in the resolver when the run is over.
            thread = threading.Thread(target=self._run, name=f"links-{self.busy}", daemon=True)
            self._threads.append(thread)
            thread.start()
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
        return found

    def close(self, seconds: float) -> None:
        """Send the threads home; waits at most so long for those that are at work."""
        for _ in self._threads:
            self._jobs.put(None)
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(end - time.monotonic(), 0.0))

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            self._results.put((job, self._work(job)))
