"""Crossref as the second to be asked about a DOI."""

from __future__ import annotations

import pytest

from bot.facts.crossref import ask_agency
from tests.facts.helpers import client
from tests.services.archive import FakeCrossref
from tests.services.transport import Say, session_with

ADDRESS = "http://crossref.example/works"
DOI = "10.1000/a(b)/c<d>"


@pytest.mark.parametrize(
    ("fault", "known", "problem"),
    [
        (None, True, ""),
        (Say(404, b"Resource not found."), False, ""),
        (Say(404, b"<html>not found"), None, ""),
        (Say(200, b'{"message": {}}'), None, ""),
        (Say(200, b'{"message": {"agency": {"id": "<b>"}}}'), None, ""),
        (Say(200, b"[" * 5_000), None, ""),
        (Say(503), None, ""),
        (Say(None), None, "could not connect"),
    ],
)
def test_answers(fault: Say | None, known: bool | None, problem: str) -> None:
    service = FakeCrossref({DOI: "datacite"}, [fault] if fault else [])
    found, answer = ask_agency(DOI, ADDRESS, client(session_with({ADDRESS: service})))
    assert (found, answer.problem) == (known, problem)
    assert service.requests == [DOI]


def test_unknown_doi() -> None:
    found, answer = ask_agency("10.1000/never", ADDRESS, client(session_with({ADDRESS: FakeCrossref()})))
    assert (found, answer.status) == (False, 404)
    assert answer.url == f"{ADDRESS}/10.1000%2Fnever/agency"
