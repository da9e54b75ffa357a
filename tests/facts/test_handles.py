"""What is asked of the handle service, and what is concluded from its answers."""

from __future__ import annotations

import pytest

from bot.facts.confirmation import CONTROLS, DOI_INTERVAL, DoiLookup
from bot.links import LinkState, LinkStatus
from bot.papers.identifiers import read_doi
from tests.facts.helpers import HANDLES, client
from tests.services.registries import FakeHandles
from tests.services.transport import Ask, Say, session_with


def ask(
    handles: FakeHandles, urls: list[str], budget: float = 600.0, known: tuple[str, ...] = ()
) -> dict[str, LinkStatus]:
    asking = client(session_with({HANDLES: handles}), DOI_INTERVAL, budget)
    dois = {url: doi for url in urls if (doi := read_doi(url)) is not None}
    answers: dict[str, LinkStatus] = {}
    DoiLookup(dois, answers, HANDLES, asking, existing=known).run()
    return answers


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1145/3292500.3330648", "10.1145/3292500.3330648"),
        ("http://dx.doi.org/10.1000/ABC%28x%29", "10.1000/abc(x)"),
        ("https://doi.org/10.1000/a?utm_source=x#y", "10.1000/a"),
        ("https://doi.org/", None),
        ("https://doi.org/abc", None),
        ("https://dl.acm.org/doi/10.1145/3292500", None),
        ("10.1000/abc", None),
    ],
)
def test_doi_is_read_from_its_url(url: str, doi: str | None) -> None:
    assert read_doi(url) == doi


def test_registered_and_unregistered() -> None:
    handles = FakeHandles(frozenset({"10.1000/a(b)"}))
    good, bad = "https://doi.org/10.1000/A(b)", "https://doi.org/10.1000/none"
    answers = ask(handles, [good, bad])
    assert {url: (each.state, each.reason, len(each.evidence)) for url, each in answers.items()} == {
        good: (LinkState.OK, "the DOI is registered", 1),
        bad: (LinkState.DEAD, "the DOI is not registered", 2),
    }
    assert handles.requests == ["10.1000/a(b)", "10.1000/none", "10.1000/none"]


NONE = "https://doi.org/10.1000/none"


@pytest.mark.parametrize(
    ("registered", "known", "asked"),
    [
        (CONTROLS[0], (), [CONTROLS[0]]),
        (CONTROLS[1], (), [CONTROLS[0], CONTROLS[1]]),
        ("10.1000/kept", ("10.1000/kept",), ["10.1000/kept"]),
        (CONTROLS[0], ("10.1000/kept",), ["10.1000/kept", CONTROLS[0]]),
    ],
    ids=["the first control", "the second", "one that is known from before", "which has gone since"],
)
def test_a_lone_doi_is_dead_when_one_that_exists_is_not(
    registered: str, known: tuple[str, ...], asked: list[str]
) -> None:
    handles = FakeHandles(frozenset({registered}))
    answers = ask(handles, [NONE], known=known)
    assert {url: each.state for url, each in answers.items()} == {NONE: LinkState.DEAD}
    assert handles.requests == ["10.1000/none", *asked, "10.1000/none"]


def test_where_nothing_is_registered_nothing_is_dead() -> None:
    handles = FakeHandles(frozenset())
    answers = ask(handles, [NONE, "https://doi.org/10.1000/more"], known=("10.1000/kept", "10.1000/kept2"))
    assert {(each.state, each.reason) for each in answers.values()} == {
        (LinkState.UNCERTAIN, "the handle service does not find existing DOIs either")
    }
    assert handles.requests == ["10.1000/none", "10.1000/more", "10.1000/kept", *CONTROLS]


def test_a_service_that_falls_silent_before_the_control_says_nothing() -> None:
    class Silent(FakeHandles):
        def answer(self, ask: Ask) -> Say:
            return super().answer(ask) if not self.requests else Say(None)

    assert ask(Silent(frozenset()), [NONE])[NONE].state is LinkState.UNCERTAIN


@pytest.mark.parametrize("faults", [[403], [500], [None], [404, 404], [200]], ids=str)
def test_trouble_is_uncertain(faults: list[int | None]) -> None:
    """404 without the service's own code is the word of somebody else."""
    url = "https://doi.org/10.1000/a"
    assert ask(FakeHandles(frozenset(), list(faults)), [url])[url].state is LinkState.UNCERTAIN


def test_second_answer_decides() -> None:
    url = "https://doi.org/10.1000/a"
    handles = FakeHandles(frozenset({"10.1000/b"}))
    answers = ask(handles, [url, "https://doi.org/10.1000/b"], budget=3.0)
    assert answers[url].state is LinkState.UNCERTAIN
    assert answers[url].reason == "the handle service said only once that there is no such DOI"


def test_silent_service_is_left_alone() -> None:
    handles = FakeHandles(frozenset(), [None] * 20)
    answers = ask(handles, [f"https://doi.org/10.1000/{index}" for index in range(20)])
    assert len(handles.requests) == len(answers) == 3
