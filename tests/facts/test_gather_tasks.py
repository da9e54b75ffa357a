"""Which tasks a run has, and what it says where no answer came."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.facts.cache import DAY, PAPERS, REPOSITORIES, WORKS, Cache, CachedFacts
from bot.facts.gather import DEFAULTS, Gathering, Options, World
from bot.facts.model import Absent, Repository, Unknown
from bot.facts.questions import Questions, plan_queries
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record
from tests.facts.helpers import SERVICES, arxiv
from tests.services.clock import START, FakeClock
from tests.services.transport import session_with

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FIREACT = arxiv("2310.05915")
TITLE = "FireAct: Toward Language Agent Fine-tuning"
OTHER = "Neural Machine Translation by Jointly Learning to Align"
REACT = Identifier(Scheme.GITHUB, "ysymyth/react")
PAPER_URL, CODE, DOI, PAGE = (
    *("https://arxiv.org/abs/2310.05915", "https://github.com/ysymyth/ReAct"),
    *("https://doi.org/10.1000/a", "https://a.org/x"),
)
ALL = Questions({FIREACT: (TITLE,)}, (PAPER_URL, CODE, DOI, PAGE))
SEEN = (Evidence(1.0, CODE, 404),)


@pytest.fixture
def cache() -> Iterator[Cache]:
    with closing(Cache(None)) as opened:
        yield opened


def gathering(
    cache: Cache, questions: Questions = ALL, token: str | None = "made-up", options: Options = DEFAULTS
) -> tuple[Gathering, list[str]]:
    """A run in a world where pages are all gone; and the pages that were visited."""
    visited: list[str] = []

    def visit(urls: Sequence[str]) -> Mapping[str, LinkStatus]:
        visited.extend(urls)
        return {url: LinkStatus(url, LinkState.DEAD, "status 404, asked twice", SEEN) for url in urls}

    world = World(replace(SERVICES, token=token), cache, FakeClock(), visit, lambda: session_with({}))
    made = Gathering(plan_queries(questions), world, options, lambda _what, _done, _total: None)
    made.read_cache()
    return made, visited


@pytest.mark.parametrize(
    ("questions", "token", "count"),
    [
        (ALL, "made-up", 4),
        (ALL, None, 3),
        (Questions({}, (PAGE,)), "made-up", 1),
        (Questions({}, (CODE,)), None, 1),
        (Questions({}, (DOI,)), None, 1),
        (Questions({FIREACT: ()}, ()), None, 1),
        (Questions({}, ()), "made-up", 0),
    ],
    ids=["all", "no token", "a page", "a repository without a token", "a DOI", "a paper", "nothing"],
)
def test_there_are_tasks_for_what_is_asked(cache: Cache, questions: Questions, token: str | None, count: int) -> None:
    assert len(list(gathering(cache, questions, token)[0].tasks())) == count


def test_there_are_none_for_what_is_cached(cache: Cache) -> None:
    cached = CachedFacts(cache, START)
    cached.save(PAPERS, {FIREACT: Record(TITLE, identifier=FIREACT)}, START - DAY)
    cached.save(REPOSITORIES, {REACT: Repository(REACT, "ysymyth/ReAct")}, START - 60)
    cached.save(WORKS, {"10.1000/a": Record("A Title")}, START - DAY)
    cached.save_links([LinkStatus(url, LinkState.OK, "seen") for url in (DOI, PAGE)], START - DAY)
    assert list(gathering(cache)[0].tasks()) == []


def test_works_are_asked_for_where_only_the_links_are_cached(cache: Cache) -> None:
    cached = CachedFacts(cache, START)
    cached.save_links([LinkStatus(DOI, LinkState.OK, "seen")], START - DAY)
    assert [task.service for task in gathering(cache, Questions({}, (DOI,)))[0].tasks()] == ["Crossref"]


@pytest.mark.parametrize(
    ("reason", "token", "unknown"),
    [
        ("", "made-up", ("arXiv was not asked", "GitHub was not asked")),
        ("", None, ("arXiv was not asked", "GITHUB_TOKEN is not set")),
        ("the run was interrupted", None, ("the run was interrupted", "the run was interrupted")),
    ],
)
def test_what_nobody_answered_is_unknown(
    cache: Cache, reason: str, token: str | None, unknown: tuple[str, str]
) -> None:
    found = gathering(cache, token=token)[0].results(reason)
    assert found == ({FIREACT: Unknown(unknown[0])}, {REACT: Unknown(unknown[1])})


def test_an_old_answer_is_better_than_none(cache: Cache) -> None:
    """There may be news of a paper whose title is in doubt; but it exists."""
    CachedFacts(cache, START).save(PAPERS, {FIREACT: Record(OTHER, identifier=FIREACT)}, START - 9 * DAY)
    made, _ = gathering(cache)
    assert len(list(made.tasks())) == 4
    papers, _ = made.results("the run was interrupted")
    cached = (Evidence(START - 9 * DAY, "", 200, "cached result"),)
    assert papers == {FIREACT: Record(OTHER, None, identifier=FIREACT, evidence=cached)}


@pytest.mark.parametrize(("most", "visited"), [(50, [PAGE, CODE]), (0, [PAGE])])
def test_without_a_token_pages_stand_in_for_github(cache: Cache, most: int, visited: list[str]) -> None:
    questions = Questions({}, (CODE, PAGE))
    made, seen = gathering(cache, questions, None, Options(pages_without_token=most))
    for task in made.tasks():
        task.run(session_with({}))
    assert seen == visited
    _, repositories = made.results("")
    lacking = Unknown("GITHUB_TOKEN is not set")
    assert repositories == {REACT: Absent(SEEN) if most else lacking}
