from __future__ import annotations

import pytest

from bot.links import LinkState
from bot.sweeps.advance import NO_NETWORK, NewFailures, advance, count_new_failures, suspects
from bot.sweeps.history import Part, merge
from bot.sweeps.state import Run, State, Trimmed
from tests.sweeps.helpers import NOW, day, inventory, observation, result, run


def links(hosts: int, each: int = 1) -> list[str]:
    return [f"https://host{host}.example/{page}" for host in range(hosts) for page in range(each)]


def after_a_good_run(targets: list[str]) -> State:
    return run(State(), dict.fromkeys(targets, "o"), NOW).state


ALONE = "{} of {} previously working links failed at once"
HOSTS = "{} hosts failed at once with all their links"


@pytest.mark.parametrize(
    ("targets", "failing", "answer", "reason"),
    [
        (links(100), 10, "d", ""),
        (links(100), 11, "d", ALONE.format(11, 100)),
        (links(100), 11, "u", ALONE.format(11, 100)),
        (links(100), 100, "l", ""),
        (links(100), 100, "b", ""),
        (links(8), 4, "d", ""),
        (links(8), 5, "d", ALONE.format(5, 8)),
        (links(40, 5), 15, "d", ""),
        (links(40, 5), 20, "d", HOSTS.format(4, 40)),
        (links(40, 5), 19, "d", ""),
        (links(200, 2), 20, "d", ""),
        (links(200, 2), 22, "u", HOSTS.format(11, 200)),
        (links(1_000), 90, "d", ""),
    ],
    ids=lambda value: f"{len(value)} links" if isinstance(value, list) else str(value),
)
def test_too_much_at_once_is_ours(targets: list[str], failing: int, answer: str, reason: str) -> None:
    state = after_a_good_run(targets)
    seen = result(dict.fromkeys(targets, "o") | dict.fromkeys(targets[:failing], answer), day(7))
    fails = answer in "du"
    assert count_new_failures(state, seen, day(7)) == NewFailures(failing if fails else 0, reason)


def test_a_first_sweep_is_never_suspicious() -> None:
    targets = links(100)
    assert run(State(), dict.fromkeys(targets, "d"), NOW).outage == ""


def test_what_failed_before_does_not_count() -> None:
    targets = links(100)
    state = run(State(), dict.fromkeys(targets, "o") | dict.fromkeys(targets[:50], "d"), NOW).state
    assert run(state, dict.fromkeys(targets, "o") | dict.fromkeys(targets[:55], "d"), day(7)).outage == ""


def test_a_discarded_run_leaves_failures_alone_and_counts_successes() -> None:
    targets = links(100)
    state = run(State(), dict.fromkeys(targets, "o") | dict.fromkeys(targets[:2], "d"), NOW).state
    outcome = run(state, dict.fromkeys(targets, "d") | {targets[0]: "o"}, day(7))
    records = outcome.state.records
    assert outcome.outage == outcome.state.runs[-1].discarded == ALONE.format(98, 98)
    assert (records[targets[0]].strikes, records[targets[0]].last_ok) == (0, day(7))
    assert records[targets[1]] == state.records[targets[1]]
    assert records[targets[9]] == state.records[targets[9]]


def test_what_lasts_counts_after_two_runs_and_a_week() -> None:
    targets = links(100)
    state, discarded = after_a_good_run(targets), []
    answers = dict.fromkeys(targets, "o") | dict.fromkeys(targets[:20], "d")
    for week in range(1, 6):
        outcome = run(state, answers, day(7 * week))
        state = outcome.state
        discarded.append((bool(outcome.outage), len(outcome.items)))
    assert discarded == [(True, 0), (True, 0), (False, 0), (False, 0), (False, 20)]


def test_daily_runs_are_not_believed_within_a_week() -> None:
    targets = links(100)
    state, discarded = after_a_good_run(targets), []
    for number in range(7, 16):
        outcome = run(state, dict.fromkeys(targets, "u"), day(number))
        state = outcome.state
        discarded.append(bool(outcome.outage))
    assert discarded == [True] * 7 + [False] * 2


@pytest.mark.parametrize(
    ("probes", "has_network"),
    [
        ("", True),
        ("ooooo", True),
        ("oouuu", False),
        ("oobuu", True),
        ("ddddd", False),
        ("lluuo", False),
        ("bbbbb", True),
        ("ou", False),
    ],
)
def test_probes(probes: str, has_network: bool) -> None:
    states = tuple(observation(each).state for each in probes)
    part = Part(NOW, (observation("d"),), probes=states)
    assert merge([part]).has_network is has_network


def test_without_probes_nothing_fails_however_long() -> None:
    state = run(State(), {"https://lab.example/": "o"}, NOW).state
    for week in range(1, 10):
        part = Part(day(7 * week), (observation("d", day(7 * week), "https://lab.example/"),), probes=(LinkState.DEAD,))
        seen = merge([part])
        assert suspects(state, seen, inventory("https://lab.example/"), day(7 * week)) == {}
        outcome = advance(state, seen, inventory("https://lab.example/"), day(7 * week))
        assert (outcome.outage, outcome.state.records) == (NO_NETWORK, state.records)
        state = outcome.state


def test_blind_runs_do_not_make_the_next_one_count() -> None:
    targets = links(100)
    state = after_a_good_run(targets)
    offline = tuple(Run(day(number), discarded=NO_NETWORK) for number in (7, 14, 21))
    state = State(state.records, runs=(*state.runs, *offline))
    assert count_new_failures(state, result(dict.fromkeys(targets, "u"), day(28)), day(28)).outage


@pytest.mark.parametrize(("trimmed", "is_ours"), [(Trimmed(), False), (Trimmed(100), True), (Trimmed(90, 10), False)])
def test_what_was_left_out_of_the_state_was_fine(trimmed: Trimmed, is_ours: bool) -> None:
    seen = result(dict.fromkeys(links(100), "u"))
    assert bool(count_new_failures(State(trimmed=trimmed), seen, NOW).outage) is is_ours
