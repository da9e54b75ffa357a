"""Captures of the Wayback Machine, and what they say of a page that fails."""

from __future__ import annotations

import json

import pytest

from bot.facts.confirmation import Capture, ask_captures, ask_copy, is_gone, read_captures
from bot.facts.services import Client, ServiceResponse
from tests.facts.helpers import client
from tests.services.archive import FakeWayback
from tests.services.clock import START
from tests.services.transport import Say, session_with

ADDRESS = "http://wayback.example/cdx"
URL = "https://pages.example/a?b=c&d"
DAY = 86_400.0
HEAD = ["timestamp", "original", "statuscode"]


def archive(service: FakeWayback) -> Client:
    return client(session_with({ADDRESS: service}))


def captures(*pairs: tuple[int, int | None]) -> tuple[Capture, ...]:
    """Captures by the days since the page began to fail."""
    return tuple(Capture(START + day * DAY, URL, status) for day, status in pairs)


def test_captures_of_the_last_ninety_days_are_asked_for() -> None:
    times = (START - 91 * DAY, START - 89 * DAY, START - DAY)
    service = FakeWayback({URL: tuple(zip(times, ("200", "301", "404"), strict=True))})
    found = ask_captures(URL, START, ADDRESS, archive(service))
    assert [(each.time, each.url, each.status) for each in found] == [
        (times[1] // 1, URL, 301),
        (times[2] // 1, URL, 404),
    ]
    assert service.requests[0]["url"] == URL


def test_the_last_good_copy_is_asked_for_whatever_its_age() -> None:
    service = FakeWayback({URL: ((START - 900 * DAY, "200"), (START - 800 * DAY, "200"), (START - DAY, "404"))})
    found = ask_copy(URL, ADDRESS, archive(service))
    assert found is not None
    assert (found.time, found.status) == ((START - 800 * DAY) // 1, 200)
    assert found.copy.startswith("https://web.archive.org/web/20")
    assert found.copy.endswith(f"/{URL}")
    assert ask_copy("https://pages.example/unknown", ADDRESS, archive(service)) is None


@pytest.mark.parametrize(
    "say",
    [
        Say(None),
        Say(403, b"Blocked Site Error"),
        Say(429),
        Say(503, json.dumps([HEAD, ["20260101000000", URL, "404"]]).encode()),
        Say(200, b""),
        Say(200, b"[]"),
        Say(200, b"<html>"),
        Say(200, b"{}"),
        Say(200, b"[" * 5_000),
        Say(200, json.dumps([["urlkey", "timestamp"], ["x", "20260101000000"]]).encode()),
        Say(200, json.dumps([HEAD, ["soon", URL, "404"], [1, 2, 3], "x", ["20260101000000", URL]]).encode()),
    ],
    ids=range(11),
)
def test_what_is_no_answer_holds_no_captures(say: Say) -> None:
    service = FakeWayback(faults=[say])
    assert ask_captures(URL, START, ADDRESS, archive(service)) == ()


def test_captures_without_a_status_are_kept_as_such() -> None:
    body = json.dumps([HEAD, ["20260102000000", URL, "-"], ["20260101000000", URL, "200"]]).encode()
    found = read_captures(ServiceResponse(ADDRESS, START, 200, body))
    assert [each.status for each in found] == [200, None]


@pytest.mark.parametrize(
    ("seen", "gone"),
    [
        (captures(), None),
        (captures((1, 301), (2, None), (3, 503), (4, 403)), None),
        (captures((-20, 404)), True),
        (captures((-30, 200), (-2, 410)), True),
        (captures((2, 200), (5, 404)), True),
        (captures((-2, 200)), None),
        (captures((2, 200)), False),
        (captures((-20, 404), (2, 200)), False),
        (captures((2, 200), (3, 302)), False),
    ],
    ids=[
        *("none", "nothing-conclusive", "gone-before", "went-away", "went-away-since", "was-there-before"),
        *("is-there", "came-back", "redirects-mean-nothing"),
    ],
)
def test_captures_support_or_contradict(seen: tuple[Capture, ...], gone: bool | None) -> None:
    assert is_gone(seen, START) is gone
