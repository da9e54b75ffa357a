"""Facts about whole lists: each thing is asked of the service that knows, once, and remembered."""

from __future__ import annotations

import signal
import threading
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.facts import Depth
from bot.facts.cache import DAY, Cache
from bot.facts.gather import Options, World, gather
from bot.facts.lock_file import Lock
from bot.facts.model import Absent, Facts, Repository, Unknown, Unrecorded
from bot.facts.questions import Queries, Questions, collect_questions, plan_queries
from bot.links import LinkState, LinkStatus
from bot.listing import read
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record
from bot.text import Text
from tests.facts.helpers import DATACITE, GRAPHQL, HANDLES, SERVICES, Office, arxiv
from tests.services.archive import FakeWayback
from tests.services.arxiv import Fault, Work
from tests.services.clock import START, FakeClock
from tests.services.registries import FakeGitHub, FakeHandles
from tests.services.transport import Nowhere, Say, serve, session_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.links.transport import Session
    from tests.services.transport import Ask, Service

FIREACT = "FireAct: Toward Language Agent Fine-tuning"
TEXT = f"""# Papers

* [{FIREACT}](https://arxiv.org/abs/2310.05915) [[code](https://github.com/anchen1011/FireAct)]
* [A Paper Nobody Ever Wrote](https://arxiv.org/abs/2310.00001) [[code](https://github.com/a/gone)]
* [Another Story Altogether, in Two Parts](https://arxiv.org/abs/2310.00002) [[doi](https://doi.org/10.1000/A)]
* [On Pages and Their Owners](https://example.org/fine) [[doi](https://doi.org/10.1000/none)]
* [On Pages That Went Away](https://example.org/gone)
"""
NAMED = Identifier(Scheme.GITHUB, "anchen1011/fireact")
GONE = Identifier(Scheme.GITHUB, "a/gone")


@dataclass
class Earth:
    """All services at once, and a count of pages visited."""

    office: Office = field(
        default_factory=lambda: Office(
            {
                "2310.05915": Work((FIREACT,)),
                "2310.00002": Work(("The Very First Title of It", "Quite a Different Paper on Cooking")),
            }
        )
    )
    github: FakeGitHub = field(default_factory=lambda: FakeGitHub({"anchen1011/fireact": ("anchen1011/FireAct", True)}))
    handles: FakeHandles = field(default_factory=lambda: FakeHandles(frozenset({"10.1000/a"})))
    visited: list[str] = field(default_factory=list)
    token: str | None = "secret"

    def session(self) -> Session:
        services = {**self.office.services(), GRAPHQL: self.github, HANDLES: self.handles}
        return session_with({"http://": Nowhere(), **services})

    def visit(self, urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        self.visited += urls
        return {url: LinkStatus(url, LinkState.DEAD if url.endswith("gone") else LinkState.OK, "seen") for url in urls}

    def world(self, cache: Cache) -> World:
        return World(replace(SERVICES, token=self.token), cache, self.office.clock, self.visit, self.session)

    def requests(self) -> tuple[int, int, int, int]:
        services = (self.office.arxiv, self.github, self.handles)
        arxiv_, github, handles = (len(each.requests) for each in services)
        return arxiv_, github, handles, len(self.visited)


@pytest.fixture
def cache() -> Iterator[Cache]:
    with closing(Cache(None)) as opened:
        yield opened


def questions(text: str = TEXT) -> Questions:
    return collect_questions([read(parse(Text("README.md", text)))])


def papers_alone(text: str = TEXT) -> Queries:
    return plan_queries(questions(text), repositories=False, links=False)


def states(facts: Facts) -> dict[str, LinkState]:
    return {url.removeprefix("https://"): status.state for url, status in facts.links.items()}


def test_everything_is_found_out(cache: Cache) -> None:
    earth = Earth()
    reported: list[tuple[str, int, int]] = []
    facts = gather(plan_queries(questions()), earth.world(cache), on_progress=lambda *each: reported.append(each))
    assert states(facts) == {
        "arxiv.org/abs/2310.05915": LinkState.OK,
        "github.com/anchen1011/FireAct": LinkState.OK,
        "arxiv.org/abs/2310.00001": LinkState.DEAD,
        "github.com/a/gone": LinkState.DEAD,
        "arxiv.org/abs/2310.00002": LinkState.OK,
        "doi.org/10.1000/A": LinkState.OK,
        "example.org/fine": LinkState.OK,
        "doi.org/10.1000/none": LinkState.DEAD,
        "example.org/gone": LinkState.DEAD,
    }
    assert list(facts.papers) == [arxiv("2310.05915"), arxiv("2310.00001"), arxiv("2310.00002")]
    assert [type(fact) for fact in facts.papers.values()] == [Record, Absent, Record]
    renamed = facts.paper(arxiv("2310.00002"))
    assert renamed is not None
    assert renamed.titles == ("The Very First Title of It",)
    repository = facts.repository(NAMED)
    assert repository is not None
    assert repository.archived
    assert isinstance(facts.repositories[GONE], Absent)
    assert not facts.interrupted
    assert {("papers", 3, 3), ("repositories", 2, 2), ("DOIs", 2, 2)} <= set(reported)


def test_second_run_asks_only_what_failed(cache: Cache) -> None:
    """What is absent or dead is never believed for longer than a run; what is in doubt is asked once a day."""
    earth = Earth()
    first = gather(plan_queries(questions()), earth.world(cache))
    before = earth.requests()
    earth.office.clock.pass_by(3.0)
    second = gather(plan_queries(questions()), earth.world(cache))
    assert states(first) == states(second)
    assert earth.office.arxiv.requests[-2:] == [("2310.00001", "1706.03762")] * 2
    assert earth.github.requests[-2:] == [("a/gone",), ("a/gone", "anchen1011/fireact")]
    assert earth.handles.requests[-3:] == ["10.1000/none", "10.1000/a", "10.1000/none"]
    assert earth.visited[-1:] == ["https://example.org/gone"]
    assert tuple(now - then for now, then in zip(earth.requests(), before, strict=True)) == (2, 2, 3, 1)
    cached = second.paper(arxiv("2310.05915"))
    assert cached is not None
    assert [each.note for each in cached.evidence] == ["cached result"]


@pytest.mark.parametrize(
    ("days", "asked"), [(0.5, ["2310.00001"]), (2, ["2310.00001", "2310.00002"]), (31, ["2310.05915"])]
)
def test_cached_papers_grow_old(cache: Cache, days: float, asked: list[str]) -> None:
    earth = Earth()
    gather(papers_alone(), earth.world(cache))
    earth.office.arxiv.requests.clear()
    earth.office.clock.pass_by(days * DAY)
    gather(papers_alone(), earth.world(cache))
    assert set(asked) <= set(earth.office.arxiv.requests[0])
    assert (len(earth.office.arxiv.requests[0]) > len(asked) + 1) == (days > 30)


def test_paper_that_once_was_is_never_absent(cache: Cache) -> None:
    earth = Earth()
    gather(papers_alone(), earth.world(cache))
    earth.office.clock.pass_by(40 * DAY)
    earth.office.arxiv.works = {}
    facts = gather(papers_alone(), earth.world(cache))
    paper = facts.paper(arxiv("2310.00002"))
    assert paper is not None
    assert paper.titles is None, "what is old accuses nobody"


def test_offline_asks_nobody(cache: Cache) -> None:
    earth = Earth()
    gather(plan_queries(questions()), earth.world(cache))
    before = earth.requests()
    earth.office.clock.pass_by(400 * DAY)
    facts = gather(plan_queries(questions()), earth.world(cache), Options(offline=True))
    assert earth.requests() == before
    assert [type(fact) for fact in facts.papers.values()] == [Record, Unknown, Record]
    assert [type(fact) for fact in facts.repositories.values()] == [Repository, Unknown]
    fine, gone = facts.links["https://example.org/fine"], facts.links["https://example.org/gone"]
    assert (fine.state, gone.state, gone.reason) == (LinkState.OK, LinkState.SKIPPED, "no cached answer")


def test_without_a_token_some_pages_are_visited(cache: Cache) -> None:
    earth = Earth(token=None)
    facts = gather(plan_queries(questions()), earth.world(cache), Options(pages_without_token=1))
    assert earth.github.requests == []
    assert "https://github.com/anchen1011/FireAct" in earth.visited
    assert "https://github.com/a/gone" not in earth.visited
    seen = facts.repository(NAMED)
    assert seen is not None
    assert (seen.archived, seen.moved_to) == (None, None)
    assert facts.repositories[GONE] == Unknown("GITHUB_TOKEN is not set")
    assert facts.links["https://github.com/a/gone"].state is LinkState.SKIPPED


def test_only_what_is_needed_is_asked(cache: Cache) -> None:
    earth = Earth()
    facts = gather(plan_queries(questions(), papers=False, links=False), earth.world(cache))
    assert earth.requests() == (0, 2, 0, 0)
    assert (facts.papers, facts.links) == ({}, {})
    assert gather(
        plan_queries(questions(), papers=False, repositories=False, links=False), earth.world(cache)
    ) == Facts(asked_at=earth.office.clock.now())


def test_trouble_everywhere_is_no_verdict(cache: Cache) -> None:
    earth = Earth()
    nowhere = replace(earth.world(cache), open_session=lambda: session_with({"http://": Nowhere()}))
    facts = gather(plan_queries(questions()), nowhere)
    assert {type(fact) for fact in (*facts.papers.values(), *facts.repositories.values())} == {Unknown}
    pages = {url: state for url, state in states(facts).items() if not url.startswith("example.org")}
    assert set(pages.values()) == {LinkState.UNCERTAIN}


def test_interrupt_keeps_what_is_known(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while arXiv makes the bot wait: it comes once the pages are seen and GitHub has answered."""
    monkeypatch.setattr("bot.facts.gather._GRACE", 60.0)  # a busy machine may need more than what users wait for
    earth = Earth()
    seen = threading.Event()

    def visit(urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        assert seen.wait(60)
        signal.raise_signal(signal.SIGINT)
        return earth.visit(urls)

    def reported(what: str, done: int, total: int) -> None:
        if what == "repositories" and done == total:
            seen.set()

    class Endless(FakeClock):
        """Long waits take until the run is stopped."""

        def sleep(self, seconds: float) -> None:
            if seconds > 10:
                stopped.wait(60)
            super().sleep(seconds)

        def stop(self) -> None:
            super().stop()
            stopped.set()

    stopped = threading.Event()
    earth.office.arxiv.faults = [Fault.BUSY] * 3
    facts = gather(
        plan_queries(questions()), replace(earth.world(cache), check_pages=visit, clock=Endless()), on_progress=reported
    )
    assert facts.interrupted
    assert facts.repository(NAMED) is not None
    assert facts.links["https://example.org/fine"].state is LinkState.OK
    assert facts.papers[arxiv("2310.05915")] == Unknown("the run was interrupted")


def test_interrupt_keeps_answers_about_dois(cache: Cache) -> None:
    """They are written down together, also when there will not be more of them."""
    earth = Earth()
    clock = earth.office.clock

    @dataclass
    class Stopping(FakeHandles):
        def answer(self, ask: Ask) -> Say:
            if self.requests:
                clock.stop()
            return FakeHandles.answer(self, ask)

    earth.handles = Stopping(frozenset({"10.1000/a"}))
    list_ = "* [A](https://doi.org/10.1000/A) [b](https://doi.org/10.1000/B) [c](https://doi.org/10.1000/C)\n"
    facts = gather(plan_queries(questions(list_)), earth.world(cache))
    assert facts.interrupted
    url = "https://doi.org/10.1000/A"
    assert states(facts)["doi.org/10.1000/C"] is LinkState.SKIPPED
    assert facts.links[url].state is LinkState.OK
    cached = gather(plan_queries(questions(list_)), Earth().world(cache), Options(offline=True))
    assert [cached_url for cached_url, status in cached.links.items() if status.state is LinkState.OK] == [url]


def test_two_runs_in_quick_succession_keep_the_pace_of_arxiv(cache: Cache) -> None:
    """Three seconds count from answer to request, whoever asks."""
    earth = Earth()
    gather(papers_alone("* [A](https://arxiv.org/abs/2310.05915)\n"), earth.world(cache))
    asked_at = earth.office.clock.elapsed()
    gather(papers_alone("* [B](https://arxiv.org/abs/2310.00002)\n"), earth.world(cache))
    assert earth.office.gate.violations == 0
    assert (len(earth.office.arxiv.requests), earth.office.clock.elapsed() - asked_at) == (2, 4.0)
    earth.office.clock.pass_by(60.0)
    started = earth.office.clock.elapsed()
    gather(papers_alone("* [C](https://arxiv.org/abs/2310.00003)\n"), earth.world(cache))
    assert earth.office.clock.elapsed() - started < 10.0
    assert earth.office.gate.violations == 0


def test_spent_budget_is_reported(cache: Cache) -> None:
    earth = Earth()
    facts = gather(plan_queries(questions()), earth.world(cache), Options(budget=0.0))
    assert facts.interrupted
    assert earth.requests()[:3] == (0, 0, 0)
    assert facts.papers[arxiv("2310.05915")] == Unknown("no time left to ask arXiv")


def test_mistake_of_ours_is_not_swallowed(cache: Cache) -> None:
    def wrong(what: str, done: int, total: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        gather(papers_alone(), Earth().world(cache), on_progress=wrong)


@dataclass
class Street:
    """All services on one socket, by their paths."""

    earth: Earth

    def answer(self, ask: Ask) -> Say:
        office = self.earth.office
        services: dict[str, Service] = {
            "/api/query": office.arxiv,
            "/oai": office.oai,
            "/dois": office.datacite,
            "/graphql": self.earth.github,
        }
        return services.get(ask.path, self.earth.handles).answer(ask)


def test_everything_is_found_out_over_sockets(cache: Cache) -> None:
    """The same once more with real connections, and real sessions, on loopback."""
    earth = Earth()
    with serve(Street(earth)) as address:
        services = replace(
            SERVICES,
            arxiv=f"{address}/api/query",
            oai=f"{address}/oai",
            datacite=f"{address}/dois",
            handles=f"{address}/api/handles",
            graphql=f"{address}/graphql",
            token="secret",
        )
        facts = gather(plan_queries(questions()), World(services, cache, earth.office.clock, earth.visit))
    with closing(Cache(None)) as other:
        assert states(facts) == states(gather(plan_queries(questions()), Earth().world(other)))
    assert DATACITE not in str(facts)


# Records of pages

PDF, FORUM = "https://openreview.net/pdf?id=aB1", "https://openreview.net/forum?id=aB1"
BLOG = "https://example.org/fine"


class Forums(Earth):
    """Pages for which the forum says which paper they are about."""

    def visit(self, urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        self.visited += urls
        tags = {FORUM: (("citation_title", "On Forums"),)}
        return {url: LinkStatus(url, LinkState.OK, "seen", tags=tags.get(url, ())) for url in urls}


def of_pages() -> Questions:
    return Questions({}, (PDF, BLOG), frozenset({PDF, BLOG}))


def test_the_record_of_a_pdf_is_that_of_its_page() -> None:
    earth = Forums()
    facts = gather(plan_queries(of_pages(), links=False, repositories=False), earth.world(Cache(None)))
    assert earth.visited == [FORUM, BLOG]
    record = facts.work("openreview:aB1")
    assert record is not None
    assert (record.title, record.address) == ("On Forums", FORUM)
    assert facts.works[BLOG] == Unrecorded("its page does not say which paper it is about")


def test_where_links_are_wanted_the_pdf_is_visited_as_well() -> None:
    earth = Forums()
    facts = gather(plan_queries(of_pages()), earth.world(Cache(None)))
    assert sorted(earth.visited) == sorted([PDF, BLOG, FORUM])
    assert list(facts.links) == [PDF, BLOG]


def test_what_is_known_beforehand_is_not_asked() -> None:
    name = Identifier(Scheme.ARXIV, "2310.05915")
    known = Record(FIREACT, None, identifier=name, evidence=(Evidence(0.0, "", None),))
    lock = Lock({name: known}, {"openreview:aB1": Record("On Forums"), BLOG: Record("Fine")})
    earth = Forums()
    asked = Questions({name: (FIREACT,)}, (PDF, BLOG), frozenset({PDF, BLOG}))
    world = replace(earth.world(Cache(None)), lock=lock)
    facts = gather(plan_queries(asked, links=False, repositories=False), world)
    assert (earth.visited, earth.office.arxiv.requests) == ([], [])
    assert (facts.papers, facts.works) == ({name: known}, lock.works)


def test_another_title_than_the_one_known_beforehand_is_asked_about() -> None:
    """Its earlier titles were not asked for then."""
    name = Identifier(Scheme.ARXIV, "2310.00002")
    known = Record("Quite a Different Paper on Cooking", None, identifier=name)
    lock = Lock({name: replace(known, evidence=(Evidence(0.0, "", None),))})
    earth = Earth()
    asked = Questions({name: ("The Very First Title of It",)}, ())
    facts = gather(plan_queries(asked), replace(earth.world(Cache(None)), lock=lock))
    found = facts.paper(name)
    assert found is not None
    assert found.titles == ("The Very First Title of It",)


def test_pages_that_are_gone_have_copies_where_news_are_wanted(cache: Cache) -> None:
    earth = Earth()
    wayback = FakeWayback({"https://example.org/gone": ((START - 4e7, "200"), (START - 1e6, "404"))})
    services = replace(SERVICES, token=None, wayback="http://archive.example/cdx")

    def session() -> Session:
        return session_with({"http://archive.example": wayback, "http://": Nowhere(), **earth.office.services()})

    world = World(services, cache, earth.office.clock, earth.visit, session)
    text = "# Papers\n\n* [On Pages That Went Away](https://example.org/gone)\n"
    queries = plan_queries(questions(text))
    assert gather(queries, world).copies == {}
    copies = gather(queries, world, Options(depth=Depth.NEWS)).copies
    assert list(copies) == ["https://example.org/gone"]
    assert copies["https://example.org/gone"].startswith("https://web.archive.org/web/")
