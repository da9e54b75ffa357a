"""What a list does so often that it is how the list is written: one note, not a finding for each place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.diagnostics import Fix, Safety, Scope, Severity
from bot.linter.rule import Rule, option
from bot.listing.conventions import MIN_ENTRIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import ActiveRule, Context
    from bot.listing import Listing

SHARE = 0.4
"""The part of the places that could have a form from which on the form is a habit: who read 300 findings on unseen
lists found that maintainers want none of those that two fifths of the places share."""

FEWEST = 5
"""Fewer places are not a habit, whatever their share: 2 of 5 links are two mistakes."""

LONGEST_BY_CHANCE = 4
"""More neighbours than these that share a form were pasted, or written by one hand. Where a tenth of 1,000 places
has a form, five of them stand side by side once in a hundred lists."""


def find_habit(has_form: Sequence[bool]) -> tuple[int, ...]:
    """The places at which a form is a habit, by their index, in order; empty where it is none.

    `has_form` has one item for each place of the list that could have the form, in order. Where two fifths of them
    have it, it is a habit everywhere; otherwise in unbroken runs of five or more.
    """
    having = [index for index, has in enumerate(has_form) if has]
    if len(having) >= FEWEST and len(having) >= SHARE * len(has_form):
        return tuple(having)
    runs = (tuple(run) for _, run in groupby(enumerate(having), key=lambda each: each[1] - each[0]))
    return tuple(index for run in runs if len(run) > LONGEST_BY_CHANCE for _, index in run)


class OldHabits(NamedTuple):
    """The habits that lists had before a change: a change cannot make a habit of what it adds."""

    paths: frozenset[str]
    """The lists that had enough entries to have habits."""
    habits: frozenset[tuple[str, str, str | None]]
    """The rule, the list and the target of the note of each habit."""


@dataclass(frozen=True, eq=False)
class HabitRule(Rule):
    """A rule whose findings can be a habit of the list."""

    before: OldHabits | None = None
    """The habits before the change that the run is about; None for a run that is not about a change."""
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
        path = next((each.path for each in findings if each is not None), "")
        habit = self.habit(path, [each is not None for each in findings], places, form)
        covered = [each for index, each in enumerate(findings) if each is not None and index in habit]
        yield from (each for index, each in enumerate(findings) if each is not None and index not in habit)
        yield from self.note(covered, len(findings), places, form)

    def habit(
        self,
        path: str,
        has_form: Sequence[bool],
        places: str,
        form: str,
        find: Callable[[Sequence[bool]], tuple[int, ...]] = find_habit,
    ) -> tuple[int, ...]:
        """The places at which a form is a habit of the list at `path`, in order, as `find` finds them.

        There are none where habits are not accepted, or where the form was not a habit before the change.
        """
        old = self.before
        is_new = old is not None and path in old.paths and (self.slug, path, f"{places} {form}") not in old.habits
        return find(has_form) if self.accept_habits and not is_new else ()

    def note(self, covered: Sequence[Diagnostic], total: int, places: str, form: str) -> Iterator[Diagnostic]:
        """The one note for the findings that a habit covers, of `total` places; nothing where there are none.

        Its fix changes all of them that have a safe one, and is unsafe.
        """
        if not covered:
            return
        message = f"{len(covered)} of {total} {places} {form}: noted once, `accept_habits: false` reports each of them"
        fixes = [each.fix for each in covered if each.fix is not None and each.fix.safety is Safety.SAFE]
        edits = tuple(dict.fromkeys(edit for fix in fixes for edit in fix.edits))
        fix = Fix(f"Change all {len(fixes)}", edits, Safety.UNSAFE) if edits else None
        first = covered[0]
        target = f"{places} {form}"
        yield replace(first, severity=Severity.NOTE, message=message, fix=fix, scope=Scope.LIST, target=target)


def with_old_habits(rules: Iterable[ActiveRule], old: Sequence[Listing], context: Context) -> tuple[ActiveRule, ...]:
    """The rules, with the habits of the lists before a change; what a comment or the configuration hides counts."""
    given = tuple(rules)
    enough = [listing for listing in old if len(listing.entries) >= MIN_ENTRIES]
    habits = frozenset(
        (found.rule, found.path, found.target)
        for active in given
        if isinstance(active.rule, HabitRule)
        for listing in enough
        for found in active.rule.check(listing, context)
        if found.scope is Scope.LIST
    )
    before = OldHabits(frozenset(listing.text.path for listing in enough), habits)
    return tuple(
        active._replace(rule=replace(active.rule, before=before)) if isinstance(active.rule, HabitRule) else active
        for active in given
    )
