"""Answers of DataCite, whole and broken."""

from __future__ import annotations

import pytest

from bot.facts.datacite import read_datacite_works
from bot.facts.services import ServiceResponse


def read(body: bytes) -> dict[str, str]:
    """The titles of works, by DOI."""
    works = read_datacite_works(ServiceResponse("http://datacite.example/dois?query=x", 1.0, 200, body))
    return {doi: work.title for doi, work in works.items()}


def test_titles_are_found_by_doi() -> None:
    body = (
        b'{"data": [{"attributes": {"doi": "10.48550/arXiv.2310.05915", "titles": [{"title": "A\\n Title"}]}},'
        b'{"attributes": {"doi": "10.1000/x", "titles": [{"title": "Another"}]}}]}'
    )
    assert read(body) == {"10.48550/arxiv.2310.05915": "A Title", "10.1000/x": "Another"}


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"data": null}', b'{"data": [1]}', b'{"data": [{"attributes": {"doi": "x", "titles": []}}]}'],
)
def test_other_shapes_hold_no_titles(body: bytes) -> None:
    assert read(body) == {}
