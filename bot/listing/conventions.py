"""The habits of a list as a whole: how it writes, dates and orders its entries, each with its support."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from bot.listing.order import Direction, Order, direction
from bot.listing.parts import Carrier, Kind
from bot.papers.identifiers import ArxivForm, identify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.listing.model import Entry, Section
    from bot.papers.dates import DateFormat

Value = TypeVar("Value")

MIN_ENTRIES = 10
"""Entries from which a habit counts as one."""

MIN_SHARE = 0.8
"""The share of entries from which the others are called drift."""

_FEWEST_DATED = 5
"""Dates and arXiv ids from which their agreement counts."""


class Convention(NamedTuple, Generic[Value]):
    """A habit of the list: `followers` of `total` entries that could have it do."""

    value: Value
    followers: int
    total: int

    @property
    def share(self) -> float:
        """The part of the entries that follow, from 0 to 1."""
        return self.followers / self.total

    @property
    def is_firm(self) -> bool:
        """Whether enough entries follow for the others to be called drift."""
        return self.total >= MIN_ENTRIES and self.share >= MIN_SHARE


@dataclass(frozen=True, slots=True)
class Conventions:
    """The habits of a list; None if no entry shows one."""

    carrier: Convention[Carrier] | None = None
    date_format: Convention[DateFormat] | None = None
    date_position: Convention[str] | None = None
    dates_follow_arxiv: Convention[bool] | None = None
    """Entries of known month whose date is the month of their arXiv id, one month more or less."""
    order: Convention[Order] | None = None
    """Neighbours of different date that are in the order, of all of them."""
    arxiv_form: Convention[ArxivForm] | None = None
    ascii_brackets: Convention[bool] | None = None
    """Round brackets that are ASCII, of these and the full-width ones; those of links do not count."""

    @property
    def follow_arxiv(self) -> bool:
        """Whether enough dates are the months of the arXiv ids to tell something of the others."""
        near = self.dates_follow_arxiv
        return near is not None and near.total >= _FEWEST_DATED and near.share >= MIN_SHARE


def most_common(values: Iterable[Value]) -> Convention[Value] | None:
    """The most frequent value with its support; the first of equals."""
    counts = Counter(values)
    if not counts:
        return None
    value, followers = counts.most_common(1)[0]
    return Convention(value, followers, counts.total())


def learn_conventions(content: str, entries: Sequence[Entry], sections: Sequence[Section]) -> Conventions:
    """The habits of a list with the text `content`."""
    papers = [entry for entry in entries if entry.kind is Kind.PAPER]
    dates = [entry.date for entry in papers if entry.date is not None and entry.date.value is not None]
    forms = [
        form
        for entry in papers
        if entry.link is not None and (form := identify(entry.link.href).form) in (ArxivForm.ABS, ArxivForm.PDF)
    ]
    return Conventions(
        carrier=most_common(entry.carrier for entry in papers),
        date_format=most_common(date.format for date in dates),
        date_position=most_common(position_of_date(entry) or "none" for entry in papers if entry.date is not None),
        dates_follow_arxiv=_learn_arxiv_dates(papers),
        order=_learn_order(entries, sections),
        arxiv_form=most_common(forms),
        ascii_brackets=_learn_brackets(content),
    )


def _learn_brackets(content: str) -> Convention[bool] | None:
    fullwidth = content.count("（") + content.count("）")
    ascii_brackets = content.count("(") + content.count(")") - 2 * content.count("](")
    total = max(ascii_brackets, 0) + fullwidth
    return Convention(True, total - fullwidth, total) if total else None


def position_of_date(entry: Entry) -> str | None:
    """Where the date is, as `Conventions.date_position` has it; None without date or title."""
    if entry.date is None or entry.title is None:
        return None
    return "before the title" if entry.date.span.start < entry.title.span.start else "after the title"


def _learn_arxiv_dates(papers: Iterable[Entry]) -> Convention[bool] | None:
    differences = [abs(months) for entry in papers if (months := months_off(entry)) is not None]
    if not differences:
        return None
    return Convention(True, sum(months <= 1 for months in differences), len(differences))


def months_off(entry: Entry) -> int | None:
    """Months from the month of the entry's arXiv id to its date; None if either is not known to the month."""
    announced = entry.announced
    if entry.date is None or entry.date.value is None or announced is None:
        return None
    written = entry.date.value.months()
    return None if written is None else written - (announced.months() or 0)


def _learn_order(entries: Sequence[Entry], sections: Sequence[Section]) -> Convention[Order] | None:
    """The direction that most neighbours of different date are in."""
    steps = Direction()
    for section in sections:
        steps += direction(
            entry.date.value.key
            for index in section.entries
            if (entry := entries[index]).kind is Kind.PAPER and entry.date is not None and entry.date.value is not None
        )
    return Convention(steps.order, max(steps), sum(steps)) if any(steps) else None
