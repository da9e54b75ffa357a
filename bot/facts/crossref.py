"""Crossref: records of works by their DOIs, and which agency has a DOI.

Crossref serves who gives no address one list a second, and who does three, one after the other:
https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/. Several `doi` filters in
one request mean any of them. It answers for the DOIs of all agencies: `/works/DOI/agency`,
https://api.crossref.org/swagger-ui/index.html.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from bot.document.html import plain_text
from bot.facts.model import fields_of, objects, signed, text_of, with_evidence
from bot.facts.services import Client, Reply, ServiceResponse
from bot.papers.dates import PartialDate, earliest, make_date
from bot.papers.identifiers import doi_url, identify_doi
from bot.papers.record import Record, VenueKind
from bot.papers.venues import find_venues

CROSSREF_INTERVAL = 1.0
"""Seconds from the end of an answer to the next request."""
_FIELDS = (
    "DOI,title,subtitle,short-title,original-title,author,container-title,event,institution,issued,published,"
    "published-print,published-online,type"
)
_NO_AGENCY = b"Resource not found"
"""How Crossref's 404 begins where no agency has the DOI; others come from proxies in between."""


@dataclass(frozen=True, slots=True)
class Crossref:
    """Crossref at `address`: works by their DOIs."""

    address: str
    client: Client
    mailto: str | None = None
    """A mail address, with which it gives better service."""

    def ask(self, names: Sequence[str]) -> Reply[Record]:
        """Ask once about works, of those that `find_askable` finds."""
        parameters = {
            "filter": ",".join(f"doi:{doi}" for doi in names),
            "rows": str(len(names)),
            "select": _FIELDS,
            **({"mailto": self.mailto} if self.mailto else {}),
        }
        answer = self.client.get(self.address, parameters, accept="application/json")
        return Reply(read_crossref_works(answer), answer)


def find_askable(dois: Iterable[str]) -> list[str]:
    """The DOIs that can be asked about: a comma separates filters, and cannot be escaped."""
    return [doi for doi in dois if "," not in doi]


def read_crossref_works(answer: ServiceResponse) -> dict[str, Record]:
    """The works of an answer to a question with a filter, by DOI; nothing from an answer of another shape."""
    items = objects(fields_of(answer.fields.get("message")).get("items"))
    named = [(text_of(item.get("DOI")).lower(), read_crossref_work(item)) for item in items]
    return with_evidence(named, answer, "registered with Crossref")


def ask_agency(doi: str, address: str, client: Client) -> tuple[bool | None, ServiceResponse]:
    """Ask Crossref once: True if an agency has the DOI, False if Crossref says that none has, else None."""
    answer = client.get(f"{address}/{quote(doi, safe='')}/agency", accept="application/json")
    if _has_agency(answer):
        return True, answer
    is_unknown = answer.status == 404 and not answer.problem and answer.body.lstrip().startswith(_NO_AGENCY)
    return (False if is_unknown else None), answer


def _has_agency(answer: ServiceResponse) -> bool:
    name = text_of(fields_of(fields_of(answer.fields.get("message")).get("agency")).get("id"))
    return name.isascii() and name.replace("-", "").isalnum()


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
    # The series comes first, as `Lecture Notes in Computer Science`, then the volume.
    containers = _texts(message, "container-title")
    venue = next((each for each in containers if find_venues(each)), next(iter(containers), ""))
    others_of_venue = (fields_of(message.get("event")), *objects(message.get("institution")))
    venue = venue or next((name for each in others_of_venue if (name := text_of(each.get("name")))), "")
    return Record(
        title=plain_text(title),
        titles=tuple(plain_text(each) for each in others),
        authors=signed(map(_crossref_author, objects(message.get("author")))),
        venue=plain_text(venue),
        year=years[0] if years else None,
        years=tuple(sorted(set(years))),
        source="Crossref",
        venue_kind=_VENUE_KINDS.get(text_of(message.get("type")), VenueKind.UNKNOWN),
        preprint=message.get("type") == "posted-content",
        doi=text_of(message.get("DOI")).lower(),
        identifier=identify_doi(doi := text_of(message.get("DOI")).lower()),
        address=doi_url(doi) if doi else "",
        date=earliest(days),
    )


def _crossref_author(author: Mapping[str, object]) -> str:
    name = " ".join(filter(None, (text_of(author.get("given")), text_of(author.get("family")))))
    return plain_text(name or text_of(author.get("name")))


def _texts(message: Mapping[str, object], name: str) -> list[str]:
    value = message.get(name)
    return [each for each in value if isinstance(each, str) and each.strip()] if isinstance(value, list) else []


def _first(message: Mapping[str, object], name: str) -> str:
    return next(iter(_texts(message, name)), "")


def _crossref_day(value: object) -> PartialDate | None:
    """A date of Crossref: `{"date-parts": [[2023, 6, 18]]}`; month and day may be missing."""
    try:
        parts = value["date-parts"][0]  # type: ignore[index]
        numbers = [part if isinstance(part, int) else None for part in parts[:3]]
    except (TypeError, KeyError, IndexError):
        return None
    return make_date(*numbers) if numbers else None
