"""What facts say about links."""

from __future__ import annotations

import pytest

from bot.facts.model import Absent, PaperFact, Repository, RepositoryFact, Unknown
from bot.facts.questions import judge_links, judge_repository
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
REACT = Identifier(Scheme.GITHUB, "ysymyth/react")
SEEN = (Evidence(1.0, "https://x", 200),)
URL = "https://arxiv.org/abs/2310.05915"
CODE = "https://github.com/ysymyth/ReAct"


@pytest.mark.parametrize(
    ("url", "fact", "state"),
    [
        (URL, Record("T", None, identifier=FIREACT, version=2), LinkState.OK),
        (f"{URL}v2", Record("T", None, identifier=FIREACT, version=2), LinkState.OK),
        (f"{URL}v3", Record("T", None, identifier=FIREACT, version=2), LinkState.UNCERTAIN),
        (f"{URL}v3", Record("T", None, identifier=FIREACT), LinkState.OK),
        (URL, Absent(SEEN), LinkState.DEAD),
        (URL, Unknown("arXiv answered 429", SEEN), LinkState.UNCERTAIN),
        (URL, Unknown("no time left to ask arXiv"), LinkState.SKIPPED),
        (URL, None, LinkState.SKIPPED),
        ("https://huggingface.co/papers/2310.05915", Record("T", None, identifier=FIREACT), LinkState.SKIPPED),
    ],
)
def test_paper(url: str, fact: PaperFact | None, state: LinkState) -> None:
    papers = {} if fact is None else {FIREACT: fact}
    status = judge_links([url], papers, {}, {})[url]
    assert (status.url, status.state) == (url, state)


@pytest.mark.parametrize(
    ("url", "fact", "state", "target"),
    [
        (CODE, Repository(REACT, "ysymyth/ReAct", False), LinkState.OK, None),
        (CODE, Repository(REACT, "a/b", False, "a/b"), LinkState.MOVED, "https://github.com/a/b"),
        (CODE, Absent(SEEN), LinkState.DEAD, None),
        (CODE, Unknown("GitHub answered 502", SEEN), LinkState.UNCERTAIN, None),
        (CODE, None, LinkState.SKIPPED, None),
        (f"{CODE}/tree/main", Absent(SEEN), LinkState.DEAD, None),
        (f"{CODE}/tree/main", Repository(REACT, "a/b", False, "a/b"), LinkState.SKIPPED, None),
        (
            "https://img.shields.io/github/stars/ysymyth/ReAct",
            Repository(REACT, "a/b", False, "a/b"),
            LinkState.OK,
            None,
        ),
    ],
)
def test_repository(url: str, fact: RepositoryFact | None, state: LinkState, target: str | None) -> None:
    status = judge_links([url], {}, {} if fact is None else {REACT: fact}, {})[url]
    assert (status.state, status.target) == (state, target)


def test_page_has_its_own_answer() -> None:
    url = "https://example.org/x"
    answer = LinkStatus(url, LinkState.BLOCKED, "403")
    assert judge_links([url], {}, {}, {url: answer}) == {url: answer}
    assert judge_links([url], {}, {}, {}, "no cached answer") == {
        url: LinkStatus(url, LinkState.SKIPPED, "no cached answer")
    }


@pytest.mark.parametrize(
    ("page", "fact"),
    [
        (None, Unknown("GITHUB_TOKEN is not set, and the page was not visited")),
        (LinkStatus(CODE, LinkState.OK, "200", SEEN), Repository(REACT, "ysymyth/ReAct", evidence=SEEN)),
        (
            LinkStatus(CODE, LinkState.MOVED, "301", SEEN, "https://github.com/a/b"),
            Repository(REACT, "a/b", None, "a/b", SEEN),
        ),
        (
            LinkStatus(CODE, LinkState.MOVED, "301", SEEN, "https://github.com/YSYMYTH/react/"),
            Repository(REACT, "YSYMYTH/react", None, None, SEEN),
        ),
        (LinkStatus(CODE, LinkState.MOVED, "301", SEEN, "https://example.org/a/b"), Unknown("301", SEEN)),
        (LinkStatus(CODE, LinkState.DEAD, "404 twice", SEEN), Absent(SEEN)),
        (LinkStatus(CODE, LinkState.UNCERTAIN, "429", SEEN), Unknown("429", SEEN)),
    ],
)
def test_page_stands_in_for_the_api(page: LinkStatus | None, fact: RepositoryFact) -> None:
    assert judge_repository(REACT, page) == fact
