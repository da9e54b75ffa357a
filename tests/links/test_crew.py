"""Threads that are started as they are needed."""

from __future__ import annotations

import threading
import time

import pytest

from bot.links.scheduler import Crew


def test_threads_are_started_as_needed_and_kept() -> None:
    names: set[str] = set()

    def work(job: int) -> int:
        names.add(threading.current_thread().name)
        return job * 2

    crew: Crew[int, int] = Crew(work, 8)
    for job in range(20):
        crew.start(job)
        assert crew.collect(5.0) == [(job, job * 2)]
    crew.close(1.0)
    assert len(names) == 1


def test_jobs_run_side_by_side_up_to_the_size() -> None:
    gate = threading.Barrier(5)
    crew: Crew[int, int] = Crew(lambda _: gate.wait(5.0), 5)
    started = 0
    while crew.free:
        crew.start(started)
        started += 1
    found: list[tuple[int, int]] = []
    while len(found) < 5:
        found += crew.collect(5.0)
    assert started == 5
    assert sorted(job for job, _ in found) == [0, 1, 2, 3, 4]
    assert crew.busy == 0
    crew.close(1.0)


def test_a_mistake_comes_out_where_results_do() -> None:
    def work(job: int) -> int:
        return 1 // job

    crew: Crew[int, int] = Crew(work, 2)
    crew.start(0)
    with pytest.raises(ZeroDivisionError):
        crew.collect(0.5)
    crew.close(1.0)


def test_nobody_waits_for_a_thread_that_is_stuck() -> None:
    gate = threading.Event()
    crew: Crew[int, bool] = Crew(lambda _: gate.wait(5.0), 2)
    crew.start(1)
    started = time.monotonic()
    assert crew.collect(0.05) == []
    crew.close(0.05)
    assert time.monotonic() - started < 2.0
    gate.set()
