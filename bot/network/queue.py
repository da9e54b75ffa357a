"""Tasks for hosts come in; the task that may start now goes out, and when the next one may.

One queue for each host, a heap of hosts by the moment when they may be asked again, and one of those that may
be asked now: hosts with nothing under way go first, so that connections are used again, and of these the ones
with the longest queue, because they will be the last to end. Nothing here sleeps, sends or looks at a clock:
the time is an argument, so that a worker is taken only when a host is ready.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.network.hosts import NEVER, Host
from bot.network.policies import policy_of
from bot.network.verdicts import Closing

if TYPE_CHECKING:
    from bot.network.notices import Notice

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Start(Generic[T]):
    """A task that may start now, at `time`; hand it back to `finish` with what its answer says."""

    host: str
    task: T
    time: float
    more: bool
    """Whether the host has more tasks."""


@dataclass(slots=True)
class _Queue(Generic[T]):
    host: Host
    fresh: deque[T] = field(default_factory=deque)
    later: list[tuple[float, int, T]] = field(default_factory=list)
    asked: int = 0
    version: int = 0

    def ready_time(self, now: float) -> float:
        if not self.fresh and not self.later:
            return NEVER
        return max(self.host.ready_time(), now if self.fresh else self.later[0][0])


class Schedule(Generic[T]):
    """All queues of a run that ends at `end`. Not to be shared by threads."""

    def __init__(self, end: float = NEVER) -> None:
        self._end = end
        self._queues: dict[str, _Queue[T]] = {}
        self._resting: list[tuple[float, int, str, int]] = []
        self._ready: list[tuple[int, int, int, str, int]] = []
        self._order = itertools.count()

    def open_up(self, host: str) -> None:
        """That host, which has tasks, lies in a network that the user has opened."""
        self._queues[host].host.open_up()

    def add(self, host: str, task: T, now: float, wait: float = 0.0, *, retry: bool = False) -> Closing | None:
        """Queue a task for `wait` seconds from now, or say why that host is asked no more.

        Where there is a wait, tasks without one go first, also those that are added later.
        """
        queue = self._queues.get(host)
        if queue is None:
            queue = self._queues[host] = _Queue(Host(policy_of(host), self._end))
        if queue.host.closing:
            return queue.host.closing
        most = queue.host.policy.most
        if most is not None and not retry and queue.asked >= most:
            return Closing.FULL if most else Closing.POINTLESS
        queue.asked += not retry
        if wait > 0:
            heapq.heappush(queue.later, (now + wait, next(self._order), task))
        elif retry and queue.host.insists:
            queue.fresh.appendleft(task)
        else:
            queue.fresh.append(task)
        self._push(host, queue, now)
        return None

    def take(self, now: float) -> Start[T] | None:
        """A task whose host is ready, or None; `next_time` says when there may be one."""
        self._wake(now)
        if not self._ready:
            return None
        name = self._ready[0][3]
        queue = self._queues[name]
        task = queue.fresh.popleft() if queue.fresh else heapq.heappop(queue.later)[2]
        queue.host.begin(now)
        self._push(name, queue, now)
        return Start(name, task, now, more=bool(queue.fresh or queue.later))

    def next_time(self, now: float) -> float:
        """When the next host will be ready, as far as is known now."""
        self._wake(now)
        if self._ready:
            return now
        return self._resting[0][0] if self._resting else NEVER

    def finish(self, start: Start[T], notice: Notice, now: float) -> tuple[T, ...]:
        """A task was answered; returns the tasks that are dropped because their host closes."""
        queue = self._queues[start.host]
        queue.host.end_request(start.time, notice, now)
        dropped: tuple[T, ...] = ()
        if queue.host.closing:
            dropped = (*queue.fresh, *(task for _, _, task in queue.later))
            queue.fresh.clear()
            queue.later.clear()
        self._push(start.host, queue, now)
        return dropped

    def closing(self, host: str) -> Closing | None:
        """Why that host is asked no more; None while it is."""
        queue = self._queues.get(host)
        return queue.host.closing if queue else None

    def _push(self, name: str, queue: _Queue[T], now: float) -> None:
        """Put the queue into the right heap anew; its older entries are stale."""
        queue.version += 1
        time = queue.ready_time(now)
        if time > now:
            if time < NEVER:
                heapq.heappush(self._resting, (time, next(self._order), name, queue.version))
            return
        length = len(queue.fresh) + len(queue.later)
        entry = (queue.host.running, -length, next(self._order), name, queue.version)
        heapq.heappush(self._ready, entry)

    def _wake(self, now: float) -> None:
        """Drop stale entries from the top of both heaps, and move hosts whose time has come."""
        while self._resting and (self._resting[0][0] <= now or self._is_stale(*self._resting[0][2:])):
            _, _, name, version = heapq.heappop(self._resting)
            if not self._is_stale(name, version):
                self._push(name, self._queues[name], now)
        while self._ready and self._is_stale(*self._ready[0][3:]):
            heapq.heappop(self._ready)

    def _is_stale(self, name: str, version: int) -> bool:
        return self._queues[name].version != version
