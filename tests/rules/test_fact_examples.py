"""The examples of the rules about facts are true, and without facts these rules say nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.facts.model import Facts, Unknown
from bot.links import LinkState, LinkStatus
from bot.linter.rule import Bad, Good, Need
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.rules import RULES
from tests.rules.helpers import fixed, found

if TYPE_CHECKING:
    from bot.linter.rule import Rule

ASKING = [rule for rule in RULES if rule.needs & (Need.PAPERS | Need.LINKS | Need.REPOSITORIES)]
SLUGS = {
    *("archived-repository", "dead-link", "moved-link", "moved-repository", "published-venue", "retitled-paper"),
    *("unknown-paper", "withdrawn-paper", "wrong-authors", "wrong-paper", "wrong-title", "wrong-venue", "wrong-year"),
}


def _cases(kind: type[Good | Bad]) -> list[object]:
    return [
        pytest.param(rule, example, id=f"{rule.slug}-{number}")
        for rule in ASKING
        for number, example in enumerate(rule.examples, 1)
        if isinstance(example, kind)
    ]


def test_all_rules_about_facts_are_listed() -> None:
    assert {rule.slug for rule in ASKING} == SLUGS


@pytest.mark.parametrize(("rule", "example"), _cases(Bad))
def test_bad_example_is_found_once_and_fixed(rule: Rule, example: Bad) -> None:
    diagnostics = found(rule, example.text, example.facts)
    assert [each.rule for each in diagnostics] == [rule.slug]
    if example.fixed is None:
        assert diagnostics[0].fix is None
    else:
        assert fixed(example.text, diagnostics) == example.fixed
        assert found(rule, example.fixed, example.facts) == []


@pytest.mark.parametrize(("rule", "example"), _cases(Good))
def test_good_example_is_left_alone(rule: Rule, example: Good) -> None:
    assert found(rule, example.text, example.facts) == []


@pytest.mark.parametrize(("rule", "example"), _cases(Bad))
def test_nothing_is_concluded_from_the_unknown(rule: Rule, example: Bad) -> None:
    assert found(rule, example.text, None) == []
    assert found(rule, example.text, Facts()) == []
    assert found(rule, example.text, _unknown(example.text)) == []


def _unknown(text: str) -> Facts:
    """Facts in which every target of `text` was asked about in vain."""
    urls = [piece.split(")")[0] for piece in text.split("](")[1:]]
    names = [name for url in urls if (name := identify(url).identifier) is not None]
    assert urls
    return Facts(
        papers={name: Unknown("no answer") for name in names if name.scheme is Scheme.ARXIV},
        repositories={name: Unknown("no answer") for name in names if name.scheme is Scheme.GITHUB},
        links={url: LinkStatus(url, LinkState.UNCERTAIN, "no answer") for url in urls},
    )


def test_identifiers_of_examples_are_those_of_their_links() -> None:
    """An example whose facts are about something else would show nothing."""
    for rule in ASKING:
        for example in rule.examples:
            assert example.facts is not None
            urls = {piece.split(")")[0] for piece in example.text.split("](")[1:]}
            names: set[Identifier | None] = {identify(url).identifier for url in urls}
            assert example.facts.papers.keys() <= names
            assert example.facts.repositories.keys() <= names
            assert example.facts.links.keys() <= urls
