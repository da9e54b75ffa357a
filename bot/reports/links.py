"""What is known about the links of lists: one line a link, the worst first, or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.reports.json import fact_objects
from bot.text import escape_controls, fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.facts.model import Facts
    from bot.listing import Listing

_ORDER = ("dead", "moved", "uncertain", "blocked", "skipped", "ok")
"""States, those that need attention first."""


def render_json(facts: Facts) -> str:
    """The facts as in the report of `bot lint`."""
    return f"{json.dumps({'version': 1, 'facts': fact_objects(facts)}, indent=2)}\n"


def render_table(facts: Facts, listings: Sequence[Listing], width: int | None) -> str:
    """State, place, URL and reason of each link, by state and then by place; cut to `width` columns."""
    return "".join(f"{line}\n" for line in _lines(facts, listings, width))


def _lines(facts: Facts, listings: Sequence[Listing], width: int | None) -> Iterator[str]:
    places = _places(listings)
    rows = sorted(facts.links.values(), key=lambda status: _ORDER.index(status.state.value))
    widest = max((len(places[status.url]) for status in rows), default=0)
    for status in rows:
        start = f"{status.state.value:9}  {places[status.url]:{widest}}  {status.url}"
        target = f" -> {status.target}" if status.target else ""
        line = escape_controls(f"{start}{target}{f'  ({status.reason})' if status.reason else ''}")
        yield line if width is None else fit(line, width)


def _places(listings: Sequence[Listing]) -> dict[str, str]:
    """Path and line of the first link to each URL."""
    places: dict[str, str] = {}
    for listing in listings:
        for link in listing.document.links:
            if link.href not in places:
                places[link.href] = f"{listing.text.path}:{listing.text.line_at(link.span.start)}"
    return places
