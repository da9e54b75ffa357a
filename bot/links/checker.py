"""URLs come in; what became of each of them goes out: alive, moved, dead, behind a wall, or nobody can say.

The calling thread decides everything, alone; workers only send one request after the other. So there is
nothing to lock, and an interruption finds the answers in order.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.links.address_guard import Guard, NotAllowedError, Resolver, read_target
from bot.links.clock import Clock, Stopped, SystemClock
from bot.links.limits import read_notice
from bot.links.model import Answer, Failure, LinkState, LinkStatus, Request, Trouble
from bot.links.scheduler import Crew, Schedule, Start
from bot.links.session import Session, cookies_for
from bot.links.transport import most_files
from bot.links.verdict import (
    Ask,
    Closing,
    Patience,
    Step,
    Trail,
    Verdict,
    chain_of,
    close,
    first_step,
    next_step,
    read_evidence,
    seconds_left,
)

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterable, Mapping

    from bot.links.address_guard import Network


_LONGEST_NAP = 0.25
"""Seconds until the loop looks again whether the run was asked to end."""
_CHUNK = 50
_GRACE = 0.25
"""Seconds for the threads to end."""
_LATE = 0.5
"""Seconds after the end of the run when requests end that are still under way: after all is said, not by chance."""


@dataclass(frozen=True, slots=True)
class LinkOptions:
    """How links are checked."""

    allow: tuple[Network, ...] = ()
    """Networks that are asked although they are not public, on any port."""
    threads: int = 192
    """Requests under way at most, to all hosts together. Waiting is what takes time; more than this costs more
    in switching between threads than it saves."""
    budget: float = 1_200.0
    """Seconds for the whole run; what is not asked by then is skipped."""
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is, in links; `requests` counts what was sent."""

    done: int
    total: int
    requests: int
    hosts: int = 0
    """Those with links under way."""
    states: Mapping[LinkState, int] = field(default_factory=dict)
    """Links that are done, by what became of them."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A link, with the request that comes next."""

    trail: Trail
    ask: Ask


def check_links(
    urls: Iterable[str],
    *,
    options: LinkOptions | None = None,
    progress: Callable[[Progress], None] | None = None,
    clock: Clock | None = None,
    resolver: Resolver | None = None,
    context: ssl.SSLContext | None = None,
) -> dict[str, LinkStatus]:
    """The status of each URL, as it is written; equal pages are asked once.

    When `clock` is stopped, or the budget spent, the rest is skipped. Without a `context` for TLS it raises
    BotError as `open_context` does; for what the network does it raises nothing.
    """
    options = options or LinkOptions()
    guard = Guard(options.allow, resolver)
    session = Session(guard, context)
    try:
        return _Run(tuple(dict.fromkeys(urls)), options, guard, session, clock or SystemClock()).work(progress)
    finally:
        session.close()


class _Run:
    """One run: links that are waiting or under way, and the verdicts on those that are done."""

    def __init__(
        self, urls: tuple[str, ...], options: LinkOptions, guard: Guard, session: Session, clock: Clock
    ) -> None:
        self._urls = urls
        self._patience = options.patience
        self._guard = guard
        self._clock = clock
        self._end = clock.elapsed() + options.budget
        self._schedule: Schedule[_Task] = Schedule(self._end)
        self._crew: Crew[tuple[Start[_Task], Request], Answer] = Crew(
            lambda job: session.fetch(job[1]), min(options.threads, max(most_files() // 3, 1))
        )
        self._waiting = deque(urls)
        self._open: dict[str, Trail] = {}
        self._done: dict[str, LinkStatus] = {}
        self._requests = 0
        self._hosts: Counter[str] = Counter()
        self._states: Counter[LinkState] = Counter()

    def work(self, progress: Callable[[Progress], None] | None) -> dict[str, LinkStatus]:
        """Check all links; `progress` is told after each batch of answers."""
        try:
            while (self._waiting or self._open) and (ended := self._ended()) is None:
                if self._crew.free:
                    self._admit(_CHUNK)
                self._send()
                answers = self._crew.collect(self._nap())
                for (start, _), answer in answers:
                    self._receive(start, answer)
                if progress and answers:
                    total = len(self._done) + len(self._open) + len(self._waiting)
                    progress(Progress(len(self._done), total, self._requests, len(self._hosts), dict(self._states)))
            self._admit(len(self._waiting))
            for trail in tuple(self._open.values()):
                self._conclude(trail, close(trail, ended or Closing.TIME))
        finally:
            self._crew.close(_GRACE)
        return {url: self._status(url) for url in self._urls}

    def _admit(self, count: int) -> None:
        """Queue so many more links: a few at a time, when there is room, so that the first are under way soon."""
        for _ in range(min(count, len(self._waiting))):
            key = _key(self._waiting.popleft())
            if key not in self._open and key not in self._done:
                trail = self._open[key] = Trail(key)
                self._hosts[_host(key)] += 1
                self._go_on(trail, first_step(key))

    def _send(self) -> None:
        """Hand out all requests whose host is ready."""
        now = self._clock.elapsed()
        while self._crew.free and (start := self._schedule.take(now)) is not None:
            ask = start.task.ask
            seconds = min(seconds_left(start.task.trail, self._patience), self._end - now + _LATE)
            keep = start.more or bool(self._waiting)
            cookies = cookies_for(ask.url, chain_of(start.task.trail.passes[-1])) if not ask.again else ""
            request = Request(ask.url, ask.method, seconds, keep=keep, fresh=ask.fresh, cookies=cookies)
            self._crew.start((start, request))

    def _nap(self) -> float:
        """How long there is nothing to do but to wait for answers."""
        now = self._clock.elapsed()
        if not self._crew.free:
            return min(self._end - now, _LONGEST_NAP)
        if self._waiting:
            return 0.0
        return min(min(self._schedule.next_time(now), self._end) - now, _LONGEST_NAP)

    def _receive(self, start: Start[_Task], answer: Answer) -> None:
        self._requests += not (isinstance(answer, Failure) and answer.trouble is Trouble.NOT_ALLOWED)
        ask = start.task.ask
        if self._guard.is_opened(read_target(ask.url).host):
            self._schedule.open_up(start.host)
        for dropped in self._schedule.finish(start, read_notice(answer), self._clock.elapsed()):
            closing = self._schedule.closing(start.host) or Closing.TIME
            self._conclude(dropped.trail, close(dropped.trail, closing))
        trail = start.task.trail.with_answer(answer, again=ask.again)
        self._open[trail.url] = trail
        step = next_step(trail, self._patience)
        self._go_on(trail, step, retry=isinstance(step, Ask) and (step.again or step.url == ask.url))

    def _go_on(self, trail: Trail, step: Step, *, retry: bool = False) -> None:
        if isinstance(step, Verdict):
            self._conclude(trail, step)
            return
        now = self._clock.elapsed()
        if now + step.wait >= self._end:
            self._conclude(trail, close(trail, Closing.TIME))
            return
        host = read_target(step.url).key
        closing = self._schedule.add(host, _Task(trail, step), now, step.wait, retry=retry)
        if closing is not None:
            self._conclude(trail, close(trail, closing))

    def _conclude(self, trail: Trail, verdict: Verdict) -> None:
        del self._open[trail.url]
        self._states[verdict.state] += 1
        host = _host(trail.url)
        self._hosts[host] -= 1
        if not self._hosts[host]:
            del self._hosts[host]
        evidence = read_evidence(trail)
        self._done[trail.url] = LinkStatus(trail.url, verdict.state, verdict.reason, evidence, verdict.target)

    def _ended(self) -> Closing | None:
        """Why the run is over before all is done; None while it is not."""
        try:
            self._clock.sleep(0.0)
        except Stopped:
            return Closing.STOPPED
        return Closing.TIME if self._clock.elapsed() >= self._end else None

    def _status(self, url: str) -> LinkStatus:
        """The status of a page, in the words of the list: with its spelling, and the place on the page."""
        found = self._done[_key(url)]
        mark = url.partition("#")[2]
        if found.target and mark and "#" not in found.target:
            return replace(found, url=url, target=f"{found.target}#{mark}")
        return found if found.url == url else replace(found, url=url)


def _host(url: str) -> str:
    """What stands between the scheme and the path."""
    return url.split("/", 3)[2] if url.count("/") >= 2 else ""


def _key(url: str) -> str:
    """One spelling for URLs that are sent alike; as it is for what is never sent."""
    try:
        return read_target(url).url
    except NotAllowedError:
        return url
