"""An entry comes in; the object that `schemas/entry.schema.json` describes goes out, ready for JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.papers.identifiers import Scheme

if TYPE_CHECKING:
    from bot.listing.entry import Entry, Listing
    from bot.listing.values import Part

_NUMBER = re.compile(r"[0-9][0-9,.]{0,15}")


def entry_object(listing: Listing, entry: Entry) -> dict[str, object]:
    """Everything the bot reads in one entry of `listing`; what the entry does not have is null or empty."""
    section, parts = listing.sections[entry.section], entry.parts
    return {
        "line": listing.text.line_at(entry.span.start),
        "end_line": listing.text.line_at(entry.span.end),
        "section": section.heading or None,
        "kind": str(entry.kind),
        "title": _words(entry.title),
        "arxiv": _arxiv(entry),
        "identifiers": [f"{each.scheme}:{each.value}" for each in entry.identifiers],
        "url": (entry.link.href or None) if entry.link else None,
        "date": entry.date.value.iso() if entry.date and entry.date.value else None,
        "venue": _words(parts.venue),
        "affiliation": _words(parts.affiliation),
        "citations": _number(parts.citations),
        "marks": [words for mark in parts.marks if (words := _words(mark))],
        "comment": _words(parts.comment),
        "links": [{"label": _one_line(link.label), "url": link.href} for link in entry.links],
    }


def _arxiv(entry: Entry) -> str | None:
    """The arXiv identifier of the paper: what the main link names, else the only one that the entry names."""
    if entry.work and entry.work.scheme is Scheme.ARXIV:
        return entry.work.value
    named = [each.value for each in entry.identifiers if each.scheme is Scheme.ARXIV]
    return named[0] if len(named) == 1 else None


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _words(part: Part | None) -> str | None:
    return (_one_line(part.value) or None) if part else None


def _number(part: Part | None) -> int | None:
    match = _NUMBER.search(part.value) if part else None
    return int(re.sub(r"[,.]", "", match[0])) if match else None
