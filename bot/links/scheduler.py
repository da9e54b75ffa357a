"""When each host is asked: its pace, its queue, and whether it is asked any further."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.links.responses import Notice, Signal
from bot.text import StrEnum


@dataclass(frozen=True, slots=True)
class Policy:
    """The pace of a host: at most `count` requests begin within any `seconds`, `at_once` are under way."""

    at_once: int
    count: int
    seconds: float
    most: int | None = None
    """Links asked in one run; None: all."""
    walls: int = 3
    """Equal walls in a row, and nothing else ever, after which the rest is taken to be behind them as well."""
    candid: bool = True
    """Whether a 404 says that there is no page; some hosts say so to programs, or to people without a login."""


ORDINARY = Policy(at_once=4, count=10, seconds=1.0)
OPENED = Policy(at_once=4, count=20, seconds=1.0)
"""For hosts in a network that the user has opened, and answers for."""

_GENTLE = Policy(at_once=2, count=2, seconds=1.0)
_SINGLE = Policy(at_once=1, count=1, seconds=1.0)
_WALLED = Policy(at_once=1, count=1, seconds=2.0, walls=1, candid=False)

KNOWN: dict[str, Policy] = {
    "arxiv.org": Policy(at_once=1, count=1, seconds=3.0, walls=1),
    "github.com": Policy(at_once=1, count=1, seconds=1.0, most=50),
    "githubusercontent.com": _SINGLE,
    "img.shields.io": Policy(at_once=1, count=1, seconds=1.0, most=0),
    **dict.fromkeys(("doi.org", "bit.ly"), _SINGLE),
    "openreview.net": Policy(at_once=1, count=1, seconds=1.0, candid=False),
    **dict.fromkeys(
        (
            *("huggingface.co", "aclanthology.org", "aclweb.org", "neurips.cc", "nips.cc", "mlr.press"),
            *("youtube.com", "youtu.be", "thecvf.com", "iacr.org", "readthedocs.io", "wikipedia.org"),
        ),
        _GENTLE,
    ),
    **dict.fromkeys(
        (
            *("dl.acm.org", "ieeexplore.ieee.org", "sciencedirect.com", "onlinelibrary.wiley.com", "mdpi.com"),
            *("academic.oup.com", "pnas.org", "semanticscholar.org", "researchgate.net", "linkedin.com"),
            *("x.com", "twitter.com", "medium.com", "zhihu.com", "cell.com", "tandfonline.com", "science.org"),
        ),
        _WALLED,
    ),
}
"""Hosts that are known to be slow, strict or closed to programs; subdomains go with them.

arXiv and GitHub are asked through their interfaces instead; only pages that have none come here. A badge of
shields.io says nothing by being there: it is there for repositories that are not.
"""


def policy_of(host: str) -> Policy:
    """The policy for a host by its name, or by that of the domain it is in."""
    name = host.partition(":")[0]
    while name:
        if name in KNOWN:
            return KNOWN[name]
        name = name.partition(".")[2]
    return ORDINARY


class StopReason(StrEnum):
    """Why no more requests go to a host, or to any host; the values are shown to users."""

    WALL = "this host blocks bots; the rest was skipped"
    LIMITED = "this host limits requests; the rest was skipped"
    SILENT = "this host does not answer; the rest was skipped"
    FULL = "more links to this host than are checked in one run"
    POINTLESS = "answers of this host prove nothing"
    TIME = "the time limit of the run was reached"
    STOPPED = "the run was interrupted"


NEVER = float("inf")

_MARGIN = 1.03
"""Requests arrive less evenly than they are sent."""
_NEAR = 2.0
"""A host that answered all requests of one window, and asks for a wait of at most this many windows, has about our
pace: some requests merely arrived too close together.
"""
_BACK_OFF = 2.0
_LONGEST_BACK_OFF = 30.0
_LONGEST_PAUSE = 120.0
"""A host that wants to be left alone for longer is not asked again: one host must not keep all others waiting."""
_ROUNDS = 5
"""After being refused this many times in a row, each time after a wait, a host is left alone."""
_SILENT = 5
_SILENT_SECONDS = 10.0
"""After this many failures in a row, over this time, a host is left alone."""
_LEARNT_FROM = 5
_LEARNT_AFTER = 6
"""Fewest answers before a refusal that tell the pace of a host, unless it has refused often."""
_WALLS_AFTER_ALL = 10
"""Equal walls in a row that close a host which has answered otherwise before."""


@dataclass(slots=True)
class Host:
    """One host in a run that ends at `end`: its pace, and whether it is asked any further."""

    policy: Policy
    end: float
    stop_reason: StopReason | None = None
    running: int = 0
    at_once: int = field(init=False)
    count: int = field(init=False)
    seconds: float = field(init=False)
    _starts: deque[float] = field(default_factory=lambda: deque(maxlen=1_000))
    _ready: float = 0.0
    _paused_at: float = -1.0
    _learnt_from: float | None = None
    """When the window began from which `count` was learnt; answers to its requests may still come."""
    _window: float | None = None
    """When the first request since the last pause began."""
    _granted: int = 0
    """Answers to requests since then that were not refused."""
    _rounds: int = 0
    _rejections: int = 0
    _silent: int = 0
    _silent_since: float = 0.0
    _walls: int = 0
    _wall: str | None = None
    _other: bool = False
    """Whether the host ever answered with anything but one and the same wall."""

    def __post_init__(self) -> None:
        self.at_once, self.count, self.seconds = self.policy.at_once, self.policy.count, self.policy.seconds

    def open_up(self) -> None:
        """The host lies in a network that the user has opened: an ordinary pace becomes a faster one."""
        if self.policy is ORDINARY:
            self.policy = OPENED
            self.count = OPENED.count if self.count == ORDINARY.count else self.count

    def ready_time(self) -> float:
        """When the next request may begin, as far as the host is concerned; `NEVER` until one has ended."""
        if self.running >= self.at_once:
            return NEVER
        if len(self._starts) < self.count:
            return self._ready
        return max(self._ready, self._starts[-self.count] + self.seconds * _MARGIN)

    @property
    def insists(self) -> bool:
        """Whether the link that was refused last is the next to be asked.

        Else it waits until others were asked: it may be the only one that is refused. But where two in a row
        were, it must be seen whether waiting helps.
        """
        return self._rounds > 0 and self._rounds % 2 == 0

    def begin(self, now: float) -> None:
        """A request begins."""
        self.running += 1
        self._starts.append(now)
        if self._window is None:
            self._window = now

    def end_request(self, started: float, notice: Notice, now: float) -> None:
        """The answer to the request that began at `started` has come."""
        self.running -= 1
        if notice.signal is Signal.LIMITED:
            self._slow_down(started, notice.wait or None, now)
            return
        self._count_granted(started)
        if notice.wait and notice.wait <= _LONGEST_PAUSE and now + notice.wait < self.end:
            self._pause(now, notice.wait)
        if notice.signal in {Signal.SILENT, Signal.RESET}:
            self._note_silence(notice.signal, now)
            return
        self._silent = self._rounds = 0
        self._note_wall(notice)

    def _count_granted(self, started: float) -> None:
        if self._window is not None and started >= self._window:
            self._granted += 1
        elif self._learnt_from is not None and self._learnt_from <= started <= self._paused_at:
            self.count += 1

    def _slow_down(self, started: float, wait: float | None, now: float) -> None:
        self._silent = 0
        if started > self._paused_at:
            self._rounds += 1
            self._rejections += 1
            enough = 1 if self._rejections >= _LEARNT_AFTER else _LEARNT_FROM
            if wait is not None and wait <= _NEAR * self.seconds and self._granted >= self.count:
                self.seconds *= _MARGIN
            elif wait is not None and self._granted >= enough and self._window is not None:
                self.count, self._learnt_from = self._granted, self._window
                self.seconds = max(now + wait - self._window, self.seconds)
                self.at_once = max(1, self.policy.at_once // 2)
            else:
                self._halve()
        self._pause(now, wait or min(_BACK_OFF * 2.0 ** (self._rounds - 1), _LONGEST_BACK_OFF))
        if self._rounds >= _ROUNDS or self._ready >= self.end or (wait or 0.0) > _LONGEST_PAUSE:
            self.stop_reason = StopReason.LIMITED

    def _halve(self) -> None:
        """Go slower, down to a quarter of the usual pace; further only if the host says what it wants."""
        self.at_once = max(1, self.policy.at_once // 2)
        self.count = max(1, self.count // 2, min(self.count, self.policy.count // 4))

    def _pause(self, now: float, seconds: float) -> None:
        self._paused_at = now
        self._ready = max(self._ready, now + seconds)
        self._window = None
        self._granted = 0
        self._starts.clear()

    def _note_silence(self, signal: Signal, now: float) -> None:
        if signal is Signal.RESET:
            self._halve()
        if self._silent == 0:
            self._silent_since = now
        self._silent += 1
        if self._silent >= _SILENT and now - self._silent_since >= _SILENT_SECONDS:
            self.stop_reason = StopReason.SILENT

    def _note_wall(self, notice: Notice) -> None:
        if notice.signal is not Signal.WALL:
            self._walls, self._other = 0, True
            return
        if notice.wall != self._wall:
            self._other = self._other or self._wall is not None
            self._walls, self._wall = 0, notice.wall
        self._walls += 1
        if self._walls >= (_WALLS_AFTER_ALL if self._other else self.policy.walls):
            self.stop_reason = StopReason.WALL


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

    def add(self, host: str, task: T, now: float, wait: float = 0.0, *, retry: bool = False) -> StopReason | None:
        """Queue a task for `wait` seconds from now, or say why that host is asked no more.

        Where there is a wait, tasks without one go first, also those that are added later.
        """
        queue = self._queues.get(host)
        if queue is None:
            queue = self._queues[host] = _Queue(Host(policy_of(host), self._end))
        if queue.host.stop_reason:
            return queue.host.stop_reason
        most = queue.host.policy.most
        if most is not None and not retry and queue.asked >= most:
            return StopReason.FULL if most else StopReason.POINTLESS
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
        if queue.host.stop_reason:
            dropped = (*queue.fresh, *(task for _, _, task in queue.later))
            queue.fresh.clear()
            queue.later.clear()
        self._push(start.host, queue, now)
        return dropped

    def stop_reason(self, host: str) -> StopReason | None:
        """Why that host is asked no more; None while it is."""
        queue = self._queues.get(host)
        return queue.host.stop_reason if queue else None

    def _push(self, name: str, queue: _Queue[T], now: float) -> None:
        """Put the queue into the right heap again; its older entries are stale."""
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
