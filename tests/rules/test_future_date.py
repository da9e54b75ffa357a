"""Dates before, on and after today."""

from __future__ import annotations

from datetime import date

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.untrue_dates import FutureDate
from tests.rules.helpers import findings

TODAY = date(2026, 11, 30)


NOTE, ERROR = [Severity.NOTE], [Severity.ERROR]
FORUM = "[SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)"
PREPRINT = "[SPA-RL Trains Agents](https://arxiv.org/abs/2505.20732)"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(f"* {FORUM}", [], id="no date"),
        pytest.param(f"* [2026-11] {FORUM}", [], id="this month"),
        pytest.param(f"* [2026-12] {FORUM}", [], id="a month that begins tomorrow"),
        pytest.param(f"* [2026-12-01] {FORUM}", [], id="tomorrow"),
        pytest.param(f"* [2026-12-02] {FORUM}", NOTE, id="the day after tomorrow"),
        pytest.param(f"* [2027-01] {FORUM}", NOTE, id="an issue of a journal"),
        pytest.param(f"* [2027-11] {FORUM}", NOTE, id="eleven months ahead"),
        pytest.param(f"* [2027-12] {FORUM}", ERROR, id="a year ahead"),
        pytest.param(f"* [2027-12] {FORUM} (to appear)", NOTE, id="to appear"),
        pytest.param(f"* [2027-12] {FORUM}, forthcoming", NOTE, id="forthcoming"),
        pytest.param(f"* [2027-12] {FORUM}, in press", NOTE, id="in press"),
        *(
            pytest.param(f"* [2027-12] {FORUM}, {word} Robots", NOTE, id=word)
            for word in "Conference Symposium Workshop Proceedings Journal Transactions IEEE ACM published".split()
        ),
        pytest.param(f"* [2027-12] {FORUM}, accepted", NOTE, id="accepted"),
        pytest.param(f"* [2027-12] {FORUM}, IEEE Transactions on Robotics", NOTE, id="in a journal"),
        pytest.param(f"* [2027-01] {PREPRINT}", NOTE, id="a preprint, next month"),
        pytest.param(f"* [2027-02] {PREPRINT}", ERROR, id="a preprint, two months ahead"),
        pytest.param(f"* [2027-05] {PREPRINT} (ICML 2027)", NOTE, id="a preprint with a venue"),
        pytest.param(f"* [2027-05] {PREPRINT.replace('2505', '2705')}", [], id="a wrong clock"),
        pytest.param(f"* {FORUM} (2027)", [], id="next year"),
        pytest.param(f"* {FORUM} (2028)", NOTE, id="the year after next"),
        pytest.param(f"* [2906] {FORUM}", NOTE, id="the number of a paper"),
        pytest.param(f"* 39.06 {FORUM}", NOTE, id="what was measured"),
        pytest.param(f"* {FORUM} (ICML 2027)", [], id="a conference to come"),
        pytest.param(f"* {FORUM}, *ICML, July 2027*", [], id="the month of a conference to come"),
        pytest.param(f"* {FORUM}, *ICML, July 2028*", NOTE, id="a conference far ahead"),
        pytest.param(f"* {PREPRINT}, *arXiv, July 2027*", ERROR, id="the month of a preprint"),
    ],
)
def test_future_date(line: str, expected: list[Severity]) -> None:
    found = findings(FutureDate(), line + "\n", today=TODAY)
    assert [each.severity for each in found] == expected
    assert all(each.message.endswith("is in the future") for each in found)
