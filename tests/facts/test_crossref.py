"""Crossref as the second to be asked about a DOI."""

from __future__ import annotations

import pytest

from bot.facts.registries import ask_agency
from bot.links.transport import Client
from tests.services.archive import FakeCrossref
from tests.services.clock import FakeClock
from tests.services.transport import Say, session_with

ADDRESS = "http://crossref.example/works"
DOI = "10.1000/a(b)/c<d>"


@pytest.mark.parametrize(
    ("fault", "known", "note"),
    [
        (None, True, "Crossref: registered with datacite"),
        (Say(404, b"Resource not found."), False, "Crossref: no agency has this DOI"),
        (Say(404, b"<html>not found"), None, "Crossref gave no clear answer"),
        (Say(200, b'{"message": {}}'), None, "Crossref gave no clear answer"),
        (Say(200, b'{"message": {"agency": {"id": "<b>"}}}'), None, "Crossref gave no clear answer"),
        (Say(200, b"[" * 5_000), None, "Crossref gave no clear answer"),
        (Say(503), None, "Crossref gave no clear answer"),
        (Say(None), None, "no connection"),
    ],
)
def test_answers(fault: Say | None, known: bool | None, note: str) -> None:
    service = FakeCrossref({DOI: "datacite"}, [fault] if fault else [])
    client = Client(session_with({ADDRESS: service}), FakeClock())
    found, evidence, _ = ask_agency(DOI, ADDRESS, client)
    assert (found, evidence.note) == (known, note)
    assert service.requests == [DOI]


def test_unknown_doi() -> None:
    client = Client(session_with({ADDRESS: FakeCrossref()}), FakeClock())
    found, evidence, _ = ask_agency("10.1000/never", ADDRESS, client)
    assert (found, evidence.status) == (False, 404)
    assert evidence.url == f"{ADDRESS}/10.1000%2Fnever/agency"
