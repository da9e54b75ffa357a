"""When which task may start: hosts and their queues on a clock that only the test moves."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.links.responses import Notice, Signal
from bot.links.scheduler import KNOWN, NEVER, OPENED, ORDINARY, Policy, Schedule, StopReason, policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.links.scheduler import Start

FINE = Notice(Signal.FINE)
LIMITED = Notice(Signal.LIMITED)
RESET = Notice(Signal.RESET)
SILENT = Notice(Signal.SILENT)


@dataclass
class Simulation:
    """Runs a schedule with so many workers; `answer` says what comes back from a request, and after how long."""

    answer: Callable[[Start[str]], tuple[Notice, float]]
    workers: int = 1_000
    end: float = NEVER
    now: float = 0.0
    starts: list[tuple[float, str, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    most: Counter[str] = field(default_factory=Counter)

    def run(self, tasks: Iterable[tuple[str, str]], retry: frozenset[Signal] = frozenset({Signal.LIMITED})) -> float:
        """The time when the last answer has come."""
        self.schedule: Schedule[str] = Schedule(self.end)
        for host, task in tasks:
            assert self.schedule.add(host, task, self.now) is None
        under_way: list[tuple[float, int, Start[str], Notice]] = []
        running: Counter[str] = Counter()
        while True:
            while len(under_way) < self.workers and (start := self.schedule.take(self.now)):
                notice, seconds = self.answer(start)
                self.starts.append((self.now, start.host, start.task))
                heapq.heappush(under_way, (self.now + seconds, len(self.starts), start, notice))
                running[start.host] += 1
                self.most[start.host] = max(self.most[start.host], running[start.host])
            ready = self.schedule.next_time(self.now) if len(under_way) < self.workers else NEVER
            if under_way and under_way[0][0] <= ready:
                self.now, _, start, notice = heapq.heappop(under_way)
                running[start.host] -= 1
                self.dropped += self.schedule.finish(start, notice, self.now)
                if notice.signal in retry:
                    stop_reason = self.schedule.add(start.host, start.task, self.now, retry=True)
                    self.dropped += [start.task] if stop_reason else []
            elif ready < NEVER:
                self.now = ready
            else:
                return self.now

    def of(self, host: str) -> list[float]:
        return [time for time, each, _ in self.starts if each == host]


def always(notice: Notice, seconds: float = 0.1) -> Callable[[Start[str]], tuple[Notice, float]]:
    return lambda _: (notice, seconds)


def links(host: str, count: int) -> list[tuple[str, str]]:
    return [(host, f"{host}/{number}") for number in range(count)]


def busiest_second(times: list[float]) -> int:
    return max(sum(start <= time < start + 1.0 for time in times) for start in times)


def test_an_ordinary_host_gets_four_at_once_and_ten_a_second() -> None:
    run = Simulation(always(FINE, 0.05))
    assert run.run(links("a.org", 100)) < 11.0
    assert run.most["a.org"] == 4
    assert busiest_second(run.of("a.org")) == 10


def test_a_slow_host_is_not_pressed() -> None:
    run = Simulation(always(FINE, 2.0))
    assert run.run(links("a.org", 20)) == pytest.approx(10.0)


def test_a_host_in_an_opened_network_gets_twice_the_pace() -> None:
    run = Simulation(always(FINE, 0.05))

    def answer(start: Start[str]) -> tuple[Notice, float]:
        run.schedule.open_up(start.host)
        return FINE, 0.05

    run.answer = answer
    assert run.run(links("intranet", 100)) < 6.0
    assert busiest_second(run.of("intranet")) <= OPENED.count


def test_a_host_does_not_wait_for_another() -> None:
    """The second block starts at once, though the first one fills its host's time for ten seconds."""
    run = Simulation(always(FINE, 0.05), workers=8)
    assert run.run(links("a.org", 100) + links("b.org", 100)) < 11.0
    assert run.of("b.org")[0] < 0.2


def test_no_worker_is_held_while_a_host_rests() -> None:
    run = Simulation(lambda start: (LIMITED, 0.1) if start.host == "strict.org" else (FINE, 0.1), workers=2)
    run.run(links("strict.org", 1) + links("a.org", 10))
    assert run.of("a.org")[-1] < 1.5


def test_a_host_with_nothing_under_way_goes_first_then_the_longest_queue() -> None:
    schedule: Schedule[str] = Schedule()
    for host, task in [*links("short.org", 1), *links("long.org", 3), *links("middle.org", 2)]:
        schedule.add(host, task, 0.0)
    taken = []
    while start := schedule.take(0.0):
        taken.append(start.host)
    assert taken == ["long.org", "middle.org", "short.org", "long.org", "middle.org", "long.org"]


@dataclass
class Window:
    """A host that grants `count` requests in any `seconds`, and says how long to wait unless it is `mute`."""

    count: int
    seconds: float
    mute: bool = False
    granted: list[float] = field(default_factory=list)
    refused: int = 0

    def __call__(self, start: Start[str]) -> tuple[Notice, float]:
        recent = [time for time in self.granted if time > start.time - self.seconds]
        if len(recent) < self.count:
            self.granted.append(start.time)
            return FINE, 0.05
        self.refused += 1
        wait = None if self.mute else float(int(recent[-self.count] + self.seconds - start.time) + 1)
        return Notice(Signal.LIMITED, wait), 0.05


@pytest.mark.parametrize(("count", "seconds"), [(20, 5.0), (10, 5.0), (30, 10.0), (100, 60.0), (5, 1.0), (1, 2.0)])
def test_a_host_that_says_its_rules_is_asked_by_them(count: int, seconds: float) -> None:
    window = Window(count, seconds)
    run = Simulation(window)
    took = run.run(links("strict.org", 60))
    assert len(window.granted) == 60
    assert run.dropped == []
    assert took <= (60 // count + 1) * (seconds + 1.0) + 7.0
    assert window.refused <= 10


@pytest.mark.parametrize(("count", "seconds"), [(20, 5.0), (5, 1.0), (10, 5.0)])
def test_a_host_that_does_not_say_is_asked_more_slowly(count: int, seconds: float) -> None:
    window = Window(count, seconds, mute=True)
    run = Simulation(window)
    run.run(links("strict.org", 60))
    assert len(window.granted) == 60
    assert run.dropped == []
    assert window.refused <= 20


def test_a_host_that_only_refuses_is_left_alone() -> None:
    run = Simulation(always(LIMITED))
    took = run.run(links("strict.org", 50))
    assert run.schedule.stop_reason("strict.org") is StopReason.LIMITED
    assert len(run.starts) <= 16
    assert 20.0 < took < 60.0
    assert sorted(run.dropped) == sorted(task for _, task in links("strict.org", 50))
    assert run.schedule.add("strict.org", "one more", took) is StopReason.LIMITED


def test_refusing_one_link_is_not_refusing_all() -> None:
    """Whichever links a host refuses once, or for ever, the others are asked."""
    seen: Counter[str] = Counter()

    def answer(start: Start[str]) -> tuple[Notice, float]:
        seen[start.task] += 1
        number = int(start.task.partition("/")[2])
        refused = (number < 6 and seen[start.task] == 1) or (number in {6, 7} and seen[start.task] < 4)
        return (LIMITED if refused else FINE), 0.05

    run = Simulation(answer)
    run.run(links("odd.org", 20))
    assert run.schedule.stop_reason("odd.org") is None
    assert len(seen) == 20


def test_a_wait_that_outlasts_the_run_closes_the_host() -> None:
    run = Simulation(always(Notice(Signal.LIMITED, 3_600.0)), end=60.0)
    assert run.run(links("strict.org", 10)) < 1.0
    assert run.schedule.stop_reason("strict.org") is StopReason.LIMITED
    assert len(run.starts) <= 4


def test_a_host_that_wants_to_be_left_alone_for_long_is_not_waited_for() -> None:
    run = Simulation(always(Notice(Signal.LIMITED, 600.0)))
    assert run.run(links("strict.org", 10)) < 1.0
    assert run.schedule.stop_reason("strict.org") is StopReason.LIMITED
    run = Simulation(always(Notice(Signal.FINE, 600.0)))
    assert run.run(links("generous.org", 10)) < 2.0
    assert len(run.starts) == 10


def test_a_full_quota_is_waited_for() -> None:
    run = Simulation(lambda start: (Notice(Signal.FINE, 5.0) if start.time < 1 else FINE, 0.01))
    run.run(links("polite.org", 12))
    assert [time for time in run.of("polite.org") if 0.1 < time < 5.0] == []


@pytest.mark.parametrize("notice", [LIMITED, RESET], ids=["429", "reset"])
def test_the_first_trouble_slows_a_host_down(notice: Notice) -> None:
    seen: list[Start[str]] = []

    def answer(start: Start[str]) -> tuple[Notice, float]:
        seen.append(start)
        return (notice if len(seen) == 1 else FINE), 0.05

    run = Simulation(answer)
    run.run(links("a.org", 60))
    later = [time for time in run.of("a.org") if time > 3.0]
    assert busiest_second(later) == ORDINARY.count // 2


def test_a_silent_host_is_left_alone_after_a_while() -> None:
    run = Simulation(always(SILENT, 10.0))
    took = run.run(links("dead.org", 100))
    assert run.schedule.stop_reason("dead.org") is StopReason.SILENT
    assert len(run.starts) <= 12
    assert took <= 30.0


def test_a_host_that_answers_now_and_then_is_not_silent() -> None:
    run = Simulation(lambda start: (FINE if int(start.task.partition("/")[2]) % 4 == 0 else SILENT, 5.0))
    run.run(links("flaky.org", 30))
    assert run.schedule.stop_reason("flaky.org") is None
    assert len(run.starts) == 30


def wall(name: str) -> Notice:
    return Notice(Signal.WALL, wall=name)


@pytest.mark.parametrize(
    ("host", "notices", "asked"),
    [
        ("walled.org", [wall("403")], 6),
        ("dl.acm.org", [wall("403")], 1),
        ("mixed.org", [wall("403"), wall("999")], 40),
        ("partly.org", [FINE, *[wall("403")] * 39], 14),
        ("open.org", [FINE], 40),
    ],
    ids=["one-wall", "a-known-wall", "different-walls", "after-a-page", "no-wall"],
)
def test_walls_close_a_host(host: str, notices: list[Notice], asked: int) -> None:
    run = Simulation(lambda start: (notices[int(start.task.partition("/")[2]) % len(notices)], 0.1))
    run.run(links(host, 40))
    assert len(run.starts) <= asked
    assert len(run.starts) + len(run.dropped) == 40
    assert run.schedule.stop_reason(host) is (StopReason.WALL if asked < 40 else None)


def test_a_task_for_later_waits_and_lets_others_go_first() -> None:
    schedule: Schedule[str] = Schedule()
    schedule.add("a.org", "retry", 0.0, 5.0, retry=True)
    assert schedule.take(4.9) is None
    assert schedule.next_time(4.9) == 5.0
    schedule.add("a.org", "new", 6.0)
    first, second = schedule.take(6.0), schedule.take(6.0)
    assert first is not None
    assert second is not None
    assert [(first.task, first.more), (second.task, second.more)] == [("new", True), ("retry", False)]


def test_some_hosts_are_asked_so_many_links_and_no_more() -> None:
    schedule: Schedule[str] = Schedule()
    closings = [schedule.add("github.com", str(number), 0.0) for number in range(51)]
    assert closings == [None] * 50 + [StopReason.FULL]
    assert schedule.add("github.com", "again", 0.0, retry=True) is None
    assert schedule.add("img.shields.io", "badge", 0.0) is StopReason.POINTLESS


@pytest.mark.parametrize(
    ("host", "policy"),
    [
        ("example.org", ORDINARY),
        ("example.org:8080", ORDINARY),
        ("arxiv.org", KNOWN["arxiv.org"]),
        ("export.arxiv.org", KNOWN["arxiv.org"]),
        ("notarxiv.org", ORDINARY),
        ("www.researchgate.net", KNOWN["researchgate.net"]),
        ("proceedings.neurips.cc", KNOWN["neurips.cc"]),
        ("127.0.0.1:8000", ORDINARY),
        ("::1", ORDINARY),
        ("", ORDINARY),
    ],
)
def test_policies_go_by_name_and_domain(host: str, policy: Policy) -> None:
    assert policy_of(host) == policy
