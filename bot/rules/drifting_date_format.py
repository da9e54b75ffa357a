"""The rule `drifting-date-format`: dates that are not written as the list writes its dates."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Fix, Severity
from bot.linter.rule import Bad, Good, Rule, option
from bot.papers.dates import DateFormat, has_format, read_date_label, write_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import DateLabel, Listing
    from bot.papers.dates import PartialDate

_DATED = """\
* [2025-05] [Group-in-Group Policy Optimization](https://arxiv.org/pdf/2505.10978)
* [2025-05] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2025-04] [MARFT](https://arxiv.org/abs/2504.16129)
* [2025-03] [SWEET-RL](https://arxiv.org/pdf/2503.15478)
* [2025-03] [MPO](https://arxiv.org/pdf/2503.02682)
* [2025-02] [EPO](https://arxiv.org/pdf/2502.12486)
* [2024-11] [WebRL](https://arxiv.org/pdf/2411.02337)
* [2024-09] [Building Math Agents](https://arxiv.org/pdf/2409.02392)
* [2024-06] [DigiRL](https://arxiv.org/pdf/2406.11896)
* [2024-02] [ArCHer](https://arxiv.org/pdf/2402.19446)
"""


@dataclass(frozen=True, eq=False)
class DriftingDateFormat(Rule):
    """A date is written otherwise than the list writes its dates.

    A list reads well, and scripts can read it, when its dates look alike. The rule reports where at least ten
    entries have dates and four fifths of them share a format. `2024.7` and `2024.07` count as one format, and
    so do `May` and `June` among short names of months.

    The fix writes the same date in the list's format. A date that is less precise than the format, or
    more, is only noted: what is missing has to be looked up.
    """

    slug: ClassVar[str] = "drifting-date-format"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_DATED.replace("[2024-06]", "[June 2024]"), fixed=_DATED),
        Bad(_DATED.replace("[2024-06]", "[2024]")),
        Good(_DATED),
    )

    date_format: DateFormat | None = option(None, "The format of all dates; left out, it is learned from the list.")

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per date in another format than the list's."""
        learned = listing.conventions.date_format
        wanted = self.date_format or (learned.value if learned is not None and learned.is_firm else None)
        if wanted is None:
            return
        labels = [entry.date for entry in listing.papers if entry.date is not None]
        drifting = [label for label in labels if label.value is not None and label.format is not wanted]
        padded = bool(drifting) and _is_padded(labels)
        for label in drifting:
            if label.value is None or has_format(label.text, wanted):
                continue
            written = write_date(label.value, wanted, padded)
            if written is not None and _is_lossless(written, wanted, label.value) and not _is_glued(listing, label):
                fix = Fix.write(label.span, written)
                yield self.at(listing, label.span, f"the list writes this date as {written} ({wanted.value})", fix=fix)
            else:
                message = f"the list writes dates as {wanted.value}"
                yield self.at(listing, label.span, message, severity=Severity.NOTE)


def _is_padded(labels: list[DateLabel]) -> bool:
    """Whether most dates of the list write months below ten with a zero."""
    counts = Counter(mention.padded for label in labels for mention in read_date_label(label.text)[:1])
    return counts[True] >= counts[False]


def _is_lossless(written: str, date_format: DateFormat, value: PartialDate) -> bool:
    """Whether nothing of the date is lost: reading it back gives the same."""
    return any(mention.value == value for mention in read_date_label(written) if mention.format is date_format)


def _is_glued(listing: Listing, label: DateLabel) -> bool:
    """Whether the date is part of a name, as the year in `SEC'22`."""
    before = listing.text.content[label.span.start - 1 : label.span.start]
    return before.isalnum() or not read_date_label(label.text)
