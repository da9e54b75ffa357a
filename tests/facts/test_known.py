"""What a lock file answers, and how it is renewed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from types import MappingProxyType

import pytest

from bot.facts.lock_file import LockedPaper, make_lock
from bot.facts.lock_renewal import Wanted, answer_from_lock, find_stale, find_wanted, renew
from bot.facts.model import Absent, Facts, Unknown, Unrecorded
from bot.facts.questions import Questions, Unchecked, find_unchecked, plan_queries
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

TODAY = date(2026, 11, 21)
ADAM = Identifier(Scheme.ARXIV, "1412.6980")
NEW = Identifier(Scheme.ARXIV, "2601.00001")
OLD = LockedPaper(id="arXiv:1412.6980", title="Adam", titles=("Ada",), authors=("A. B",), checked=date(2026, 1, 1))
WORK = LockedPaper(id="doi:10.1000/a", title="A Work", checked=date(2026, 1, 1))
FORUM = "https://openreview.net/forum?id=x"
QUERIES = plan_queries(
    Questions(
        {ADAM: (), NEW: ()},
        ("https://doi.org/10.1000/a", "https://doi.org/10.1000/b", FORUM, "https://example.org/"),
        frozenset({FORUM}),
    ),
    links=False,
    repositories=False,
)
WANTED = Wanted(
    frozenset({"arXiv:1412.6980", "arXiv:2601.00001", "doi:10.1000/a", "doi:10.1000/b"}), frozenset({"openreview:x"})
)


def test_what_a_lock_file_should_have() -> None:
    assert find_wanted(QUERIES) == WANTED


def test_what_it_answers() -> None:
    facts = answer_from_lock(make_lock([OLD, WORK]), QUERIES, 0.0)
    assert {str(each): type(fact) for each, fact in facts.papers.items()} == {
        "arxiv:1412.6980": Record,
        "arxiv:2601.00001": Unknown,
    }
    assert {each: type(fact) for each, fact in facts.works.items()} == {"10.1000/a": Record, "10.1000/b": Unknown}
    name = "papers.lock.jsonl"
    assert find_unchecked(facts) == (Unchecked("paper", name, f"not in {name}", 2),)


def test_what_is_stale() -> None:
    assert find_stale(["arXiv:1412.6980", "arXiv:1", "openreview:x", "doi:10.1000/a"], WANTED) == (
        ("arXiv:2601.00001", "doi:10.1000/b"),
        ("arXiv:1",),
    )


def paper(title: str = "Adam", **more: object) -> Record:
    evidence = (Evidence(1.7952e9, "https://export.arxiv.org/", 200),)
    return replace(Record(title, identifier=ADAM, withdrawn=False, authors=("A. B",), evidence=evidence), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        pytest.param(paper("Adam 2"), replace(OLD, title="Adam 2", titles=(), checked=date(2026, 11, 20)), id="news"),
        pytest.param(Unknown("no answer"), OLD, id="no answer"),
        pytest.param(paper(titles=None), OLD, id="without its versions"),
        pytest.param(paper(authors=()), OLD, id="without authors"),
        pytest.param(
            Absent(), LockedPaper(id="arXiv:1412.6980", title="", absent=True, checked=TODAY), id="gone"
        ),
    ],
)  # fmt: skip
def test_what_becomes_of_a_line(fact: Record | Absent | Unknown, line: LockedPaper) -> None:
    facts = Facts(papers=MappingProxyType({ADAM: fact}))
    wanted = Wanted(frozenset({"arXiv:1412.6980"}), frozenset())
    assert renew({OLD.id: OLD}, wanted, facts, TODAY) == ((line,), 0, int(line != OLD), 0, ())


def test_what_is_new_gone_and_not_known() -> None:
    facts = Facts(
        works=MappingProxyType(
            {"10.1000/a": Unrecorded("nobody"), "openreview:x": Record("X"), "https://a.b/": Record("Y")}
        )
    )
    found = renew({"arXiv:1": replace(OLD, id="arXiv:1")}, WANTED, facts, TODAY)
    assert {each.id: each.title for each in found.papers} == {"doi:10.1000/a": "", "openreview:x": "X"}
    assert found[1:] == (2, 0, 1, ("arXiv:1412.6980", "arXiv:2601.00001", "doi:10.1000/b"))
