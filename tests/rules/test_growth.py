"""No rule reads the whole list for each of its findings: four times the findings take four times the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.data import read
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, Bad, Context
from bot.listing import Catalog
from bot.rules.duplicate_entry import DuplicateEntry
from bot.text import Text
from tests.rules.helpers import PATH, TODAY, count_calls
from tests.rules.test_examples import CHECKED, missing_targets

if TYPE_CHECKING:
    from bot.linter.rule import Rule

_MOST = 5.0
"""Linear growth is four, or less where other lines take a part; with each finding reading all of them it is ten."""
_FEW = 400
"""Calls a finding that do not matter: a rule may have more to do only from a number of findings on."""

_EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.slug}-{number}")
    for rule in CHECKED
    for number, example in enumerate(rule.examples, 1)
    if isinstance(example, Bad)
]


@pytest.mark.parametrize("times", [pytest.param(10, id="few"), pytest.param(30, id="more", marks=pytest.mark.slow)])
@pytest.mark.parametrize(("rule", "example"), _EXAMPLES)
def test_calls_grow_with_the_findings(rule: Rule, example: Bad, times: int) -> None:
    few, many = (_count_calls(rule, example, _repeat(example, each, times)) for each in (times, 4 * times))
    assert many < _MOST * max(few, _FEW * times)


def test_what_is_between_two_entries_of_one_title_is_read_once() -> None:
    few, many = (
        "".join(f"[{n}] Ann Lee. Maps of Water {n % (count // 2)}. ICML 2024.\n\n" for n in range(count))
        for count in (200, 800)
    )
    example = Bad("")
    assert _count_calls(DuplicateEntry(), example, many) < _MOST * _count_calls(DuplicateEntry(), example, few)


def _repeat(example: Bad, times: int, others: int) -> str:
    """A list with an example so many times, between other entries; a file of records is of one kind alone."""
    if example.path != PATH:
        return example.text * times
    lines = [
        f"* [Maps of Water {n}](https://arxiv.org/abs/{2001 + n % 12}.{n:05}) Ann Lee, 2020\n" for n in range(others)
    ]
    half = others // 2
    above, below = "".join(lines[:half]), "".join(lines[half:])
    return f"# List\n\n## Papers\n\n{above}\n## Findings\n\n{example.text * times}\n## More\n\n{below}"


def _count_calls(rule: Rule, example: Bad, text: str) -> int:
    """How many functions are called to check a list that is read already, those in C included."""
    listing = read(Text(example.path, text))
    sources = {example.path: read(Text("papers.yaml", example.source))} if example.source else {}
    absent = frozenset((example.path, target) for target in missing_targets(rule))
    context = Context(TODAY, Catalog((listing,)), absent, sources=sources)
    plan = Plan((ActiveRule(rule, rule.severity),))
    return count_calls(lambda: check((listing,), plan, context))
