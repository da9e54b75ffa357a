"""The environment comes in; the pages that always answer, and are asked before all others, go out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.facts.questions import Route, find_route
from bot.facts.registries import CROSSREF_INTERVAL, DOI_INTERVAL, ask_agency, ask_doi
from bot.facts.wayback import WAYBACK_INTERVAL, ask_captures, ask_copy, says_gone
from bot.links.clock import Deadline, Pace, Stopped
from bot.links.model import LinkState
from bot.links.transport import Client
from bot.papers.urls import split_url
from bot.sweeps.history import Opinion, Word
from bot.sweeps.observations import CANARIES
from bot.sweeps.targets import url_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bot.facts.gather import World
    from bot.links.transport import Answer


VARIABLE = "BOT_CANARIES"
"""Other pages, with blanks between them; `none` for none at all."""


def read_canaries(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The canaries that the environment names, else the usual ones; raises BotError for what is no address."""
    words = environment.get(VARIABLE, "").split()
    if not words:
        return CANARIES
    if words == ["none"]:
        return ()
    for word in words:
        parts = split_url(word)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{VARIABLE}: no address: {word}", "write addresses with blanks between, or none")
    return tuple(dict.fromkeys(words))


BUDGET = 300.0
"""Seconds for all second paths of a run."""
_MOST_TROUBLES = 3
"""Answers in a row that are no use before a service is left alone."""
_PAGES = frozenset({LinkState.OK, LinkState.MOVED})


def ask_second_paths(
    suspects: Mapping[str, float],
    world: World,
    budget: float = BUDGET,
    heard: Callable[[int], None] = lambda _done: None,
) -> dict[str, Opinion]:
    """The second opinion on each target of `suspects`, which has failed since the time given (since the epoch).

    What the network does is never raised. A target that is not in the answer was not asked about, because the run's
    clock was stopped, or `budget` seconds were over; one about whom nobody could say anything is.
    """
    desk = _Desk(world, Deadline(world.clock, budget))
    found: dict[str, Opinion] = {}
    try:
        pages = desk.visit_repositories(suspects)
        for target, since in suspects.items():
            found[target] = desk.ask(target, pages.get(target, Opinion()), since)
            heard(len(found))
    except Stopped:
        pass
    finally:
        desk.close()
    return found


class _Desk:
    """The services of one run, each with its pace, and left alone when it does not answer."""

    def __init__(self, world: World, deadline: Deadline) -> None:
        self._world = world
        self._deadline = deadline
        self._session = world.open_session()
        self._client = Client(self._session, world.clock)
        self._paces = {
            "handles": Pace(DOI_INTERVAL, world.clock),
            "crossref": Pace(CROSSREF_INTERVAL, world.clock),
            "wayback": Pace(WAYBACK_INTERVAL, world.clock),
        }
        self._troubles = dict.fromkeys(self._paces, 0)

    def close(self) -> None:
        self._session.close()

    def visit_repositories(self, targets: Iterable[str]) -> dict[str, Opinion]:
        """What the pages of repositories say that GitHub's interface does not know."""
        fronts = {target: front for target in targets if (front := _front(find_route(url_of(target))))}
        if not fronts:
            return {}
        statuses = self._world.check_pages(tuple(fronts.values()))
        states = {target: statuses[front].state for target, front in fronts.items()}
        words = {target: Word.CONTRADICTS if state in _PAGES else Word.NONE for target, state in states.items()}
        words |= {target: Word.SUPPORTS for target, state in states.items() if state is LinkState.DEAD}
        return {target: Opinion(word) for target, word in words.items()}

    def ask(self, target: str, opinion: Opinion, since: float) -> Opinion:
        """The opinion on one target; `opinion` is what was heard before. Raises `Stopped`."""
        url = url_of(target)
        route = find_route(url)
        if route.doi is not None:
            return self._of_registry("crossref", route.doi)
        if route.paper is not None and not route.page:
            return self._of_registry("handles", f"10.48550/arxiv.{route.paper.value}")
        if opinion.word is Word.NONE:
            opinion = self._of_captures(url, since)
        return opinion if opinion.word is Word.CONTRADICTS else self._with_copy(opinion, url)

    def _of_registry(self, service: str, name: str) -> Opinion:
        ask = ask_agency if service == "crossref" else ask_doi
        if not self._may_ask(service):
            return Opinion()
        known, _, answer = ask(name, getattr(self._world.services, service), self._client)
        self._note(service, answer, useful=known is not None)
        return Opinion(Word.NONE if known is None else Word.CONTRADICTS if known else Word.SUPPORTS)

    def _of_captures(self, url: str, since: float) -> Opinion:
        if not self._may_ask("wayback"):
            return Opinion()
        clock, services = self._world.clock, self._world.services
        captures, answer = ask_captures(url, clock.now(), services.wayback, self._client)
        self._note("wayback", answer, useful=answer.status == 200)
        gone = says_gone(captures, since)
        return Opinion(Word.NONE if gone is None else Word.SUPPORTS if gone else Word.CONTRADICTS)

    def _with_copy(self, opinion: Opinion, url: str) -> Opinion:
        """With the address of an archived copy, where there is one."""
        if not self._may_ask("wayback"):
            return opinion
        capture, answer = ask_copy(url, self._world.services.wayback, self._client)
        self._note("wayback", answer, useful=answer.status == 200)
        return replace(opinion, copy=capture.copy if capture else None)

    def _may_ask(self, service: str) -> bool:
        """Whether the service is asked any further; waits until it may be. Raises `Stopped`, also when time is up."""
        pace = self._paces[service]
        if self._troubles[service] >= _MOST_TROUBLES:
            return False
        if not self._deadline.allows(pace):
            raise Stopped
        pace.wait()
        return True

    def _note(self, service: str, answer: Answer, *, useful: bool) -> None:
        self._paces[service].rest(answer.retry_after or 0.0)
        self._troubles[service] = 0 if useful else self._troubles[service] + 1


def _front(route: Route) -> str | None:
    """The page of the repository that a link leads to, where no page of its own was asked for."""
    return f"https://github.com/{route.repository.value}" if route.repository and not route.page else None
