"""The rules `future-date` and `impossible-date`: dates that cannot be true."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

from bot.linter.habits import FEWEST, SHARE_OF_MANY
from bot.listing import DateLabel, Entry, Kind, Listing, Span
from bot.listing.conventions import months_off, position_of_date
from bot.listing.model import MIN_SHARE, Convention
from bot.papers.dates import DateFormat, PartialDate, read_date_label, read_swapped_month_year, write_date
from bot.papers.similarity import is_one_slip
from bot.papers.venues import find_known_venues, is_venue_with_year
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import DATED_LIST, impossible_dates, is_venue_date, named_venues, plain
from bot.rules.texts import literal, texts_of
from bot.text import group_pairs, lazy_pattern

_SURE = 12
"""Journal issues and conferences are dated ahead, but not by this many months."""
_NUMBER = lazy_pattern(r"\d+(?:\.\d+)?")
"""What may be the number of a paper, or measured, if not all dates are written so: `2906`, `39.06`."""
_PREPRINT = 2
"""A preprint exists already: only a time zone or a wrong clock explains a date this many months ahead."""


class FutureDate(Rule):
    """The date of an entry is in the future.

    Usually the year or the month is mistyped. Write the month in which the paper appeared.

    The finding is an error if the entry names no venue, and its date is at least a year ahead (two months if it links
    to arXiv). Otherwise it is a note: journals and accepted papers are dated ahead, and a bare number may not be a
    date.

    Not reported: tomorrow's date, because of time zones; conference years (`ICML 2027`) and bare years up to next
    year.
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


_LOOSE = r"[\dOoIl]"
"""A digit, or a letter that looks like one."""
_DIGITS = lazy_pattern(rf"{_LOOSE}{{3,5}}")
_IS_YEAR = r"(?:19[5-9]|20[0-4])\d"
_YEAR = lazy_pattern(_IS_YEAR)
_EARLY = lazy_pattern(r"1[6-8]\d\d|19[0-4]\d")
"""A year of old works, or a slip."""
_FIELD = lazy_pattern(r"YYMM|YY(?:YY)?|Month|Mon|Dth|MM|DD|D|\.")
_FORMS = {"Mon": "[A-Z][a-z]{2,8}", "Month": "[A-Z][a-z]{2,8}", "Dth": r"\d\d?(?:st|nd|rd|th)", ".": r"\."}
"""What the fields of a date look like that are not numbers."""
_BEFORE = lazy_pattern(r"(\w+|\W)[ \t*_]*\Z")
_BEHIND = lazy_pattern(r"[ \t*_]*(\W?)")
_OWN = 2
"""This many other dates are between the same words."""
_FEWEST_YEARS = 3
"""This many headings that are years make another number a year; so it is with the dates of a short list."""
_NUMBERS = lazy_pattern(r"(?P<year>[\dOoIl]{2,4}\d)(?:[-/.](?P<second>\d{1,2})(?P<third>[-/.]\d{1,2})?)?")
_MONTH = 2
"""Digits of a month."""
_VENUE_YEAR = lazy_pattern(
    rf"(?<![\w-])(?P<venue>[A-Z][A-Za-z&]{{1,12}})[ ,'’]{{1,2}}(?P<year>(?!{_IS_YEAR}(?!\d))[12]{_LOOSE}{{3,4}})"
    r"(?![\w-]|\.\d)"
)
"""A venue and what is not a year behind it."""
_LATE = 6
"""Years after which a preprint may still be published."""
_FAR = 20
"""Characters before a label in which the word before it is looked for."""
_NEAR = 6
"""Largest distance in months between a date and the neighbours that confirm it."""


class ImpossibleDate(Rule):
    """An entry has an invalid date.

    `[1700]` has month 00, `[0425]` has month 25. Write the month in which the paper appeared. The rule also reports

    - a year with one typo, in a date (`[2203-05]`), behind a venue (`NeurIPS 2223`) or in one of several similar
      headings (`2O23`, with the letter O);
    - days that do not exist, anywhere in an entry (`30 Feb 2024`);
    - in [data files](data.md), fields for dates with other numbers (`year: 20233`, `date: 2023-13`).

    The fix is safe if two digits were swapped (`0425` for `2504`), and the arXiv id or both neighbours confirm it. It
    is unsafe if only the arXiv id gives the date.

    Not reported: years before 1950, unless the arXiv id or both neighbours contradict them; all numbers of a list, if a
    fifth of them are not valid dates: they are probably running numbers.
    """

    severity = Severity.ERROR
    reason = "no paper can have it"
    examples = (
        Bad(DATED_LIST.replace("[2504]", "[0425]"), fixed=DATED_LIST),
        Bad(DATED_LIST + "* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a/shi17a.pdf)\n"),
        Good(DATED_LIST),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per label that has the form of the list's dates, or per day, that is not valid."""
        known = set()
        finders = (self._labels, self._mistyped, self._values, partial(self._venues, this_year=context.today.year))
        for found in (each for find in finders for each in find(listing)):
            if found.span not in known:
                known.add(found.span)
                yield found
        yield from self._headings(listing)
        for entry, prose, mention in impossible_dates(listing):
            span = prose.span(mention.start, mention.end)
            if entry.kind is Kind.PAPER and span not in known:
                yield self.at(listing, span, f"`{mention.text}` is not a valid date")

    def _mistyped(self, listing: Listing) -> Findings:
        """What one slip made of a date, between the words that others are between, in entries without another one."""
        convention, papers = _usual_format(listing), listing.papers
        if convention is None:
            return
        doubted = {each.span for each in papers if _is_doubted(each, convention.value)}
        labels = (each.date for each in papers if each.date is not None and each.span not in doubted)
        dates = [each for each in labels if each.format is convention.value]
        if not dates:
            return
        content, known = listing.text.content, _Known(convention.value, dates)
        around = Counter(_around_label(content, each.span) for each in dates)
        indexes = dict[Span, int]()
        for index, entry in enumerate(papers):
            own = entry.date.format if entry.date is not None and entry.span not in doubted else None
            if own is None or (own is not convention.value and convention.value is not DateFormat.YYYY):
                indexes[entry.span] = index
        for entry, prose, title, _ in [each for each in texts_of(listing).all if each.entry.span in indexes]:
            for match in known.form.finditer(plain(prose)):
                span = literal(prose, *match.span())
                is_title = match.start() in title[1:] and match.end() != title.stop
                if span is None or is_title or (usual := around[_around_label(content, span)]) < _OWN:
                    continue
                near = (entry.announced,) if entry.announced else _around(papers, indexes[entry.span]) or ()
                years = {str(each.year) for each in near}
                is_told = convention.is_firm or _is_slip_of_id(match["year"], convention.value, entry)
                if is_told and known.is_slip(match["year"], years.pop() if len(years) == 1 else ""):
                    message = f"`{match[0]}` is not a date; {usual} other dates stand in its place"
                    yield self.at(listing, span, message, new=known.correct(match, entry.announced) or None)

    def _values(self, listing: Listing) -> Findings:
        """Values of records in fields for dates that are numbers, but no date."""
        values = [(each.role, each.span, listing.text[each.span]) for each in listing.document.values if each.span]
        for role, is_wrong in _FIELDS.items():
            texts = [(span, text.strip()) for own, span, text in values if own == role]
            wrong = [(span, text) for span, text in texts if is_wrong(text)]
            if len(wrong) < FEWEST or len(wrong) < SHARE_OF_MANY * len(texts):
                for span, text in wrong:
                    yield self.at(listing, span, f"`{text}` is not a valid {role}")

    def _venues(self, listing: Listing, this_year: int) -> Findings:
        """Years behind known venues that are one slip away from one, in a list that names years of venues."""
        venues = (each.parts.venue.value for each in listing.papers if each.parts.venue is not None)
        if not any(map(is_venue_with_year, venues)):
            return
        for entry, prose, title, _ in texts_of(listing).matching(_VENUE_YEAR):
            first, last = (entry.announced.year - 1, entry.announced.year + _LATE) if entry.announced else (1990, 2100)
            meant = tuple(map(str, range(first, min(last, this_year + 1) + 1)))
            for match in _VENUE_YEAR.finditer(plain(prose)):
                span = literal(prose, *match.span("year"))
                is_venue = find_known_venues(match["venue"]) and match.start() not in title
                is_slip = _slips_to(match["year"], meant) and not _is_month(match["year"], entry)
                if span is not None and is_venue and entry.kind is Kind.PAPER and is_slip:
                    yield self.at(listing, span, f"`{match['year']}` is not a year of {match['venue']}")

    def _headings(self, listing: Listing) -> Findings:
        """Headings that are a year with a slip, among years."""
        for sections in group_pairs((each.level, each) for each in listing.sections).values():
            years = [int(each.heading) for each in sections if _YEAR.fullmatch(each.heading)]
            if len(years) < _FEWEST_YEARS:
                continue
            meant = {*map(str, range(min(years) - 1, max(years) + 2))}
            for each in sections:
                is_number = _DIGITS.fullmatch(each.heading) and each.heading not in meant
                if is_number and not _EARLY.fullmatch(each.heading) and _slips_to(each.heading, meant):
                    message = f"`{each.heading}` is not a year; the headings beside it are years"
                    yield self.at(listing, each.heading_span, message)

    def _labels(self, listing: Listing) -> Findings:
        """Labels in the place and of the form of the list's dates."""
        convention, papers = _usual_format(listing), listing.papers
        if convention is None:
            return
        own = [entry for entry in papers if entry.date is not None and entry.date.format is convention.value]
        wrong = sum(entry.date is not None and entry.date.value is None for entry in own)
        if wrong >= FEWEST and wrong >= SHARE_OF_MANY * len(own):
            return  # a year and a running number
        for index, entry in enumerate(papers):
            label = entry.date
            if label is None or label.value is not None or label.format is not convention.value:
                continue
            is_told = convention.is_firm or _is_slip_of_id(label.text, convention.value, entry)
            if is_told and _is_in_place(listing, entry):
                message = f"`{label.text}` is not a valid {convention.value} date"
                yield self.at(listing, label.span, message, fix=_fix(entry, label, _around(papers, index)))


def _usual_format(listing: Listing) -> Convention[DateFormat] | None:
    """The format of the dates of a list; in a short one only arXiv ids tell that a number was meant as one."""
    learned = listing.conventions.date_format
    is_usual = learned is not None and learned.followers >= _FEWEST_YEARS and learned.share >= MIN_SHARE
    return learned if is_usual else None


def _is_slip_of_id(written: str, date_format: DateFormat, entry: Entry) -> bool:
    """Whether a number has the year of the arXiv id beside a month that cannot be, or is one slip from its month."""
    if entry.announced is None:
        return False
    year, meant = str(entry.announced.year), write_date(entry.announced, date_format) or ""
    return (len(written) > len(year) and year in written) or any(is_one_slip(written, each) for each in (year, meant))


def _is_month(written: str, entry: Entry) -> bool:
    """Whether four digits are a month in which the paper of an entry may have appeared: `NeurIPS 2309`."""
    months = [each.value for each in read_date_label(written) if each.format is DateFormat.YYMM]
    return any(month is not None and (entry.announced is None or month >= entry.announced) for month in months)


def _is_no_date(text: str) -> bool:
    """Whether a number, or several with marks between them, is not a date or a span of two years."""
    parts = _NUMBERS.fullmatch(text)
    if parts is None or any(each.value is not None for each in read_date_label(text)):
        return False
    year, second = parts["year"], parts["second"] or ""
    return parts["third"] is not None or not second or second != f"{int(year[-2:]) + 1:02}"[-2:]


def _is_no_year(text: str) -> bool:
    return _DIGITS.fullmatch(text) is not None and not (_YEAR.fullmatch(text) or re.fullmatch(r"1\d{3}", text))


def _is_no_month(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MONTH and not 1 <= int(text) <= 12


_FIELDS = {"date": _is_no_date, "year": _is_no_year, "month": _is_no_month}
"""For roles of fields in data, what their values must not be."""


class _Known:
    """The dates of a list, and what is one slip away from them."""

    def __init__(self, date_format: DateFormat, dates: Sequence[DateLabel]) -> None:
        self.is_whole = date_format is DateFormat.YYMM
        years = [each.value.year for each in dates if each.value is not None]
        meant = [str(each) for each in range(min(years) - 1, max(years) + 2)]
        months = (f"{month:02}" for month in range(1, 13)) if self.is_whole else ("",)
        self.meant = {each[-2 if "YYYY" not in date_format else 0 :] + month for month in months for each in meant}
        self.form = re.compile(rf"(?<![\w-]){_FIELD.sub(_form, date_format)}(?!\w|-\d)")

    def is_slip(self, written: str, year: str) -> bool:
        """Whether that is not a year, but one slip away from one; where old works had it, a wrong century of `year`."""
        if _EARLY.fullmatch(written) and not self.is_whole:
            return year[:1] > written[:1] and written[2:] == year[2:]
        return not _YEAR.fullmatch(written) and _slips_to(written, self.meant)

    def correct(self, match: re.Match[str], value: PartialDate | None) -> str | None:
        """The date with the year of `value`, if that is one slip away."""
        if value is None:
            return None
        year = write_date(value, DateFormat.YYMM if self.is_whole else DateFormat.YYYY) or ""
        new = match[0].replace(match["year"], year, 1)
        return new if year[-2:] == match["year"][-2:] or _slips_to(match["year"], (year,)) else None


def _form(field: re.Match[str]) -> str:
    """The pattern of a field; of a year, with one digit more or less."""
    size, written = len(field[0]), _FORMS.get(field[0], r"\d\d?")
    return rf"(?P<year>{_LOOSE}{{{max(size - 1, 3)},{size + 1}}})" if field[0].startswith("YY") else written


def _slips_to(written: str, meant: Iterable[str]) -> bool:
    """Whether a number is one slip away from one of `meant`; a letter for a digit is a slip."""
    return any(is_one_slip(written, each) for each in meant)


def _is_doubted(entry: Entry, usual: DateFormat) -> bool:
    """Whether the date, among years, is of an old work or of a month that is not that of the id: `1923`, `2203`."""
    if entry.date is None or usual is not DateFormat.YYYY:
        return False
    is_month = entry.date.format is DateFormat.YYMM and (entry.date.value != entry.announced or not entry.date.value)
    return is_month or (entry.date.format is usual and _EARLY.fullmatch(entry.date.text) is not None)


def _around_label(content: str, span: Span) -> tuple[str, str]:
    """The word or the sign before a label, and the sign after it."""
    before = _BEFORE.search(content, max(span.start - _FAR, 0), span.start)
    behind = _BEHIND.match(content, span.end)
    return before[1] if before else "", behind[1] if behind else ""


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
