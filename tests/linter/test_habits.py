"""Habits: what so many places of a list share that it is reported once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.linter.diagnostics import Edit, Fix, Safety, Severity
from bot.linter.habits import FEWEST, SHARE, Form, HabitRule, find_habit
from bot.text import Span
from tests.rules.helpers import findings, fixed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing


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
    ],
)
def test_find_habit(has_form: str, habit: list[int]) -> None:
    assert find_habit([mark == "x" for mark in has_form]) == tuple(habit)


@given(st.lists(st.booleans(), max_size=60))
def test_a_habit_covers_only_places_with_the_form_and_all_of_them_from_two_fifths_on(has_form: list[bool]) -> None:
    habit = find_habit(has_form)
    assert all(has_form[index] for index in habit)
    assert not habit or len(habit) >= FEWEST
    if sum(has_form) >= max(FEWEST, SHARE * len(has_form)):
        assert len(habit) == sum(has_form)


@dataclass(frozen=True, eq=False)
class Shout(HabitRule):
    """A title in capitals."""

    slug: ClassVar[str] = "shout"
    severity: ClassVar[Severity] = Severity.WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        yield from self.fold(
            [self._one(listing, entry.span) for entry in listing.entries], Form("loud", "entries", "are loud")
        )

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
    assert note.message == "5 of 9 entries are loud; set `accept_habits: false` to report each"
    assert note.span.start == text.index("LOUD")
    assert note.fix is not None
    assert note.fix.safety is Safety.UNSAFE
    assert fixed(text, [note]) == text.replace("LOUD", "Loud")


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
