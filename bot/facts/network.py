"""Whether anything outside answers at all: a run without a network ends after a few seconds, and says so."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

CONNECT_SECONDS = 3.0
"""How long a service may take to accept a connection while nothing has answered yet."""
PROBE_SECONDS = 2.0
"""How long the connectivity probes may take."""
DOUBTED_AFTER = 1.0
"""Seconds without any answer after which the connectivity probes are asked."""
DOWN_AFTER = 3.5
"""Seconds after which services that accepted no connection count as failed: some resolvers never answer."""


class NetworkWatch:
    """Notes what answers, and asks the connectivity probes when nothing does. Safe to call from several threads.

    `probe` says whether any connectivity probe answers. The network is down if none does, nothing else answered,
    and everything that was asked has failed. One answer settles it for the whole run.
    """

    def __init__(
        self, probe: Callable[[], bool], doubted_after: float = DOUBTED_AFTER, down_after: float = DOWN_AFTER
    ) -> None:
        self._probe = probe
        self._doubted_after, self._down_after = doubted_after, down_after
        self._asked: frozenset[str] = frozenset()
        self._failed: set[str] = set()
        self._has_answer = False
        self._is_connected = False
        self._probing: threading.Thread | None = None
        self._probe_answers: bool | None = None
        self._started = 0.0

    def begin(self, asked: Collection[str]) -> None:
        """The run begins to ask these services."""
        self._asked, self._started = frozenset(asked), time.monotonic()

    def note_connection(self) -> None:
        """A service has accepted a connection: it may be slow, but it is there."""
        self._is_connected = True

    def note(self, service: str, *, answered: bool) -> None:
        """A request to a service has ended, with an answer of whatever kind or without one."""
        if answered:
            self._has_answer = True
        else:
            self._failed.add(service)

    def connect_seconds(self, usual: float) -> float:
        """How long the next request may take to connect."""
        return usual if self._has_answer else min(usual, CONNECT_SECONDS)

    def is_down(self) -> bool:
        """Whether nothing can be reached, as far as is known now; never waits."""
        if self._has_answer or not self._asked:
            return False
        seconds = time.monotonic() - self._started
        has_failed = self._asked <= self._failed
        if self._probing is None and (has_failed or seconds >= self._doubted_after):
            self._probing = threading.Thread(target=self._ask_probes, daemon=True)
            self._probing.start()
        is_silent = seconds >= self._down_after and not self._is_connected
        return self._probe_answers is False and (has_failed or is_silent)

    def was_down(self) -> bool:
        """The same once all requests have ended; waits for the probes."""
        self.is_down()
        if self._probing is not None and not self._has_answer:
            self._probing.join(2 * PROBE_SECONDS)
        return self.is_down()

    def _ask_probes(self) -> None:
        self._probe_answers = self._probe()
