"""Who is asked about a URL, and what is asked about lists."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.facts.questions import (
    Queries,
    Questions,
    Route,
    collect_entry_questions,
    collect_questions,
    find_route,
    plan_queries,
)
from bot.listing import Listing, read
from bot.papers.identifiers import Identifier, Scheme
from bot.text import Text

FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
REACT = Identifier(Scheme.GITHUB, "ysymyth/react")

TEXT = """# Papers

![badge](https://img.shields.io/github/stars/ysymyth/ReAct?style=social) [site](https://example.org/site) [top](#papers)

* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[code](https://github.com/ysymyth/ReAct)]
* [FireAct: Language Agents](https://arxiv.org/pdf/2310.05915v2) [[page](https://example.org/page)] [[file](docs/x.pdf)]
"""


def listing() -> Listing:
    return read(parse(Text("README.md", TEXT)))


@pytest.mark.parametrize(
    ("url", "route"),
    [
        ("https://arxiv.org/abs/2310.05915v2", Route(paper=FIREACT)),
        ("http://www.arxiv.org/pdf/2310.05915.pdf", Route(paper=FIREACT)),
        ("https://doi.org/10.48550/arXiv.2310.05915", Route(paper=FIREACT)),
        ("https://huggingface.co/papers/2310.05915", Route(paper=FIREACT, page=True)),
        ("https://arxiv.org/abs/2313.05915", Route(page=True)),
        ("https://arxiv.org/list/cs.CL/recent", Route(page=True)),
        ("https://doi.org/10.1145/3292500.3330648", Route(doi="10.1145/3292500.3330648")),
        ("https://dl.acm.org/doi/10.1145/3292500", Route(page=True)),
        ("https://doi.org/10.18653/v1/2023.acl-long.1", Route(doi="10.18653/v1/2023.acl-long.1")),
        ("https://github.com/ysymyth/ReAct", Route(repository=REACT)),
        ("https://github.com/ysymyth/ReAct.git", Route(repository=REACT)),
        ("https://github.com/ysymyth/ReAct/", Route(repository=REACT)),
        ("https://github.com/ysymyth/ReAct#setup", Route(repository=REACT)),
        ("https://github.com/ysymyth/ReAct/tree/master/x", Route(repository=REACT, page=True)),
        ("https://github.com/ysymyth", Route(page=True)),
        ("https://img.shields.io/github/stars/ysymyth/ReAct.svg?style=social", Route(repository=REACT)),
        ("https://img.shields.io/github/last-commit/ysymyth/ReAct", Route(repository=REACT)),
        (
            "https://img.shields.io/badge/paper-red",
            Route(reason="a badge, made by the badge service itself"),
        ),
        ("https://example.org/x", Route(page=True)),
        ("mailto:a@b.c", Route(reason="not a web address")),
        ("docs/x.pdf", Route(reason="not a web address")),
        ("#papers", Route(reason="not a web address")),
        ("https://", Route(reason="not a web address")),
        ("", Route(reason="not a web address")),
    ],
)
def test_route(url: str, route: Route) -> None:
    assert find_route(url) == route


def test_questions_about_a_list() -> None:
    assert collect_questions([listing()]) == Questions(
        {FIREACT: ("FireAct: Toward Language Agent Fine-tuning", "FireAct: Language Agents")},
        (
            "https://img.shields.io/github/stars/ysymyth/ReAct?style=social",
            "https://example.org/site",
            "https://arxiv.org/abs/2310.05915",
            "https://github.com/ysymyth/ReAct",
            "https://arxiv.org/pdf/2310.05915v2",
            "https://example.org/page",
        ),
    )


def test_questions_about_an_entry() -> None:
    assert collect_entry_questions(listing().entries[1:]) == Questions(
        {FIREACT: ("FireAct: Language Agents",)},
        ("https://arxiv.org/pdf/2310.05915v2", "https://example.org/page"),
    )


def test_plan_asks_what_is_needed() -> None:
    questions = collect_questions([listing()])
    whole = plan_queries(questions)
    assert whole == Queries(
        papers=questions.papers,
        repositories=(REACT,),
        dois={},
        pages=("https://example.org/site", "https://example.org/page"),
        fronts={REACT: "https://github.com/ysymyth/ReAct"},
        links=questions.links,
    )
    assert plan_queries(questions, papers=False, repositories=False) == whole
    papers = plan_queries(questions, repositories=False, links=False)
    assert (papers.papers, papers.repositories, papers.pages, papers.links) == (questions.papers, (), (), ())
    assert plan_queries(questions, papers=False, links=False).repositories == (REACT,)
    assert plan_queries(questions, papers=False, repositories=False, links=False) == Queries(
        {}, (), {}, (), whole.fronts, ()
    )
