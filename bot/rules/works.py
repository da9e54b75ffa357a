"""The works that entries and links name: which are the same, what is known about them, how messages name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from bot.listing import Catalog, Entry, Kind, Link, Listing, Mention, Span
from bot.listing.links import named_paper
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.similarity import normalise, title_key
from bot.rules.api import Context, Related
from bot.rules.link_targets import hyperlinks
from bot.text import lazy_pattern, shorten

if TYPE_CHECKING:
    from bot.facts.model import Repository
    from bot.papers.record import Record

MANY = 8
"""Only this many places of one work are compared."""

_LONGEST = 60
"""Characters of an identifier in messages: some are whole titles."""

LEAST_WORDS = 3
"""Shorter titles are not compared."""

_BOOK = lazy_pattern(r"10\.\d+/\D*978[\d-]+")

_DISTINCTIVE_WORDS = 4
"""Shorter titles, such as "Neural Machine Translation", are used for more than one paper."""


def named(work: Identifier) -> str:
    """A work as shown in messages."""
    return f"arXiv {work.value}" if work.scheme is Scheme.ARXIV else shorten(str(work), _LONGEST)


def title_span(entry: Entry) -> Span:
    """The span of a diagnostic about a whole entry: its title, or its first link."""
    if entry.title is not None:
        return entry.title.span
    return entry.link.span if entry.link is not None else entry.span


def locate(listing: Listing, other: ListedEntry) -> str:
    """The place of another entry as shown in messages, with its file if that is another one."""
    line = other.listing.text.line_at(other.entry.span.start)
    if other.listing.text.path == listing.text.path:
        return f"line {line}"
    return f"{other.listing.text.path}, line {line}"


def pointer(other: ListedEntry, message: str) -> Related:
    """Another entry as a related place of a diagnostic."""
    return Related(other.listing.text.path, title_span(other.entry), message)


def distinctive_title(entry: Entry, least_words: int = _DISTINCTIVE_WORDS) -> str | None:
    """The key of a title that two papers do not share by chance; None if it is missing or too short."""
    if entry.title is None or normalise(entry.title.value).count(" ") < least_words - 1:
        return None
    title = title_key(entry.title.value)
    return title if len(title) >= 15 else None


def is_volume(work: Identifier) -> bool:
    """Whether a DOI is of a whole volume."""
    return work.scheme is Scheme.DOI and _BOOK.fullmatch(work.value) is not None


class Claim(NamedTuple):
    """An arXiv id under a title, in an entry or in text outside of entries, such as news."""

    listing: Listing
    work: Identifier
    link: Link
    place: Entry | Mention


def claims_of(title: str, catalog: Catalog) -> Iterator[Claim]:
    """The arXiv ids under a title in the places that are compared: entries first, then other text."""
    for listing, entry in catalog.by_title.get(title, ())[:MANY]:
        if entry.link is not None and entry.work is not None and entry.work.scheme is Scheme.ARXIV:
            yield Claim(listing, entry.work, entry.link, entry)
    for listing, mention in catalog.mentions_by_title.get(title, ())[:MANY]:
        if mention.identifier is not None and mention.identifier.scheme is Scheme.ARXIV:
            yield Claim(listing, mention.identifier, mention.link, mention)


def preprints_of(entry: Entry, catalog: Catalog) -> frozenset[Identifier]:
    """All arXiv ids under the title of an entry."""
    title = distinctive_title(entry, LEAST_WORDS)
    return frozenset(claim.work for claim in claims_of(title, catalog)) if title is not None else frozenset()


def may_be_same(one: Identifier | None, other: Identifier | None) -> bool:
    """Whether two works under one title may be one paper: not if both identifiers are of the same kind."""
    return one is None or other is None or one.scheme is not other.scheme


def is_exempt(listing: Listing, entry: Entry, headings: frozenset[str]) -> bool:
    """Whether the entry's section, or one that holds it, has one of the normalised `headings`."""
    section = listing.sections[entry.section]
    return any(normalise(heading) in headings for heading in (section.heading, *section.path))


def normalised(headings: Iterable[str]) -> frozenset[str]:
    """Headings in the form that `is_exempt` compares."""
    return frozenset(map(normalise, headings))


def links_to(listing: Listing, scheme: Scheme) -> Iterator[tuple[Link, Identifier]]:
    """The links that name something of `scheme`, each target once per line."""
    seen: set[tuple[Identifier, int]] = set()
    for link in hyperlinks(listing):
        identifier = identify(link.href).identifier
        if identifier is None or identifier.scheme is not scheme:
            continue
        place = (identifier, listing.text.line_at(link.span.start))
        if place not in seen:
            seen.add(place)
            yield link, identifier


def linked_repositories(listing: Listing, context: Context) -> Iterator[tuple[Link, Repository]]:
    """The links to repositories with known facts, each repository once per line."""
    for link, identifier in links_to(listing, Scheme.GITHUB):
        repository = context.known.repository(identifier)
        if repository is not None:
            yield link, repository


def find_described(entry: Entry, context: Context) -> Record | None:
    """What is known of the paper of an entry."""
    found = named_paper(entry) if entry.kind is Kind.PAPER else None
    return context.known.paper(found[1]) if found is not None else None
