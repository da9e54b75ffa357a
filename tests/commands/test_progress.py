"""The progress of a sweep, on a terminal and in CI."""

from __future__ import annotations

import io

import pytest

from bot.commands.online import ProgressDisplay, duration, seconds_left
from bot.console import Console
from bot.links import LinkState
from bot.links.checker import Progress
from tests.commands.helpers import Terminal
from tests.services.clock import FakeClock

STATES = {LinkState.DEAD: 2, LinkState.OK: 1_048}


def test_one_line_a_minute_in_ci() -> None:
    clock, stream = FakeClock(), io.StringIO()
    progress = ProgressDisplay(Console(stderr=stream), clock, in_logs=True)
    for second in range(150):
        progress.update_links(Progress(second * 10, 3_000, second, 212, STATES))
        clock.pass_by(1.0)
    progress.say("Done.")
    assert stream.getvalue().splitlines() == [
        "links 600/3,000 · 1,048 ok · 2 dead · hosts 212 · 4 min left",
        "links 1,200/3,000 · 1,048 ok · 2 dead · hosts 212 · 3 min left",
        "Done.",
    ]


def test_one_line_that_is_written_over_on_a_terminal() -> None:
    clock, stream = FakeClock(), Terminal()
    progress = ProgressDisplay(Console(stderr=stream), clock, in_logs=True)
    progress.update("papers", 5, 10)
    clock.pass_by(1.0)
    progress.update("papers", 10, 10)
    clock.pass_by(0.05)
    progress.update("repositories", 1, 2)
    progress.say("Done.")
    assert stream.getvalue() == "\r\x1b[Kpapers 10/10\r\x1b[KDone.\n"


def test_a_quiet_run_keeps_no_line() -> None:
    """What is reported next takes its place."""
    clock, stream = FakeClock(), Terminal()
    console = Console(stderr=stream)
    progress = ProgressDisplay(console, clock)
    clock.pass_by(1.0)
    progress.update("papers", 10, 10)
    console.report("")
    console.report("")
    assert stream.getvalue() == "\r\x1b[Kpapers 10/10\r\x1b[K"


@pytest.mark.parametrize(
    ("counts", "elapsed", "left"),
    [
        ((), 100.0, None),
        (((50, 100),), 4.0, None),
        (((19, 100),), 60.0, None),
        (((50, 100),), 60.0, 60.0),
        (((50, 100), (20, 100), (7, 7)), 60.0, 240.0),
        (((2, 4),), 60.0, 60.0),
        (((0, 4),), 60.0, None),
    ],
)
def test_time_left(counts: tuple[tuple[int, int], ...], elapsed: float, left: float | None) -> None:
    assert seconds_left(counts, elapsed) == left


@pytest.mark.parametrize(("seconds", "words"), [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (5_400, "1.5 h")])
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words
