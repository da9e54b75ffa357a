"""What a list does so often that it is how the list is written: one note, not a finding for each place."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Diagnostic, Fix, Safety, Severity
from bot.linter.rule import Rule, option

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SHARE = 0.4
"""The part of the places that could have a form from which on the form is a habit: who read 300 findings on unseen
lists found that maintainers want none of those that two fifths of the places share."""

FEWEST = 5
"""Fewer places are not a habit, whatever their share: 2 of 5 links are two mistakes."""

LONGEST_BY_CHANCE = 4
"""More neighbours than these that share a form were pasted, or written by one hand. Where a tenth of 1,000 places
has a form, five of them stand side by side once in a hundred lists."""


def find_habit(has_form: Sequence[bool]) -> frozenset[int]:
    """The places at which a form is a habit, by their index; empty where it is none.

    `has_form` has one item for each place of the list that could have the form, in order. Where two fifths of them
    have it, it is a habit everywhere; otherwise in unbroken runs of five or more.
    """
    having = [index for index, has in enumerate(has_form) if has]
    if len(having) >= FEWEST and len(having) >= SHARE * len(has_form):
        return frozenset(having)
    runs = (tuple(run) for _, run in groupby(enumerate(having), key=lambda each: each[1] - each[0]))
    return frozenset(index for run in runs if len(run) > LONGEST_BY_CHANCE for _, index in run)


@dataclass(frozen=True, eq=False)
class HabitRule(Rule):
    """A rule whose findings can be a habit of the list."""

    accept_habits: bool = option(
        True,
        "Write one note for the list where two fifths of the places, or five in a row, have the same form; "
        "`false` reports each place.",
    )

    def fold(self, findings: Sequence[Diagnostic | None], places: str, form: str) -> Iterator[Diagnostic]:
        """The findings, with one note in the place of those that are a habit.

        `findings` has one item for each place of the list that could have the form, in order: None where it has
        another. `places` and `form` make the note's sentence: "links to arXiv", "have http instead of https".
        Rules whose findings are of several forms call this once for each form.
        """
        habit = find_habit([each is not None for each in findings]) if self.accept_habits else frozenset()
        yield from (each for index, each in enumerate(findings) if each is not None and index not in habit)
        covered = [each for index in sorted(habit) if (each := findings[index]) is not None]
        if covered:
            count = f"{len(covered)} of {len(findings)} {places} {form}"
            message = f"{count}, a habit of this list; `accept_habits: false` reports each of them"
            edits = tuple(edit for each in covered if each.fix is not None for edit in each.fix.edits)
            fix = Fix(f"Change all {len(covered)}", tuple(dict.fromkeys(edits)), Safety.UNSAFE) if edits else None
            first = covered[0]
            yield Diagnostic(self.slug, Severity.NOTE, first.path, first.span, message, fix)
