"""Second sources on links that are about to be called dead: Crossref, the handle service, the Wayback Machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from bot.facts.crossref import CROSSREF_INTERVAL, ask_agency
from bot.facts.model import Confirmation, fields_of
from bot.facts.questions import find_route
from bot.facts.services import Client, ServiceResponse, read_json
from bot.links import LinkState, LinkStatus
from bot.links.clock import Deadline, Pace, Stopped
from bot.papers.record import Evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.facts.gather import World
    from bot.links.transport import Session

    RegistryQuestion: TypeAlias = Callable[[str, str, Client], tuple[bool | None, object]]
    """Asks about a DOI at an address: whether it is registered, None if that is not clear."""


DOI_INTERVAL = 1.0
"""Seconds between requests."""
CONTROLS = ("10.1000/182", "10.1038/nature14539")
"""DOIs that exist, the handbook of DOIs first: where none of them does, the service does not answer the question."""
RECHECK_SECONDS = 5.0
"""Seconds before a DOI that seems not to exist is asked about again."""
_FOUND = frozenset({1, 200})
"""The DOI is there; 200 means without values of the kind asked for."""
_NOT_FOUND = 100
BUDGET = 300.0
"""Seconds for all second sources of a run."""
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
    code = fields_of(read_json(answer.body)).get("responseCode")
    return code if isinstance(code, int) else None


def confirm_dead(
    failing: Mapping[str, float],
    world: World,
    budget: float = BUDGET,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> dict[str, Confirmation]:
    """What second sources say about each URL of `failing`, which has failed since the time given (since the epoch).

    What the network does is never raised. A URL that is missing from the result was not asked about, because the run
    was stopped, or `budget` seconds were over.
    """
    found: dict[str, Confirmation] = {}
    with world.open_session() as session:
        sources = _Sources(world, session, Deadline(world.clock, budget))
        try:
            pages = _visit_repositories(failing, world)
            for url, since in failing.items():
                found[url] = sources.ask(url, pages.get(url, Confirmation()), since)
                on_progress(len(found))
        except Stopped:
            pass
    return found


def _visit_repositories(urls: Iterable[str], world: World) -> dict[str, Confirmation]:
    """What the pages say about repositories that GitHub's API does not know."""
    routes = {url: find_route(url) for url in urls}
    fronts = {
        url: f"https://github.com/{route.repository.value}"
        for url, route in routes.items()
        if route.repository and not route.page
    }
    if not fronts:
        return {}
    statuses = world.check_pages(tuple(fronts.values()))
    states = {url: statuses[front].state for url, front in fronts.items()}
    alive = {LinkState.OK, LinkState.MOVED}
    return {
        url: Confirmation(True if state is LinkState.DEAD else False if state in alive else None)
        for url, state in states.items()
    }


class _Sources:
    """The second sources of one run, each asked at its pace, and no more once it stops answering."""

    def __init__(self, world: World, session: Session, deadline: Deadline) -> None:
        self._clock = world.clock
        self._services = world.services
        intervals = {"handles": DOI_INTERVAL, "crossref": CROSSREF_INTERVAL, "wayback": WAYBACK_INTERVAL}
        self._clients = {
            service: Client(session, world.clock, Pace(interval, world.clock), deadline)
            for service, interval in intervals.items()
        }

    def ask(self, url: str, known: Confirmation, since: float) -> Confirmation:
        """What they say about one URL, beyond what is `known` already. Raises `Stopped`."""
        route, archive = find_route(url), self._services.wayback
        if route.doi is not None:
            return self._ask_registry("crossref", ask_agency, self._services.crossref, route.doi)
        if route.paper is not None and not route.page:
            doi = f"10.48550/arxiv.{route.paper.value}"
            return self._ask_registry("handles", ask_doi, self._services.handles, doi)
        if known.is_gone is None and (client := self._client("wayback")) is not None:
            known = Confirmation(is_gone(ask_captures(url, self._clock.now(), archive, client), since))
        if known.is_gone is not False and (client := self._client("wayback")) is not None:
            capture = ask_copy(url, archive, client)
            known = replace(known, copy=capture.copy if capture else None)
        return known

    def _ask_registry(self, service: str, ask: RegistryQuestion, address: str, doi: str) -> Confirmation:
        if (client := self._client(service)) is None:
            return Confirmation()
        is_known, _ = ask(doi, address, client)
        client.count(useful=is_known is not None)
        return Confirmation(None if is_known is None else not is_known)

    def _client(self, service: str) -> Client | None:
        """The client of a service; None for one that does not answer. Raises `Stopped` where there is no time left."""
        client = self._clients[service]
        if not client.is_of_use:
            return None
        if not client.has_time():
            raise Stopped
        return client


WAYBACK_INTERVAL = 1.5
"""Seconds between requests: the archive turns away who asks more than about once a second."""
RECENT_SECONDS = 90 * 86_400.0
"""How old a capture may be to say anything about today."""
ARCHIVE = "https://web.archive.org/web"
"""Where copies are for people to read."""
_FIELDS = "timestamp,original,statuscode"
_MAX_CAPTURES = "25"
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Capture:
    """At `time` (seconds since the epoch) the archive's crawler met `status`; None: it did not write it down."""

    time: float
    url: str
    status: int | None

    @property
    def copy(self) -> str:
        """The address at which people read it."""
        return f"{ARCHIVE}/{datetime.fromtimestamp(self.time, UTC):%Y%m%d%H%M%S}/{self.url}"


def ask_captures(url: str, now: float, address: str, client: Client) -> tuple[Capture, ...]:
    """The captures of the last 90 days before `now`, the oldest first; none if the archive has no answer."""
    since = datetime.fromtimestamp(now - RECENT_SECONDS, UTC)
    return _ask(url, address, client, {"from": f"{since:%Y%m%d}", "limit": f"-{_MAX_CAPTURES}"})


def ask_copy(url: str, address: str, client: Client) -> Capture | None:
    """The last capture that met the page itself, of whatever age."""
    found = _ask(url, address, client, {"filter": "statuscode:200", "limit": "-1"})
    return next((each for each in reversed(found) if each.status == 200), None)


def _ask(url: str, address: str, client: Client, terms: Mapping[str, str]) -> tuple[Capture, ...]:
    parameters = {"url": url, "output": "json", "fl": _FIELDS, **terms}
    answer = client.get(address, parameters, accept="application/json")
    client.count(useful=answer.status == 200)
    return read_captures(answer)


def read_captures(answer: ServiceResponse) -> tuple[Capture, ...]:
    """The captures of an answer, the oldest first; rows that cannot be read are left out."""
    rows = answer.json
    if not isinstance(rows, list) or not rows or rows[0] != _FIELDS.split(","):
        return ()
    found = (_read_row(row) for row in rows[1:])
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.time))


def is_gone(captures: Iterable[Capture], since: float) -> bool | None:
    """What captures say about a page that has failed since `since`, in seconds since the epoch.

    True: the last one met 404 or 410. False: one after `since` met the page itself. None: neither. That the page
    was there before it failed says nothing.
    """
    conclusive = [each for each in captures if each.status in _GONE or each.status == 200]
    if not conclusive:
        return None
    last = conclusive[-1]
    if last.status in _GONE:
        return True
    return False if last.time >= since else None


def _read_row(row: object) -> Capture | None:
    if not isinstance(row, list) or len(row) != 3 or not all(isinstance(each, str) for each in row):
        return None
    stamp, url, status = row
    try:
        time = datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    is_status = status.isascii() and status.isdigit() and len(status) == 3
    return Capture(time, url, int(status) if is_status else None)
