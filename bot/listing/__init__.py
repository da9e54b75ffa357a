"""A Markdown document as a list of papers: its sections, its entries with their parts, its conventions."""

from __future__ import annotations

from bot.document import Link
from bot.listing.model import (
    Catalog,
    Convention,
    Conventions,
    Entry,
    Listing,
    Mention,
    Order,
    Section,
    SectionKind,
    SkippedBlock,
)
from bot.listing.parser import read
from bot.listing.parts import ITEMS, Carrier, DateLabel, Kind, Part, SkipReason
from bot.text import Span, Text

__all__ = [
    "ITEMS",
    "Carrier",
    "Catalog",
    "Convention",
    "Conventions",
    "DateLabel",
    "Entry",
    "Kind",
    "Link",
    "Listing",
    "Mention",
    "Order",
    "Part",
    "Section",
    "SectionKind",
    "SkipReason",
    "SkippedBlock",
    "Span",
    "Text",
    "read",
]
