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
"""The share of the places from which on a form is a habit: in 300 findings read on unseen lists, maintainers wanted
none of those that two fifths of the places have in common.
"""

FEWEST = 5
"""Fewer places are not a habit, whatever their share: 2 of 5 links are two mistakes."""

LONGEST_BY_CHANCE = 4
"""More neighbours than these that share a form were pasted, or written by one hand. Where a tenth of 1,000 places
has a form, five of them stand side by side once in a hundred lists."""


def find_habit(has_form: Sequence[bool]) -> tuple[int, ...]:
    """The indexes of the places at which a form is a habit, in order; empty if it is none.

    `has_form` has one item for each place of the list that could have the form, in order. If two fifths of them have
    it, it is a habit everywhere; otherwise only in unbroken runs of five or more.
    """
    having = [index for index, has in enumerate(has_form) if has]
    if len(having) >= FEWEST and len(having) >= SHARE * len(has_form):
        return tuple(having)
    runs = (tuple(run) for _, run in groupby(enumerate(having), key=lambda each: each[1] - each[0]))
    return tuple(index for run in runs if len(run) > LONGEST_BY_CHANCE for _, index in run)


class Form(NamedTuple):
    """A form that some places of a list have; its note says "12 of 30 PLACES TEXT"."""

    key: str
    """What identifies the form among those of a rule, whatever the note says."""
    places: str
    text: str


class OldHabits(NamedTuple):
    """The habits that lists had before a change: a change cannot make a habit of what it adds."""

    paths: frozenset[str]
    """The lists with enough entries to have habits."""
    habits: frozenset[tuple[str, str, str | None]]
    """The rule, the list and the target of the note of each habit."""


@dataclass(frozen=True, eq=False)
class HabitRule(Rule):
    """A rule whose findings can be a habit of the list."""

    before: OldHabits | None = None
    """The habits before the checked change; None if no change is checked."""
    accept_habits: bool = option(
        True,
        "Write one note for the list if two fifths of the places, or five in a row, have the same form; "
        "`false` reports each place.",
    )

    def fold(self, findings: Sequence[Diagnostic | None], form: Form) -> Iterator[Diagnostic]:
        """The findings, with one note instead of those that are a habit.

        `findings` has one item for each place of the list that could have the form, in order: None if it has another.
        Rules whose findings have several forms call this once for each form.
        """
        path = next((each.path for each in findings if each is not None), None)
        if path is None:
            return
        habit = self.habit(path, [each is not None for each in findings], form)
        covered = [each for index, each in enumerate(findings) if each is not None and index in habit]
        yield from (each for index, each in enumerate(findings) if each is not None and index not in habit)
        yield from self.note(covered, len(findings), form)

    def habit(
        self,
        path: str,
        has_form: Sequence[bool],
        form: Form,
        find: Callable[[Sequence[bool]], tuple[int, ...]] = find_habit,
    ) -> tuple[int, ...]:
        """The places at which `find` says that a form is a habit of the list at `path`, in order.

        There are none if habits are not accepted, or if the form was not a habit before the change.
        """
        old = self.before
        is_new = old is not None and path in old.paths and (self.slug, path, form.key) not in old.habits
        return find(has_form) if self.accept_habits and not is_new else ()

    def note(self, covered: Sequence[Diagnostic], total: int, form: Form) -> Iterator[Diagnostic]:
        """The one note for the findings that a habit explains, of `total` places; nothing if there are none.

        Its fix is unsafe, and contains all safe fixes of these findings.
        """
        if not covered:
            return
        count = f"{len(covered)} of {total} {form.places}"
        message = f"{count} {form.text}; set `accept_habits: false` to report each"
        fixes = [each.fix for each in covered if each.fix is not None and each.fix.safety is Safety.SAFE]
        edits = tuple(dict.fromkeys(edit for fix in fixes for edit in fix.edits))
        fix = Fix(f"Change all {len(fixes)}", edits, Safety.UNSAFE) if edits else None
        first = covered[0]

        yield replace(first, severity=Severity.NOTE, message=message, fix=fix, scope=Scope.LIST, target=form.key)


def with_old_habits(rules: Iterable[ActiveRule], old: Sequence[Listing], context: Context) -> tuple[ActiveRule, ...]:
    """The rules, with the habits of the lists before a change; suppressed findings count."""
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
