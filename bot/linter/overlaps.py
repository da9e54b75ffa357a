"""One finding for each defect: of two rules that report the same characters, the one with more to say does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.linter.diagnostics import Diagnostic

_FEW = 8
"""How many earlier findings are compared with one; more only overlap in lists that were made for it."""


def one_per_defect(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that another rule reports, in order of place.

    The heavier of two stays, then the one with the narrower span, then the first by name. A finding inside a larger
    span is another defect (a space in a title that is a duplicate), and so is one that a fix takes away beside one
    that stays: it would come to light only after the fix.
    """
    kept: list[Diagnostic] = []
    for each in sorted(found, key=lambda one: (one.span, _precedence(one))):
        start = len(kept)
        while start > max(0, len(kept) - _FEW) and kept[start - 1].span.end > each.span.start:
            start -= 1
        rivals = [index for index in range(start, len(kept)) if _is_same(kept[index], each)]
        if not rivals:
            kept.append(each)
        elif all(_precedence(each) < _precedence(kept[index]) for index in rivals):
            kept[start:] = [one for index, one in enumerate(kept[start:], start) if index not in rivals] + [each]
    return kept


def _precedence(one: Diagnostic) -> tuple[int, int, str]:
    return -one.severity, len(one.span), one.rule


def _is_same(one: Diagnostic, other: Diagnostic) -> bool:
    if one.rule == other.rule or (one.fix is None) != (other.fix is None) or not one.span.overlaps(other.span):
        return False
    is_nested = one.span.contains(other.span) or other.span.contains(one.span)
    return one.span == other.span or not is_nested
