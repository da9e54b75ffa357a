"""What is asked about papers, and what is concluded from answers good and bad."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.facts.model import Absent, Unknown
from bot.papers.dates import PartialDate
from bot.papers.record import Record
from tests.facts.helpers import ARXIV, OAI, Office, arxiv, ids
from tests.services.arxiv import CONTROL, Fault, Work

FIREACT = "FireAct: Toward Language Agent Fine-tuning"
OTHER = "Neural Machine Translation by Jointly Learning to Align"


def works(values: list[str]) -> dict[str, Work]:
    return {value: Work((f"On the Study of Subject {value} in Depth",)) for value in values}


def test_paper_is_described() -> None:
    office = Office({"2310.05915": Work((FIREACT,), "Accepted at ICLR 2025", "Nature 1", authors=("A B", "C D"))})
    facts = office.ask({"2310.05915": [FIREACT]})
    paper = facts[arxiv("2310.05915")]
    assert isinstance(paper, Record)
    assert (paper.title, paper.titles, paper.version) == (FIREACT, (), 1)
    assert (paper.date, paper.updated) == (PartialDate(2023, 5, 1), PartialDate(2023, 5, 1))
    assert (paper.comment, paper.journal_reference, paper.withdrawn) == ("Accepted at ICLR 2025", "Nature 1", False)
    assert paper.authors == ("A B", "C D")
    assert [(each.url, each.status, each.note) for each in paper.evidence] == [
        (f"{ARXIV}?id_list=2310.05915", 200, "asked with 1 others")
    ]
    assert office.arxiv.requests == [("2310.05915", CONTROL)]
    assert (office.datacite.requests, office.oai.requests) == ([], [])


def test_thousand_papers_cost_seven_requests_at_most() -> None:
    values = ids(1_000)
    office = Office(works(values))
    facts = office.ask({value: [office.works[value].titles[0]] for value in values})
    assert all(isinstance(fact, Record) for fact in facts.values())
    assert len(facts) == 1_000
    assert len(office.arxiv.requests) <= 7
    assert max(map(len, office.arxiv.requests)) <= 250
    assert office.gate.violations == 0


def test_second_looks_ride_along() -> None:
    """A thousand papers, forty of them renamed and one that does not exist: still at most eight requests."""
    values = ids(1_000)
    known = works(values[:-1]) | {
        value: Work((f"Old Name of Paper {value}", "Quite Another One", "New")) for value in values[:40]
    }
    office = Office(known)
    facts = office.ask({value: [f"Old Name of Paper {value}"] for value in values})
    assert isinstance(facts[arxiv(values[-1])], Absent)
    renamed = facts[arxiv(values[0])]
    assert isinstance(renamed, Record)
    assert renamed.titles == (f"Old Name of Paper {values[0]}", "Quite Another One")
    assert len(office.arxiv.requests) <= 8
    assert office.gate.violations == 0


@pytest.mark.parametrize("old_shape", [False, True], ids=["new feed", "old feed"])
def test_paper_is_absent_after_two_answers(old_shape: bool) -> None:
    office = Office({}, old_shape=old_shape)
    facts = office.ask({"2310.05915": [FIREACT]})
    fact = facts[arxiv("2310.05915")]
    assert isinstance(fact, Absent)
    assert [each.status for each in fact.evidence] == [200, 200]
    assert office.arxiv.requests == [("2310.05915", CONTROL)] * 2
    assert office.datacite.requests == [("2310.05915",)]


def test_registered_paper_is_not_absent() -> None:
    office = Office({}, registered={"2310.05915": FIREACT})
    fact = office.ask({"2310.05915": [OTHER]})[arxiv("2310.05915")]
    assert isinstance(fact, Record)
    assert (fact.title, fact.titles) == (FIREACT, None)


def test_another_paper_takes_the_place_of_a_control_that_is_missing() -> None:
    """A mirror may lack the usual control."""
    values = ids(3)
    office = Office(works(values[:2]), faults=[Fault.NO_CONTROL])
    facts = office.ask({value: [] for value in values})
    assert [type(facts[arxiv(value)]) for value in values] == [Record, Record, Absent]
    assert office.arxiv.requests[1:] == [(values[2], values[1])] * 2


@pytest.mark.parametrize(
    ("value", "known", "absent"),
    [
        ("2611.01000", [], False),
        ("2611.01000", ["2611.00999"], False),
        ("2611.01000", ["2611.01001"], True),
        ("2610.01000", [], True),
        ("2612.00001", [], False),
        ("math/0611001", [], True),
    ],
)
def test_paper_of_this_month_may_not_be_listed_yet(value: str, known: list[str], absent: bool) -> None:
    """The clock shows November 2026."""
    fact = Office(works(known)).ask({each: [] for each in [value, *known]})[arxiv(value)]
    assert isinstance(fact, Absent if absent else Unknown)


def test_control_that_is_listed_is_asked_once() -> None:
    office = Office({})
    facts = office.ask({CONTROL: ["Attention Is All You Need"]})
    assert isinstance(facts[arxiv(CONTROL)], Record)
    assert office.arxiv.requests == [(CONTROL,)]


def test_all_earlier_titles_are_fetched_where_the_title_is_another() -> None:
    titles = ("First Name of the Thing", "Second Name of It All", "Third and Last Name Here")
    office = Office({"2310.05915": Work(titles), "2310.05916": Work(titles)})
    facts = office.ask({"2310.05915": [OTHER], "2310.05916": [titles[-1]]})
    looked, trusted = facts[arxiv("2310.05915")], facts[arxiv("2310.05916")]
    assert isinstance(looked, Record)
    assert isinstance(trusted, Record)
    assert (looked.titles, trusted.titles) == (titles[:-1], None)
    assert office.arxiv.requests[1:] == [("2310.05915v1", "2310.05915v2", CONTROL)]


def test_one_missing_version_leaves_the_titles_unknown() -> None:
    office = Office({"2310.05915": Work(("A Name", "B Name", "C Name"))}, faults=[Fault.NONE, Fault.HALF, Fault.EMPTY])
    paper = office.ask({"2310.05915": [OTHER]})[arxiv("2310.05915")]
    assert isinstance(paper, Record)
    assert paper.titles is None


def test_batch_with_a_bad_name_is_halved() -> None:
    values = ids(249)
    office = Office(works(values), breaks_over=frozenset({values[70], values[71]}), registered={})
    facts = office.ask({value: [] for value in values})
    unknown = [each.value for each, fact in facts.items() if isinstance(fact, Unknown)]
    assert unknown == []
    assert {facts[arxiv(value)].evidence[0].url for value in values[70:72]} == {OAI}
    assert len(office.arxiv.requests) < 25


def test_rate_limits_are_waited_out_twice() -> None:
    office = Office(works(ids(1)), faults=[Fault.BUSY, Fault.BUSY])
    facts = office.ask({ids(1)[0]: []})
    assert isinstance(facts[arxiv(ids(1)[0])], Record)
    assert office.clock.elapsed() == pytest.approx(15 + 60 + 3)


def test_service_that_asks_for_time_gets_it() -> None:
    office = Office(works(ids(1)), faults=[Fault.UNAVAILABLE], budget=40)
    office.ask({ids(1)[0]: []})
    assert office.clock.elapsed() == pytest.approx(15 + 2)


def test_storm_sends_the_bot_to_the_registry_and_then_to_oai() -> None:
    values = ids(300)
    known = works(values)
    office = Office(
        known, faults=[Fault.BUSY] * 50, registered={value: known[value].titles[0] for value in values[:100]}
    )
    facts = office.ask({value: [OTHER] for value in values})
    kinds = [type(facts[arxiv(value)]) for value in values]
    assert len(office.arxiv.requests) == 3
    assert [len(each) for each in office.datacite.requests] == [50] * 6
    assert len(office.oai.requests) == 10
    assert kinds == [Record] * 110 + [Unknown] * 190
    reason = facts[arxiv(values[-1])]
    assert isinstance(reason, Unknown)
    assert reason.reason == "arXiv answered 429"


def test_budget_is_kept() -> None:
    office = Office(works(ids(1_000)), budget=9.0)
    facts = office.ask({value: [] for value in ids(1_000)})
    assert len(office.arxiv.requests) == 3
    assert office.clock.elapsed() <= 9.0 + 4.0
    assert {fact.reason for fact in facts.values() if isinstance(fact, Unknown)} == {"no time left to ask arXiv"}


@pytest.mark.parametrize(
    ("comment", "withdrawn", "expected"),
    [
        ("This paper has been withdrawn by the author", True, True),
        ("Withdrawn due to an error", True, True),
        ("This paper has been withdrawn from ICML, see v3", False, False),
        ("Supersedes a paper that has been withdrawn", True, False),
        ("", True, False),
    ],
)
def test_withdrawal_is_confirmed(comment: str, withdrawn: bool, expected: bool) -> None:
    office = Office({"2310.05915": Work((FIREACT,), comment, withdrawn=withdrawn)})
    paper = office.ask({"2310.05915": [FIREACT]})[arxiv("2310.05915")]
    assert isinstance(paper, Record)
    assert paper.withdrawn is expected


def test_unconfirmed_withdrawal_is_unknown() -> None:
    office = Office({"2310.05915": Work((FIREACT,), "This paper is withdrawn")})
    office.oai.status = 503
    paper = office.ask({"2310.05915": [FIREACT]})[arxiv("2310.05915")]
    assert isinstance(paper, Record)
    assert paper.withdrawn is None


FAULTS = st.lists(st.sampled_from([*Fault, *[Fault.NONE] * 6]), max_size=40)


INDEXES = st.integers(0, 8) | st.integers(0, 509)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    faults=FAULTS,
    count=st.sampled_from([1, 2, 3, 9, 40, 249, 250, 510]),
    missing=st.sets(INDEXES, max_size=3),
    renamed=st.sets(INDEXES, max_size=5),
    bad=st.sets(INDEXES, max_size=2),
    old_shape=st.booleans(),
    registered=st.booleans(),
)
def test_no_fault_makes_a_paper_absent_or_another(
    faults: list[Fault],
    count: int,
    missing: set[int],
    renamed: set[int],
    bad: set[int],
    old_shape: bool,
    registered: bool,
) -> None:
    """Whatever arXiv does: a paper that exists is never called absent, and titles are those of its versions."""
    values = ids(count)
    known = {value: work for index, (value, work) in enumerate(works(values).items()) if index not in missing}
    for index in renamed:
        if index < count and index not in missing:
            known[values[index]] = Work(("The Very First Name of All", "A Later Name", "The Name of Today"))
    office = Office(
        known,
        faults,
        registered={value: work.titles[-1] for value, work in known.items()} if registered else {},
        old_shape=old_shape,
        breaks_over=frozenset(values[index] for index in bad if index < count),
    )
    facts = office.ask({value: ["The Very First Name of All"] for value in values})
    assert facts.keys() == {arxiv(value) for value in values}
    for value in values:
        fact, work = facts[arxiv(value)], known.get(value)
        if work is None:
            assert not isinstance(fact, Record)
        else:
            assert not isinstance(fact, Absent)
            if isinstance(fact, Record):
                assert fact.title == work.titles[-1]
                assert fact.titles in {None, work.titles[:-1]}
    assert office.gate.violations == 0
