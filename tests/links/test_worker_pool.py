"""Threads that are started as they are needed."""

from __future__ import annotations

import threading
import time

import pytest

from bot.links.checker import WorkerPool


def test_threads_are_started_as_needed_and_kept() -> None:
    names: set[str] = set()

    def work(job: int) -> int:
        names.add(threading.current_thread().name)
        return job * 2

    pool: WorkerPool[int, int] = WorkerPool(work, 8)
    for job in range(20):
        pool.start(job)
        assert pool.collect(5.0) == [(job, job * 2)]
    pool.close(1.0)
    assert len(names) == 1


def test_jobs_run_side_by_side_up_to_the_size() -> None:
    gate = threading.Barrier(5)
    pool: WorkerPool[int, int] = WorkerPool(lambda _: gate.wait(5.0), 5)
    started = 0
    while pool.free:
        pool.start(started)
        started += 1
    found: list[tuple[int, int]] = []
    while len(found) < 5:
        found += pool.collect(5.0)
    assert started == 5
    assert sorted(job for job, _ in found) == [0, 1, 2, 3, 4]
    assert pool.busy == 0
    pool.close(1.0)


def test_a_mistake_comes_out_where_results_do() -> None:
    def work(job: int) -> int:
        return 1 // job

    pool: WorkerPool[int, int] = WorkerPool(work, 2)
    pool.start(0)
    with pytest.raises(ZeroDivisionError):
        pool.collect(0.5)
    pool.close(1.0)


def test_nobody_waits_for_a_thread_that_is_stuck() -> None:
    gate = threading.Event()
    pool: WorkerPool[int, bool] = WorkerPool(lambda _: gate.wait(5.0), 2)
    pool.start(1)
    started = time.monotonic()
    assert pool.collect(0.05) == []
    pool.close(0.05)
    assert time.monotonic() - started < 2.0
    gate.set()
