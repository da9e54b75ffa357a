"""Visits the pages behind URLs, many at once, and gives the state of each: ok, moved, dead, blocked or uncertain.

The calling thread decides everything; workers only send requests. So nothing needs a lock, and an interruption finds
the answers in order.
"""

from __future__ import annotations

import _thread
import queue
import ssl
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from bot.links import LinkState, LinkStatus
from bot.links.address_guard import Guard, Network, NotAllowedError, Resolver, read_target
from bot.links.clock import Clock
from bot.links.connections import Failure, FailureKind, FetchResult, Request, cookies_for, most_files
from bot.links.responses import read_notice
from bot.links.scheduler import Schedule, Start, StopReason
from bot.links.transport import Session
from bot.links.verdict import (
    LinkLimits,
    NextRequest,
    RequestHistory,
    Step,
    Verdict,
    close,
    first_step,
    next_step,
    read_evidence,
    read_tags,
    redirect_chain,
    seconds_left,
)

_FOUND = frozenset({LinkState.OK, LinkState.MOVED})

T = TypeVar("T")
R = TypeVar("R")

_LONGEST_POLL = 0.25
"""Seconds between two checks whether the run was stopped."""
_CHUNK = 50
_GRACE = 0.25
"""Seconds for the threads to end."""
_LATE = 0.5
"""How long after the end of the run requests under way are ended (seconds)."""


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
    limits: LinkLimits = field(default_factory=LinkLimits)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a run, in links; `requests` counts the requests sent."""

    done: int
    total: int
    requests: int
    hosts: int = 0
    """Those with links under way."""
    states: Mapping[LinkState, int] = field(default_factory=dict)
    """Links that are done, by state."""
    responses: int = 0
    """Requests that were answered, in whatever way."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A link, with the request that comes next."""

    history: RequestHistory
    next: NextRequest


def check_links(
    urls: Iterable[str],
    *,
    options: LinkOptions | None = None,
    on_progress: Callable[[Progress], None] | None = None,
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
    clock = clock or Clock()
    session = Session(guard, context, clock.now)
    try:
        return _Run(tuple(dict.fromkeys(urls)), options, guard, session, clock).work(on_progress)
    finally:
        session.close()


class _Run:
    """One run: links that are waiting or under way, and the verdicts on those that are done."""

    def __init__(
        self, urls: tuple[str, ...], options: LinkOptions, guard: Guard, session: Session, clock: Clock
    ) -> None:
        self._urls = urls
        self._limits = options.limits
        self._guard = guard
        self._clock = clock
        self._end = clock.elapsed() + options.budget
        self._schedule: Schedule[_Task] = Schedule(self._end)
        self._pool: WorkerPool[tuple[Start[_Task], Request], FetchResult] = WorkerPool(
            lambda task: session.fetch(task[1]), min(options.threads, max(most_files() // 3, 1))
        )
        self._waiting = deque(urls)
        self._open: dict[str, RequestHistory] = {}
        self._done: dict[str, LinkStatus] = {}
        self._requests = self._responses = 0
        self._hosts: Counter[str] = Counter()
        self._states: Counter[LinkState] = Counter()

    def work(self, on_progress: Callable[[Progress], None] | None) -> dict[str, LinkStatus]:
        """Check all links; `on_progress` is called after each batch of answers."""
        try:
            while (self._waiting or self._open) and (ended := self._ended()) is None:
                if self._pool.free:
                    self._admit(_CHUNK)
                self._send()
                answers = self._pool.collect(self._poll_seconds())
                for (start, _), answer in answers:
                    self._receive(start, answer)
                if on_progress and answers:
                    total = len(self._done) + len(self._open) + len(self._waiting)
                    hosts, states = len(self._hosts), dict(self._states)
                    on_progress(Progress(len(self._done), total, self._requests, hosts, states, self._responses))
            self._admit(len(self._waiting))
            for history in tuple(self._open.values()):
                self._conclude(history, close(history, ended or StopReason.TIME))
        finally:
            self._pool.close(_GRACE)
        return {url: self._status(url) for url in self._urls}

    def _admit(self, count: int) -> None:
        """Queue so many more links: a few at a time, when there is room, so that the first are under way soon."""
        for _ in range(min(count, len(self._waiting))):
            key = _key(self._waiting.popleft())
            if key not in self._open and key not in self._done:
                history = self._open[key] = RequestHistory(key)
                self._hosts[_host(key)] += 1
                self._go_on(history, first_step(key))

    def _send(self) -> None:
        """Hand out all requests whose host is ready."""
        now = self._clock.elapsed()
        while self._pool.free and (start := self._schedule.take(now)) is not None:
            wanted = start.task.next
            seconds = min(seconds_left(start.task.history, self._limits), self._end - now + _LATE)
            keep = start.more or bool(self._waiting)
            cookies = "" if wanted.again else cookies_for(wanted.url, redirect_chain(start.task.history.passes[-1]))
            request = Request(wanted.url, wanted.method, seconds, keep=keep, fresh=wanted.fresh, cookies=cookies)
            self._pool.start((start, request))

    def _poll_seconds(self) -> float:
        """How long to wait for answers before there may be something else to do."""
        now = self._clock.elapsed()
        if not self._pool.free:
            return min(self._end - now, _LONGEST_POLL)
        if self._waiting:
            return 0.0
        return min(min(self._schedule.next_time(now), self._end) - now, _LONGEST_POLL)

    def _receive(self, start: Start[_Task], answer: FetchResult) -> None:
        self._requests += not (isinstance(answer, Failure) and answer.kind is FailureKind.NOT_ALLOWED)
        self._responses += not isinstance(answer, Failure)
        asked = start.task.next
        if self._guard.is_opened(read_target(asked.url).host):
            self._schedule.open_up(start.host)
        for dropped in self._schedule.finish(start, read_notice(answer), self._clock.elapsed()):
            stop_reason = self._schedule.stop_reason(start.host) or StopReason.TIME
            self._conclude(dropped.history, close(dropped.history, stop_reason))
        history = start.task.history.with_answer(answer, again=asked.again)
        self._open[history.url] = history
        step = next_step(history, self._limits)
        self._go_on(history, step, retry=isinstance(step, NextRequest) and (step.again or step.url == asked.url))

    def _go_on(self, history: RequestHistory, step: Step, *, retry: bool = False) -> None:
        if isinstance(step, Verdict):
            self._conclude(history, step)
            return
        now = self._clock.elapsed()
        if now + step.wait >= self._end:
            self._conclude(history, close(history, StopReason.TIME))
            return
        host = read_target(step.url).key
        stop_reason = self._schedule.add(host, _Task(history, step), now, step.wait, retry=retry)
        if stop_reason is not None:
            self._conclude(history, close(history, stop_reason))

    def _conclude(self, history: RequestHistory, verdict: Verdict) -> None:
        del self._open[history.url]
        self._states[verdict.state] += 1
        host = _host(history.url)
        self._hosts[host] -= 1
        if not self._hosts[host]:
            del self._hosts[host]
        evidence = read_evidence(history)
        tags = read_tags(history) if verdict.state in _FOUND else ()
        self._done[history.url] = LinkStatus(history.url, verdict.state, verdict.reason, evidence, verdict.target, tags)

    def _ended(self) -> StopReason | None:
        """Why the run is over before all is done; None while it is not."""
        if self._clock.is_stopped():
            return StopReason.STOPPED
        return StopReason.TIME if self._clock.elapsed() >= self._end else None

    def _status(self, url: str) -> LinkStatus:
        """The status of a page under the URL that the list writes, its fragment included."""
        found = self._done[_key(url)]
        fragment = url.partition("#")[2]
        if found.target and fragment and "#" not in found.target:
            return replace(found, url=url, target=f"{found.target}#{fragment}")
        return found if found.url == url else replace(found, url=url)


def _host(url: str) -> str:
    """What is between the scheme and the path."""
    return url.split("/", 3)[2] if url.count("/") >= 2 else ""


def _key(url: str) -> str:
    """One spelling for URLs that are sent alike; as it is for what is never sent."""
    try:
        return read_target(url).url
    except NotAllowedError:
        return url


class WorkerPool(Generic[T, R]):
    """At most `size` threads that do `work`; what it raises is raised by `collect`. To be used from one thread."""

    def __init__(self, work: Callable[[T], R], size: int) -> None:
        self._work = work
        self._size = size
        self._tasks: queue.SimpleQueue[T | None] = queue.SimpleQueue()
        self._results: queue.SimpleQueue[tuple[T, R]] = queue.SimpleQueue()
        self._mistakes: list[BaseException] = []
        self._threads = 0
        self._ended: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.busy = 0
        """Tasks that are under way."""

    @property
    def free(self) -> bool:
        """Whether one more task would be started at once."""
        return self.busy < self._size

    def start(self, task: T) -> None:
        """Run a task; only while `free`."""
        if self.busy == self._threads:
            # `Thread.start` waits until the thread runs. To start 192 beside one thread that computes takes 0.23 s with
            # it and 0.005 s without, beside four 11 s and 0.006 s (CPython 3.11, two cores). Nobody waits for these
            # at exit either: a thread may be stuck in the resolver when the run is over.
            _thread.start_new_thread(self._run, ())
            self._threads += 1
        self.busy += 1
        self._tasks.put(task)

    def collect(self, seconds: float) -> list[tuple[T, R]]:
        """All results that are there; waits for the first one at most so long."""
        found: list[tuple[T, R]] = []
        try:
            found.append(self._results.get(timeout=max(seconds, 0.0)))
            while True:
                found.append(self._results.get_nowait())
        except queue.Empty:
            pass
        self.busy -= len(found)
        if self._mistakes:
            raise self._mistakes[0]
        return found

    def close(self, seconds: float) -> None:
        """End the threads; waits at most so long for those that are busy."""
        for _ in range(self._threads):
            self._tasks.put(None)
        end = time.monotonic() + seconds
        try:
            for _ in range(self._threads):
                self._ended.get(timeout=max(end - time.monotonic(), 0.0))
        except queue.Empty:
            pass

    def _run(self) -> None:
        try:
            self._run_tasks()
        finally:
            self._ended.put(None)

    def _run_tasks(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                self._results.put((task, self._work(task)))
            except BaseException as mistake:  # noqa: BLE001 - raised again by `collect`
                self._mistakes.append(mistake)
                return
