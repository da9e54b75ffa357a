"""A listing comes in; what rules about facts ask of it goes out: links to papers, the words of an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.papers.identifiers import Scheme, identify
from bot.rules.targets import hyperlinks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.listing import Entry, Listing
    from bot.papers.identifiers import Identifier


def links_to(listing: Listing, scheme: Scheme) -> Iterator[tuple[Link, Identifier]]:
    """The links that name something of `scheme`, each thing once a line."""
    seen: set[tuple[Identifier, int]] = set()
    for link in hyperlinks(listing):
        identifier = identify(link.href).identifier
        if identifier is None or identifier.scheme is not scheme:
            continue
        place = (identifier, listing.text.line_at(link.span.start))
        if place not in seen:
            seen.add(place)
            yield link, identifier


def named_paper(entry: Entry) -> tuple[Link, Identifier] | None:
    """The paper on arXiv that the entry is about, with the link that says so: the main one, or the title's own."""
    if entry.title is None:
        return None
    titled = (link for link in entry.links if not link.image and link.span.contains(entry.title.span))
    for link in (*((entry.link,) if entry.link else ()), *titled):
        identifier = identify(link.href).identifier
        if identifier is not None and identifier.scheme is Scheme.ARXIV:
            return link, identifier
    return None


def words_of(entry: Entry) -> str:
    """All that the entry says, details included."""
    return "\n".join(prose.text for prose in (entry.head, *entry.details) if prose.text)
