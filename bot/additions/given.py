"""What somebody says of a paper by hand: for one that no service knows, or in the place of what a service says."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.papers.dates import read_date_label
from bot.papers.identifiers import identify
from bot.papers.identity import NamedPaper, read_paper
from bot.papers.names import names_of
from bot.papers.record import Record
from bot.papers.urls import is_web_url

if TYPE_CHECKING:
    from bot.facts.model import RecordFact
    from bot.papers.dates import PartialDate

_SOURCE = "who adds it"


@dataclass(frozen=True, slots=True)
class Given:
    """The parts that are said; empty and None where they are not."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: PartialDate | None = None
    venue: str = ""
    url: str = ""
    code: str = ""

    @property
    def paper(self) -> NamedPaper | None:
        """What the address names: a paper, or just a page; None without an address."""
        if not self.url:
            return None
        return read_paper(self.url) or NamedPaper(self.url, identify(self.url).identifier, self.url)

    def complete(self, paper: NamedPaper, fact: RecordFact | None) -> RecordFact | None:
        """What is known of the paper with what is said here before it; the fact as it is where there is no title."""
        known = fact if isinstance(fact, Record) else None
        if known is None and not self.title:
            return fact
        record = known or Record(self.title, source=_SOURCE, identifier=paper.identifier, address=paper.address)
        if self.venue:
            record = replace(record, venue=self.venue, preprint=False)
        if self.date is not None:
            record = replace(record, date=self.date, year=self.date.year, years=(self.date.year,))
        return replace(
            record,
            title=self.title or record.title,
            titles=(record.title, *(record.titles or ())) if self.title else record.titles,
            authors=self.authors or record.authors,
            address=self.url or record.address,
            code=self.code or record.code,
        )


NOTHING_GIVEN = Given()


def read_given(title: str, authors: str, date: str, venue: str, url: str, code: str) -> Given:
    """The parts as somebody types them. Raises BotError for a date or an address that is not one."""
    for name, address in (("url", url), ("code", code)):
        if address and not is_web_url(address):
            raise BotError(f"--{name}: {address} is not an address of the web", "write it as https://example.org/paper")
    readings = read_date_label(date.strip()) if date else ()
    if date and not (readings and readings[0].value is not None):
        raise BotError(f"--date: {date} is not a date", "write it as 2024, 2024-05 or 2024-05-31")
    value = readings[0].value if readings else None
    return Given(title.strip(), names_of(authors).names if authors else (), value, venue.strip(), url, code)
