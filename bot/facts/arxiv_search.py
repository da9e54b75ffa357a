"""Papers on arXiv by their titles: one request for each, because its API searches one title at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.facts.arxiv import read_batch
from bot.facts.arxiv_records import Feed
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.likeness import are_same_paper, normalise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.facts.client import Client

_MOST_RESULTS = 5
_MOST_WORDS = 25
_MOST_FAILURES = 3
"""Useless answers in a row after which arXiv is not asked again."""


def find_titles(
    titles: Iterable[str], address: str, client: Client, on_title: Callable[[int], None] = lambda _: None
) -> dict[str, Identifier]:
    """The papers whose titles are surely these; those that were not found, or not asked for, are missing.

    Raises `Stopped` when the run was asked to end.
    """
    found: dict[str, Identifier] = {}
    failures = 0
    for number, title in enumerate(titles, 1):
        words = " ".join(normalise(title).split()[:_MOST_WORDS])
        if failures >= _MOST_FAILURES or not client.has_time():
            break
        if not words:
            continue
        query = {"search_query": f'ti:"{words}"', "start": "0", "max_results": str(_MOST_RESULTS)}
        result = read_batch(client.get(address, query, accept="application/atom+xml"))
        failures = 0 if isinstance(result, Feed) else failures + 1
        if isinstance(result, Feed):
            match = next((each for each in result.records if are_same_paper(title, each.title)), None)
            if match is not None:
                found[title] = Identifier(Scheme.ARXIV, match.arxiv)
        on_title(number)
    return found
