"""Clocks that tests need not wait for."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime

from bot.links.clock import Clock, Stopped

START = 1_795_000_000.0


class FakeClock(Clock):
    """Time passes only when a caller sleeps or a fake service takes its time. Can be shared by threads."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0
        self._lock = threading.Lock()

    def now(self) -> float:
        return START + self._seconds

    def elapsed(self) -> float:
        return self._seconds

    def sleep(self, seconds: float) -> None:
        if self.is_stopped():
            raise Stopped
        self.pass_by(seconds)

    def pass_by(self, seconds: float) -> None:
        with self._lock:
            self._seconds += max(seconds, 0.0)


_AHEAD = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp() - time.time()
"""So that it is the same day for services and for `tests.commands.helpers`, whenever tests run."""


class FastClock(Clock):
    """A clock that runs `times` as fast as a real one, for tests with real sockets."""

    def __init__(self, times: float = 50.0) -> None:
        super().__init__()
        self._times = times

    def now(self) -> float:
        return time.time() + _AHEAD

    def elapsed(self) -> float:
        return time.monotonic() * self._times

    def sleep(self, seconds: float) -> None:
        if self._stopped.wait(max(seconds, 0.0) / self._times):
            raise Stopped
