from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.links import LinkState, Share, Tally
from bot.papers.dates import Month
from bot.sweeps.advance import advance, apply_ticks, suspects
from bot.sweeps.items import Inventory, Item, ItemKind
from bot.sweeps.state import DAY, Location, RuleFinding, State, WrongCall
from tests.sweeps.helpers import NOW, PAGE, day, inventory, result, run, weeks

PAPER, CODE = "arxiv:2310.05915", "github:ysymyth/react"
WRONG = RuleFinding("wrong-paper", PAPER, "the title there is another")
ARCHIVED = RuleFinding("archived-repository", CODE, "ysymyth/ReAct is archived: it is read-only")


def test_what_is_reported_of_a_dead_link() -> None:
    place = Location("README.md", 1, "Agents", "Paper 1")
    expected = Item(ItemKind.DEAD, PAGE, "status 404, asked twice", NOW, day(14), strikes=3, places=(place,))
    outcome = weeks("ddd")
    assert outcome.items == (expected,)
    assert (expected.id, expected.url, expected.is_dead) == ("c6a0f269e597e773", PAGE, True)
    assert weeks("ddddd").items[0].reported == day(14)


@pytest.mark.parametrize(
    ("history", "called", "returned"), [("dd", 0, 0), ("ddd", 1, 0), ("dddd", 1, 0), ("dddo", 1, 1)]
)
def test_our_own_record(history: str, called: int, returned: int) -> None:
    state = weeks(history).state
    assert (state.called, state.returned, state.wrong) == (called, returned, 0)


def test_second_paths_are_asked_about_exactly_the_links_that_are_about_to_become_dead() -> None:
    targets = [f"https://host{number}.example/" for number in range(6)]
    histories = dict(zip(targets, ("dd", "od", "uu", "oo", "dd", "ddd"), strict=True))
    state = State()
    for week in range(3):
        answers = {target: history[week] for target, history in histories.items() if week < len(history)}
        state = advance(state, result(answers, day(7 * week)), inventory(*targets), day(7 * week)).state
    now = day(28)
    seen = result(dict(zip(targets, "dddduo", strict=True)), now)
    assert suspects(state, seen, inventory(*targets), now) == {targets[0]: NOW}
    assert suspects(state, seen, inventory(*targets[1:]), now) == {}
    assert [item.target for item in advance(state, seen, inventory(*targets), now).items] == [targets[0]]


def test_the_same_run_again_changes_nothing_but_the_runs() -> None:
    seen, now = result({PAGE: "d", "https://b.example/": "m"}, day(14)), day(14)
    state = weeks("dd").state
    once = advance(state, seen, inventory(PAGE, "https://b.example/"), now)
    again = advance(once.state, seen, inventory(PAGE, "https://b.example/"), now)
    assert again.items == once.items
    assert again.state == replace(once.state, runs=again.state.runs, census=again.state.census)


def test_what_the_lists_no_longer_hold_is_forgotten() -> None:
    state = run(weeks("ddd").state, {PAGE: "d", PAPER: "o"}, day(21), (WRONG,)).state
    outcome = run(state, {"https://new.example/": "o"}, day(28))
    assert (list(outcome.state.records), dict(outcome.state.findings), outcome.items) == (
        ["https://new.example/"],
        {},
        (),
    )
    assert outcome.state.called == 1


@pytest.mark.parametrize(
    ("answer", "since"), [("o", None), ("d", None), ("m", None), ("u", NOW), ("l", NOW), ("b", NOW), (" ", NOW)]
)
def test_a_finding_goes_when_its_target_was_answered_for_without_it(answer: str, since: int | None) -> None:
    state = run(State(), {PAPER: "o"}, NOW, (WRONG,)).state
    answers = {} if answer == " " else {PAPER: answer}
    outcome = advance(state, result(answers, day(7)), inventory(PAPER), day(7))
    assert [(item.kind, item.since) for item in outcome.items] == [(ItemKind.PAPERS, since)] * (since is not None)


def test_a_finding_keeps_the_day_it_was_first_made() -> None:
    state = run(State(), {PAPER: "o"}, NOW, (WRONG,)).state
    outcome = run(state, {PAPER: "o"}, day(7), (replace(WRONG, message="the title is another by now"),))
    assert [(item.message, item.since) for item in outcome.items] == [("the title is another by now", NOW)]


def test_items_come_by_kind_and_rule_and_place() -> None:
    state = weeks("dd").state
    more = (RuleFinding("moved-repository", CODE, "it is x now"), RuleFinding("published-venue", PAPER, "ICLR"))
    answers = {CODE: "o", PAPER: "o", PAGE: "d", "https://m.example/": "m"}
    state = advance(state, result({"https://m.example/": "m"}, day(8)), inventory(*answers), day(8)).state
    outcome = run(state, answers, day(14), (ARCHIVED, WRONG, *more))
    assert [item.rule or item.kind for item in outcome.items] == [
        *("dead", "moved", "wrong-paper", "published-venue"),
        *("moved-repository", "archived-repository"),
    ]


def test_newly_blocked_links_are_counted() -> None:
    assert [weeks(history).newly_blocked for history in ("ob", "obb", "b", "oub", "odob")] == [1, 0, 0, 1, 1]


@pytest.mark.parametrize("history", ["ddd", "dddd"])
def test_a_ticked_link_is_left_alone_for_90_days_and_counts_against_us(history: str) -> None:
    outcome = weeks(history)
    now = day(29)
    state = apply_ticks(outcome.state, [outcome.items[0].id, "0" * 16], now)
    record = state.records[PAGE]
    assert (record.state, record.strikes, record.silenced_until) == (LinkState.OK, 0, now + 90 * DAY)
    assert (state.wrong, state.wrong_calls, state.called) == (1, (WrongCall(now, "dead", PAGE),), 1)
    reported = []
    for week in range(5, 25):
        outcome = run(state, {PAGE: "d"}, day(7 * week))
        state = outcome.state
        reported.append(bool(outcome.items))
    assert reported == [False] * 14 + [True] * 6  # 90 days, then three strikes


def test_a_ticked_move_is_left_alone_and_no_mistake() -> None:
    outcome = weeks("mm")
    state = apply_ticks(outcome.state, [outcome.items[0].id], day(8))
    assert (run(state, {PAGE: "m"}, day(14)).items, state.wrong_calls, state.wrong) == ((), (), 0)
    assert len(run(state, {PAGE: "m"}, day(99)).items) == 1


@pytest.mark.parametrize(("finding", "calls"), [(WRONG, 1), (ARCHIVED, 0)])
def test_a_ticked_finding_is_left_alone(finding: RuleFinding, calls: int) -> None:
    outcome = run(State(), {finding.target: "o"}, NOW, (finding,))
    state = apply_ticks(outcome.state, [outcome.items[0].id], NOW)
    assert (len(state.wrong_calls), state.wrong) == (calls, 0)
    assert run(state, {finding.target: "o"}, day(89), (finding,)).items == ()
    assert len(run(state, {finding.target: "o"}, day(91), (finding,)).items) == 1


def test_the_census_counts_sections_and_hosts() -> None:
    places = {
        PAPER: (Location("README.md", 3, "Agents", "FireAct"), Location("README.md", 9, "Tools", "FireAct")),
        PAGE: (Location("README.md", 9, "Tools", "FireAct"),),
    }
    lists = Inventory(MappingProxyType(places), 1, (Month(2023, 10, 1),))
    census = advance(State(), result({PAPER: "o"}, findings=(WRONG,)), lists, NOW).state.census
    assert (census.papers, census.months) == (1, (Month(2023, 10, 1),))
    assert census.sections == (Share("Agents", Tally(ok=1)), Share("Tools", Tally(ok=1, skipped=1)))
    assert census.hosts == (Share("arxiv.org", Tally(ok=1)), Share("lab.example", Tally(skipped=1)))
    assert dict(census.places) == {PAPER: places[PAPER]}
