"""What an earlier run learned, and for how long that will do."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.facts.cache import DAY, LINKS, PAPERS, REPOSITORIES, Cache, CachedFacts, is_settled
from bot.facts.model import Repository
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = 1_795_000_000.0
TITLE = "FireAct: Toward Language Agent Fine-tuning"
OTHER = "Neural Machine Translation by Jointly Learning to Align"
NAME = Identifier(Scheme.ARXIV, "2310.05915")
PAPER = Record(TITLE, identifier=NAME, version=1, withdrawn=False)
REACT = Identifier(Scheme.GITHUB, "ysymyth/react")
URL = "https://a.org/x"


@pytest.fixture
def cache() -> Iterator[Cache]:
    with closing(Cache(None)) as opened:
        yield opened


def seen(time: float, source: str = "") -> tuple[Evidence, ...]:
    return (Evidence(time, source, 200, "cached result"),)


@pytest.mark.parametrize(
    ("paper", "titles", "days", "settled"),
    [
        (PAPER, [TITLE], 0, True),
        (PAPER, [TITLE], 30, True),
        (PAPER, [TITLE], 31, False),
        (PAPER, [TITLE], -1, False),
        (PAPER, [], 29, True),
        (PAPER, [OTHER], 0.5, True),
        (PAPER, [OTHER], 2, False),
        (PAPER, [TITLE, OTHER], 2, False),
        (replace(PAPER, titles=None), [TITLE], 2, True),
        (replace(PAPER, titles=None), [OTHER], 0.5, False),
        (replace(PAPER, comment="Withdrawn.", withdrawn=True), [TITLE], 2, True),
        (replace(PAPER, comment="Withdrawn.", withdrawn=None), [TITLE], 0.5, True),
        (replace(PAPER, comment="Withdrawn.", withdrawn=None), [TITLE], 2, False),
    ],
)
def test_what_need_not_be_asked_again(paper: Record, titles: list[str], days: float, settled: bool) -> None:
    assert is_settled(paper, titles, days * DAY) is settled


def test_papers_come_back_settled_or_stale(cache: Cache) -> None:
    CachedFacts(cache, NOW).save(PAPERS, {NAME: PAPER}, NOW - 2 * DAY)
    cached = CachedFacts(cache, NOW)
    known = replace(PAPER, evidence=seen(NOW - 2 * DAY))
    assert cached.load_papers({NAME: [TITLE]}) == ({NAME: known}, {})
    assert cached.load_papers({NAME: [OTHER]}) == ({}, {NAME: replace(known, titles=None)})
    assert cached.load_papers({Identifier(Scheme.ARXIV, "2310.00001"): []}) == ({}, {})


@pytest.mark.parametrize(
    ("days", "offline", "known"), [(0.9, False, True), (1.1, False, False), (400, True, True), (-1, False, False)]
)
def test_repositories_will_do_for_a_day(cache: Cache, days: float, offline: bool, known: bool) -> None:
    repository = Repository(REACT, "ysymyth/ReAct", archived=False)
    time = NOW - days * DAY
    CachedFacts(cache, NOW).save(REPOSITORIES, {REACT: repository}, time)
    found = CachedFacts(cache, NOW, offline).load(REPOSITORIES, [REACT])
    assert found == ({REACT: replace(repository, evidence=seen(time))} if known else {})


@pytest.mark.parametrize(("days", "offline", "known"), [(6.9, False, True), (7.1, False, False), (400, True, True)])
def test_links_will_do_for_a_week(cache: Cache, days: float, offline: bool, known: bool) -> None:
    time = NOW - days * DAY
    CachedFacts(cache, NOW).save_links([LinkStatus(URL, LinkState.OK, "status 200")], time)
    found = CachedFacts(cache, NOW, offline).load(LINKS, [URL, "https://a.org/y"])
    evidence = (Evidence(time, "", None, "cached result"),)
    assert found == ({URL: LinkStatus(URL, LinkState.OK, "status 200", evidence)} if known else {})


@pytest.mark.parametrize("state", [state for state in LinkState if state is not LinkState.OK])
def test_no_other_state_of_a_link_is_cached(cache: Cache, state: LinkState) -> None:
    cached = CachedFacts(cache, NOW, offline=True)
    cached.save_links([LinkStatus(URL, state, "", target="https://a.org/y")], NOW)
    assert cached.load(LINKS, [URL]) == {}


def test_what_cannot_be_read_was_never_cached(cache: Cache) -> None:
    for kind, name in (("paper", NAME), ("repository", REACT), ("link", URL)):
        cache.save(kind, {str(name): "{"}, NOW)
    cached = CachedFacts(cache, NOW, offline=True)
    assert (cached.load_papers({NAME: []}), cached.load(REPOSITORIES, [REACT]), cached.load(LINKS, [URL])) == (
        ({}, {}),
        {},
        {},
    )


@pytest.mark.parametrize(("age", "rest"), [(0.0, 3.0), (1.0, 2.0), (3.0, 0.0), (900.0, 0.0), (-5.0, 0.0)])
def test_the_pace_of_a_service_counts_for_all_runs(cache: Cache, age: float, rest: float) -> None:
    """A clock that was set back must not make anybody wait."""
    CachedFacts(cache, NOW).save_answer_time("arxiv", NOW - age)
    assert CachedFacts(cache, NOW).remaining_wait("arxiv", 3.0) == rest
    assert CachedFacts(cache, NOW).remaining_wait("another", 3.0) == 0.0
