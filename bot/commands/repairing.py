"""What a sweep reports comes in; the lists with moved links, canonical forms and venues written go out.

A sweep has seen a move in several runs, days apart: here it is written also where the site is another one.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.facts.model import Facts
from bot.links.model import LinkState, LinkStatus
from bot.sweeps import Kind, target_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.commands.sources import Survey
    from bot.facts.questions import Questions
    from bot.linter.config import Config
    from bot.listing import Listing
    from bot.sweeps import Outcome
    from bot.text import Text

SAFE = ("noncanonical-link",)
SURE = ("moved-link", "moved-repository", "published-venue")
"""Rules whose fixes a sweep writes; of the first only those that change nothing but the spelling."""
_OF_FACTS = frozenset({"moved-repository", "published-venue"})


def questions_of(outcome: Outcome, listings: Sequence[Listing]) -> Questions:
    """What is to be asked to write the fixes, for who does not have the answers any more."""
    from bot.facts.questions import Questions, ask_about

    wanted = {item.target for item in outcome.items if item.rule in _OF_FACTS}
    everything = ask_about(listings)
    papers = {each: titles for each, titles in everything.papers.items() if str(each) in wanted}
    return Questions(papers, tuple(url for url in everything.links if target_of(url) in wanted))


def repair(
    texts: Sequence[Text],
    outcome: Outcome,
    config: Config,
    survey: Survey,
    ask: Callable[[Questions], Facts],
    known: Facts | None,
) -> tuple[Text, ...]:
    """The texts with their fixes. `known` are the facts of this run; without them `ask` is asked for the few needed."""
    from bot.commands.sources import Ignores
    from bot.linter.diagnostics import Safety
    from bot.linter.engine import Plan, fix

    listings = survey.read(texts)
    if known is None:
        questions = questions_of(outcome, listings)
        known = ask(questions) if questions.papers or questions.links else Facts()
    facts = _confirmed(outcome, listings, known)
    ignores = Ignores(config) if config.ignores else None
    on = {setting.rule.slug for setting in config.settings()}
    for rules, safety in ((SAFE, Safety.SAFE), (SURE, Safety.UNSAFE)):
        plan = Plan(config.settings(select=on.intersection(rules)), is_ignored=ignores)
        texts = fix(texts, plan, replace(survey, facts=facts), safety).texts
    return tuple(texts)


def _confirmed(outcome: Outcome, listings: Sequence[Listing], known: Facts) -> Facts:
    """Of all that is known, what the sweep reports: moves seen often enough, and what nobody has ticked off."""
    moved = {item.target: item for item in outcome.items if item.kind is Kind.MOVED}
    links = {}
    for listing in listings:
        for link in listing.document.links:
            item = moved.get(target_of(link.href) or "")
            if item is not None and item.moved_to is not None and link.href not in links:
                links[link.href] = LinkStatus(link.href, LinkState.MOVED, item.words, (), item.moved_to)
    reported = {item.target for item in outcome.items if item.rule in _OF_FACTS}
    return Facts(
        papers=MappingProxyType({each: fact for each, fact in known.papers.items() if str(each) in reported}),
        repositories=MappingProxyType(
            {each: fact for each, fact in known.repositories.items() if str(each) in reported}
        ),
        links=MappingProxyType(links),
    )
