"""When a run may say that nothing can be reached."""

from __future__ import annotations

import threading
import time

import pytest

from bot.facts.services import CONNECT_SECONDS, NetworkWatch

BOTH = ("arXiv", "GitHub")


def watch(*asked: str, probe: bool = False) -> NetworkWatch:
    made = NetworkWatch(lambda: probe)
    made.begin(asked)
    return made


def test_everybody_was_asked_in_vain_and_no_probe_answers() -> None:
    made = watch(*BOTH)
    made.note("arXiv", answered=False)
    assert not made.was_down()  # GitHub may still answer
    made.note("GitHub", answered=False)
    assert made.was_down()


@pytest.mark.parametrize("probe", [True, False])
def test_one_answer_of_whatever_kind_settles_it(probe: bool) -> None:
    made = watch(*BOTH, probe=probe)
    made.note("arXiv", answered=False)
    made.note("arXiv", answered=True)
    made.note("GitHub", answered=False)
    assert not made.was_down()


def test_a_probe_that_answers_leaves_the_services_to_blame() -> None:
    made = watch("arXiv", probe=True)
    made.note("arXiv", answered=False)
    assert not made.was_down()


def test_nothing_asked() -> None:
    assert not watch().was_down()


def test_connections_are_given_up_early_until_somebody_answers() -> None:
    made = watch("arXiv")
    assert made.connect_seconds(10.0) == CONNECT_SECONDS
    made.note("arXiv", answered=True)
    assert made.connect_seconds(10.0) == 10.0


def test_a_resolver_that_says_nothing_is_not_waited_for() -> None:
    """No request ends: after some seconds without a connection that is as good as a failure."""
    made = NetworkWatch(lambda: False, doubted_after=0.1, down_after=0.4)
    made.begin(["arXiv"])
    started = time.monotonic()
    while not made.is_down():
        assert time.monotonic() - started < 5
        time.sleep(0.05)


def test_a_slow_service_is_waited_for() -> None:
    asked = threading.Event()

    def probe() -> bool:
        asked.set()
        return False

    made = NetworkWatch(probe, doubted_after=0.0, down_after=0.0)
    made.begin(["arXiv"])
    made.note_connection()
    assert not made.is_down()
    assert asked.wait(5)
    assert not made.was_down()
