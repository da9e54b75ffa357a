"""Second sources on links that are about to be called dead: Crossref, the handle service, the Wayback Machine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from bot.facts.client import Client
from bot.facts.crossref import CROSSREF_INTERVAL, ask_agency
from bot.facts.handles import DOI_INTERVAL, ask_doi
from bot.facts.model import Confirmation
from bot.facts.questions import find_route
from bot.facts.wayback import WAYBACK_INTERVAL, ask_captures, ask_copy, is_gone
from bot.links.clock import Deadline, Pace, Stopped
from bot.links.model import LinkState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bot.facts.gather import World
    from bot.links.transport import Session

    RegistryQuestion: TypeAlias = Callable[[str, str, Client], tuple[bool | None, object]]
    """Asks about a DOI at an address: whether it is registered, None if that is not clear."""


BUDGET = 300.0
"""Seconds for all second sources of a run."""


def confirm_dead(
    failing: Mapping[str, float],
    world: World,
    budget: float = BUDGET,
    on_progress: Callable[[int], None] = lambda _done: None,
) -> dict[str, Confirmation]:
    """What second sources say of each URL of `failing`, which has failed since the time given (since the epoch).

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
    """What the pages say of repositories that GitHub's API does not know."""
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
        """What they say of one URL, of which `known` is known already. Raises `Stopped`."""
        route = find_route(url)
        if route.doi is not None:
            return self._ask_registry("crossref", ask_agency, self._services.crossref, route.doi)
        if route.paper is not None and not route.page:
            doi = f"10.48550/arxiv.{route.paper.value}"
            return self._ask_registry("handles", ask_doi, self._services.handles, doi)
        if known.is_gone is None:
            known = self._ask_captures(url, since)
        return known if known.is_gone is False else self._with_copy(known, url)

    def _ask_registry(self, service: str, ask: RegistryQuestion, address: str, doi: str) -> Confirmation:
        if (client := self._client(service)) is None:
            return Confirmation()
        is_known, _ = ask(doi, address, client)
        client.count(useful=is_known is not None)
        return Confirmation(None if is_known is None else not is_known)

    def _ask_captures(self, url: str, since: float) -> Confirmation:
        if (client := self._client("wayback")) is None:
            return Confirmation()
        captures, answer = ask_captures(url, self._clock.now(), self._services.wayback, client)
        client.count(useful=answer.status == 200)
        return Confirmation(is_gone(captures, since))

    def _with_copy(self, known: Confirmation, url: str) -> Confirmation:
        """With the address of an archived copy, where there is one."""
        if (client := self._client("wayback")) is None:
            return known
        capture, answer = ask_copy(url, self._services.wayback, client)
        client.count(useful=answer.status == 200)
        return replace(known, copy=capture.copy if capture else None)

    def _client(self, service: str) -> Client | None:
        """The client of a service; None for one that does not answer. Raises `Stopped` where there is no time left."""
        client = self._clients[service]
        if not client.is_of_use:
            return None
        if not client.has_time():
            raise Stopped
        return client
