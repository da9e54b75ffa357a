"""The examples of every rule are true: the bad ones are found once and fixed as shown, the good ones not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need
from bot.linter.schema import Validator
from bot.rules import RULES
from bot.rules.mixed_link_form import MixedLinkForm
from bot.rules.schema_violation import SchemaViolation
from bot.rules.unused_allow import UnusedAllow
from tests.rules.helpers import findings, fixed

if TYPE_CHECKING:
    from bot.linter.rule import Rule

_CONFIGURED: dict[str, Rule] = {
    "mixed-link-form": MixedLinkForm(arxiv_form="pdf"),
    "schema-violation": SchemaViolation(Validator({"properties": {"date": {"type": "string"}}})),
}
"""Rules that find nothing in so short a list unless they are configured, as their pages say."""

CHECKED = [
    _CONFIGURED.get(rule.slug, rule)
    for rule in RULES
    if not isinstance(rule, UnusedAllow) and not rule.needs & Need.FACTS
]
"""What a comment allows is the engine's to know; rules about facts are tried in `test_fact_examples`."""


def _cases(kind: type[Good | Bad]) -> list[object]:
    return [
        pytest.param(rule, example, id=f"{rule.slug}-{number}")
        for rule in CHECKED
        for number, example in enumerate(rule.examples, 1)
        if isinstance(example, kind)
    ]


@pytest.mark.parametrize(("rule", "example"), _cases(Bad))
def test_bad_example_is_found_once_and_fixed(rule: Rule, example: Bad) -> None:
    found = findings(rule, example.text, missing=missing_targets(rule), path=example.path, source=example.source)
    assert [each.rule for each in found] == [rule.slug]
    assert found[0].span.end <= len(example.text)
    assert found[0].reasons or found[0].severity is Severity.NOTE
    if example.fixed is None:
        assert found[0].fix is None
    else:
        assert fixed(example.text, found) == example.fixed
        assert (
            findings(rule, example.fixed, missing=missing_targets(rule), path=example.path, source=example.source) == []
        )


@pytest.mark.parametrize(("rule", "example"), _cases(Good))
def test_good_example_is_left_alone(rule: Rule, example: Good) -> None:
    assert findings(rule, example.text, missing=missing_targets(rule), path=example.path, source=example.source) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.slug)
def test_rule_shows_what_is_bad_and_what_is_good(rule: Rule) -> None:
    assert {type(example) for example in rule.examples} == {Good, Bad}


@pytest.mark.parametrize("rule", CHECKED, ids=lambda rule: rule.slug)
@pytest.mark.parametrize("text", ["", "\n", "# Papers\n", "\ufeff# Papers\r\n", "[](", "* \n* [\n", "\x00"])
def test_rule_survives_next_to_nothing(rule: Rule, text: str) -> None:
    assert [each for each in findings(rule, text) if each.span.end > len(text)] == []


def missing_targets(rule: Rule) -> tuple[str, ...]:
    """The targets that examples of rules about files call missing."""
    return ("missing.md", "missing.png") if Need.FILES in rule.needs else ()
