"""Lists and records for tests of additions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document import parse
from bot.listing import read
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.text import Text

if TYPE_CHECKING:
    from bot.listing import Listing

NEW = Record(
    "AgentStep: Learning to Act One Step at a Time",
    authors=("Ada Lovelace", "Grace B. Hopper", "Alan Turing", "Barbara Liskov"),
    preprint=True,
    identifier=Identifier(Scheme.ARXIV, "2405.00451"),
    address="https://arxiv.org/abs/2405.00451",
    date=PartialDate(2024, 5, 1),
)


def listing_of(text: str) -> Listing:
    """The list that a text is."""
    return read(parse(Text("README.md", text)))


def section_of(listing: Listing, heading: str) -> int:
    """The index of the section with that heading."""
    return next(index for index, section in enumerate(listing.sections) if section.heading == heading)
