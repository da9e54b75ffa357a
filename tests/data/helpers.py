"""Read records in tests, and say what is read."""

from __future__ import annotations

from typing import NamedTuple

from bot.data import read_records
from bot.listing.claims import read_claims
from bot.listing.values import entry_object
from bot.text import Text


class Row(NamedTuple):
    """What is read in one record."""

    title: object
    url: object
    date: object = None
    venue: object = None
    authors: tuple[str, ...] = ()
    section: object = None


def rows(form: str, content: str) -> list[Row]:
    """What is read in each record of a file."""
    listing = read_records(Text("papers", content), form)
    found = []
    for entry in listing.entries:
        each = entry_object(listing, entry)
        names = tuple(name for claim in read_claims(entry).authors for name in claim.authors.names)
        found.append(Row(each["title"], each["url"], each["date"], each["venue"], names, each["section"]))
    return found
