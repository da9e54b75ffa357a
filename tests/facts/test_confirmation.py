"""Second sources: who is asked about a link that is about to be called dead, and what follows."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.facts.cache import Cache
from bot.facts.confirmation import confirm_dead
from bot.facts.gather import World
from bot.facts.services import Services
from bot.links import LinkState, LinkStatus
from tests.services.archive import FakeCrossref, FakeWayback
from tests.services.clock import START, FakeClock
from tests.services.registries import FakeHandles
from tests.services.transport import Nowhere, Say, session_with

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.facts.model import Confirmation
    from bot.links.transport import Session

DAY = 86_400.0
PAGE = "https://pages.example/a"
DOI = "https://doi.org/10.1000/a"
PAPER = "https://arxiv.org/abs/2310.05915"
REPOSITORY = "https://github.com/a/b"
FILE = "https://github.com/a/b/blob/main/x.md"
SERVICES = Services(
    handles="http://doi.example/handles", crossref="http://crossref.example/works", wayback="http://wayback.example/cdx"
)


@dataclass
class Scene:
    """The second sources, and what became of what was asked."""

    wayback: FakeWayback = field(default_factory=FakeWayback)
    crossref: FakeCrossref = field(default_factory=FakeCrossref)
    handles: FakeHandles = field(default_factory=lambda: FakeHandles(frozenset()))
    pages: Mapping[str, LinkState] = field(default_factory=dict)
    clock: FakeClock = field(default_factory=FakeClock)
    visited: list[str] = field(default_factory=list)

    def ask(self, *urls: str, budget: float = 300.0) -> dict[str, Confirmation]:
        with closing(Cache(None)) as cache:
            world = World(SERVICES, cache, self.clock, self._check, self._session)
            return confirm_dead(dict.fromkeys(urls, START - 8 * DAY), world, budget)

    def verdicts(self, *urls: str, budget: float = 300.0) -> list[bool | None]:
        return [each.is_gone for each in self.ask(*urls, budget=budget).values()]

    def _check(self, urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        self.visited += urls
        return {url: LinkStatus(url, self.pages.get(url, LinkState.UNCERTAIN)) for url in urls}

    def _session(self) -> Session:
        return session_with(
            {
                "http://": Nowhere(),
                SERVICES.wayback: self.wayback,
                SERVICES.crossref: self.crossref,
                SERVICES.handles: self.handles,
            }
        )


def test_each_goes_to_who_has_not_been_asked() -> None:
    scene = Scene(
        FakeWayback({PAGE: ((START - 300 * DAY, "200"), (START - DAY, "404"))}), pages={REPOSITORY: LinkState.DEAD}
    )
    found = scene.ask(PAGE, DOI, PAPER, REPOSITORY)
    assert {url: each.is_gone for url, each in found.items()} == dict.fromkeys(found, True)
    assert (scene.crossref.requests, scene.handles.requests) == (["10.1000/a"], ["10.48550/arxiv.2310.05915"])
    assert scene.visited == [REPOSITORY]
    assert (found[PAGE].copy or "").endswith(PAGE)
    assert [found[url].copy for url in (DOI, PAPER, REPOSITORY)] == [None] * 3


def test_each_may_contradict() -> None:
    scene = Scene(
        FakeWayback({PAGE: ((START - DAY, "200"),)}),
        FakeCrossref({"10.1000/a": "crossref"}),
        FakeHandles(frozenset({"10.48550/arxiv.2310.05915"})),
        {REPOSITORY: LinkState.OK},
    )
    assert scene.verdicts(PAGE, DOI, PAPER, REPOSITORY) == [False] * 4


def test_silence_is_neither() -> None:
    assert Scene(handles=FakeHandles(frozenset(), [503])).verdicts(PAGE, PAPER) == [None] * 2


def test_a_page_in_a_repository_is_a_page() -> None:
    scene = Scene(FakeWayback({FILE: ((START - DAY, "410"),)}))
    assert (scene.verdicts(FILE), scene.visited) == ([True], [])


def test_where_the_page_of_a_repository_says_nothing_the_archive_is_asked() -> None:
    assert Scene(FakeWayback({REPOSITORY: ((START - DAY, "404"),)})).verdicts(REPOSITORY) == [True]


def test_a_service_that_does_not_answer_is_left_alone() -> None:
    scene = Scene(FakeWayback(faults=[Say(429)] * 20))
    assert scene.verdicts(*(f"{PAGE}/{number}" for number in range(10))) == [None] * 10
    assert len(scene.wayback.requests) == 3


def test_the_pace_is_kept_and_the_budget_too() -> None:
    scene = Scene()
    urls = [f"https://doi.org/10.1000/{number}" for number in range(20)]
    assert scene.verdicts(*urls, budget=9.5) == [True] * 10
    assert scene.clock.elapsed() == 9.0


def test_a_run_that_is_stopped_keeps_what_is_known() -> None:
    scene = Scene()
    scene.clock.stop()
    assert scene.ask(PAGE, DOI) == {}
