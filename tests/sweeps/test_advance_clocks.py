"""What a clock that was wrong has left in a state is not used."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from bot.errors import BotError
from bot.links import LinkState
from bot.sweeps.advance import check_clock, discard_future
from bot.sweeps.history import is_due
from bot.sweeps.state import DAY, PastObservation, Record, RuleFinding, Run, State

NOW = 1_800_000_000
LATER = NOW + 400 * DAY
URL = "https://one.example/"


def state_of(*records: Record, findings: tuple[RuleFinding, ...] = (), runs: tuple[Run, ...] = ()) -> State:
    return State(
        records=MappingProxyType({record.target: record for record in records}),
        findings=MappingProxyType({each.key: each for each in findings}),
        runs=runs,
    )


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(Record(URL, LinkState.OK, checked=LATER, last_ok=LATER), id="checked"),
        pytest.param(Record(URL, LinkState.UNCERTAIN, checked=NOW, strikes=2, first_failure=LATER), id="failure"),
        pytest.param(Record(URL, LinkState.DEAD, checked=NOW, strikes=3, last_strike=LATER, reported=NOW), id="strike"),
        pytest.param(
            Record(URL, LinkState.OK, checked=NOW, observations=(PastObservation(LATER, LinkState.OK),)),
            id="observation",
        ),
    ],
)
def test_a_record_from_the_future_starts_over(record: Record) -> None:
    found = discard_future(state_of(record), NOW).records[URL]
    assert found == Record(URL, LinkState.SKIPPED)
    assert is_due(found, NOW)


def test_what_is_known_for_other_reasons_is_kept() -> None:
    record = Record(URL, LinkState.OK, checked=LATER, returns=2, silenced_until=NOW + 60 * DAY)
    kept = Record(URL, LinkState.SKIPPED, returns=2, silenced_until=NOW + 60 * DAY)
    assert discard_future(state_of(record), NOW).records[URL] == kept


def test_nothing_is_silenced_for_longer_than_a_tick_does() -> None:
    record = Record(URL, LinkState.OK, checked=NOW, silenced_until=LATER)
    noted = RuleFinding("archived-repository", URL, "archived", LATER, silenced_until=LATER)
    found = discard_future(state_of(record, findings=(noted,)), NOW)
    assert found.records[URL].silenced_until == NOW + 90 * DAY
    assert found.findings[noted.key] == RuleFinding(
        "archived-repository", URL, "archived", NOW, silenced_until=NOW + 90 * DAY
    )


def test_runs_of_the_future_are_forgotten() -> None:
    runs = (Run(NOW - DAY), Run(LATER), Run(NOW))
    assert discard_future(state_of(runs=runs), NOW).runs == (runs[0], runs[2])


def test_clocks_that_differ_a_little_are_accepted() -> None:
    later = NOW + DAY // 2
    record = Record(URL, LinkState.UNCERTAIN, checked=later, strikes=1, first_failure=later, last_strike=later)
    state = state_of(record, runs=(Run(later),))
    assert discard_future(state, NOW) == state


@pytest.mark.parametrize(
    ("runs", "now", "message"),
    [
        ((NOW,), NOW + 366 * DAY, ""),
        ((), NOW, ""),
        ((NOW - 360 * DAY, NOW), NOW + 7 * DAY, ""),
        ((NOW - 7 * DAY, NOW), NOW + 367 * DAY, "it says 2028-01-17, and the last sweep was on 2027-01-15"),
        ((NOW, LATER + DAY), NOW + DAY, ""),
        ((NOW,), NOW + 367 * DAY, "it says 2028-01-17, and the last sweep was on 2027-01-15"),
        ((NOW,), 253_402_300_799, "it says 9999-12-31, and the last sweep was on 2027-01-15"),
        ((NOW,), 400_000_000_000_000, "it says 400000000000000 seconds after 1970"),
        ((NOW,), 31_536_000, "it says 1971-01-01"),
        ((), 31_536_000, "it says 1971-01-01"),
    ],
    ids=[
        *("a year", "first", "weekly for a year", "weekly, then a year and more", "forgets a wrong one", "more"),
        *("9999", "no year", "1971", "first in 1971"),
    ],
)
def test_a_clock_that_cannot_be_right_is_refused(runs: tuple[int, ...], now: int, message: str) -> None:
    state = state_of(runs=tuple(Run(time) for time in runs))
    if not message:
        check_clock(state, now)
        return
    with pytest.raises(BotError) as caught:
        check_clock(state, now)
    assert message in caught.value.message
