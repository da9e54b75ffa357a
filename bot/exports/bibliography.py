"""The entries of lists as bibliographic values: what an entry says, and what is on record about its paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.facts.model import Facts
from bot.linter.rule import Context
from bot.listing import Catalog, Entry, Listing
from bot.listing.dates import date_of_heading
from bot.listing.parts import Kind
from bot.listing.sections import join_path, path_below
from bot.listing.values import arxiv_of, authors_of, date_of, section_path, title_of, venue_of, venue_without_year
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme, arxiv_month
from bot.papers.names import NOBODY, AuthorList
from bot.papers.record import Record
from bot.papers.urls import is_web_url
from bot.papers.venues import find_venues
from bot.progress import step
from bot.rules.works import recorded_entries
from bot.text import lazy_pattern, one_line

_DATED = frozenset({Scheme.ACL, Scheme.NEURIPS, Scheme.ICLR, Scheme.MLSYS, Scheme.CVF, Scheme.IACR, Scheme.IJCAI})
_YEAR = lazy_pattern(r"(?<!\d)((?:19|20)\d\d)(?=[./]|$)|^[A-Z](\d\d)-")
_LATEST = "59"
"""Two digits of a year of the ACL Anthology: it begins in 1965, and has had four digits since 2020."""
_LONGEST_URL = 2_000
"""Characters; longer ones are not links."""


class WorkLink(NamedTuple):
    """A link of an entry that leads to a page of the web."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Work:
    """One entry; text is on one line, and what is not known is empty or None."""

    path: str
    line: int
    sections: tuple[str, ...]
    """What groups it, outermost first: mostly headings. The title of the whole list is not among them."""
    kind: Kind
    title: str
    url: str = ""
    """The page of the paper, if it is one of the web."""
    links: tuple[WorkLink, ...] = ()
    """All of them, that to the paper too."""
    identifier: Identifier | None = None
    """What its main link names, if that is a paper."""
    arxiv: str = ""
    doi: str = ""
    date: PartialDate | None = None
    stated_venue: str = ""
    """The venue as the entry writes it."""
    venue_name: str = ""
    """The same without its year."""
    stated_authors: AuthorList = NOBODY
    """The authors that the entry names."""
    code: str = ""
    """The address of its code."""
    affiliation: str = ""
    comment: str = ""
    record: Record | None = None
    """What is on record about the paper, found by its identifier, where its title is that of the entry."""

    @property
    def authors(self) -> AuthorList:
        """Those on record, else those that the entry names."""
        if self.record is not None and self.record.authors:
            names = (one_line(each) for each in self.record.authors)
            return AuthorList(tuple(name for name in names if any(map(str.isalnum, name))))
        return self.stated_authors

    @property
    def section(self) -> str:
        """The path of its sections as one text that can be split into its parts again."""
        return join_path(self.sections)

    @property
    def stated_year(self) -> int | None:
        """The year that the entry writes beside its venue."""
        date = date_of_heading(self.stated_venue) if self.venue_name != self.stated_venue else None
        return date.year if date is not None else None

    @property
    def year(self) -> int | None:
        """That on record, else that beside the venue, else that of the date, else that in what names the paper."""
        stated = (self.record.year if self.record is not None else None) or self.stated_year
        if stated is not None:
            return stated
        return self.date.year if self.date is not None else _year_in(self.identifier)

    @property
    def venue(self) -> str:
        """The usual name of the venue without a year, where it is a known one and no preprint server."""
        on_record = self.record.venue if self.record is not None else ""
        named = (each for text in (on_record, self.stated_venue) for each in find_venues(text))
        return next((each.name for each in named if not each.preprint), "")


class ExportedList(NamedTuple):
    """A list with its works, in its order."""

    listing: Listing
    title: str
    works: tuple[Work, ...]


def read_works(listings: Sequence[Listing], facts: Facts, today: date) -> tuple[ExportedList, ...]:
    """The works of lists, with what `facts` know of them."""
    context = Context(today, Catalog(tuple(listings)), None, facts)
    titles = [title_of(each) for each in listings]
    return tuple(
        ExportedList(each, one_line(title), tuple(_works(each, title, context)))
        for each, title in zip(listings, titles, strict=True)
    )


def _works(listing: Listing, title: str, context: Context) -> Iterable[Work]:
    records = {
        recorded.entry.span: recorded.record
        for recorded in recorded_entries(listing, context)
        if recorded.is_described()
    }
    for number, entry in enumerate(listing.entries):
        step(f"Exporting {listing.text.path}", number, len(listing.entries))
        yield _work(listing, title, entry, records.get(entry.span))


def _work(listing: Listing, title: str, entry: Entry, record: Record | None) -> Work:
    parts, arxiv = entry.parts, arxiv_of(entry) or ""
    authors, code = authors_of(entry), entry.code.href if entry.code is not None else ""
    links = tuple(WorkLink(_label(link.label), link.href) for link in entry.links if is_link(link.href))
    return Work(
        path=listing.text.path,
        line=listing.text.line_at(entry.span.start),
        sections=tuple(map(one_line, path_below(title, section_path(listing, entry)))),
        kind=entry.kind,
        title=one_line(entry.title.value) if entry.title is not None else "",
        url=entry.link.href if entry.link is not None and is_link(entry.link.href) else "",
        links=tuple(dict.fromkeys(links)),
        identifier=entry.work if entry.work is not None and entry.work.is_paper else None,
        arxiv=arxiv,
        doi=_doi(entry),
        date=_date(listing, entry, arxiv),
        stated_venue=one_line(venue_of(listing, entry, parts) or ""),
        venue_name=one_line(venue_without_year(listing, entry, parts)),
        stated_authors=authors._replace(names=tuple(map(one_line, authors.names))),
        code=code if is_link(code) else "",
        affiliation=one_line(parts.affiliation.value) if parts.affiliation is not None else "",
        comment=one_line(parts.comment.value) if parts.comment is not None else "",
        record=record,
    )


def _label(text: str) -> str:
    """The text of a link, without brackets around it: `[[Code]](...)`."""
    label = one_line(text)
    return label[1:-1].strip() if label.startswith("[") and label.find("]") == len(label) - 1 else label


def _doi(entry: Entry) -> str:
    """The DOI of the paper, where the entry names just one."""
    named = {each.value for each in entry.named if each.scheme in {Scheme.DOI, Scheme.BIORXIV}}
    return named.pop() if len(named) == 1 else ""


def _date(listing: Listing, entry: Entry, arxiv: str) -> PartialDate | None:
    """The date that the entry states, else the month in the arXiv id of its paper, else the year of its section."""
    stated = entry.date.value if entry.date is not None else None
    return stated or (arxiv_month(Identifier(Scheme.ARXIV, arxiv)) if arxiv else date_of(listing, entry))


def _year_in(identifier: Identifier | None) -> int | None:
    """The year in identifiers of proceedings: `acl:2023.acl-long.1`, `acl:W16-2323`, `neurips:2020/1457c0d6`."""
    if identifier is None or identifier.scheme not in _DATED:
        return None
    match = _YEAR.search(identifier.value)
    if match is None:
        return None
    return int(match[1]) if match[1] else int(match[2]) + (1900 if match[2] > _LATEST else 2000)


def is_link(url: str) -> bool:
    """Whether a reader may be led to `url`."""
    return len(url) <= _LONGEST_URL and is_web_url(url) and not any(map(str.isspace, url))
