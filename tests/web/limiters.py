"""A host with a rate limit, which says when it allows more requests."""

from __future__ import annotations

import math
import threading
from collections import deque
from typing import TYPE_CHECKING

from tests.web.server import page

if TYPE_CHECKING:
    from tests.web.server import Visit


class Limiter:
    """At most `count` requests within any `seconds`; the others get 429 with Retry-After."""

    def __init__(self, count: int, seconds: float, latency: float = 0.0) -> None:
        self.count = count
        self.seconds = seconds
        self.latency = latency
        self.refused = 0
        self._granted: deque[float] = deque(maxlen=count)
        self._lock = threading.Lock()

    def __call__(self, visit: Visit) -> bytes:
        with self._lock:
            free = self._granted[0] + self.seconds if len(self._granted) == self.count else 0.0
            if visit.time < free:
                self.refused += 1
                return page(429, b"", f"Retry-After: {math.ceil(free - visit.time)}")
            self._granted.append(visit.time)
        visit.stopped.wait(self.latency)
        return page()
