from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.data import read_records
from bot.document import parse
from bot.linter.config import Overrides
from bot.linter.diagnostics import Edit, Fix, Severity
from bot.linter.rule import Context, Rule
from bot.listing import Catalog, Listing, read
from bot.papers.dates import DateFormat
from bot.rules import RULES as ALL
from bot.rules.mixed_link_form import MixedLinkForm
from bot.rules.unsorted_section import UnsortedSection
from bot.setup.profile import Habit, Share, learn, overrides
from bot.text import Span, Text
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.setup.profile import ListProfile

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
                fix = Fix("Take it out", (Edit(span, ""),)) if letter.islower() else None
                yield self.at(listing, span, letter, severity=grade, fix=fix)


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


def learned(*contents: str, rules: Sequence[Rule]) -> ListProfile:
    listings = tuple(read(parse(Text(f"{number}.md", content))) for number, content in enumerate(contents))
    return learn(listings, Context(date(2026, 11, 21), Catalog(listings), frozenset()), rules)


def test_fields_are_named_as_most_records_have_them() -> None:
    rows = "".join(f"T{n},https://arxiv.org/abs/2210.0362{n},Ann Lee\n" for n in range(3))
    files = [f"title,Url,Writers\n{rows}", f"TITLE,link,author\n{rows[: len(rows) // 3]}"]
    listings = tuple(read_records(Text(f"{n}.csv", content), "CSV") for n, content in enumerate(files))
    found = learn(listings, Context(date(2026, 11, 21), Catalog(listings), frozenset()), []).fields
    assert found == (("title", ("title",)), ("authors", ("author",)), ("url", ("Url", "link")))


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
    assert profile.habits[-1] == Habit("arxiv_form", "abs", 12, 24, 7, is_learned=False)
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
    [("date", 98, 100, True), ("date", 97, 100, False), ("date", 9, 9, False), ("arxiv", 100, 100, False)],
)
def test_what_is_required(part: str, count: int, total: int, required: bool) -> None:
    assert Share(part, count, total).is_required is required


def test_a_habit_that_each_list_shows_is_learned() -> None:
    short = "# More\n\n" + "".join(LINES[:4])
    assert [habit.is_learned for habit in learned(LIST, rules=RULES).habits] == [True] * 3
    assert [(habit.is_adopted, habit.is_learned) for habit in learned(LIST, short, rules=RULES).habits] == [
        (True, False),
        (True, False),
        (True, False),
    ]


FORM = "* [{}] [A Study of {} Agents]({})\n"
COMMON = [
    FORM.format(f"23{n:02}", word, f"https://arxiv.org/abs/23{n:02}.05915")
    for n, word in enumerate(("Small", "Quick", "Large", "Patient", "Careful", "Slow"), 1)
]
RICH = "* [2310] [An Uncommon Study](https://arxiv.org/abs/2310.05916) *ICLR 2024* (Princeton)\n"


@pytest.mark.parametrize(
    ("content", "model"),
    [
        pytest.param("".join([*COMMON, RICH]), COMMON[5], id="the shortest in the most common form"),
        pytest.param(
            "".join([*COMMON, RICH]).replace("[A Study of Slow", "[A Study\u200b of Slow"), COMMON[0], id="a finding"
        ),
        pytest.param("".join(COMMON).replace("](https://", "](http://https://"), "", id="none without a finding"),
        pytest.param("# Notes\n", "", id="no papers"),
    ],
)
def test_the_model_is_common_and_without_findings(content: str, model: str) -> None:
    assert learned(f"# Papers\n\n{content}", rules=ALL).model == model.rstrip("\n")
