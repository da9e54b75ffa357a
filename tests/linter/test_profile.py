from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.document import parse
from bot.linter.config import Overrides
from bot.linter.diagnostics import Edit, Fix, Severity
from bot.linter.profile import Group, Habit, RuleStatus, Share, learn, overrides
from bot.linter.rule import Context, Need, Rule
from bot.listing import Catalog, Listing, read
from bot.papers.dates import DateFormat
from bot.rules.mixed_link_form import MixedLinkForm
from bot.rules.schema_violation import SchemaViolation
from bot.rules.unsorted_section import UnsortedSection
from bot.rules.unused_allow import UnusedAllow
from bot.text import Span, Text
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.profile import ListProfile

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


@dataclass(frozen=True)
class Marks(Rule):
    """`E`, `W` and `N` in a heading stand for findings of that grade; small letters have a fix."""

    slug: ClassVar[str] = "marks"
    severity: ClassVar[Severity] = WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        for offset, letter in enumerate(listing.text.content.partition("\n")[0]):
            span, grade = Span(offset, offset + 1), {"E": ERROR, "W": WARNING, "N": NOTE}.get(letter.upper())
            if grade:
                mend = Fix("Take it out", (Edit(span, ""),)) if letter.islower() else None
                yield self.at(listing, span, letter, severity=grade, fix=mend)


@dataclass(frozen=True)
class Strict(Marks):
    """The same, as an error."""

    slug: ClassVar[str] = "strict"
    severity: ClassVar[Severity] = ERROR


@dataclass(frozen=True)
class Mild(Marks):
    """The same, as a note."""

    slug: ClassVar[str] = "mild"
    severity: ClassVar[Severity] = NOTE


@dataclass(frozen=True)
class Asleep(Marks):
    """The same, where the world was asked."""

    slug: ClassVar[str] = "not_run"
    needs: ClassVar[Need] = Need.PAPERS


def learned(*contents: str, rules: Sequence[Rule]) -> ListProfile:
    listings = tuple(read(parse(Text(f"{number}.md", content))) for number, content in enumerate(contents))
    return learn(listings, Context(date(2026, 11, 21), Catalog(listings), frozenset()), rules)


@pytest.mark.parametrize(
    ("rule", "marks", "status"),
    [
        (Marks(), "", RuleStatus("marks", Group.HOLDING, ERROR)),
        (Marks(), "N", RuleStatus("marks", Group.HOLDING, ERROR, notes=1)),
        (Marks(), "NwW", RuleStatus("marks", Group.BROKEN, WARNING, warnings=2, notes=1, fixable=1)),
        (Marks(), "EW", RuleStatus("marks", Group.FAILING, WARNING, errors=1, warnings=1)),
        (Strict(), "", RuleStatus("strict", Group.HOLDING, ERROR)),
        (Strict(), "W", RuleStatus("strict", Group.HOLDING, ERROR, warnings=1)),
        (Strict(), "ee", RuleStatus("strict", Group.FAILING, ERROR, errors=2, fixable=2)),
        (Mild(), "", RuleStatus("mild", Group.NOTED, NOTE)),
        (Mild(), "N", RuleStatus("mild", Group.NOTED, NOTE, notes=1)),
        (UnusedAllow(), "", RuleStatus("unused-allow", Group.UNRAISED, WARNING)),
    ],
    ids=str,
)
def test_a_rule_gets_the_weight_that_the_list_bears(rule: Rule, marks: str, status: RuleStatus) -> None:
    assert learned(f"{marks}\n\n{LIST}", rules=[rule]).rules == (status,)


def test_rules_that_do_not_run_are_named() -> None:
    profile = learned(LIST, rules=[Asleep(), MixedLinkForm(), Strict()])
    assert (profile.not_run, profile.off) == (("not_run",), ())
    profile = learned(LIST.replace("/abs/", "/pdf/", 5), rules=[Asleep(), MixedLinkForm()])
    assert (profile.not_run, profile.off, profile.rules) == (("not_run",), ("mixed-link-form",), ())


def test_errors_are_those_that_fail_a_run() -> None:
    assert learned("EEW\n", rules=[Marks(), Strict(), Mild()]).errors == 2


RULES = (MixedLinkForm(), UnsortedSection())
SHUFFLED = "# Papers\n\n" + "".join((*LINES[1:], LINES[0]))
PAIRED = "# Papers\n\n" + "".join(LINES[:9]) + "\n## Tools\n\n" + "".join(reversed(LINES[9:]))


@pytest.mark.parametrize(
    ("content", "habits"),
    [
        pytest.param(
            LIST,
            (
                Habit("date_format", "YYMM", 12, 12, 0),
                Habit("order", "newest-first", 11, 11, 0),
                Habit("arxiv_form", "abs", 12, 12, 0),
            ),
            id="all is kept",
        ),
        pytest.param(
            SHUFFLED.replace("/abs/", "/pdf/", 1),
            (
                Habit("date_format", "YYMM", 12, 12, 0),
                Habit("order", "newest-first", 10, 11, 0),
                Habit("arxiv_form", "abs", 11, 12, 1),
            ),
            id="what is found anyway is not added",
        ),
        pytest.param(
            PAIRED,
            (
                Habit("date_format", "YYMM", 12, 12, 0),
                Habit("order", "newest-first", 8, 10, 2),
                Habit("arxiv_form", "abs", 12, 12, 0),
            ),
            id="naming holds every section to it",
        ),
        pytest.param("# Notes\n\n* [A tool](https://example.org)\n", (), id="no papers"),
    ],
)
def test_habits_say_what_naming_them_would_add(content: str, habits: tuple[Habit, ...]) -> None:
    assert learned(content, rules=RULES).habits == habits


@pytest.mark.parametrize(
    ("followers", "total", "adds", "firm", "kept"),
    [(9, 9, 0, False, False), (7, 10, 0, False, False), (8, 10, 0, True, True), (8, 10, 1, True, False)],
)
def test_which_habits_are_named(followers: int, total: int, adds: int, firm: bool, kept: bool) -> None:
    habit = Habit("order", "newest-first", followers, total, adds)
    assert (habit.is_firm, habit.is_adopted) == (firm, kept)


def test_several_lists_have_one_voice() -> None:
    profile = learned(LIST, LIST.replace("/abs/", "/pdf/", 7), rules=[MixedLinkForm()])
    assert profile.habits[-1] == Habit("arxiv_form", "abs", 12, 24, 7)
    assert (profile.papers, profile.sections) == (24, 2)


def test_habits_become_overrides() -> None:
    habits = (Habit("date_format", "YYMM", 12, 12, 0), Habit("order", "oldest-first", 12, 12, 0))
    assert overrides(habits) == Overrides(DateFormat.YYMM, "oldest-first")
    assert overrides(()) == Overrides()


def test_parts_that_nearly_all_papers_have_are_required() -> None:
    content = LIST.replace("[2310] ", "")
    shares = {share.part: share for share in learned(content, rules=()).shares}
    assert shares["title"] == Share("title", 12, 12)
    assert shares["date"] == Share("date", 11, 12)
    assert [part for part, share in shares.items() if share.is_required] == ["title", "url"]


@pytest.mark.parametrize(
    ("part", "count", "total", "required"),
    [
        ("date", 98, 100, True),
        ("date", 97, 100, False),
        ("date", 9, 9, False),
        ("arxiv", 100, 100, False),
    ],
)
def test_what_is_required(part: str, count: int, total: int, required: bool) -> None:
    assert Share(part, count, total).is_required is required


def test_what_lacks_a_required_part_is_a_warning() -> None:
    """Of 60 papers 59 have a date: the 60th breaks a rule that nobody has made before."""
    entries = [f"* [2310] [On the Use of Agents, Part {n}](https://arxiv.org/abs/2310.{n:05})\n" for n in range(1, 60)]
    content = f"# A\n\n{''.join(entries)}* [On Agents without a Date](https://arxiv.org/abs/2310.05915)\n"
    assert learned(content, rules=[SchemaViolation()]).rules == (
        RuleStatus("schema-violation", Group.BROKEN, WARNING, warnings=1),
    )
