"""Of 300 published papers what two sources agree on is written, and nothing wrong; what one says is mostly right."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.facts import Depth
from bot.facts.cache import Cache
from bot.facts.gather import Options, World, gather
from bot.facts.paper_news import find_news
from bot.facts.questions import Queries
from bot.facts.services import Services
from bot.papers.witnesses import Standing, Track, decide_code, decide_venue
from tests.facts.helpers import arxiv
from tests.services.frozen import (
    ARXIV,
    CROSSREF,
    GRAPHQL,
    OAI,
    PAGES,
    SCHOLAR,
    Frozen,
    Published,
    Said,
    freeze,
    read_published,
)
from tests.services.transport import Nowhere, Say, session_with

if TYPE_CHECKING:
    from bot.facts.model import Facts
    from bot.links.transport import Session

SERVICES = Services(
    arxiv=ARXIV, oai=OAI, semantic_scholar=SCHOLAR, crossref=CROSSREF, papers_pages=PAGES, graphql=GRAPHQL,
    datacite="http://datacite.example/dois", token="secret",
)  # fmt: skip


def ask(frozen: Frozen, cache: Cache, papers: list[str] | None = None, services: Services = SERVICES) -> Facts:
    """All facts about papers that updates need."""

    def session() -> Session:
        return session_with({"http://": Nowhere(), **frozen.services()})

    names = papers if papers is not None else list(frozen.said)
    queries = Queries({arxiv(name): (frozen.titles[name],) for name in names}, (), {}, (), {}, ())
    world = World(services, cache, frozen.clock, lambda _urls: {}, session)
    return gather(queries, world, Options(depth=Depth.NEWS, code_pages=1_000))


class Score(NamedTuple):
    """What became of the papers."""

    sure: list[str]
    proposed: list[str]
    wrong_when_sure: list[str]
    wrong_when_proposed: list[str]


@pytest.fixture(scope="module")
def facts() -> Facts:
    with closing(Cache(None)) as cache:
        return ask(freeze(), cache)


def score(papers: dict[str, tuple[Standing, bool]]) -> Score:
    def names(standing: Standing, *, wrong: bool = False) -> list[str]:
        return [name for name, (stands, right) in papers.items() if stands is standing and not (wrong and right)]

    sure, proposed = Standing.SURE, Standing.PROPOSED
    return Score(names(sure), names(proposed), names(sure, wrong=True), names(proposed, wrong=True))


def judge_venue(paper: Published, facts: Facts) -> tuple[Standing, bool]:
    decision = decide_venue(find_news(facts, arxiv(paper.arxiv), paper.title))
    claim = decision.claim
    right = claim is not None and (claim.venue, claim.track) == (paper.venue, Track(paper.track))
    return decision.standing, right and claim is not None and claim.year == paper.year


def judge_code(paper: Published, facts: Facts) -> tuple[Standing, bool]:
    decision = decide_code(find_news(facts, arxiv(paper.arxiv), paper.title))
    address = decision.claim.address if decision.claim is not None else ""
    return decision.standing, address.lower() == f"https://github.com/{paper.repository}".lower()


def test_venues(facts: Facts) -> None:
    found = score({paper.arxiv: judge_venue(paper, facts) for paper in read_published()})
    assert found.wrong_when_sure == []
    assert len(found.sure) >= 110
    assert len(found.proposed) >= 50
    assert len(found.wrong_when_proposed) <= 0.1 * len(found.proposed)


def test_code(facts: Facts) -> None:
    found = score({paper.arxiv: judge_code(paper, facts) for paper in read_published()})
    assert found.wrong_when_sure == []
    assert len(found.sure) >= 110
    assert len(found.proposed) >= 80
    assert len(found.wrong_when_proposed) <= 0.1 * len(found.proposed)


TRAPS = {"another venue in the index": 7, "another year in the index": 8, "a workshop before the conference": 10}


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_contradictions_name_both(facts: Facts, trap: int) -> None:
    for number, paper in enumerate(read_published()):
        if number % 12 == trap and paper.track == "":
            decision = decide_venue(find_news(facts, arxiv(paper.arxiv)))
            assert decision.standing is Standing.CONTRADICTED, paper
            assert len({each.source.partition(" ")[0] for each in decision.claims}) == 2


def test_what_nobody_says_is_nothing(facts: Facts) -> None:
    for number, paper in enumerate(read_published()):
        if number % 12 == 11:
            assert decide_venue(find_news(facts, arxiv(paper.arxiv))).standing is Standing.NOTHING


@pytest.mark.parametrize("service", ["scholar", "crossref", "pages", "github"])
def test_for_want_of_a_service_nothing_wrong_is_written(service: str) -> None:
    frozen = freeze()
    match service:
        case "scholar":
            frozen.scholar.faults = [Say(429)] * 99
        case "crossref":
            frozen.crossref.faults = [503] * 99
        case "pages":
            frozen.pages.faults = [Say(500)] * 999
        case "github":
            frozen.github.is_down = True
    with closing(Cache(None)) as cache:
        facts = ask(frozen, cache)
    venues = score({paper.arxiv: judge_venue(paper, facts) for paper in read_published()})
    code = score({paper.arxiv: judge_code(paper, facts) for paper in read_published()})
    assert (venues.wrong_when_sure, code.wrong_when_sure) == ([], [])
    if service == "scholar":
        assert facts.silent == ("Semantic Scholar answered 429",)
        assert len(venues.sure) >= 20, "authors and publishers still agree"
    if service == "github":
        assert code.sure == code.proposed == []


def test_a_second_run_asks_nothing_again() -> None:
    frozen = freeze()
    with closing(Cache(None)) as cache:
        first = ask(frozen, cache)
        before = frozen.requests()
        second = ask(frozen, cache)
    after = frozen.requests()
    assert before == {"arXiv": 2, "Semantic Scholar": 1, "Crossref": 2, "Hugging Face": 180, "GitHub": before["GitHub"]}
    assert before["GitHub"] <= 12
    assert {name: after[name] - before[name] for name in before} == dict.fromkeys(before, 0) | {"GitHub": 2}, (
        "what seems to be gone is asked about anew"
    )
    assert (second.venues, second.code) == (first.venues, first.code)


def test_a_thousand_papers_take_few_questions() -> None:
    """One question about code for each, and of all others as many as fit into a hand."""
    papers = read_published()
    numbers = range(1_000)
    said, titles = {}, {}
    for number in numbers:
        paper = papers[number % len(papers)]
        name = f"25{1 + number // 900:02}.{number % 900 + 1:05}"
        said[name] = Said(f"Accepted at {paper.venue} {paper.year}")
        titles[name] = f"{paper.title} {number}"
    frozen = Frozen(said, titles)
    with closing(Cache(None)) as cache:
        facts = ask(frozen, cache)
    assert len(facts.papers) == 1_000
    assert frozen.requests() == {"arXiv": 5, "Semantic Scholar": 2, "Crossref": 0, "Hugging Face": 1_000, "GitHub": 0}
    assert replace(facts, venues={}).venues == {}
