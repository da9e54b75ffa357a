"""The rule `future-date`: dates in the future."""

from __future__ import annotations

from datetime import timedelta

from bot.listing import Entry, Listing
from bot.listing.conventions import months_off
from bot.papers.dates import PartialDate
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.prose import is_venue_date, named_venues
from bot.text import lazy_pattern

_SURE = 12
"""Journal issues and conferences are dated ahead, but not by this many months."""
_NUMBER = lazy_pattern(r"\d+(?:\.\d+)?")
"""What may be the number of a paper, or measured, if not all dates are written so: `2906`, `39.06`."""
_PREPRINT = 2
"""A preprint exists already: only a time zone or a wrong clock explains a date this many months ahead."""


class FutureDate(Rule):
    """The date of an entry is in the future.

    Usually the year or the month is mistyped. To fix it, write the month in which the paper appeared.

    It is an error if the entry names no venue, and its date is at least a year ahead (two months if it links to arXiv).
    Otherwise it is a note: journals and accepted papers are dated ahead, and a bare number may not be a date.

    Not reported:

    - tomorrow's date, because of time zones;
    - the year of a conference (`ICML 2027`), and a year alone, until the end of next year.
    """

    severity = Severity.ERROR
    reason = "that day has not come yet"
    examples = (
        Bad("* [2045-05] [SPA-RL: Reinforcing LLM Agents](https://arxiv.org/abs/2505.20732)\n"),
        Good("* [2025-05] [SPA-RL: Reinforcing LLM Agents](https://arxiv.org/abs/2505.20732)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per date that is in the future in every time zone."""
        tomorrow = context.today + timedelta(days=1)
        today = PartialDate(tomorrow.year, tomorrow.month, tomorrow.day)
        later = [entry for entry in listing.papers if entry.date and entry.date.value and entry.date.value > today]
        if any(months_off(entry) in {-1, 0, 1} for entry in later):
            return  # arXiv has a paper of that month already: the clock is wrong, not the list
        learned = listing.conventions.date_format
        usual = learned.value if learned is not None and learned.is_firm else None
        for entry in later:
            label = entry.date
            if label is None or label.value is None:
                continue
            to_come = label.value.month is None or is_venue_date(listing, label)
            if to_come and label.value <= PartialDate(today.year + 1, 12, 31):
                continue
            ahead = (label.value.months() or 0) - (today.months() or 0)
            is_date = label.format is usual or not _NUMBER.fullmatch(label.text)
            severity = Severity.ERROR if is_date and not to_come and _is_sure(entry, ahead) else Severity.NOTE
            yield self.at(listing, label.span, f"`{label.text}` is in the future", severity=severity)


def _is_sure(entry: Entry, ahead: int) -> bool:
    """Whether neither a venue nor a wrong clock explains a date this many months ahead."""
    return ahead >= (_SURE if entry.announced is None else _PREPRINT) and not named_venues(entry)
