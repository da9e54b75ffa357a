"""One record for each work behind a link, whatever the source: arXiv, a registry of DOIs, or the page itself."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.papers.dates import PartialDate, earliest, make_date, read_day
from bot.papers.identifiers import Scheme, arxiv_month, doi_url, identify, identify_doi, page_url
from bot.papers.identity import name_work
from bot.papers.names import given_first
from bot.papers.record import Record, VenueKind
from bot.papers.urls import split_url
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facts.model import Facts
    from bot.links.model import LinkStatus
    from bot.papers.venues import VenueMention


def find_record(facts: Facts, url: str) -> Record | None:
    """What is on record of the work behind a link; None where nobody was asked, or nobody said."""
    identifier = identify(url).identifier
    if (paper := facts.paper(identifier)) is not None:
        return read_statements(paper)
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        return None
    return facts.work(name_work(url))


def records_of_pages(statuses: Iterable[LinkStatus]) -> dict[str, Record]:
    """What pages say of the works that they are about, by their names; the first of two pages about one counts."""
    found: dict[str, Record] = {}
    for status in statuses:
        name = name_work(status.url) if status.tags else ""
        if name and name not in found and (record := record_of_page(status)) is not None:
            found[name] = record
    return found


_WITHDRAWAL = lazy_pattern(
    r"\s*(?:this (?:paper|article|submission|manuscript|work|preprint) (?:has been|is|was) withdrawn|withdrawn\b)",
    re.IGNORECASE,
)
_CODE_LINK = lazy_pattern(r"https?://(?:www\.)?github\.com/[\w.-]+/[\w.-]*[\w-]")


def claims_withdrawal(comment: str) -> bool:
    """Whether the authors say that the paper itself is withdrawn; arXiv has no other mark for it."""
    return _WITHDRAWAL.match(comment) is not None


@lru_cache(maxsize=16_384)
def read_statements(paper: Record) -> Record:
    """The record of a paper on arXiv with what its authors state in words: the venue, the year of it, the code."""
    clause, venue = _find_statement(paper)
    announced = _announced(paper)
    dates = (paper.date, paper.updated, announced, venue)
    years = [each.year for each in dates if each is not None and each.year is not None]
    code = _CODE_LINK.search(paper.comment)
    return replace(
        paper,
        venue=clause,
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source="arXiv" if paper.arxiv else "the record",
        preprint=bool(paper.arxiv),
        doi=paper.doi.lower(),
        address=page_url(paper.identifier) if paper.identifier is not None and paper.arxiv else "",
        date=paper.date or announced,
        code=code[0].removesuffix(".git") if code else "",
        withdrawn=claims_withdrawal(paper.comment) if paper.withdrawn is None else paper.withdrawn,
    )


def _announced(paper: Record) -> PartialDate | None:
    return arxiv_month(paper.identifier) if paper.identifier is not None else None


_NOT_YET = lazy_pattern(
    r"\b(?:submi(?:t|ss)|under (?:\w+ )?review|in (?:peer )?review|reject|withdr[ae]w|resubmi|plan|prepar"
    r"|exten(?:d|sion)|supersede|previous|earlier|based on|build(?:s|ing)? on|challenge|competition|shared task"
    r"|template|style|format|deadline|tutorial|proposal|thesis)",
    re.IGNORECASE,
)
"""Words before a venue which mean that it is another paper's, or that the paper is not accepted yet."""
_CLAUSE = lazy_pattern(r"[.;\n](?=\s)|\n")
_LATEST = 4
"""Most years from a preprint to its venue; beyond them the number is not a year, or the venue another paper's."""


def find_published_venue(paper: Record) -> VenueMention | None:
    """The paper's own venue, from the journal reference or the authors' comment."""
    return _find_statement(paper)[1]


def _find_statement(paper: Record) -> tuple[str, VenueMention | None]:
    """What the authors say of the paper's venue, and the venue in it."""
    announced = _announced(paper)
    for text in (paper.journal_reference, paper.comment):
        for clause in _CLAUSE.split(text):
            for mention in find_venues(clause):
                if mention.preprint or _NOT_YET.search(clause[: mention.end]):
                    continue
                if announced is None or mention.year is None or _is_near(mention.year, announced.year):
                    return clause.strip(), mention
    return "", None


def _is_near(year: int, announced: int) -> bool:
    return announced - 1 <= year <= announced + _LATEST


_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_CODE = lazy_pattern(r"</?[A-Za-z][^<>]{0,300}>")
_VENUE_TAGS = {
    "citation_conference_title": VenueKind.PROCEEDINGS,
    "citation_conference": VenueKind.PROCEEDINGS,
    "citation_journal_title": VenueKind.JOURNAL,
    "citation_inbook_title": VenueKind.BOOK,
}
_DATE_TAGS = ("citation_publication_date", "citation_date", "citation_year", "citation_online_date")
_SEVERAL = lazy_pattern(r"\s*;\s*")


def record_of_page(status: LinkStatus) -> Record | None:
    """What the page behind a link says of its paper in `citation_*` meta tags; None where it gives no title."""
    tags: dict[str, list[str]] = {}
    for name, value in (tag for tag in status.tags if len(tag) == 2):
        tags.setdefault(name, []).append(value)
    title = next(iter(tags.get("citation_title", ())), "")
    if not title:
        return None
    names = [*tags.get("citation_author", ())]
    names = names or [name for text in tags.get("citation_authors", ()) for name in _SEVERAL.split(text)]
    years = [int(match[0]) for name in _DATE_TAGS for text in tags.get(name, ()) if (match := _YEAR.search(text))]
    parts = split_url(status.target or status.url)
    days = [day for name in _DATE_TAGS for text in tags.get(name, ()) if (day := read_day(text)) is not None]
    return Record(
        title=plain_text(title),
        authors=_signed(plain_text(given_first(name)) for name in names),
        venue=next((value for name in _VENUE_TAGS for value in tags.get(name, ())), ""),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source=f"its page on {parts.host}" if parts is not None else "its page",
        identifier=identify(status.url).identifier,
        venue_kind=next((kind for tag, kind in _VENUE_TAGS.items() if tags.get(tag)), VenueKind.UNKNOWN),
        address=status.url,
        date=earliest(days),
        evidence=status.evidence[-1:],
    )


def plain_text(text: str) -> str:
    """A title or a name without tags and entities of HTML, and without extra blanks."""
    text = _CODE.sub("", text) if "<" in text else text
    return " ".join((html.unescape(text) if "&" in text else text).split())


_CONTAINERS = frozenset(
    """
    proceedings proceedings-series journal journal-volume journal-issue book-series book-set component grant
    peer-review""".split()
)
"""What holds works, or belongs to one: its title is not that of a paper."""
_VENUE_KINDS = {
    "journal-article": VenueKind.JOURNAL,
    "proceedings-article": VenueKind.PROCEEDINGS,
    "book-chapter": VenueKind.BOOK,
    "book-section": VenueKind.BOOK,
}
"""By the types of Crossref."""
_NOT_TEXTS = frozenset("Audiovisual Collection Dataset Event Image Model Software Sound Service Workflow".split())
"""What goes with papers, under a title of its own."""


def read_crossref_work(message: Mapping[str, object]) -> Record | None:
    """The record in one of Crossref's works; None for one without a title.

    https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md#work
    """
    title, subtitle = _first(message, "title"), _first(message, "subtitle")
    if not title or message.get("type") in _CONTAINERS:
        return None
    whole = [f"{title}: {subtitle}"] if subtitle else []
    others = [
        *whole,
        *_texts(message, "original-title"),
        *_texts(message, "short-title"),
        *_texts(message, "title")[1:],
    ]
    names = ("published-print", "issued", "published-online", "published")
    days = [day for name in names if (day := _crossref_day(message.get(name))) is not None]
    years = [day.year for day in days]
    event = message.get("event")
    # The series comes first, as `Lecture Notes in Computer Science`, then the volume.
    containers = _texts(message, "container-title")
    venue = next((each for each in containers if find_venues(each)), next(iter(containers), ""))
    if not venue and isinstance(event, dict):
        venue = _text(event.get("name"))
    if not venue:
        venue = next((_text(each.get("name")) for each in _objects(message.get("institution"))), "")
    return Record(
        title=plain_text(title),
        titles=tuple(plain_text(each) for each in others),
        authors=_signed(map(_crossref_author, _objects(message.get("author")))),
        venue=plain_text(venue),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source="Crossref",
        venue_kind=_VENUE_KINDS.get(_text(message.get("type")), VenueKind.UNKNOWN),
        preprint=message.get("type") == "posted-content",
        doi=_text(message.get("DOI")).lower(),
        identifier=identify_doi(doi := _text(message.get("DOI")).lower()),
        address=doi_url(doi) if doi else "",
        date=earliest(days),
    )


def read_datacite_work(attributes: Mapping[str, object]) -> Record | None:
    """The record in the attributes of one of DataCite's DOIs; None for one without a title."""
    titles = [_text(each.get("title")) for each in _objects(attributes.get("titles"))]
    titles = [plain_text(title) for title in titles if title]
    types = attributes.get("types")
    kind = types.get("resourceTypeGeneral") if isinstance(types, dict) else None
    if not titles or kind in _NOT_TEXTS:
        return None
    container = attributes.get("container")
    year = attributes.get("publicationYear")
    known = year if isinstance(year, int) and not isinstance(year, bool) else None
    return Record(
        title=titles[0],
        titles=tuple(titles[1:]),
        authors=_signed(map(_datacite_author, _objects(attributes.get("creators")))),
        venue=_text(container.get("title")) if isinstance(container, dict) else "",
        year=known,
        years=(known,) if known is not None else (),
        source="DataCite",
        preprint=True,
        identifier=identify_doi(doi := _text(attributes.get("doi")).lower()),
        address=doi_url(doi) if doi else "",
        date=make_date(known),
    )


_MOST_AUTHORS = 100
"""As of papers on arXiv."""


def _signed(names: Iterable[str]) -> tuple[str, ...]:
    """The authors; nobody where they are hidden from reviewers."""
    found = tuple(name for name in names if name)
    return () if any(name.casefold().startswith("anonymous") for name in found) else found


def _crossref_author(author: Mapping[str, object]) -> str:
    name = " ".join(filter(None, (_text(author.get("given")), _text(author.get("family")))))
    return plain_text(name or _text(author.get("name")))


def _datacite_author(creator: Mapping[str, object]) -> str:
    name = " ".join(filter(None, (_text(creator.get("givenName")), _text(creator.get("familyName")))))
    return plain_text(name) if name else plain_text(given_first(_text(creator.get("name"))))


def _objects(value: object) -> Sequence[Mapping[str, object]]:
    return [each for each in value[:_MOST_AUTHORS] if isinstance(each, dict)] if isinstance(value, list) else []


def _texts(message: Mapping[str, object], name: str) -> list[str]:
    value = message.get(name)
    return [each for each in value if isinstance(each, str) and each.strip()] if isinstance(value, list) else []


def _first(message: Mapping[str, object], name: str) -> str:
    return next(iter(_texts(message, name)), "")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _crossref_day(value: object) -> PartialDate | None:
    """A date of Crossref: `{"date-parts": [[2023, 6, 18]]}`, of which month and day may be missing."""
    try:
        parts = value["date-parts"][0]  # type: ignore[index]
        numbers = [part if isinstance(part, int) else None for part in parts[:3]]
    except (TypeError, KeyError, IndexError):
        return None
    return make_date(*numbers) if numbers else None
