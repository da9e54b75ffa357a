"""Clocks, the pace at which a service is asked, and the deadline of a run; tests pass clocks that need not wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Stopped(Exception):  # noqa: N818 - not an error: somebody asked for it
    """The run was asked to end: whoever sleeps or is about to ask drops what is left."""


class Clock:
    """The time of this machine, or of one whose clock was set to `start` (seconds since the epoch) just now.

    `stop` wakes every sleeper. Tests have others, for which they need not wait.
    """

    def __init__(self, start: float | None = None) -> None:
        self._stopped = threading.Event()
        self._ahead = None if start is None else start - self.elapsed()

    def now(self) -> float:
        """The time of day, in seconds since the epoch."""
        return time.time() if self._ahead is None else self._ahead + self.elapsed()

    def elapsed(self) -> float:
        """Seconds on a clock that is never set back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass; raises `Stopped` when the run was asked to end."""
        if self._stopped.wait(max(seconds, 0.0)):
            raise Stopped

    def stop(self) -> None:
        """Ask the run to end: every sleep, present and future, raises `Stopped`."""
        self._stopped.set()

    def is_stopped(self) -> bool:
        """Whether the run was asked to end."""
        return self._stopped.is_set()


class Pace:
    """The pace that a service asks for: `interval` seconds from the end of an answer to the next request.

    `first` is how many seconds the first request has to wait; `rested` is called after each answer.
    """

    def __init__(
        self, interval: float, clock: Clock, *, first: float = 0.0, rested: Callable[[], None] = lambda: None
    ) -> None:
        self.interval = interval
        self._clock = clock
        self._rested = rested
        self._ready = clock.elapsed() + first

    def wait(self) -> None:
        """Sleep until the next request may go out; raises `Stopped`."""
        self._clock.sleep(max(self._ready - self._clock.elapsed(), 0.0))

    def rest(self, seconds: float = 0.0) -> None:
        """An answer has come: the next request waits for the interval, or for `seconds` where that is more."""
        self._ready = self._clock.elapsed() + max(self.interval, seconds)
        self._rested()

    @property
    def ready(self) -> float:
        """When the next request may go out, on the clock that is never set back."""
        return max(self._ready, self._clock.elapsed())


class Deadline:
    """The end of a run, `seconds` from now; `passed` says whether it ever prevented a request."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.passed = False
        self._clock = clock
        self._end = clock.elapsed() + seconds

    def allows(self, pace: Pace) -> bool:
        """Whether the next request of this pace may go out before the end.

        A service that asks to be left alone until after the end has refused; it was not our time that was short.
        """
        late = pace.ready >= self._end
        self.passed = self.passed or (late and self._clock.elapsed() + pace.interval >= self._end)
        return not late

    def is_over(self) -> bool:
        """Whether the end has come, or prevented a request."""
        return self.passed or self._clock.elapsed() >= self._end
