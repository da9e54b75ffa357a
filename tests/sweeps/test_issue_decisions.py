from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github.kept_issue import Content
from bot.github.model import Change, Create, Issue, IssueAction
from bot.sweeps.advance import SweepOutcome
from bot.sweeps.issue import KIND, Site, choose_fate, write
from bot.sweeps.items import Item, ItemKind
from bot.sweeps.state import RuleFinding, Run, State
from tests.sweeps.helpers import NOW, PAGE, day, run, weeks

if TYPE_CHECKING:
    from collections.abc import Sequence

FINDING = RuleFinding("wrong-paper", "arxiv:2310.05915", "arXiv has another title")


def body_of(outcome: SweepOutcome) -> str:
    return write(outcome, Site())


def decide(
    issues: Sequence[Issue], outcome: SweepOutcome, body: str, base: Content[State] | None
) -> tuple[IssueAction, ...]:
    return KIND.decide(issues, body, base, lambda now: choose_fate(outcome, now))


def outcome(time: int, *reported: int) -> SweepOutcome:
    """Items that were first reported at these times, after a run at `time`."""
    items = tuple(
        Item(ItemKind.DEAD, f"https://{number}.example/", "gone", NOW, when) for number, when in enumerate(reported)
    )
    return SweepOutcome(State(runs=(Run(time),)), items)


OLD_CLEAN, OLD_FULL = body_of(outcome(day(7))), body_of(outcome(day(7), day(7)))
CLEAN, FULL, MORE = outcome(day(14)), outcome(day(14), day(7)), outcome(day(14), day(7), day(14))


def standing(body: str, *, is_open: bool, number: int = 5, title: str = KIND.title) -> Issue:
    return Issue(number, "", title, body, is_open)


@pytest.mark.parametrize(
    ("body", "is_open", "now", "is_opened"),
    [
        (OLD_FULL, True, FULL, None),
        (OLD_FULL, True, MORE, None),
        (OLD_FULL, True, CLEAN, False),
        (OLD_CLEAN, True, CLEAN, False),
        (OLD_CLEAN, True, MORE, None),
        (OLD_FULL, False, FULL, None),
        (OLD_FULL, False, MORE, True),
        (OLD_FULL, False, CLEAN, None),
        (OLD_CLEAN, False, CLEAN, None),
        (OLD_CLEAN, False, MORE, True),
    ],
    ids=[
        *("open, as before", "open, more", "open, now clean", "open, left open", "open, new"),
        *("closed by a person, as before", "closed by a person, more", "closed by a person, clean"),
        *("closed, still clean", "closed, new"),
    ],
)
def test_what_becomes_of_the_issue(body: str, is_open: bool, now: SweepOutcome, is_opened: bool | None) -> None:
    actions = decide([standing(body, is_open=is_open)], now, body_of(now), KIND.read(body))
    assert actions == (Change(5, KIND.title, body_of(now), is_opened),)


@pytest.mark.parametrize("history", ["d", "u", "b", "m", "ddo"])
def test_where_there_is_something_to_store_only_the_issue_is_closed_at_once(history: str) -> None:
    done = weeks(history)
    assert decide((), done, body_of(done), None) == (Create(KIND.title, body_of(done), closed=True),)


def test_no_issue_for_a_list_in_order() -> None:
    done = weeks("oo")
    assert decide((), done, body_of(done), None) == ()


def test_the_first_finding_opens_the_issue() -> None:
    done = run(State(), {FINDING.target: "o"}, NOW, (FINDING,))
    assert decide((), done, body_of(done), None) == (Create(KIND.title, body_of(done)),)


def test_a_link_that_comes_back_and_dies_again_opens_the_issue_again() -> None:
    first = weeks("ddd")
    stood = standing(body_of(first), is_open=True)
    back = run(first.state, {PAGE: "o"}, day(21))
    changed = decide([stood], back, body_of(back), KIND.read(stood.body))
    assert changed == (Change(5, KIND.title, body_of(back), is_open=False),)
    state = back.state
    for week in (4, 5, 6, 7):
        again = run(state, {PAGE: "d"}, day(7 * week))
        stood = standing(body_of(replace_runs(back, state)), is_open=False)
        actions = decide([stood], again, body_of(again), KIND.read(stood.body))
        assert actions == (Change(5, KIND.title, body_of(again), True if week == 7 else None),)
        state = again.state


def replace_runs(shown: SweepOutcome, state: State) -> SweepOutcome:
    return SweepOutcome(state, shown.items)


@pytest.mark.parametrize(
    ("first", "watched", "is_opened"),
    [
        pytest.param(day(14), 2, None, id="lost just now"),
        pytest.param(day(7), 2, None, id="lost a week ago"),
        pytest.param(day(0), 2, False, id="old enough to know"),
        pytest.param(day(14), 0, False, id="nothing fails"),
    ],
)
def test_a_young_state_does_not_call_the_list_clean(first: int, watched: int, is_opened: bool | None) -> None:
    runs = tuple(dict.fromkeys((Run(first), Run(day(14)))))
    now = SweepOutcome(State(runs=runs), watched=watched)
    actions = decide([standing(OLD_FULL, is_open=True)], now, body_of(now), KIND.read(OLD_FULL))
    assert actions == (Change(5, KIND.title, body_of(now), is_opened),)
