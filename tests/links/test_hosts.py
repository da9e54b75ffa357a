"""How often and how long a host is asked, by what its answers say."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.links.responses import Notice, Signal
from bot.links.scheduler import NEVER, OPENED, ORDINARY, Host, Policy, StopReason

FINE, LIMITED, RESET, SILENT = (Notice(each) for each in (Signal.FINE, Signal.LIMITED, Signal.RESET, Signal.SILENT))
SINGLE = Policy(at_once=1, count=1, seconds=2.0)


@dataclass(frozen=True, slots=True)
class Pace:
    """What a host is asked by at present."""

    at_once: int
    count: int
    stop_reason: StopReason | None = None


def pace_of(host: Host) -> Pace:
    return Pace(host.at_once, host.count, host.stop_reason)


def asked(host: Host, *notices: Notice, now: float = 0.0) -> Host:
    """The host after so many requests, one after the other, each as soon as it may be and answered at once."""
    for notice in notices:
        now = max(now, host.ready_time())
        host.begin(now)
        host.end_request(now, notice, now)
    return host


@pytest.mark.parametrize(
    ("notices", "pace", "ready"),
    [
        ((), Pace(4, 10), 0.0),
        ((FINE,), Pace(4, 10), 0.0),
        ((FINE,) * 10, Pace(4, 10), 1.03),
        ((Notice(Signal.FINE, 30.0),), Pace(4, 10), 30.0),
        ((Notice(Signal.FINE, 500.0),), Pace(4, 10), 0.0),
        ((LIMITED,), Pace(2, 5), 2.0),
        ((LIMITED, LIMITED), Pace(2, 2), 6.0),
        ((LIMITED, FINE, LIMITED), Pace(2, 2), 4.0),
        ((Notice(Signal.LIMITED, 7.0),), Pace(2, 5), 7.0),
        ((*[FINE] * 6, Notice(Signal.LIMITED, 7.0)), Pace(2, 6), 7.0),
        ((*[FINE] * 10, Notice(Signal.LIMITED, 1.0)), Pace(4, 10), 2.03),
        ((*[FINE] * 10, Notice(Signal.LIMITED, 3.0)), Pace(2, 10), 4.03),
        ((Notice(Signal.LIMITED, 121.0),), Pace(2, 5, StopReason.LIMITED), 121.0),
        ((RESET,), Pace(2, 5), 0.0),
        ((RESET,) * 9, Pace(2, 2), 4.12),
        ((SILENT,) * 4, Pace(4, 10), 0.0),
    ],
    ids=lambda value: "" if not isinstance(value, tuple) else f"{len(value)} {value[-1].signal if value else ''}",
)
def test_a_host_is_asked_by_its_answers(notices: tuple[Notice, ...], pace: Pace, ready: float) -> None:
    host = asked(Host(ORDINARY, NEVER), *notices)
    assert pace_of(host) == pace
    assert host.ready_time() == pytest.approx(ready)


def test_one_request_at_a_time_means_one() -> None:
    host = Host(SINGLE, NEVER)
    host.begin(0.0)
    assert host.ready_time() == NEVER
    host.end_request(0.0, FINE, 0.5)
    assert host.ready_time() == pytest.approx(2.06)


def test_error_answers_without_end_close_a_host() -> None:
    insists = [asked(Host(ORDINARY, NEVER), *[LIMITED] * count).insists for count in range(5)]
    assert insists == [False, False, True, False, True]
    host = asked(Host(ORDINARY, NEVER), *[LIMITED] * 4)
    assert (host.stop_reason, host.insists) == (None, True)
    assert asked(host, LIMITED).stop_reason is StopReason.LIMITED


def test_the_end_of_the_run_closes_a_host_that_wants_to_wait_longer() -> None:
    assert asked(Host(ORDINARY, 20.0), Notice(Signal.LIMITED, 30.0)).stop_reason is StopReason.LIMITED
    generous = asked(Host(ORDINARY, 20.0), Notice(Signal.FINE, 30.0))
    assert (generous.stop_reason, generous.ready_time()) == (None, 0.0)


@pytest.mark.parametrize(
    ("gap", "count", "stop_reason"),
    [(1.0, 20, StopReason.SILENT), (3.0, 5, StopReason.SILENT), (3.0, 4, None), (0.1, 20, None)],
)
def test_silence_closes_a_host_when_it_lasts(gap: float, count: int, stop_reason: StopReason | None) -> None:
    host = Host(ORDINARY, NEVER)
    for number in range(count):
        asked(host, SILENT, now=number * gap)
    assert host.stop_reason is stop_reason


def wall(name: str) -> Notice:
    return Notice(Signal.WALL, wall=name)


@pytest.mark.parametrize(
    ("policy", "notices", "stop_reason"),
    [
        (ORDINARY, [wall("403")] * 3, StopReason.WALL),
        (ORDINARY, [wall("403")] * 2, None),
        (ORDINARY, [wall("403"), wall("999"), wall("403"), wall("999")], None),
        (ORDINARY, [FINE, *[wall("403")] * 9], None),
        (ORDINARY, [FINE, *[wall("403")] * 10], StopReason.WALL),
        (ORDINARY, [wall("403"), wall("403"), FINE, wall("403")], None),
        (Policy(1, 1, 2.0, walls=1), [wall("403")], StopReason.WALL),
    ],
    ids=["three", "two", "of two kinds", "nine after a page", "ten after a page", "a page between", "a known wall"],
)
def test_walls_close_a_host(policy: Policy, notices: list[Notice], stop_reason: StopReason | None) -> None:
    assert asked(Host(policy, NEVER), *notices).stop_reason is stop_reason


def test_an_opened_network_is_asked_faster_but_not_a_host_that_was_slowed_down() -> None:
    host = Host(ORDINARY, NEVER)
    host.open_up()
    assert pace_of(host) == Pace(4, OPENED.count)
    slowed = asked(Host(ORDINARY, NEVER), LIMITED)
    slowed.open_up()
    assert pace_of(slowed) == Pace(2, 5)
    single = Host(SINGLE, NEVER)
    single.open_up()
    assert pace_of(single) == Pace(1, 1)


NOTICES = st.builds(Notice, st.sampled_from(Signal), st.none() | st.floats(0, 300), st.sampled_from(["", "403", "999"]))


@given(st.lists(st.tuples(NOTICES, st.floats(0, 5)), max_size=60), st.sampled_from([60.0, 1_200.0, NEVER]))
def test_no_answers_make_a_host_faster_than_its_policy(steps: list[tuple[Notice, float]], end: float) -> None:
    host, now = Host(ORDINARY, end), 0.0
    starts: list[float] = []
    for notice, seconds in steps:
        if host.stop_reason:
            return
        now = max(now, host.ready_time())
        host.begin(now)
        starts.append(now)
        host.end_request(now, notice, now + seconds)
        now += seconds
        assert (host.running, 1 <= host.at_once <= 4, host.count >= 1) == (0, True, True)
    for first, last in zip(starts, starts[ORDINARY.count :], strict=False):
        assert last - first >= ORDINARY.seconds
