"""Rules that take long, by a clock that goes ahead."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context, Rule
    from bot.listing import Listing


class Clock:
    """A clock that goes ahead by as many seconds as it is told."""

    def __init__(self) -> None:
        self.ahead, self._monotonic = 0.0, time.monotonic

    def __call__(self) -> float:
        return self._monotonic() + self.ahead


def slow_rule(rule: type[Rule], seconds: Sequence[float], monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """The rule takes so many seconds in the first list that it checks, in the second, and so on."""
    check_list, left = rule.check_list, [*seconds]

    def wait(self: Rule, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        clock.ahead += left.pop(0) if left else 0
        context.check_time()
        return check_list(self, listing, context)

    monkeypatch.setattr(rule, "check_list", wait)
