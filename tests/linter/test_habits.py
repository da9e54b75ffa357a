"""Habits: what so many places of a list share that it is reported once."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.baseline import BaseLists
from bot.linter.diagnostics import Edit, Fix, Safety, Severity
from bot.linter.engine import Plan, check
from bot.linter.fixing import fix
from bot.linter.habits import FEWEST, MANY, SHARE, find_habit
from bot.linter.rule import ActiveRule, Context, Rule
from bot.listing import Catalog, Listing, read
from bot.rules.literal_markup import LiteralMarkup
from bot.text import Span, Text
from tests.rules.helpers import findings, fixed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import CheckResult


@pytest.mark.parametrize(
    ("has_form", "habit"),
    [
        pytest.param("", [], id="no places"),
        pytest.param("xx...", [], id="two of five are two mistakes"),
        pytest.param("xxxx", [], id="all of four"),
        pytest.param("xxxxx", [0, 1, 2, 3, 4], id="all of five"),
        pytest.param("x..x.x..x.x.", [0, 3, 5, 8, 10], id="two fifths, scattered"),
        pytest.param("x..x..x..x..x", [], id="less than two fifths, scattered"),
        pytest.param(
            "x." + "x" * 5 + "." * 30, [2, 3, 4, 5, 6], id="a run of five, and the one beside it is not of it"
        ),
        pytest.param("xxxx." * 2 + "." * 30, [], id="runs of four"),
        pytest.param("." * 20 + "x" * 6 + "." * 20 + "x" * 5, [*range(20, 26), *range(46, 51)], id="two runs"),
        pytest.param("x...." * MANY, [], id="twenty, and a fifth"),
        pytest.param("x...." * (MANY + 1), [*range(0, 5 * MANY + 1, 5)], id="more than twenty, and a fifth"),
        pytest.param("x....." * (MANY + 1), [], id="more than twenty, and less than a fifth"),
        pytest.param("x.........." * 60, [], id="not yet as many as only a program writes"),
        pytest.param("x.........." * 61, [*range(0, 661, 11)], id="so many that a program wrote them"),
    ],
)
def test_find_habit(has_form: str, habit: list[int]) -> None:
    assert find_habit([mark == "x" for mark in has_form]) == tuple(habit)


@pytest.mark.parametrize(
    ("has_form", "severity", "count"),
    [
        pytest.param("x......" * 21, Severity.NOTE, 21, id="so many notes nobody reads"),
        pytest.param("x......" * 20, Severity.NOTE, 0, id="twenty notes"),
        pytest.param("x" * 8 + "..", Severity.ERROR, 0, id="eight of ten errors are eight errors"),
        pytest.param("x" * 9 + ".", Severity.ERROR, 9, id="nine of ten"),
        pytest.param("x" * 5, Severity.ERROR, 5, id="five errors"),
        pytest.param("x" * 4, Severity.ERROR, 0, id="four errors"),
        pytest.param("x" * 9 + "." * 30, Severity.ERROR, 0, id="errors in a row"),
    ],
)
def test_notes_are_a_habit_sooner_and_errors_later(has_form: str, severity: Severity, count: int) -> None:
    assert len(find_habit([mark == "x" for mark in has_form], severity)) == count


@given(st.lists(st.booleans(), max_size=60))
def test_a_habit_covers_only_places_with_the_form_and_all_of_them_from_two_fifths_on(has_form: list[bool]) -> None:
    habit = find_habit(has_form)
    assert all(has_form[index] for index in habit)
    assert not habit or len(habit) >= FEWEST
    if sum(has_form) >= max(FEWEST, SHARE * len(has_form)):
        assert len(habit) == sum(has_form)


def test_what_all_entries_have_is_a_habit_beside_them_too() -> None:
    entry = "[Agents of Kind {0} and How They Learn](https://arxiv.org/abs/2310.0{0}) - in ACL 2023\n\n"
    papers = [entry.format(number) for number in range(5001, 5007)]
    beside = "## Data\n\n-[A](https://a.org/a)\n\n## Code\n\n-[B](https://b.org/b)\n"
    found = findings(LiteralMarkup(), "## Papers\n\n-" + "-".join(papers) + beside)
    assert [(each.severity, len(each.folded), each.message[:16]) for each in found] == [
        (Severity.NOTE, 8, "6 of 6 entries: ")
    ]
    found = findings(LiteralMarkup(), "## Papers\n\n- " + "- ".join(papers) + beside)
    assert [each.severity for each in found] == [Severity.WARNING] * 2


@dataclass(frozen=True, eq=False)
class Shout(Rule):
    """A title in capitals."""

    slug: ClassVar[str] = "shout"
    severity: ClassVar[Severity] = Severity.WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        for entry in listing.entries:
            if (found := self._one(listing, entry.span)) is not None:
                yield found

    def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
        words = listing.text[span]
        mark = span.start + words.find("LOUD")
        if "LOUD" not in words:
            return None
        place = Span(mark, mark + 4)
        return self.at(listing, place, "loud", fix=Fix("Lower it", (Edit(place, "Loud"),)))


def _list(marks: str) -> str:
    return "".join(
        f"* [{'LOUD' if mark == 'x' else 'Calm'} Agents](https://arxiv.org/abs/2310.{number:05})\n"
        for number, mark in enumerate(marks, 5001)
    )


def test_a_habit_is_one_note_at_its_first_place_with_an_unsafe_fix_of_all() -> None:
    text = _list(".xx.xxx..")
    [note] = findings(Shout(), text)
    assert note.severity is Severity.NOTE
    assert note.message == "5 of 9 entries: loud (lines 2, 3, 5 and 2 more); set `accept_habits: false` to report each"
    assert note.span.start == text.index("LOUD")
    assert note.fix is not None
    assert note.fix.safety is Safety.UNSAFE
    assert fixed(text, [note]) == text.replace("LOUD", "Loud")


def test_a_line_that_is_pasted_many_times_is_a_habit() -> None:
    pasted = "".join(f"* Calm Agents {number}\n" * 6 + "* LOUD Agents\n" for number in range(21))
    assert [each.severity for each in findings(Shout(), pasted)] == [Severity.NOTE]
    others = "".join(f"* Calm Agents {number}\n" * 6 + f"* LOUD Agents {number}\n" for number in range(21))
    assert [each.severity for each in findings(Shout(), others)] == [Severity.WARNING] * 21
    fewer = "".join(f"* Calm Agents {number}\n" * 6 + "* LOUD Agents\n" for number in range(20))
    assert [each.severity for each in findings(Shout(), fewer)] == [Severity.WARNING] * 20
    assert [each.severity for each in findings(Breaks(), pasted)] == [Severity.ERROR] * 21


def test_what_is_outside_a_run_is_still_found() -> None:
    found = findings(Shout(), _list("x.xxxxx........."))
    assert [(each.severity, each.message[:9]) for each in found] == [
        (Severity.WARNING, "loud"),
        (Severity.NOTE, "5 of 16 e"),
    ]


def test_the_option_reports_each_place() -> None:
    found = findings(Shout(accept_habits=False), _list("xxxxxx"))
    assert [each.severity for each in found] == [Severity.WARNING] * 6


def test_a_habit_without_fixes_has_none() -> None:
    @dataclass(frozen=True, eq=False)
    class Unfixed(Shout):
        def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
            return self.at(listing, span, "loud")

    [note] = findings(Unfixed(), _list("xxxxxx"))
    assert note.fix is None


@dataclass(frozen=True, eq=False)
class Breaks(Shout):
    """A title in capitals, which does not work."""

    severity: ClassVar[Severity] = Severity.ERROR
    is_broken: ClassVar[bool] = True


def test_what_does_not_work_is_one_error_with_a_fix_for_all_places() -> None:
    text = _list("." + "x" * 5 + "...")
    [error] = findings(Breaks(), text)
    assert error.severity is Severity.ERROR
    assert [text[each.span.start :][:4] for each in error.related] == ["LOUD"] * 4
    assert error.fix is not None
    assert error.fix.safety is Safety.SAFE
    assert fixed(text, [error]) == text.replace("LOUD", "Loud")
    assert [each.severity for each in findings(Breaks(), _list("xx.x....x"))] == [Severity.ERROR] * 4
    assert len(findings(Breaks(accept_habits=False), text)) == 5


def test_where_no_fix_is_safe_the_error_has_the_others() -> None:
    @dataclass(frozen=True, eq=False)
    class Unsafe(Breaks):
        def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
            found = super()._one(listing, span)
            return found and replace(found, fix=found.fix and found.fix._replace(safety=Safety.UNSAFE))

    text = _list("xxxxxx.")
    [error] = findings(Unsafe(), text)
    assert error.fix is not None
    assert error.fix.safety is Safety.UNSAFE
    assert fixed(text, [error]) == text.replace("LOUD", "Loud")


def test_a_change_that_adds_a_place_that_does_not_work_is_told_so() -> None:
    old = _list("xxxxxx.")
    new = old + "* [LOUD and New](https://arxiv.org/abs/2311.00001)\n"
    caused = _run(new, old=old, rule=Breaks()).diagnostics
    assert [(each.severity, new[: each.span.start].count("\n")) for each in caused] == [(Severity.ERROR, 7)]


def _run(text: str, *, named: bool = False, old: str | None = None, rule: Rule | None = None) -> CheckResult:
    """What an engine finds that knows this rule alone; with `old` what a change from there causes."""
    plan = Plan((ActiveRule(rule or Shout(), named=named),))
    before = listings(old or "")
    base = BaseLists(before, context(before)) if old is not None else None
    now = listings(text)
    return check(now, base.with_baseline(plan) if base else plan, context(now))


def listings(text: str) -> tuple[Listing, ...]:
    return (read(parse(Text("README.md", text))),)


def context(lists: tuple[Listing, ...]) -> Context:
    return Context(date(2026, 11, 22), Catalog(lists))


def survey(texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
    lists = tuple(read(parse(text)) for text in texts)
    return lists, context(lists)


def test_a_habit_is_fixed_place_by_place_where_its_rule_is_named() -> None:
    text = _list(".xx.xxx..")
    for named, after in ((False, text), (True, text.replace("LOUD", "Loud"))):
        plan = Plan((ActiveRule(Shout(), named=named),))
        done = fix([Text("README.md", text)], plan, survey)
        assert done.texts[0].content == after
        assert len(done.applied) == (5 if named else 0)


def test_a_place_whose_fix_does_harm_keeps_no_other_from_being_fixed() -> None:
    """A fix that changes how a title is read is not safe."""
    text = _list(".xx.xxx..")

    @dataclass(frozen=True, eq=False)
    class Clumsy(Shout):
        def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
            found = super()._one(listing, span)
            if found is None or "5005" not in listing.text[span]:
                return found
            return replace(found, fix=Fix("Cut it", (Edit(found.span, ""),)))

    done = fix([Text("README.md", text)], Plan((ActiveRule(Clumsy(), named=True),)), survey)
    lines = text.splitlines(keepends=True)
    lines[:4] = [line.replace("LOUD", "Loud") for line in lines[:4]]
    lines[5:] = [line.replace("LOUD", "Loud") for line in lines[5:]]
    assert done.texts[0].content == "".join(lines)
    assert [(each.line, each.rule) for each in done.refused] == [(5, "shout")]


def test_suppressed_places_count_and_are_not_in_the_note() -> None:
    text = _list("xxxxx....").replace("05001)", "05001) <!-- bot: allow shout - a name -->")
    [note] = _run(text).diagnostics
    assert note.message.startswith("4 of 9 entries: loud (lines 2, 3, 4 and 1 more)")
    assert [text[each.span.start : each.span.end] for each in note.folded] == ["LOUD"] * 4


def test_a_change_makes_no_habit() -> None:
    """Ten entries are enough for a list to have habits; before the change this was none."""
    old = _list("xx" + "." * 10)
    new = _list("xx" + "." * 10 + "x" * 8)
    assert len(_run(new).diagnostics) == 1
    assert [each.severity for each in _run(new, old=old).diagnostics] == [Severity.WARNING] * 8
    habit = _list("xxxxx" + "." * 7)
    assert _run(habit + _list("." * 12 + "x").splitlines()[-1] + "\n", old=habit).diagnostics == ()


def test_forms_are_messages_without_what_they_quote() -> None:
    @dataclass(frozen=True, eq=False)
    class Quoting(Shout):
        def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
            words = listing.text[span]
            return self.at(listing, span, f"`{words[3:20]}` of 2023 is loud, and `[` is open")

    [note] = findings(Quoting(), _list("xxxxx"))
    assert note.message.startswith("5 of 5 entries: … of … is loud, and `[` is open (lines 1, 2, 3 and 2 more)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            _list("x" + "." * 11).replace("LOUD", "LOUD LOUD"),
            ("why", "1 of 12 entries has it, so it is not a habit"),
            id="twice in one entry",
        ),
        pytest.param(_list("." * 12) + "\n## LOUD\n", ("why",), id="outside of the entries"),
    ],
)
def test_a_reason_counts_the_places_that_have_a_form(text: str, expected: tuple[str, ...]) -> None:
    @dataclass(frozen=True, eq=False)
    class Each(Shout):
        reason: ClassVar[str] = "why"

        def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
            for match in re.finditer("LOUD", listing.text.content):
                yield self.at(listing, Span(*match.span()), "loud")

    assert {each.reasons for each in findings(Each(), text)} == {expected}


def test_a_finding_of_two_forms_is_folded_where_both_are_habits() -> None:
    @dataclass(frozen=True, eq=False)
    class Both(Shout):
        def _one(self, listing: Listing, span: Span) -> Diagnostic | None:
            found = super()._one(listing, span)
            words = listing.text[span]
            forms = tuple(each for each in ("LOUD", "5003") if each in words)
            return replace(found, forms=forms) if found is not None else None

    found = findings(Both(), _list("xxxxxx"))
    assert [(each.severity, each.message.partition(" (")[0]) for each in found] == [
        (Severity.NOTE, "5 of 6 entries: LOUD"),
        (Severity.WARNING, "loud"),
    ]
