"""DataCite: records of works by their DOIs, those of papers on arXiv among them.

arXiv registers `10.48550/arXiv.<id>` for every paper, some days after it appears: that DataCite does not know a paper
proves nothing, and its title may be an earlier version's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.document.html import plain_text
from bot.facts.model import fields_of, objects, signed, text_of, with_evidence
from bot.facts.services import Client, Reply, ServiceResponse
from bot.papers.dates import make_date
from bot.papers.identifiers import doi_url, identify_doi
from bot.papers.names import given_first
from bot.papers.record import Record

DATACITE_INTERVAL = 1.0
"""Seconds between requests; 500 in five minutes are allowed to strangers."""
ARXIV_PREFIX = "10.48550/arxiv."
"""How the DOIs of papers on arXiv begin."""
_ACCEPT = "application/vnd.api+json, application/json;q=0.9"
_NOT_TEXTS = frozenset("Audiovisual Collection Dataset Event Image Model Software Sound Service Workflow".split())
"""What goes with papers, under a title of its own."""


@dataclass(frozen=True, slots=True)
class DataCite:
    """DataCite at `address`: works by their DOIs."""

    address: str
    client: Client
    mailto: str | None = None
    """A mail address, with which it gives better service."""

    def ask(self, names: Sequence[str]) -> Reply[Record]:
        """Ask once about works."""
        query = " OR ".join(f'"{doi}"' for doi in names)
        parameters = {
            "query": f"doi:({query})",
            "page[size]": str(len(names)),
            **({"mailto": self.mailto} if self.mailto else {}),
        }
        answer = self.client.get(self.address, parameters, accept=_ACCEPT)
        return Reply(read_datacite_works(answer), answer)


def read_datacite_works(answer: ServiceResponse) -> dict[str, Record]:
    """The works of an answer, by DOI; nothing from an answer of another shape."""
    items = [fields_of(each.get("attributes")) for each in objects(answer.fields.get("data"))]
    named = [(text_of(item.get("doi")).lower(), read_datacite_work(item)) for item in items]
    return with_evidence(named, answer, "registered with DataCite")


def read_datacite_work(attributes: Mapping[str, object]) -> Record | None:
    """The record in the attributes of one of DataCite's DOIs; None for one without a title."""
    titles = [text_of(each.get("title")) for each in objects(attributes.get("titles"))]
    titles = [plain_text(title) for title in titles if title]
    if not titles or text_of(fields_of(attributes.get("types")).get("resourceTypeGeneral")) in _NOT_TEXTS:
        return None
    year = attributes.get("publicationYear")
    known = year if isinstance(year, int) and not isinstance(year, bool) else None
    return Record(
        title=titles[0],
        titles=tuple(titles[1:]),
        authors=signed(map(_datacite_author, objects(attributes.get("creators")))),
        venue=text_of(fields_of(attributes.get("container")).get("title")),
        year=known,
        years=(known,) if known is not None else (),
        source="DataCite",
        preprint=True,
        identifier=identify_doi(doi := text_of(attributes.get("doi")).lower()),
        address=doi_url(doi) if doi else "",
        date=make_date(known),
    )


def _datacite_author(creator: Mapping[str, object]) -> str:
    name = " ".join(filter(None, (text_of(creator.get("givenName")), text_of(creator.get("familyName")))))
    return plain_text(name) if name else plain_text(given_first(text_of(creator.get("name"))))
