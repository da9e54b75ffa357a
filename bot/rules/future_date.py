"""The rule `future-date`: dates that have not come yet."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Rule
from bot.papers.dates import PartialDate
from bot.rules.prose import is_venue_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing


class FutureDate(Rule):
    """An entry is dated later than today.

    A paper cannot have appeared tomorrow: the year or the month is mistyped. One day is allowed for time
    zones. The date of a conference to come, as in `ICML 2027`, is right up to the end of next year, and so is a
    bare year.

    Write the month in which the paper appeared.
    """

    slug: ClassVar[str] = "future-date"
    severity: ClassVar[Severity] = Severity.ERROR
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad("* [2045-05] [SPA-RL: Reinforcing LLM Agents](https://arxiv.org/abs/2505.20732)\n"),
        Good("* [2025-05] [SPA-RL: Reinforcing LLM Agents](https://arxiv.org/abs/2505.20732)\n"),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per date that has not begun anywhere."""
        tomorrow = context.today + timedelta(days=1)
        for entry in listing.papers:
            label = entry.date
            if label is None or label.value is None or label.value.key <= (tomorrow.year, tomorrow.month, tomorrow.day):
                continue
            to_come = label.value.month is None or is_venue_date(listing.text, label)
            latest = PartialDate(tomorrow.year + 1, 12, 31) if to_come else PartialDate(*tomorrow.timetuple()[:3])
            if label.value > latest:
                yield self.at(listing, label.span, f"`{label.text}` is later than today")
