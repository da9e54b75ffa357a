from __future__ import annotations

import pytest

from bot.facts.model import Absent, Facts, Repository, Unknown
from bot.facts.questions import Unchecked, find_unchecked
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record

PAPERS = [Identifier(Scheme.ARXIV, f"2310.0000{number}") for number in range(1, 6)]
CODE, OTHER = Identifier(Scheme.GITHUB, "a/b"), Identifier(Scheme.GITHUB, "a/c")


def links(*found: tuple[str, LinkState, str]) -> Facts:
    return Facts(links={url: LinkStatus(url, state, reason) for url, state, reason in found})


CASES = {
    "nothing asked": (Facts(), ()),
    "papers and repositories": (
        Facts(
            papers={
                PAPERS[0]: Unknown("arXiv: could not connect"),
                PAPERS[1]: Unknown("arXiv answered 503"),
                PAPERS[2]: Unknown("arXiv answered 503"),
                PAPERS[3]: Record("A Title", None, identifier=PAPERS[3]),
                PAPERS[4]: Absent(),
            },
            repositories={CODE: Unknown("GitHub answered 403"), OTHER: Repository(OTHER, "a/c")},
        ),
        (
            Unchecked("paper", "arXiv", "arXiv answered 503", 2),
            Unchecked("paper", "arXiv", "arXiv: could not connect", 1),
            Unchecked("repository", "GitHub", "GitHub answered 403", 1),
        ),
    ),
    "pages by host, the most first": (
        links(
            ("https://b.org/1", LinkState.UNCERTAIN, "no answer in time"),
            ("https://a.org/1", LinkState.BLOCKED, "403"),
            ("https://a.org/2", LinkState.SKIPPED, "not asked"),
            ("https://a.org/3", LinkState.SKIPPED, "not asked"),
            ("https://c.org/1", LinkState.OK, ""),
            ("https://c.org/2", LinkState.DEAD, "404"),
            ("https://c.org/3", LinkState.MOVED, "301"),
        ),
        (
            Unchecked("link", "a.org", "not asked", 2),
            Unchecked("link", "a.org", "403", 1),
            Unchecked("link", "b.org", "no answer in time", 1),
        ),
    ),
    "DOIs": (
        links(("https://doi.org/10.1000/a", LinkState.UNCERTAIN, "no clear answer")),
        (Unchecked("link", "doi.org", "no clear answer", 1),),
    ),
    "links to papers and repositories count as these": (
        links(
            ("https://arxiv.org/abs/2310.00001", LinkState.UNCERTAIN, "no answer"),
            ("https://github.com/a/b", LinkState.UNCERTAIN, "no answer"),
            ("https://github.com/a/b/wiki", LinkState.UNCERTAIN, "no answer"),
        ),
        (Unchecked("link", "github.com", "no answer", 1),),
    ),
    "not a URL": (links(("mailto:a@example.org", LinkState.SKIPPED, "not a URL")), ()),
}


@pytest.mark.parametrize(("facts", "expected"), CASES.values(), ids=CASES.keys())
def test_unchecked(facts: Facts, expected: tuple[Unchecked, ...]) -> None:
    assert find_unchecked(facts) == expected
