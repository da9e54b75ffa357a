from __future__ import annotations

import pytest

from bot.judgement import Case, Verdict, always, hear, judge

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
