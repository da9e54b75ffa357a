"""The handle service of doi.org: whether a DOI is registered, with whatever agency."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.links.model import LinkState, LinkStatus
from bot.papers.record import Evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.facts.services import Client, ServiceResponse


DOI_INTERVAL = 1.0
"""Seconds between requests."""
CONTROLS = ("10.1000/182", "10.1038/nature14539")
"""DOIs that exist, the handbook of DOIs first: where none of them does, the service does not answer the question."""
RECHECK_SECONDS = 5.0
"""Seconds before a DOI that seems not to exist is asked about again."""
_FOUND = frozenset({1, 200})
"""The DOI is there; 200 means without values of the kind asked for."""
_NOT_FOUND = 100
_KNOWS_NOTHING = "the handle service does not find existing DOIs either"


def ask_doi(doi: str, address: str, client: Client) -> tuple[bool | None, Evidence]:
    """Ask once: True if the DOI is registered, False if the service says it is not, else None."""
    answer = client.get(f"{address}/{quote(doi, safe='/')}", accept="application/json")
    code = _code(answer)
    is_known = True if code in _FOUND else False if code == _NOT_FOUND else None
    note = f"handle service: code {code}" if code is not None else answer.problem
    return is_known, Evidence(answer.time, answer.url, answer.status, note)


@dataclass(slots=True)
class DoiLookup:
    """Asks the handle service at `address` about DOIs, and fills `statuses` as they become known.

    A DOI that seems not to exist is asked about twice, and called unregistered only if the service knows another one:
    one of `dois`, else the first of the `existing` ones, else a control. A service that does not answer is left alone.
    """

    dois: Mapping[str, str]
    """By the URL that leads to them."""
    statuses: dict[str, LinkStatus]
    """By URL."""
    address: str
    client: Client
    existing: Sequence[str] = ()
    """DOIs that earlier runs found."""
    on_progress: Callable[[int], None] = lambda _done: None
    """Called after each answer with the number of statuses."""

    def run(self) -> None:
        """Ask about all of them. Raises `Stopped`."""
        missing: dict[str, Evidence] = {}
        for url in self.dois:
            if not self.client.may_ask():
                return
            is_known, evidence = self._ask(url)
            if is_known is False:
                missing[url] = evidence
            self._settle(url, is_known, (evidence,))
        if not missing:
            return
        if not self._service_knows_any():
            self.statuses.update({url: replace(self.statuses[url], reason=_KNOWS_NOTHING) for url in missing})
            return
        self.client.rest(RECHECK_SECONDS)
        for url, first in missing.items():
            if not self.client.may_ask():
                return
            is_known, evidence = self._ask(url)
            self._settle(url, is_known, (first, evidence))

    def _ask(self, url: str) -> tuple[bool | None, Evidence]:
        is_known, evidence = ask_doi(self.dois[url], self.address, self.client)
        self.client.count(useful=is_known is not None)
        return is_known, evidence

    def _settle(self, url: str, is_known: bool | None, evidence: tuple[Evidence, ...]) -> None:
        self.statuses[url] = _judge(url, is_known, evidence)
        self.on_progress(len(self.statuses))

    def _service_knows_any(self) -> bool:
        """Whether the service knows any DOI at all; asks about those that exist if it has not shown yet."""
        if any(each.state is LinkState.OK for each in self.statuses.values()):
            return True
        for doi in (*self.existing[:1], *CONTROLS):
            if not self.client.has_time():
                return False
            if ask_doi(doi, self.address, self.client)[0]:
                return True
        return False


def _judge(url: str, is_known: bool | None, evidence: tuple[Evidence, ...]) -> LinkStatus:
    """The status of a link to a DOI after the latest answer."""
    if is_known:
        return LinkStatus(url, LinkState.OK, "the DOI is registered", evidence)
    if is_known is None:
        return LinkStatus(url, LinkState.UNCERTAIN, "the handle service gave no clear answer", evidence)
    if len(evidence) == 1:
        return LinkStatus(
            url, LinkState.UNCERTAIN, "the handle service said only once that there is no such DOI", evidence
        )
    return LinkStatus(url, LinkState.DEAD, "the DOI is not registered", evidence)


def _code(answer: ServiceResponse) -> int | None:
    """`responseCode` of the service's JSON, which also comes with status 404."""
    if answer.status not in {200, 404} or answer.problem:
        return None
    try:
        code = json.loads(answer.body)["responseCode"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return code if isinstance(code, int) else None
