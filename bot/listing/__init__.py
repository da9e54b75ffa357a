"""A document comes in; the list of papers that it is goes out: sections, entries with their parts, conventions."""

from __future__ import annotations

from bot.listing.catalog import Catalog
from bot.listing.conventions import Convention, Conventions, Order
from bot.listing.entry import Entry, Listing, Section
from bot.listing.reading import read
from bot.listing.values import Carrier, DateLabel, Kind, Part

__all__ = [
    "Carrier",
    "Catalog",
    "Convention",
    "Conventions",
    "DateLabel",
    "Entry",
    "Kind",
    "Listing",
    "Order",
    "Part",
    "Section",
    "read",
]
