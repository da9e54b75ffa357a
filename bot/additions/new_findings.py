"""What `bot lint` would say of a list with a new entry that it did not say before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Scope, Severity
from bot.linter.engine import check
from bot.linter.verification import State, find_new
from bot.rules.stale_count import StaleCount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import ActiveRule, Context
    from bot.listing import Listing
    from bot.text import Span

_FOLLOWED = frozenset({StaleCount.slug})
"""Rules whose findings the addition itself puts right."""


def find_caused(
    before: tuple[Sequence[Listing], Context],
    after: tuple[Sequence[Listing], Context],
    plan: Plan,
    path: str,
    added: Span,
) -> Diagnostic | None:
    """The first finding, no mere note, that is about the entry at `added`, or is not in the lists without it.

    Elsewhere only what depends on the list as a whole is new; the lists as they were are checked by those rules alone.
    """
    rules = tuple(each for each in plan.rules if (each.severity or each.rule.severity) > Severity.NOTE)
    found = _check(after, plan, rules)
    for each in found:
        related = each.related if each.scope is Scope.PAIR else ()
        places = ((each.path, each.span), *((other.path, other.span) for other in related))
        if any(where == path and span.overlaps(added) for where, span in places):
            return each
    found = [each for each in found if each.scope is Scope.LIST]
    if not found:
        return None
    slugs = {each.rule for each in found}
    old = _check(before, plan, tuple(each for each in rules if each.rule.slug in slugs))
    new = find_new(State(tuple(before[0]), tuple(old)), State(tuple(after[0]), tuple(found)))
    return next((each.diagnostic for each in new), None)


def _check(lists: tuple[Sequence[Listing], Context], plan: Plan, rules: tuple[ActiveRule, ...]) -> list[Diagnostic]:
    """The findings that count, in lists with their context."""
    found = check(lists[0], replace(plan, rules=rules), lists[1]).diagnostics
    return [each for each in found if each.severity >= Severity.WARNING and each.rule not in _FOLLOWED]
