"""Lists and what is known around them come in; what a first configuration should say of them goes out.

The configuration describes the list as it is: it names what the list keeps, so that a run with it finds what a
run without it finds, and what few papers lack. The weights look ahead: who breaks what holds today fails.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, cast

from bot.linter.config import Config, EntryPolicy, Overrides
from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import check
from bot.listing.conventions import FEWEST, FIRM
from bot.listing.model import entry_object
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from bot.rules import RULES
from bot.text import lazy_pattern, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import Context, Rule
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
    plan = config.plan(rules)
    checked = check(listings, plan, context)
    asleep = tuple(each.slug for each in checked.not_run)
    return Initial(
        papers=sum(1 for listing in listings for _ in listing.papers),
        sections=sum(1 for listing in listings for _ in {entry.section for entry in listing.papers}),
        habits=habits,
        shares=shares,
        standings=tuple(
            _standing(active.rule, [each for each in checked.diagnostics if each.rule == active.rule.slug])
            for active in plan.rules
            if active.rule.slug not in asleep
        ),
        not_run=asleep,
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


_HOME = "https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main"

_WIDTH = 110

_GROUPS = {
    Group.FAILING: "Errors that stand in the list: `bot lint` fails until they are fixed, or allowed with a reason.",
    Group.BROKEN: "What the list breaks today stays a warning. Once it is fixed, write error.",
    Group.HOLDING: "What the list keeps today: from now on it is an error to break it.",
    Group.UNLIFTED: "Nothing is found today, and a warning is enough: no new entry is to blame.",
    Group.NOTED: "Notes, shown with --verbose only.",
}
_SUPPORT = {
    "date_format": "dates are written so",
    "order": "neighbours of different date stand so",
    "arxiv_form": "links to arXiv lead there",
}
_PLAIN = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./' -]*")
_WORDS = frozenset({"null", "true", "false"})

_FAIL_ON = """\
# The least severity that fails the run: error, warning or note.
fail_on: error
"""
_IGNORE = """\
# Findings that are known and meant to stay, each with its reason:
# ignore:
#   - rule: duplicate-entry
#     match: words of the entry
#     reason: the survey belongs to both groups
"""


def render(initial: Initial, lists: Sequence[str], today: date) -> str:
    """The configuration for `lists`, patterns from the top of the repository, as it stands `today`."""
    named = f"{plural(initial.papers, 'paper')} in {plural(initial.sections, 'section')}"
    head = (
        f"# yaml-language-server: $schema={_HOME}/schemas/config.schema.json\n"
        f"# Learned by `bot init` on {today.isoformat()} from {named}. Yours to edit: every key may be left out.\n"
        "# docs/configuration.md of paperlist-bot describes them all.\n"
    )
    files = "".join(f"  - {scalar(name)}\n" for name in lists)
    return "\n".join(
        [
            head,
            f"# The files that hold the list, linted together; ** stands for any folders.\nlists:\n{files}",
            *_rules(initial),
            *_entry(initial.shares),
            *_conventions(initial.habits),
            _FAIL_ON,
            _IGNORE,
        ]
    )


def scalar(words: str) -> str:
    """`words` as YAML reads them back as text, quoted where it must be."""
    plain = _PLAIN.fullmatch(words) and words.lower() not in _WORDS and not words.endswith(" ")
    return words if plain else json.dumps(words, ensure_ascii=False).replace("\x7f", "\\x7f")


def _rules(initial: Initial) -> Iterator[str]:
    head = (
        "# How much each rule weighs: error fails the run, warning does not, note is shown with --verbose, off.\n"
        "# `bot explain RULE` says what a rule finds, and how to fix it.\n"
    )
    if not initial.standings:
        return
    blocks = []
    for group, words in _GROUPS.items():
        lines = [_standing_initialtext(each) for each in initial.standings if each.group is group]
        if lines:
            blocks.append(f"  # {words}\n{''.join(lines)}")
    blocks += _others("With --online only, at their own weights", initial.not_run)
    blocks += _others("Off until they are named", initial.off)
    yield f"{head}rules:\n" + "\n".join(blocks)


def _others(head: str, slugs: Sequence[str]) -> Iterator[str]:
    """Rules that are not weighed, in a comment that fits a page."""
    import textwrap

    if slugs:
        words = f"{head}: {', '.join(slugs)}."
        lines = textwrap.wrap(words, _WIDTH, break_on_hyphens=False)
        yield "".join(f"  # {line}\n" for line in lines)


def _standing_initialtext(standing: Standing) -> str:
    counts = {"error": standing.errors, "warning": standing.warnings, "note": standing.notes}
    found = [plural(number, noun) for noun, number in counts.items() if number]
    if standing.fixable:
        found.append(f"`bot lint --fix` fixes {standing.fixable:,}")
    weaker = "weaker cases: " if standing.group is Group.HOLDING and found else ""
    return _line(f"  {standing.slug}: {standing.weight}", weaker + ", ".join(found))


def _entry(shares: Iterable[Share]) -> Iterator[str]:
    shown = [share for share in shares if share.required or share.having > WORTH_SHOWING * share.total]
    lines = [
        (share.required, f"- {share.part}", _support(share.having, share.total, "papers"))
        for share in sorted(shown, key=lambda share: not share.required)
    ]
    yield from _block("What every paper must have. `bot entries` shows what the bot reads.", "entry", "required", lines)


def _conventions(habits: Iterable[Habit]) -> Iterator[str]:
    lines = [(habit.kept, f"{habit.key}: {scalar(habit.value)}", _reason(habit)) for habit in habits]
    head = "How the list is written. What is not named here is learned from the list in each run."
    yield from _block(head, "conventions", "", lines)


def _block(head: str, key: str, inner: str, lines: Sequence[tuple[bool, str, str]]) -> Iterator[str]:
    """A key with its lines, each said or only shown; where none is said, the key is only shown too."""
    if not lines:
        return
    said = any(on for on, _, _ in lines)
    keys = f"{key}:\n" if not inner else f"{key}:\n  {inner}:\n"
    indent = "    " if inner else "  "
    body = keys + "".join(_line(f"{indent}{'' if on or not said else '# '}{words}", note) for on, words, note in lines)
    yield f"# {head}\n" + (body if said else "".join(f"# {line}\n" for line in body.splitlines()))


def _reason(habit: Habit) -> str:
    support = _support(habit.followers, habit.total, _SUPPORT[habit.key])
    if not habit.firm:
        return f"{support}: too {'few' if habit.total < FEWEST else 'mixed'} to tell"
    return support if habit.kept else f"{support}; named, it finds {habit.adds:,} more"


def _support(followers: int, total: int, noun: str) -> str:
    return f"{followers:,} of {total:,} {noun}"


def _line(words: str, comment: str) -> str:
    return f"{words}  # {comment}\n" if comment else f"{words}\n"
