from __future__ import annotations

import pytest

from bot.judgement import Case, Hearing, Outcome, Side, Verdict, always, hear, judge, weigh

CASES: tuple[Case[int, str], ...] = (
    Case("it is below zero", lambda number: number < 0, "negative"),
    Case("it has no remainder", lambda number: number % 2 == 0, "even"),
    Case("nothing else tells", always, "odd"),
)


@pytest.mark.parametrize(
    ("number", "verdict"),
    [
        (-2, Verdict("negative", "it is below zero")),
        (4, Verdict("even", "it has no remainder")),
        (5, Verdict("odd", "nothing else tells")),
    ],
)
def test_the_first_case_that_holds_decides(number: int, verdict: Verdict[str]) -> None:
    assert judge(CASES, number) == verdict


def test_cases_behind_the_one_that_decides_are_not_asked() -> None:
    cases: tuple[Case[int, str], ...] = (CASES[0], Case("it divides", lambda number: 1 // (number + 1), "one"))
    assert judge(cases, -1).value == "negative"


def test_a_table_without_a_last_row_says_so() -> None:
    with pytest.raises(LookupError, match="no case holds for 5"):
        judge(CASES[:2], 5)


def test_all_witnesses_are_heard() -> None:
    assert [each.reason for each in hear(CASES[:2], -4)] == ["it is below zero", "it has no remainder"]
    assert hear(CASES[:2], 3) == ()


WITNESSES: tuple[Case[int, Side], ...] = (
    Case("it is large", lambda number: number > 100, Side.FOR),
    Case("it is even", lambda number: number % 2 == 0, Side.FOR),
    Case("it is round", lambda number: number % 10 == 0, Side.NOTE),
    Case("it is negative", lambda number: number < 0, Side.AGAINST),
)


@pytest.mark.parametrize(
    ("number", "outcome"),
    [(102, Outcome.SURE), (4, Outcome.UNSURE), (110, Outcome.UNSURE), (-4, Outcome.DROPPED), (5, Outcome.DROPPED)],
)
def test_two_reasons_are_sure_one_is_not_and_an_objection_drops_the_suspicion(number: int, outcome: Outcome) -> None:
    assert weigh(WITNESSES, number).outcome is outcome


def test_what_is_weighed_says_why() -> None:
    assert weigh(WITNESSES, 110) == Hearing(("it is large", "it is even"), ("it is round",))
    assert weigh(WITNESSES, -4) == Hearing(("it is even",), (), ("it is negative",))
