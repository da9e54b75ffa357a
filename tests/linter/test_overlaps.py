from __future__ import annotations

from itertools import permutations

import pytest

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Severity
from bot.linter.engine import one_per_defect
from bot.rules import RULES
from bot.text import Span
from tests.linter.test_engine import found, plan

NOTE, WARNING, ERROR = Severity


def at(rule: str, start: int, end: int, severity: Severity = WARNING) -> Diagnostic:
    fix = Fix("Fix", (Edit(Span(start, end), "x"),)) if rule.endswith("+") else None
    return Diagnostic(rule, severity, "a.md", Span(start, end), "!", fix)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param([at("a", 0, 5), at("b", 0, 5)], "a", id="the first by name"),
        pytest.param([at("a", 0, 5), at("b", 0, 5, ERROR)], "b", id="an error before a warning"),
        pytest.param([at("a", 0, 5, NOTE), at("b", 0, 5)], "b", id="a warning before a note"),
        pytest.param([at("a", 0, 5), at("b", 3, 6)], "b", id="the narrower"),
        pytest.param([at("a", 0, 5), at("b", 4, 9), at("c", 8, 10)], "ac", id="a chain: the outer two do not touch"),
        pytest.param([at("a", 0, 5), at("b", 5, 9)], "ab", id="side by side"),
        pytest.param([at("a", 0, 5), at("b", 1, 2)], "ab", id="one inside the other"),
        pytest.param([at("a", 0, 5), at("a", 0, 5)], "aa", id="two of one rule"),
        pytest.param([at("a", 3, 3), at("b", 3, 3)], "ab", id="no characters"),
        pytest.param([at("a+", 0, 5), at("b", 0, 5)], "a+b", id="one goes with its fix, the other stays"),
        pytest.param([at("a+", 0, 5, NOTE), at("b+", 0, 5)], "b+", id="both have a fix"),
    ],
)
def test_one_finding_for_each_defect(given: list[Diagnostic], kept: str) -> None:
    for order in permutations(given):
        assert "".join(each.rule for each in one_per_defect(order)) == kept


TWICE = "https://https://zhuanlan.zhihu.com/p/605882945?utm_medium=social"
DATED = "".join(
    f"* [24{month:02}] [Agents {day} of Month {month}](https://arxiv.org/abs/24{month:02}.{day:05})\n"
    for month in range(12, 0, -1)
    for day in range(1, 9)
)


@pytest.mark.parametrize(
    ("content", "rules"),
    [
        pytest.param(f"* [Zhihu]({TWICE})\n", ["malformed-link"], id="a URL that is wrong and tracks"),
        pytest.param(
            f"{DATED}* [2310] [A Survey of Planning Agents](https://arxiv.org/abs/2310.05915)\n"
            "* [2310] [More Agents](https://arxiv.org/abs/2310.05916)\n"
            "* [2310] [Even More Agents](https://arxiv.org/abs/2310.05917)\n"
            "* [A Survey of Planning Agents](https://openreview.net/forum?id=abc)\n",
            ["duplicate-entry"],
            id="an entry without a date whose title is there twice",
        ),
    ],
)
def test_pairs_of_rules_that_meet_in_real_lists(content: str, rules: list[str]) -> None:
    assert [rule for _, _, rule, _ in found(plan(*RULES), content)] == rules
