"""What is cached can be read back, and what cannot be read is as if never cached."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codec import to_json
from bot.facts.cache import LINKS, PAPERS, REPOSITORIES, WORKS
from bot.facts.model import Repository
from bot.links import LinkState, LinkStatus
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

PAPER = Identifier(Scheme.ARXIV, "2310.05915")
REPOSITORY = Identifier(Scheme.GITHUB, "a/b")
SEEN = (Evidence(5.0, "https://x", 200, "asked with 3 others"),)
CACHED = (Evidence(9.0, "https://x", 200, "cached result"),)
TEXTS = st.text(max_size=30)
DAYS = st.none() | st.dates()


@given(
    title=TEXTS,
    others=st.none() | st.lists(TEXTS, max_size=3).map(tuple),
    version=st.none() | st.integers(1, 99),
    days=st.tuples(DAYS, DAYS),
    texts=st.tuples(TEXTS, TEXTS, TEXTS),
    withdrawn=st.sampled_from([None, True, False]),
    authors=st.lists(TEXTS, max_size=3).map(tuple),
    categories=st.sampled_from([(), ("cs.CL", "cs.AI")]),
)
def test_paper_comes_back(
    title: str,
    others: tuple[str, ...] | None,
    version: int | None,
    days: tuple[date | None, date | None],
    texts: tuple[str, str, str],
    withdrawn: bool | None,
    authors: tuple[str, ...],
    categories: tuple[str, ...],
) -> None:
    day, updated = (PartialDate.of(each) if each is not None else None for each in days)
    paper = Record(
        title,
        others,
        authors,
        identifier=PAPER,
        doi=texts[0],
        categories=categories,
        date=day,
        updated=updated,
        version=version,
        comment=texts[1],
        journal_reference=texts[2],
        withdrawn=withdrawn,
        evidence=SEEN,
    )
    assert PAPERS.read(PAPER, PAPERS.write(paper), 9.0) == replace(paper, evidence=CACHED)


def test_repository_comes_back() -> None:
    repository = Repository(REPOSITORY, "A/c", archived=True, moved_to="A/c", evidence=SEEN)
    assert REPOSITORIES.read(REPOSITORY, REPOSITORIES.write(repository), 9.0) == replace(repository, evidence=CACHED)
    same = Repository(REPOSITORY, "A/B", archived=None)
    assert REPOSITORIES.read(REPOSITORY, REPOSITORIES.write(same), 9.0) == replace(
        same, evidence=(Evidence(9.0, "", 200, "cached result"),)
    )


def test_record_comes_back() -> None:
    record = Record("T", None, ("A B",), "ICML", 2023, (2022, 2023), "Crossref", preprint=True, evidence=SEEN)
    assert WORKS.read("10.1/x", WORKS.write(record), 9.0) == replace(record, evidence=CACHED)
    assert WORKS.read("10.1/x", "{}", 9.0) is None


def test_link_comes_back_with_its_tags() -> None:
    status = LinkStatus("https://x", LinkState.OK, "200", SEEN, tags=(("citation_title", "T"),))
    assert LINKS.read("https://x", LINKS.write(status), 9.0) == replace(status, evidence=CACHED)


def test_link_comes_back() -> None:
    status = LinkStatus("https://x", LinkState.OK, "200", SEEN)
    assert LINKS.read("https://x", LINKS.write(status), 9.0) == replace(status, evidence=CACHED)


@pytest.mark.parametrize(
    "text", ["", "no json", "null", "[]", "{}", '{"title": 1, "name": 2, "reason": 3}', "[" * 100_000]
)
def test_what_cannot_be_read_was_never_cached(text: str) -> None:
    assert PAPERS.read(PAPER, text, 1.0) is None
    assert REPOSITORIES.read(REPOSITORY, text, 1.0) is None
    assert LINKS.read("https://x", text, 1.0) is None


@pytest.mark.parametrize(
    "field", ['"titles": "x"', '"version": "1"', '"date": "soon"', '"withdrawn": 1', '"authors": 2']
)
def test_a_paper_with_an_odd_field_was_never_cached(field: str) -> None:
    assert PAPERS.read(PAPER, f'{{"title": "T", {field}}}', 1.0) is None


def test_fields_without_a_value_are_read() -> None:
    empty = {**dict.fromkeys(("version", "date", "updated", "withdrawn")), "comment": "", "doi": ""}
    empty["identifier"] = to_json(PAPER)
    fields = {"title": "T", "titles": None, **empty, "authors": ["A"], "at": "https://x"}
    assert PAPERS.read(PAPER, json.dumps(fields), 9.0) == Record(
        "T", None, identifier=PAPER, authors=("A",), evidence=CACHED
    )
    repository = json.dumps({"name": "a/b", "archived": None, "at": "https://x"})
    assert REPOSITORIES.read(REPOSITORY, repository, 9.0) == Repository(REPOSITORY, "a/b", evidence=CACHED)
    link = json.dumps({"reason": "200", "at": "https://x", "status": None})
    assert LINKS.read("https://x", link, 9.0) == LinkStatus(
        "https://x", LinkState.OK, "200", (Evidence(9.0, "https://x", None, "cached result"),)
    )
