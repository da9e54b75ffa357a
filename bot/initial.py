"""Lists and what is known around them come in; what a first configuration should say of them goes out.

The configuration describes the list as it is: it names what the list keeps, so that a run with it finds what a
run without it finds, and what few papers lack. The weights look ahead: who breaks what holds today fails.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, cast

from bot.linter.config import Config, EntryPolicy, Overrides
from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import Plan, check
from bot.listing.conventions import FEWEST, FIRM
from bot.listing.model import entry_object
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context, Rule, Setting
    from bot.listing import Convention, Listing

REQUIRED = 0.98
"""The share of papers from which on the others are said to lack a part."""
WORTH_SHOWING = 0.5

_REQUIRABLE = ("title", "url", "date", "venue", "affiliation")
_PARTS = (*_REQUIRABLE, "arxiv", "citations", "comment")
_NEVER_LIFTED = frozenset({"oversized-readme", "unused-allow"})
"""Warnings that the next editor is not to blame for: the list grows, and a run may see some of the lists only."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A convention that the configuration can name, with its support in all lists."""

    key: str
    value: str
    followers: int
    total: int
    adds: int
    """Findings that naming it would add to those of a run that learns it."""

    @property
    def firm(self) -> bool:
        """Whether so many entries follow it that it is a habit."""
        return self.total >= FEWEST and self.followers >= FIRM * self.total

    @property
    def kept(self) -> bool:
        """Whether it is a habit, and naming it changes nothing today."""
        return self.firm and self.adds <= 0


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the papers have a part."""

    part: str
    having: int
    total: int

    @property
    def required(self) -> bool:
        """Whether a paper without the part is an exception."""
        return self.part in _REQUIRABLE and self.total >= FEWEST and self.having >= REQUIRED * self.total


class Group(Enum):
    """How the lists stand to a rule today."""

    FAILING = auto()
    """Errors are found, which fail the run."""
    BROKEN = auto()
    """Warnings are found."""
    HOLDING = auto()
    """Nothing is found but what the rule itself takes for weaker cases."""
    UNLIFTED = auto()
    """Nothing is found, and the rule stays as it is."""
    NOTED = auto()
    """The rule finds notes at most."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule, the weight it gets, and what it finds today."""

    slug: str
    group: Group
    weight: Severity
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    fixable: int = 0
    """Findings with a safe fix."""


@dataclass(frozen=True, slots=True)
class Initial:
    """All that a first configuration says."""

    papers: int
    sections: int
    """Those that hold papers."""
    habits: tuple[Habit, ...]
    shares: tuple[Share, ...]
    standings: tuple[Standing, ...]
    not_run: tuple[str, ...]
    """Rules that ask the world, which nobody did."""
    off: tuple[str, ...]
    """Rules that do not run unless they are named."""

    @property
    def errors(self) -> int:
        """Findings that fail a run with the configuration."""
        return sum(standing.errors for standing in self.standings)


def learn(listings: Sequence[Listing], context: Context, rules: Sequence[Rule] = RULES) -> Initial:
    """What the lists do, and what `rules` find in them."""
    shares = tuple(_shares(listings))
    policy = EntryPolicy(required=tuple(share.part for share in shares if share.required))
    habits = tuple(_habits(listings, context, rules))
    config = Config(entry=policy, conventions=overrides(habit for habit in habits if habit.kept))
    settings = config.settings(rules)
    checked = check(listings, Plan(settings, frozenset(rule.slug for rule in rules)), context)
    asleep = tuple(each.slug for each in checked.not_run)
    return Initial(
        papers=sum(1 for listing in listings for _ in listing.papers),
        sections=sum(1 for listing in listings for _ in {entry.section for entry in listing.papers}),
        habits=habits,
        shares=shares,
        standings=tuple(
            _standing(setting.rule, [each for each in checked.diagnostics if each.rule == setting.rule.slug])
            for setting in settings
            if setting.rule.slug not in asleep
        ),
        not_run=asleep,
        off=tuple(rule.slug for rule in rules if rule.slug not in {setting.rule.slug for setting in settings}),
    )


def overrides(habits: Iterable[Habit]) -> Overrides:
    """The habits as a configuration names them."""
    values = {habit.key: habit.value for habit in habits}
    date_format, form = values.get("date_format"), values.get("arxiv_form")
    return Overrides(
        date_format=DateFormat(date_format) if date_format else None,
        order=cast("Literal['newest-first', 'oldest-first'] | None", values.get("order")),
        arxiv_form=ArxivForm(form) if form else None,
    )


def _shares(listings: Iterable[Listing]) -> Iterable[Share]:
    papers = [entry_object(listing, entry) for listing in listings for entry in listing.papers]
    for part in _PARTS:
        yield Share(part, sum(paper[part] not in (None, "", []) for paper in papers), len(papers))


def _habits(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> Iterable[Habit]:
    for field in fields(Overrides):
        concerned = [rule for rule in rules if field.name in {each.name for each in fields(rule)}]
        learned = _count(listings, context, Config().settings(concerned))
        found = [getattr(listing.conventions, field.name) for listing in listings]
        habit = _join(field.name, [each for each in found if each is not None])
        if habit is not None:
            named = _count(listings, context, Config(conventions=overrides([habit])).settings(concerned))
            yield Habit(habit.key, habit.value, habit.followers, habit.total, named - learned)


def _join(key: str, found: Sequence[Convention[str]]) -> Habit | None:
    """The convention that most entries of all lists follow; a list is counted for its own alone."""
    followers: dict[str, int] = {}
    for each in found:
        followers[each.value] = followers.get(each.value, 0) + each.followers
    if not followers:
        return None
    value = max(followers, key=followers.__getitem__)
    return Habit(key, str(value), followers[value], sum(each.total for each in found), 0)


def _count(listings: Sequence[Listing], context: Context, settings: tuple[Setting, ...]) -> int:
    return len(check(listings, Plan(settings), context).diagnostics) if settings else 0


def _standing(rule: Rule, found: Sequence[Diagnostic]) -> Standing:
    """The weight of a rule: its own where the lists break it, an error where they keep it.

    What lacks a part that we ourselves have just required is a warning: no rule of the list was broken.
    """
    if found and any(field.name == "entry_schema" for field in fields(rule)):
        return Standing(rule.slug, Group.BROKEN, Severity.WARNING, 0, len(found), 0, _fixable(found))
    group = _group(rule, max((each.severity for each in found), default=Severity.NOTE))
    weight = Severity.ERROR if group is Group.HOLDING else rule.severity
    errors, warnings, notes = (sum(each.severity is grade for each in found) for grade in reversed(Severity))
    return Standing(rule.slug, group, weight, errors, warnings, notes, _fixable(found))


def _group(rule: Rule, top: Severity) -> Group:
    """How lists stand to a rule whose findings there weigh `top` at most."""
    if top is Severity.ERROR:
        return Group.FAILING
    if rule.severity is Severity.ERROR:
        return Group.HOLDING
    if top is Severity.WARNING:
        return Group.BROKEN
    if rule.severity is Severity.NOTE:
        return Group.NOTED
    return Group.UNLIFTED if rule.slug in _NEVER_LIFTED else Group.HOLDING


def _fixable(found: Iterable[Diagnostic]) -> int:
    return sum(each.fix is not None and each.fix.safety is Safety.SAFE for each in found)
