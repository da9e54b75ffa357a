"""What the answers of one host say comes in; when it may be asked again, if at all, goes out.

Time is an argument throughout. A host that refuses is asked at half our pace, or at its own where it says how
long to wait: as many requests as went through, in the time from the first of them to the end of the wait.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from bot.network.notices import Notice, Signal
from bot.network.policies import OPENED, ORDINARY, Policy
from bot.network.verdicts import Closing

NEVER = float("inf")

_MARGIN = 1.03
"""Requests arrive less evenly than they are sent."""
_NEAR = 2.0
"""A host that took all requests of one of our windows, and wants to wait no longer than so many of them, has about
our pace: some requests came too close to each other on their way."""
_BACK_OFF = 2.0
_LONGEST_BACK_OFF = 30.0
_LONGEST_PAUSE = 120.0
"""A host that wants to be left alone for longer is not asked again: one host must not keep all others waiting."""
_ROUNDS = 5
"""Refused so often in a row, each time after waiting, a host is left alone."""
_SILENT = 5
_SILENT_SECONDS = 10.0
"""Failed so often in a row, and for so long, a host is left alone."""
_LEARNT_FROM = 5
_LEARNT_AFTER = 6
"""Answers that went through before a refusal: fewer say little about the host's own pace, until it has refused
so often that they must."""
_WALLS_AFTER_ALL = 10
"""Equal walls in a row that close a host which has answered otherwise before."""


@dataclass(slots=True)
class Host:
    """One host in a run that ends at `end`: its pace, and whether it is asked any further."""

    policy: Policy
    end: float
    closing: Closing | None = None
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
    """Answers to requests since then that were no refusals."""
    _rounds: int = 0
    _refusals: int = 0
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
            self._refusals += 1
            enough = 1 if self._refusals >= _LEARNT_AFTER else _LEARNT_FROM
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
            self.closing = Closing.LIMITED

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
            self.closing = Closing.SILENT

    def _note_wall(self, notice: Notice) -> None:
        if notice.signal is not Signal.WALL:
            self._walls, self._other = 0, True
            return
        if notice.mark != self._wall:
            self._other = self._other or self._wall is not None
            self._walls, self._wall = 0, notice.mark
        self._walls += 1
        if self._walls >= (_WALLS_AFTER_ALL if self._other else self.policy.walls):
            self.closing = Closing.WALL
