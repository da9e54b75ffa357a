"""What `bot lint` would say of a list with a new entry that it did not say before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Scope, Severity
from bot.linter.engine import check
from bot.rules.stale_count import StaleCount

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.text import Span

_FOLLOWED = frozenset({StaleCount.slug})
"""Rules whose findings the addition itself puts right."""


def find_new(
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
    found = [each for each in check(after[0], replace(plan, rules=rules), after[1]).diagnostics if _counts(each)]
    for each in found:
        if each.path == path and (
            each.span.overlaps(added) or any(other.span.overlaps(added) for other in each.related)
        ):
            return each
    found = [each for each in found if each.scope is Scope.LIST]
    slugs = {each.rule for each in found}
    if not slugs:
        return None
    rules = tuple(each for each in rules if each.rule.slug in slugs)
    old = Counter(_keys(check(before[0], replace(plan, rules=rules), before[1]).diagnostics, before[0]))
    for each, key in zip(found, _keys(found, after[0]), strict=True):
        if not old[key]:
            return each
        old[key] -= 1
    return None


def _counts(each: Diagnostic) -> bool:
    return each.severity >= Severity.WARNING and each.rule not in _FOLLOWED


def _keys(diagnostics: Iterable[Diagnostic], listings: Iterable[Listing]) -> list[tuple[str, str, str]]:
    """What makes findings the same in both: rule, file and words; lines may differ."""
    texts = {listing.text.path: listing.text for listing in listings}
    return [
        (each.rule, each.path, texts[each.path][each.span] if each.target is None else each.target)
        for each in diagnostics
    ]
