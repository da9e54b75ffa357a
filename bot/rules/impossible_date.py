"""The rule `impossible-date`: labels that are not valid dates."""

from __future__ import annotations

from collections.abc import Sequence

from bot.linter.habits import FEWEST, SHARE_OF_MANY
from bot.listing import DateLabel, Entry, Listing
from bot.listing.conventions import position_of_date
from bot.papers.dates import DateFormat, PartialDate, read_swapped_month_year, write_date
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import impossible_dates, is_literal, plain
from bot.text import lazy_pattern

_SHORT_YEAR = lazy_pattern(r"[(\[](20\d|19\d)[)\]]")
"""A year that lost a digit: `201`, `206`."""
_NEAR = 6
"""Largest distance in months between a date and the neighbours that confirm it."""

_DATED = """\
* [2505] [Group-in-Group Policy Optimization](https://arxiv.org/pdf/2505.10978)
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2504] [Beyond Single-Turn](https://arxiv.org/pdf/2504.04717)
* [2503] [SWEET-RL](https://arxiv.org/pdf/2503.15478)
* [2503] [MPO](https://arxiv.org/pdf/2503.02682)
* [2502] [Multi-Turn Code Generation](https://arxiv.org/pdf/2502.20380)
* [2502] [EPO](https://arxiv.org/pdf/2502.12486)
* [2411] [WebRL](https://arxiv.org/pdf/2411.02337)
* [2409] [Building Math Agents](https://arxiv.org/pdf/2409.02392)
* [2406] [DigiRL](https://arxiv.org/pdf/2406.11896)
* [2402] [ArCHer](https://arxiv.org/pdf/2402.19446)
"""


class ImpossibleDate(Rule):
    """The label is in the place of a date but is not a valid date.

    `[1700]` has month 00, `[0425]` has month 25. Readers skip such a label, and anything that sorts or filters by date
    puts the entry in the wrong place. Write the month in which the paper appeared, in the list's format. Where a fifth
    of the labels are not valid, they are years with a running number, not dates.

    So is a year that lost a digit, as in `(201)`, where nearly all other entries have a year.

    A day that no calendar has is reported wherever it is in an entry: `32 Nov 2021`, `30 Feb 2024`, `[2024-13-01]`.

    There is a safe fix if two digits were swapped (`0425` for `2504`) and the arXiv id or both neighbours confirm it,
    and an unsafe one if only the arXiv id tells the month.
    """

    slug = "impossible-date"
    severity = Severity.ERROR
    examples = (
        Bad(_DATED.replace("[2504]", "[0425]"), fixed=_DATED),
        Bad(_DATED + "* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a/shi17a.pdf)\n"),
        Good(_DATED),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per label that has the form of the list's dates, or per day, that is not valid."""
        known = set()
        for found in self._labels(listing):
            known.add(found.span)
            yield found
        yield from self._short_years(listing)
        for entry in listing.papers:
            for prose, mention in impossible_dates(entry):
                span = prose.span(mention.start, mention.end)
                if span not in known:
                    yield self.at(listing, span, f"`{mention.text}` is not a day of any calendar")

    def _short_years(self, listing: Listing) -> Findings:
        """Numbers of three digits in brackets, in entries without the year that the others have."""
        convention = listing.conventions.date_format
        if convention is None or not convention.is_firm or convention.value is not DateFormat.YYYY:
            return
        for entry in listing.papers:
            if entry.date is not None:
                continue
            title = entry.title_place[1:] if entry.title_place[0] < 0 else (0, 0)
            found = [match for match in _SHORT_YEAR.finditer(plain(entry.head)) if match.start() >= title[1]]
            if len(found) == 1 and is_literal(entry.head, *found[0].span(1)):
                message = f"`{found[0][1]}` is no year; {convention.followers} of {convention.total} dates are"
                yield self.at(listing, entry.head.span(*found[0].span(1)), message)

    def _labels(self, listing: Listing) -> Findings:
        """Labels in the place and of the form of the list's dates."""
        convention = listing.conventions.date_format
        if convention is None or not convention.is_firm:
            return
        papers = listing.papers
        own = [entry for entry in papers if entry.date is not None and entry.date.format is convention.value]
        wrong = sum(entry.date is not None and entry.date.value is None for entry in own)
        if wrong >= FEWEST and wrong >= SHARE_OF_MANY * len(own):
            return  # a year and a running number
        for index, entry in enumerate(papers):
            label = entry.date
            if label is None or label.value is not None or label.format is not convention.value:
                continue
            if _is_in_place(listing, entry):
                message = f"`{label.text}` is not a valid {convention.value} date"
                yield self.at(listing, label.span, message, fix=_fix(entry, label, _around(papers, index)))


def _is_in_place(listing: Listing, entry: Entry) -> bool:
    """Whether the label is where the list has its dates, if most entries agree on that."""
    position = listing.conventions.date_position
    return position is None or not position.is_firm or position_of_date(entry) in (None, position.value)


def _around(papers: Sequence[Entry], index: int) -> tuple[PartialDate, PartialDate] | None:
    """The dates right above and below an entry in its section; None if one of them is missing."""
    found = []
    for place in (index - 1, index + 1):
        near = papers[place] if 0 <= place < len(papers) else None
        if near is None or near.section != papers[index].section or near.date is None or near.date.value is None:
            return None
        found.append(near.date.value)
    return found[0], found[1]


def _fix(entry: Entry, label: DateLabel, around: tuple[PartialDate, PartialDate] | None) -> Fix | None:
    announced = entry.announced
    swapped = read_swapped_month_year(label.text) if label.format is DateFormat.YYMM else None
    if swapped is not None and (swapped == announced or (announced is None and _agree(around, swapped))):
        return _writing(label, swapped, Safety.SAFE)
    return _writing(label, announced, Safety.UNSAFE) if announced is not None else None


def _agree(around: tuple[PartialDate, PartialDate] | None, value: PartialDate) -> bool:
    """Whether a date lies between its neighbours, and not far from either."""
    if around is None or not min(around) <= value <= max(around):
        return False
    months = [(date.months() or 0) - (value.months() or 0) for date in around]
    return all(abs(apart) <= _NEAR for apart in months)


def _writing(label: DateLabel, value: PartialDate, safety: Safety) -> Fix | None:
    written = write_date(value, label.format)
    return Fix.write(label.span, written, safety) if written is not None else None
