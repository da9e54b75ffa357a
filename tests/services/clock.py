"""A clock that no test has to wait for."""

from __future__ import annotations

import threading

from bot.network.clock import Stopped

START = 1_795_000_000.0


class FakeClock:
    """Time passes when somebody sleeps or a made-up service takes its time. May be shared by threads."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._lock = threading.Lock()
        self._stopped = False

    def now(self) -> float:
        return START + self._seconds

    def elapsed(self) -> float:
        return self._seconds

    def sleep(self, seconds: float) -> None:
        if self._stopped:
            raise Stopped
        self.pass_by(seconds)

    def pass_by(self, seconds: float) -> None:
        with self._lock:
            self._seconds += max(seconds, 0.0)

    def stop(self) -> None:
        self._stopped = True
