from __future__ import annotations

import pytest

from bot.facts.model import Confirmation
from bot.links import LinkState
from bot.sweeps.advance import suspects
from bot.sweeps.history import due, is_due, observe
from bot.sweeps.state import PastObservation, Record
from tests.sweeps.helpers import NOW, PAGE, day, inventory, observation, result, run, weeks

DEAD, OK, UNSURE, BLOCKED, MOVED = (
    LinkState.DEAD,
    LinkState.OK,
    LinkState.UNCERTAIN,
    LinkState.BLOCKED,
    LinkState.MOVED,
)


@pytest.mark.parametrize(
    ("history", "state", "strikes"),
    [
        ("o", OK, 0),
        ("od", UNSURE, 1),
        ("odd", UNSURE, 2),
        ("oddd", DEAD, 3),
        ("ddd", DEAD, 3),
        ("od  dd", DEAD, 3),
        ("oddo", OK, 0),
        ("odddo", OK, 0),
        ("odddu", DEAD, 3),
        ("odddb", DEAD, 3),
        ("uuu", UNSURE, 0),
        ("uud", UNSURE, 1),
        ("ouddd", DEAD, 3),
        ("odudud", DEAD, 3),
        ("odduu", UNSURE, 2),
        ("odbbbdbd", DEAD, 3),
        ("bbbbbbbb", BLOCKED, 0),
        ("llllllll", UNSURE, 0),
        ("oblbd", UNSURE, 1),
        ("od od", UNSURE, 1),
        ("ododdd", UNSURE, 3),
        ("ododddd", DEAD, 4),
    ],
)
def test_verdicts_of_weekly_sweeps(history: str, state: LinkState, strikes: int) -> None:
    record = weeks(history).state.records[PAGE]
    assert (record.state, record.strikes) == (state, strikes)


@pytest.mark.parametrize(
    ("days", "state", "strikes"),
    [
        ((0, 0.1, 0.2, 20), UNSURE, 2),
        ((0, 1, 2, 3, 4, 5, 6), UNSURE, 3),
        ((0, 3, 6, 9), DEAD, 4),
        ((0, 3, 7), DEAD, 3),
        ((0, 3, 6.9), UNSURE, 3),
        ((0, 2.9, 7), UNSURE, 2),
        ((0, 400, 800), DEAD, 3),
    ],
    ids=str,
)
def test_strikes_are_days_apart(days: tuple[float, ...], state: LinkState, strikes: int) -> None:
    record = Record(PAGE, LinkState.SKIPPED)
    for number in days:
        record = observe(record, observation("d", day(number)))
    assert (record.state, record.strikes, record.first_failure) == (state, strikes, NOW)


def test_the_same_observation_counts_once() -> None:
    record = observe(Record(PAGE, LinkState.SKIPPED), observation("d"))
    assert observe(record, observation("d")) is record
    assert observe(record, observation("o", NOW - 1)) is record


@pytest.mark.parametrize(
    ("history", "moved", "moves"),
    [("m", False, 1), ("mm", True, 2), ("mom", False, 1), ("mum", False, 1), ("mbm", True, 2), ("mmo", False, 0)],
)
def test_what_has_moved_was_seen_to_twice(history: str, moved: bool, moves: int) -> None:
    outcome = weeks(history)
    record = outcome.state.records[PAGE]
    assert (record.state is MOVED, record.moves) == (moved, moves)
    assert [(item.kind, item.moved_to) for item in outcome.items] == [("moved", "https://new.example/paper")] * moved


def test_two_looks_within_hours_are_no_two_runs() -> None:
    record = observe(Record(PAGE, OK), observation("m"))
    assert observe(record, observation("m", NOW + 3_600)).state is OK


def test_another_aim_is_another_move() -> None:
    record = observe(Record(PAGE, OK), observation("m"))
    record = observe(record, observation("m", day(7), moved_to="https://third.example/"))
    assert (record.state, record.moves, record.moved_since) == (OK, 1, day(7))
    record = observe(record, observation("m", day(14), moved_to="https://third.example/"))
    assert (record.state, record.reported) == (MOVED, day(14))
    assert observe(record, observation("m", day(21), moved_to="https://third.example/")).reported == day(14)


@pytest.mark.parametrize(
    ("confirmation", "state", "strikes", "copy"),
    [
        (None, DEAD, 3, None),
        (Confirmation(None, "https://web.archive.org/web/1/x"), DEAD, 3, "https://web.archive.org/web/1/x"),
        (Confirmation(is_gone=True), DEAD, 3, None),
        (Confirmation(is_gone=False), UNSURE, 1, None),
    ],
    ids=["nobody asked", "silent", "supports", "contradicts"],
)
def test_a_second_source_may_contradict(
    confirmation: Confirmation | None, state: LinkState, strikes: int, copy: str | None
) -> None:
    before = weeks("dd").state
    confirmations = {PAGE: confirmation} if confirmation else {}
    record = run(before, {PAGE: "d"}, day(14), confirmations=confirmations).state.records[PAGE]
    assert (record.state, record.strikes, record.copy) == (state, strikes, copy)


def test_a_contradicted_link_is_counted_from_the_start() -> None:
    state = run(weeks("dd").state, {PAGE: "d"}, day(14), confirmations={PAGE: Confirmation(is_gone=False)}).state
    assert state.records[PAGE].first_failure == day(14)
    state = run(state, {PAGE: "d"}, day(21)).state
    assert suspects(state, result({PAGE: "d"}, day(28)), inventory(), day(28)) == {PAGE: day(14)}
    assert run(state, {PAGE: "d"}, day(28)).state.records[PAGE].state is DEAD


def test_the_last_five_observations_are_kept_and_equal_successes_once() -> None:
    seen = weeks("oooududub").state.records[PAGE].observations
    assert [each.state for each in seen] == [UNSURE, DEAD, UNSURE, DEAD, UNSURE, BLOCKED][1:]
    assert weeks("ooo").state.records[PAGE].observations == (PastObservation(day(14), OK, 200),)


@pytest.mark.parametrize(
    ("history", "days", "is_asked"),
    [
        ("o", 3, False),
        ("o", 6, False),
        ("o", 6.9, True),
        ("o", 7, True),
        ("d", 2.9, False),
        ("d", 3, True),
        ("u", 3, True),
        ("b", 3, True),
        ("m", 3, True),
        ("ddd", 14 + 3, True),
        ("ddd", 14 + 2, False),
    ],
)
def test_what_is_fine_is_asked_weekly_and_what_is_not_after_three_days(
    history: str, days: float, is_asked: bool
) -> None:
    state = weeks(history).state
    assert is_due(state.records[PAGE], day(days)) is is_asked
    assert due(state, (PAGE,), day(days)) == (PAGE,) * is_asked


def test_what_is_new_and_what_goes_in_batches_is_always_asked() -> None:
    state = weeks("o", "arxiv:2310.05915").state
    urls = ("https://arxiv.org/pdf/2310.05915", "https://new.example/", "https://img.shields.io/x", "mailto:x")
    assert due(state, urls, day(1)) == urls[:2]
    assert is_due(None, 0)
    assert not is_due(Record(PAGE, LinkState.OK, checked=day(0)), day(-1))
