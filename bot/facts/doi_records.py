"""What registries say of the works with a DOI: Crossref in batches, then DataCite about those that Crossref lacks.

Crossref serves who gives no address one list a second, and who does three, one after the other:
https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/. Several `doi` filters in
one request mean any of them. DataCite allows 500 requests in five minutes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.facts.records import read_crossref_work, read_datacite_work
from bot.papers.record import Evidence
from bot.text import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.facts.client import Client, ServiceResponse
    from bot.facts.services import Services
    from bot.papers.record import Record


CROSSREF_INTERVAL = 1.0
"""Seconds from the end of an answer to the next request."""
LARGEST_BATCH = 50
_LONGEST_FILTER = 2_500
"""Characters: with more, some servers in between find an address too long."""
_MAX_FAILURES = 3
"""Useless answers in a row after which a registry is not asked again."""
_DIVISIBLE = frozenset({400, 413, 414, 500})
"""What a service says when one name or the length of a request is the trouble."""
_FIELDS = (
    "DOI,title,subtitle,short-title,original-title,author,container-title,event,institution,issued,published,"
    "published-print,published-online,type"
)


@dataclass(slots=True)
class WorkLookup:
    """Asks about works, and fills `works`, by DOI, as they become known; what no registry has is left out."""

    dois: Sequence[str]
    works: dict[str, Record]
    services: Services
    crossref: Client
    datacite: Client
    on_works: Callable[[Mapping[str, Record]], None] = lambda _found: None
    """Called with what each answer held."""
    unrecorded: set[str] = field(default_factory=set, init=False)
    """The DOIs of which both registries say that they have no record."""
    failures: int = field(default=0, init=False)

    def run(self) -> None:
        """Ask both. Raises `Stopped`, with `works` half full."""
        # A comma separates filters, and cannot be escaped.
        answered = self._ask([doi for doi in self.dois if "," not in doi], self.crossref, self._ask_crossref)
        rest = [doi for doi in self.dois if doi not in self.works]
        answered &= self._ask(rest, self.datacite, self._ask_datacite)
        self.unrecorded.update(answered.difference(self.works))

    def _ask(
        self,
        dois: Sequence[str],
        client: Client,
        ask: Callable[[Sequence[str]], tuple[ServiceResponse, dict[str, Record]]],
    ) -> set[str]:
        """Ask about all; a batch that a registry does not accept is asked in halves. The DOIs of batches answered."""
        self.failures = 0
        answered: set[str] = set()
        batches = list(reversed(list(_divide(dois))))
        while batches and client.has_time() and self.failures < _MAX_FAILURES:
            batch = batches.pop()
            answer, found = ask(batch)
            self.works.update(found)
            self.on_works(found)
            if answer.status == 200 and not answer.problem:
                self.failures = 0
                answered.update(batch)
                continue
            self.failures += 1
            if answer.status in _DIVISIBLE and len(batch) > 1:
                middle = len(batch) // 2
                batches += [batch[middle:], batch[:middle]]
        return answered

    def _ask_crossref(self, dois: Sequence[str]) -> tuple[ServiceResponse, dict[str, Record]]:
        parameters = {
            "filter": ",".join(f"doi:{doi}" for doi in dois),
            "rows": str(len(dois)),
            "select": _FIELDS,
            **self._who(),
        }
        answer = self.crossref.get(self.services.crossref, parameters, accept="application/json")
        return answer, read_crossref_works(answer)

    def _ask_datacite(self, dois: Sequence[str]) -> tuple[ServiceResponse, dict[str, Record]]:
        names = " OR ".join(f'"{doi}"' for doi in dois)
        parameters = {"query": f"doi:({names})", "page[size]": str(len(dois)), **self._who()}
        accept = "application/vnd.api+json, application/json;q=0.9"
        answer = self.datacite.get(self.services.datacite, parameters, accept=accept)
        return answer, read_datacite_works(answer)

    def _who(self) -> dict[str, str]:
        return {"mailto": self.services.mailto} if self.services.mailto else {}


def _divide(dois: Sequence[str]) -> Iterator[list[str]]:
    """Batches of so many names and so many characters at most."""
    batch: list[str] = []
    length = 0
    for doi in dois:
        if batch and (len(batch) == LARGEST_BATCH or length + len(doi) > _LONGEST_FILTER):
            yield batch
            batch, length = [], 0
        batch.append(doi)
        length += len(doi) + len(",doi:")
    if batch:
        yield batch


def read_crossref_works(answer: ServiceResponse) -> dict[str, Record]:
    """The works of an answer to a question with a filter, by DOI; nothing from an answer of another shape."""
    try:
        items = json.loads(_content(answer))["message"]["items"]
        named = [(str(item["DOI"]).lower(), read_crossref_work(item)) for item in items]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return _with_evidence(named, answer, "registered with Crossref")


def read_datacite_works(answer: ServiceResponse) -> dict[str, Record]:
    """The works of an answer of DataCite, by DOI; nothing from an answer of another shape."""
    try:
        items = json.loads(_content(answer))["data"]
        named = [(str(item["attributes"]["doi"]).lower(), read_datacite_work(item["attributes"])) for item in items]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
    return _with_evidence(named, answer, "registered with DataCite")


def _content(answer: ServiceResponse) -> str:
    """The JSON of an answer; nothing, which is not JSON, where there is none."""
    return json_text(answer.body) if answer.status == 200 and not answer.problem else ""


def _with_evidence(named: Sequence[tuple[str, Record | None]], answer: ServiceResponse, note: str) -> dict[str, Record]:
    address = answer.url.partition("?")[0]
    evidence = (Evidence(answer.time, address, answer.status, note),)
    return {doi: replace(record, evidence=evidence) for doi, record in named if record is not None}
