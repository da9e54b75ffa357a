"""The habits of a list as a whole: how it writes, dates and orders its entries, each with its support."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.model import Convention, Conventions, Order, Value
from bot.listing.parts import Kind
from bot.papers.identifiers import ArxivForm, identify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.listing.model import Entry, Section


class Direction(NamedTuple):
    """Which way neighbours that differ go."""

    falling: int = 0
    rising: int = 0

    def __add__(self, other: object) -> Direction:
        assert isinstance(other, Direction)  # noqa: S101 - tuples would be joined
        return Direction(self.falling + other.falling, self.rising + other.rising)

    @property
    def order(self) -> Order:
        """The order that most of them are in."""
        return Order.NEWEST_FIRST if self.falling >= self.rising else Order.OLDEST_FIRST

    def shown(self, fewest: int, share: float) -> Order | None:
        """The order that they show; None for fewer neighbours, or a smaller share, than these."""
        total = self.falling + self.rising
        return self.order if total >= fewest and max(self) >= share * total else None


def direction(values: Iterable[tuple[int, ...]]) -> Direction:
    """Which way the neighbours go."""
    pairs = list(pairwise(values))
    return Direction(sum([one > other for one, other in pairs]), sum([one < other for one, other in pairs]))


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
