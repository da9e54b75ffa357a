"""An answer of arXiv's query API comes in; the papers in it, or what it complains of, go out.

The format is that of https://info.arxiv.org/help/api/user-manual.html, in both of its shapes: since
November 2025 an id that does not exist has no entry, before it had an entry without an id.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from bot.network.xmltree import XmlError, child_text, children, local_name, read_xml
from bot.papers.identifiers import Scheme, identify

if TYPE_CHECKING:
    from bot.network.xmltree import Element

_MOST_AUTHORS = 100
"""Collaborations sign with thousands; the first ones are enough to know a paper by."""


class FeedError(ValueError):
    """The bytes are no feed of arXiv's; the message says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """One version of a paper, as the feed has it."""

    value: str
    """The arXiv id, without version."""
    version: int | None
    """None where the feed does not say."""
    title: str
    published: date | None
    updated: date | None
    comment: str | None = None
    journal_reference: str | None = None
    doi: str | None = None
    authors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """The records of an answer, in no certain order, and the complaints of the server."""

    records: tuple[Record, ...]
    complaints: tuple[str, ...] = ()


def read_feed(body: bytes) -> Feed:
    """Read a whole Atom feed; raises FeedError for anything else, an answer that breaks off included."""
    try:
        root = read_xml(body)
    except XmlError as error:
        raise FeedError(str(error)) from None
    if local_name(root) != "feed":
        raise FeedError(f"not a feed but <{local_name(root)[:40]}>")
    records, complaints = [], []
    for entry in children(root, "entry"):
        name = child_text(entry, "id") or ""
        if "api/errors" in name:
            complaints.append(child_text(entry, "summary") or name)
        elif (record := _read_entry(entry, name)) is not None:
            records.append(record)
    return Feed(tuple(records), tuple(complaints))


def read_day(text: str | None) -> date | None:
    """The day of a date and time in ISO 8601; None for anything else."""
    try:
        return date.fromisoformat((text or "")[:10])
    except ValueError:
        return None


def _read_entry(entry: Element, name: str) -> Record | None:
    target = identify(name)
    title = child_text(entry, "title")
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV or title is None:
        return None
    names = [child_text(author, "name") for author in children(entry, "author")]
    return Record(
        value=target.identifier.value,
        version=target.version,
        title=title,
        published=read_day(child_text(entry, "published")),
        updated=read_day(child_text(entry, "updated")),
        comment=child_text(entry, "comment"),
        journal_reference=child_text(entry, "journal_ref"),
        doi=child_text(entry, "doi"),
        authors=tuple(name for name in names if name)[:_MOST_AUTHORS],
    )
