"""What is kept can be read back, and what cannot be read is as if never kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import date  # noqa: TC003 - hypothesis reads the annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.facts.cache import read_link, read_paper, read_repository, write_link, write_paper, write_repository
from bot.facts.model import Paper, Repository
from bot.links.model import Evidence, LinkState, LinkStatus
from bot.papers.identifiers import Identifier, Scheme

PAPER = Identifier(Scheme.ARXIV, "2310.05915")
REPOSITORY = Identifier(Scheme.GITHUB, "a/b")
SEEN = (Evidence(5.0, "https://x", 200, "asked with 3 others"),)
KEPT = (Evidence(9.0, "https://x", 200, "kept answer"),)
TEXTS = st.text(max_size=30)
DAYS = st.none() | st.dates()


@given(
    title=TEXTS,
    others=st.none() | st.lists(TEXTS, max_size=3).map(tuple),
    version=st.none() | st.integers(1, 99),
    days=st.tuples(DAYS, DAYS),
    texts=st.tuples(*[st.none() | TEXTS] * 3),
    withdrawn=st.sampled_from([None, True, False]),
    authors=st.lists(TEXTS, max_size=3).map(tuple),
)
def test_paper_comes_back(
    title: str,
    others: tuple[str, ...] | None,
    version: int | None,
    days: tuple[date | None, date | None],
    texts: tuple[str | None, str | None, str | None],
    withdrawn: bool | None,
    authors: tuple[str, ...],
) -> None:
    paper = Paper(PAPER, title, others, version, *days, *texts, withdrawn, authors, SEEN)
    assert read_paper(PAPER, write_paper(paper), 9.0) == replace(paper, evidence=KEPT)


def test_repository_comes_back() -> None:
    repository = Repository(REPOSITORY, "A/c", archived=True, moved_to="A/c", evidence=SEEN)
    assert read_repository(REPOSITORY, write_repository(repository), 9.0) == replace(repository, evidence=KEPT)
    same = Repository(REPOSITORY, "A/B", archived=None)
    assert read_repository(REPOSITORY, write_repository(same), 9.0) == replace(
        same, evidence=(Evidence(9.0, "", 200, "kept answer"),)
    )


def test_link_comes_back() -> None:
    status = LinkStatus("https://x", LinkState.OK, "200", SEEN)
    assert read_link("https://x", write_link(status), 9.0) == replace(status, evidence=KEPT)


@pytest.mark.parametrize(
    "text", ["", "no json", "null", "[]", "{}", '{"title": 1, "name": 2, "reason": 3}', "[" * 100_000]
)
def test_what_cannot_be_read_was_never_kept(text: str) -> None:
    assert read_paper(PAPER, text, 1.0) is None
    assert read_repository(REPOSITORY, text, 1.0) is None
    assert read_link("https://x", text, 1.0) is None


def test_odd_fields_are_unknown() -> None:
    text = '{"title": "T", "other_titles": "x", "version": "1", "published": "soon", "withdrawn": 1, "authors": 2}'
    kept = Evidence(1.0, "", 200, "kept answer")
    assert read_paper(PAPER, text, 1.0) == Paper(PAPER, "T", evidence=(kept,))
