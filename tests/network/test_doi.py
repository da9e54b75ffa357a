"""What is asked of the handle service, and what is concluded from its answers."""

from __future__ import annotations

import pytest

from bot.facts import LinkState, LinkStatus
from bot.network.client import Client
from bot.network.clock import Deadline, Pace
from bot.network.doi import INTERVAL, ask_about_dois, read_doi
from tests.network.helpers import HANDLES
from tests.services.clock import FakeClock
from tests.services.registries import FakeHandles
from tests.services.transport import session_with


def ask(handles: FakeHandles, urls: list[str], budget: float = 600.0) -> dict[str, LinkStatus]:
    clock = FakeClock()
    client, pace = Client(session_with({HANDLES: handles}), clock), Pace(INTERVAL, clock)
    dois = {url: doi for url in urls if (doi := read_doi(url)) is not None}
    answers: dict[str, LinkStatus] = {}
    ask_about_dois(dois, answers, HANDLES, client, pace, Deadline(clock, budget))
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
        bad: (LinkState.DEAD, "no such DOI is registered", 2),
    }
    assert handles.requests == ["10.1000/a(b)", "10.1000/none", "10.1000/none"]


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
    assert answers[url].reason == "the handle service said once that there is no such DOI"


def test_silent_service_is_left_alone() -> None:
    handles = FakeHandles(frozenset(), [None] * 20)
    answers = ask(handles, [f"https://doi.org/10.1000/{index}" for index in range(20)])
    assert len(handles.requests) == len(answers) == 3
