"""The rhythm that services ask for, and the end of a run."""

from __future__ import annotations

import threading
import time

import pytest

from bot.links.clock import Clock, Deadline, Pace, Stopped
from tests.services.clock import FakeClock


def test_a_pace_counts_from_the_end_of_an_answer() -> None:
    clock = FakeClock()
    pace = Pace(3.0, clock)
    pace.wait()
    assert clock.elapsed() == 0.0
    clock.pass_by(10.0)
    pace.rest()
    pace.wait()
    assert clock.elapsed() == 13.0


@pytest.mark.parametrize(("asked", "waited"), [(0.0, 3.0), (2.0, 3.0), (20.0, 20.0)])
def test_a_service_may_ask_for_more_than_the_pace(asked: float, waited: float) -> None:
    clock = FakeClock()
    pace = Pace(3.0, clock)
    pace.rest(asked)
    assert pace.ready == waited
    clock.pass_by(waited + 5.0)
    assert pace.ready == clock.elapsed()


def test_the_first_request_may_have_to_wait_for_an_earlier_run() -> None:
    clock, rested_at = FakeClock(), []
    pace = Pace(3.0, clock, first=1.5, rested=lambda: rested_at.append(clock.elapsed()))
    pace.wait()
    pace.rest()
    pace.wait()
    assert (clock.elapsed(), rested_at) == (4.5, [1.5])


def test_a_deadline_remembers_whom_it_kept_from_asking() -> None:
    clock = FakeClock()
    deadline, pace = Deadline(clock, 10.0), Pace(3.0, clock)
    assert (deadline.allows(pace), deadline.is_over()) == (True, False)
    clock.pass_by(8.0)
    pace.rest()
    assert (deadline.allows(pace), deadline.passed, deadline.is_over()) == (False, True, True)
    later = Deadline(clock, 10.0)
    clock.pass_by(10.0)
    assert (later.passed, later.is_over()) == (False, True)


def test_a_service_that_wants_to_be_left_alone_for_longer_has_not_used_up_the_time() -> None:
    clock = FakeClock()
    deadline, pace = Deadline(clock, 10.0), Pace(3.0, clock)
    pace.rest(3_600.0)
    assert (deadline.allows(pace), deadline.passed, deadline.is_over()) == (False, False, False)


def test_stop_wakes_all_sleepers() -> None:
    clock = Clock()
    woken: list[float] = []

    def sleep() -> None:
        with pytest.raises(Stopped):
            clock.sleep(30.0)
        woken.append(time.monotonic())

    threads = [threading.Thread(target=sleep) for _ in range(3)]
    for thread in threads:
        thread.start()
    started = time.monotonic()
    clock.stop()
    for thread in threads:
        thread.join(5.0)
    assert len(woken) == 3
    assert max(woken) - started < 2.0
    assert clock.is_stopped()
    with pytest.raises(Stopped):
        clock.sleep(0.0)


def test_the_system_clock_tells_the_time() -> None:
    clock = Clock()
    before = clock.elapsed()
    clock.sleep(0.01)
    clock.sleep(-1.0)
    assert 0.01 <= clock.elapsed() - before < 5.0
    assert abs(clock.now() - time.time()) < 5.0
