"""What lists do, as a first configuration says it: their conventions, the parts of entries, and the rules they keep.

A run with the configuration finds what a run without it finds, and what few papers lack. Severities look ahead:
who breaks what the list keeps today fails the run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, cast

from bot.linter.config import Config, EntryPolicy, Overrides
from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import check
from bot.listing.conventions import MIN_ENTRIES, MIN_SHARE
from bot.listing.model import entry_object
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import Context, Rule
    from bot.listing import Convention, Listing


REQUIRED = 0.98
"""A part is required if at least this share of the papers have it."""

_REQUIRABLE = ("title", "url", "date", "venue", "affiliation")
_PARTS = (*_REQUIRABLE, "arxiv", "citations", "comment")
_ROLES = "title authors date year month day venue arxiv doi url code section comment affiliation citations".split()
"""The keys under `fields` in a configuration."""
_NEVER_RAISED = frozenset({"oversized-readme", "unused-allow"})
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
    def is_firm(self) -> bool:
        """Whether so many entries follow it that it is a habit."""
        return self.total >= MIN_ENTRIES and self.followers >= MIN_SHARE * self.total

    @property
    def is_adopted(self) -> bool:
        """Whether it is a habit, and naming it changes nothing today."""
        return self.is_firm and self.adds <= 0


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the papers have a part."""

    part: str
    count: int
    total: int

    @property
    def is_required(self) -> bool:
        """Whether a paper without the part is an exception."""
        return self.part in _REQUIRABLE and self.total >= MIN_ENTRIES and self.count >= REQUIRED * self.total


class Group(Enum):
    """Whether the lists comply with a rule today."""

    FAILING = auto()
    """Errors are found, which fail the run."""
    BROKEN = auto()
    """Warnings are found."""
    HOLDING = auto()
    """Nothing is found but what the rule itself takes for weaker cases."""
    UNRAISED = auto()
    """Nothing is found, and the rule stays as it is."""
    NOTED = auto()
    """The rule finds notes at most."""


@dataclass(frozen=True, slots=True)
class RuleStatus:
    """A rule, the severity it gets, and what it finds today."""

    slug: str
    group: Group
    severity: Severity
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    fixable: int = 0
    """Findings with a safe fix."""


@dataclass(frozen=True, slots=True)
class ListProfile:
    """All that a first configuration says."""

    papers: int
    sections: int
    """Those that hold papers."""
    habits: tuple[Habit, ...]
    shares: tuple[Share, ...]
    rules: tuple[RuleStatus, ...]
    not_run: tuple[str, ...]
    """Rules that need facts, which were not gathered."""
    off: tuple[str, ...]
    """Rules that do not run unless they are named."""
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For records: what fields say, and their names, the most frequent one first."""

    @property
    def errors(self) -> int:
        """Findings that fail a run with the configuration."""
        return sum(status.errors for status in self.rules)


def learn(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> ListProfile:
    """What the lists do, and what `rules` find in them."""
    shares = tuple(_shares(listings))
    policy = EntryPolicy(required=tuple(share.part for share in shares if share.is_required))
    habits = tuple(_habits(listings, context, rules))
    config = Config(entry=policy, conventions=overrides(habit for habit in habits if habit.is_adopted))
    plan = config.plan(rules)
    checked = check(listings, plan, context)
    not_run = tuple(each.slug for each in checked.not_run)
    return ListProfile(
        papers=sum(1 for listing in listings for _ in listing.papers),
        sections=sum(1 for listing in listings for _ in {entry.section for entry in listing.papers}),
        habits=habits,
        shares=shares,
        rules=tuple(
            _rule_status(active.rule, [each for each in checked.diagnostics if each.rule == active.rule.slug])
            for active in plan.rules
            if active.rule.slug not in not_run
        ),
        not_run=not_run,
        fields=tuple(_fields(listings)),
        off=tuple(rule.slug for rule in rules if rule.slug not in {active.rule.slug for active in plan.rules}),
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


def _fields(listings: Iterable[Listing]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """What the fields of records say, as the bot reads them."""
    values = [value for listing in listings for value in listing.document.values if value.role]
    counts = Counter((value.role, value.name) for value in values)
    for role in _ROLES:
        names = [name for (each, name), _ in counts.most_common() if each == role]
        folded = dict.fromkeys(name.casefold() for name in names)
        if folded:
            yield role, tuple(next(name for name in names if name.casefold() == each) for each in folded)


def _shares(listings: Iterable[Listing]) -> Iterable[Share]:
    papers = [entry_object(listing, entry) for listing in listings for entry in listing.papers]
    for part in _PARTS:
        yield Share(part, sum(paper[part] not in (None, "", []) for paper in papers), len(papers))


def _habits(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> Iterable[Habit]:
    for field in fields(Overrides):
        concerned = [rule for rule in rules if field.name in {each.name for each in fields(rule)}]
        learned = _count(listings, context, Config().plan(concerned))
        found = [getattr(listing.conventions, field.name) for listing in listings]
        habit = _join(field.name, [each for each in found if each is not None])
        if habit is not None:
            named = _count(listings, context, Config(conventions=overrides([habit])).plan(concerned))
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


def _count(listings: Sequence[Listing], context: Context, plan: Plan) -> int:
    return len(check(listings, plan, context).diagnostics) if plan.rules else 0


def _rule_status(rule: Rule, found: Sequence[Diagnostic]) -> RuleStatus:
    """The severity of a rule: its own where the lists break it, an error where they keep it.

    What lacks a part that we ourselves have just required is a warning: no rule of the list was broken.
    """
    if found and any(field.name == "entry_schema" for field in fields(rule)):
        return RuleStatus(rule.slug, Group.BROKEN, Severity.WARNING, 0, len(found), 0, _fixable(found))
    group = _group(rule, max((each.severity for each in found), default=Severity.NOTE))
    severity = Severity.ERROR if group is Group.HOLDING else rule.severity
    errors, warnings, notes = (sum(each.severity is severity for each in found) for severity in reversed(Severity))
    return RuleStatus(rule.slug, group, severity, errors, warnings, notes, _fixable(found))


def _group(rule: Rule, top: Severity) -> Group:
    """Whether lists comply with a rule whose findings there have the severity `top` at most."""
    if top is Severity.ERROR:
        return Group.FAILING
    if rule.severity is Severity.ERROR:
        return Group.HOLDING
    if top is Severity.WARNING:
        return Group.BROKEN
    if rule.severity is Severity.NOTE:
        return Group.NOTED
    return Group.UNRAISED if rule.slug in _NEVER_RAISED else Group.HOLDING


def _fixable(found: Iterable[Diagnostic]) -> int:
    return sum(each.fix is not None and each.fix.safety is Safety.SAFE for each in found)
