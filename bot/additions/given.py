"""What somebody says about a paper by hand: it counts before what services say, and where none knows the paper."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.additions.written_venues import read_venue, says_venue
from bot.errors import BotError
from bot.facts.model import RecordFact
from bot.papers.dates import PartialDate, read_date_label
from bot.papers.identifiers import arxiv_month, identify
from bot.papers.identity import NamedPaper, read_paper
from bot.papers.names import names_of
from bot.papers.record import Record
from bot.papers.urls import is_web_url
from bot.papers.venues import names_archive
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

_ID = lazy_pattern(r"(?<!\d)\d{4}\.\d{4,5}")
"""An arXiv id, which says no date to a reader."""
BY_HAND = "who adds it"
"""The source of a record that no service has."""
PARTS = {
    "title": "its title",
    "authors": 'its authors, such as "Ann Lee, Bo Chen"',
    "date": "2024, 2024-05 or 2024-05-31",
    "venue": "where it was published",
    "url": "its page, if it has no id",
    "code": "the URL of its code",
}
"""What can be said about a paper, in the order of `Given`."""


@dataclass(frozen=True, slots=True)
class Given:
    """The parts that are said; empty and None if they are not."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: PartialDate | None = None
    venue: str = ""
    url: str = ""
    code: str = ""

    @property
    def paper(self) -> NamedPaper | None:
        """What the address names: a paper, or just a page; without an address a paper that only has a title."""
        if not self.url:
            return NamedPaper(self.title, None, "") if self.title else None
        return read_paper(self.url) or NamedPaper(self.url, identify(self.url).identifier, self.url)

    def needs_no_record(self, paper: NamedPaper) -> bool:
        """Whether no service has to be asked about a paper: it is only a page, and its title is given."""
        return bool(self.title) and (paper.identifier is None or paper == self.paper)

    def complete(self, paper: NamedPaper, fact: RecordFact | None) -> RecordFact | None:
        """What is known about the paper with what is said here before it; the fact as it is where there is no title."""
        known = fact if isinstance(fact, Record) else None
        if known is None and not self.title:
            return fact
        record = known or Record(self.title, source=BY_HAND, identifier=paper.identifier, address=paper.address)
        if self.date is not None:
            record = replace(record, date=self.date, year=self.date.year, years=(self.date.year,))
        if self.venue and not (record.arxiv and names_archive(self.venue)):
            year = read_venue(self.venue, record.year).year
            years = record.years if year is None else (year,)
            record = replace(record, venue=self.venue, preprint=False, year=year, years=years)
        announced = arxiv_month(record.identifier) if record.identifier is not None else None
        if record.date is None:  # that of the id is as exact as lists are
            record = replace(record, date=announced or (PartialDate(record.year) if record.year is not None else None))
        elif announced is not None and record.date.parts == announced.parts[:1]:
            record = replace(record, date=announced)  # the year alone was said
        return replace(
            record,
            title=self.title or record.title,
            titles=record.all_titles if self.title else record.titles,
            authors=self.authors or record.authors,
            address=self.url or record.address,
            code=self.code or record.code,
        )

    def lacks_year(self, text: str) -> bool:
        """Whether an entry is without the year of the venue; in many lists that is nowhere."""
        year = read_venue(self.venue).year if self.venue else None
        return year is not None and not _is_in(year, text)

    def find_left_out(self, text: str) -> tuple[str, ...]:
        """The names of the parts that are said and not in an entry: its list has no place for them."""
        names = [name.split()[-1] for name in self.authors if name.split()]
        is_there = {
            "authors": not names or any(name in text for name in names),
            "date": self.date is None or _is_in(self.date.year, text),
            "venue": not self.venue or names_archive(self.venue) or says_venue(text, self.venue),
            "url": self.url in text,
            "code": self.code in text,
        }
        return tuple(name for name, found in is_there.items() if not found)


def _is_in(year: int, text: str) -> bool:
    """Whether a text has a year, in full or short, that is not within an id."""
    return re.search(rf"(?<!\d)(?:{year}|{year % 100:02})", _ID.sub("", text)) is not None


NOTHING_GIVEN = Given()


def read_given(said: Mapping[str, str], prefix: str = "--") -> Given:
    """The parts as somebody types them, by their names, which messages show after `prefix`.

    Raises BotError for a date or an address that is not one.
    """
    parts = {name: value.strip() for name, value in said.items()}
    for name in ("url", "code"):
        address = parts.get(name)
        if address and not is_web_url(address):
            message = f"{prefix}{name}: {address} is not a URL"
            raise BotError(message, "write the whole URL, with https://")
    written = parts.get("date", "")
    readings = read_date_label(written) if written else ()
    if written and not (readings and readings[0].value is not None):
        raise BotError(f"{prefix}date: {written} is not a date", "write it as 2024, 2024-05 or 2024-05-31")
    authors = parts.get("authors", "")
    return Given(
        parts.get("title", ""),
        names_of(authors).names if authors else (),
        readings[0].value if readings else None,
        parts.get("venue", ""),
        parts.get("url", ""),
        parts.get("code", ""),
    )
