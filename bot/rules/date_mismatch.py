"""The rule `date-mismatch`: dates that contradict the arXiv id beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Rule, option
from bot.papers.dates import MONTHS
from bot.rules.prose import is_venue_date, venues_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import DateLabel, Entry, Listing
    from bot.papers.dates import PartialDate

_TYPING_MISTAKES = frozenset({12, 24, 36})
"""So many months apart, the month is right and a digit of the year is not."""
_FEWEST = 5
_SHARE = 0.8
_LATEST_YEAR = 2

_DATED = """\
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2504] [MARFT](https://arxiv.org/abs/2504.16129)
* [2503] [SWEET-RL](https://arxiv.org/abs/2503.15478)
* [2411] [WebRL](https://arxiv.org/abs/2411.02337)
* [2406] [DigiRL](https://arxiv.org/abs/2406.11896)
"""


@dataclass(frozen=True, eq=False)
class DateMismatch(Rule):
    """The date of an entry is not the month of its arXiv id.

    One of the two is wrong: the label was mistyped, or the link leads to another paper, which is worse. An
    arXiv id begins with the year and month in which arXiv announced the paper, so `2406.12045` appeared in
    June 2024.

    Open the link and see whether it is the paper. If it is, write the month of the id; there is no fix, because
    it would hide a wrong link. The rule reports in lists whose dates follow arXiv (at least four fifths of
    them, one month more or less). Exactly one, two or three years apart is an error: a mistyped year. A date
    that is the venue's own, and one before the id beside a venue of that year, are taken for granted;
    bare years earn a note.
    """

    slug: ClassVar[str] = "date-mismatch"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_DATED + "* [2504] [τ-bench](https://arxiv.org/abs/2406.12045) (ICLR 25 | Princeton)\n"),
        Bad(_DATED.replace("[2411]", "[2511]")),
        Good(_DATED + "* [2405] [τ-bench](https://arxiv.org/abs/2406.12045)\n"),
    )

    months: int = option(2, "From so many months apart on a date is reported.", minimum=1)

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per date that no venue explains."""
        follows = listing.conventions.dates_follow_arxiv
        by_month = follows is not None and follows.total >= _FEWEST and follows.share >= _SHARE
        for entry in listing.papers:
            announced, label = entry.announced, entry.date
            if entry.work is None or announced is None or label is None or label.value is None:
                continue
            severity = self._severity(label.value, announced, by_month)
            if severity is not None and not _is_explained(listing, entry, label, announced):
                month = f"{MONTHS[(announced.month or 1) - 1]} {announced.year}"
                message = f"dated {label.text}, but arXiv {entry.work.value} is of {month}"
                yield self.at(listing, label.span, message, severity=severity)

    def _severity(self, written: PartialDate, announced: PartialDate, by_month: bool) -> Severity | None:
        """How much a difference weighs; None for one that is none."""
        months = written.months()
        if months is None:
            years = written.year - announced.year
            early = years < 0 and (years < -1 or announced.month != 1)
            return Severity.NOTE if early or years > _LATEST_YEAR else None
        apart = abs(months - (announced.months() or 0))
        if not by_month or apart < self.months:
            return None
        return Severity.ERROR if apart in _TYPING_MISTAKES else Severity.WARNING


def _is_explained(listing: Listing, entry: Entry, label: DateLabel, announced: PartialDate) -> bool:
    """Whether the date is a venue's, or the paper was at a venue before it came to arXiv."""
    if is_venue_date(listing.text, label):
        return True
    written = label.value
    if written is None or written > announced:
        return False
    return any(venue.year in {written.year, written.year + 1} for venue in venues_of(entry) if venue.year)
