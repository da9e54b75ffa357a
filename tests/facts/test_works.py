"""What is asked of Crossref and DataCite about works, and how often."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.facts.crossref import CROSSREF_INTERVAL, Crossref
from bot.facts.datacite import DataCite
from bot.facts.papers import ask_registries
from tests.facts.helpers import DATACITE, client
from tests.services.registries import FakeWorks
from tests.services.transport import Ask, Say, session_with

if TYPE_CHECKING:
    from bot.papers.record import Record

CROSSREF = "http://crossref.example/works"


@dataclass
class FakeDois:
    """Knows titles by DOI, as DataCite."""

    titles: dict[str, str] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        query = ask.query["query"]
        self.requests.append(query)
        known = [
            {"attributes": {"doi": doi, "titles": [{"title": title}]}}
            for doi, title in self.titles.items()
            if f'"{doi}"' in query
        ]
        return Say(200, json.dumps({"data": known}).encode())


def look_up(
    dois: list[str], crossref: FakeWorks, datacite: FakeDois | None = None, mailto: str | None = None
) -> dict[str, str]:
    """The sources of the works that were found."""
    works: dict[str, Record] = {}
    session = session_with({CROSSREF: crossref, DATACITE: datacite or FakeDois()})
    asking = client(session, CROSSREF_INTERVAL)
    ask_registries(dois, works, Crossref(CROSSREF, asking, mailto), DataCite(DATACITE, asking, mailto))
    return {doi: record.source for doi, record in works.items()}


def dois(count: int) -> list[str]:
    return [f"10.1000/{number:03}" for number in range(count)]


def test_works_are_asked_for_in_batches() -> None:
    crossref = FakeWorks({doi: {"title": [doi]} for doi in dois(120)})
    assert look_up(dois(120), crossref) == dict.fromkeys(dois(120), "Crossref")
    assert [len(each) for each in crossref.requests] == [50, 50, 20]


def test_datacite_is_asked_about_the_rest() -> None:
    datacite = FakeDois({"10.5281/zenodo.1": "A Data Set"})
    crossref = FakeWorks({"10.1000/a": {"title": ["A"]}})
    found = look_up(["10.1000/a", "10.5281/zenodo.1", "10.1000/none"], crossref, datacite)
    assert found == {"10.1000/a": "Crossref", "10.5281/zenodo.1": "DataCite"}
    assert datacite.requests == ['doi:("10.5281/zenodo.1" OR "10.1000/none")']


def test_a_comma_would_end_the_filter() -> None:
    crossref = FakeWorks()
    assert look_up(["10.1000/a,b"], crossref, FakeDois({"10.1000/a,b": "A"})) == {"10.1000/a,b": "DataCite"}
    assert crossref.requests == []


def test_batches_are_divided_where_one_name_is_the_trouble() -> None:
    crossref = FakeWorks({doi: {"title": [doi]} for doi in dois(4)}, faults=[400, 200, 400])
    assert look_up(dois(4), crossref) == dict.fromkeys(dois(4), "Crossref")
    assert [len(each) for each in crossref.requests] == [4, 2, 2, 1, 1]


def test_a_registry_that_does_not_answer_is_left_alone() -> None:
    crossref = FakeWorks(faults=[503] * 9)
    assert look_up(dois(400), crossref) == {}
    assert len(crossref.requests) == 3


def test_long_names_make_small_batches() -> None:
    crossref = FakeWorks()
    look_up([f"10.1000/{number}{'x' * 400}" for number in range(12)], crossref)
    assert [len(each) for each in crossref.requests] == [6, 6]


@pytest.mark.parametrize("mailto", [None, "name@example.org"])
def test_the_mail_address_is_sent_where_there_is_one(mailto: str | None) -> None:
    crossref = FakeWorks()
    look_up(dois(1), crossref, mailto=mailto)
    assert crossref.queries[0].get("mailto") == mailto


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"message": {"items": 3}}', b'{"message": {"items": ["x"]}}', b"[" * 99_999]
)
def test_answers_of_another_shape_say_nothing(body: bytes) -> None:
    class Odd(FakeWorks):
        def answer(self, ask: Ask) -> Say:
            return Say(200, body)

    assert look_up(dois(1), Odd()) == {}
