"""An Atom feed (RFC 4287) of the papers that were added to lists, told from what the commits of their files changed."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from bot import __version__
from bot.listing.history import ARXIV_ID, find_added
from bot.papers.identity import name_link
from bot.text import one_line, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.exports.works import ExportedList, Work
    from bot.git import Commit

MOST_ENTRIES = 100
"""Entries of a feed, the newest ones: readers ask for it every hour."""
_LONGEST = 2_000
"""Characters of a text that somebody else wrote."""
_MOST_AUTHORS = 20
_NAMESPACE = uuid.UUID("4f6d1a3c-0c1e-5d7e-9a55-7d2f1b0c8e11")
"""Ours: what is made from it is no one else's."""
_LATEST = 253_402_300_799
"""The last second that has a date; git takes any number."""
_GENERATOR = "https://github.com/paperlist-bot/paperlist-bot"


class Addition(NamedTuple):
    """A work and when it came into its list, in seconds since the epoch."""

    work: Work
    time: int
    key: str
    """What names the work, in this and in every later feed."""


class Feed(NamedTuple):
    """What a feed says of itself, and what was added, the newest first."""

    title: str
    origin: str
    """What names the lists wherever they are read: the same for each feed of them."""
    additions: tuple[Addition, ...]
    page: str = ""
    """The address of the list for people, if it is known."""
    address: str = ""
    """The address of the feed itself, if it is known."""
    author: str = ""
    """Whose lists they are, if it is known."""
    time: int = 0
    """The date of a feed without entries."""


def find_additions(each: ExportedList, commits: Iterable[Commit], most: int) -> tuple[Addition, ...]:
    """The works that were added last, the newest first, and those of one commit in the order of the list.

    An entry without a link cannot be followed and is left out.
    """
    works: dict[str, Work] = {}
    for work in each.works:
        if key := key_of(work):
            works.setdefault(key, work)
    places = {id(work): place for place, work in enumerate(each.works)}
    found: list[Addition] = []
    for commit, added in find_added(works, commits):
        new = [Addition(works[key], commit.time, key) for key in added]
        found += sorted(new, key=lambda addition: places[id(addition.work)])
        if len(found) >= most:
            break
    return tuple(found[:most])


def key_of(work: Work) -> str:
    """The arXiv id of the paper, else its DOI, else its address; empty for an entry without a link."""
    if ARXIV_ID.fullmatch(work.arxiv):
        return work.arxiv
    return name_link(work.url or next((link.url for link in work.links), ""))


def render_feed(feed: Feed) -> str:
    """The feed as XML in UTF-8."""
    updated = max((addition.time for addition in feed.additions), default=feed.time)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(feed.title)}</title>",
        f"<id>{_name(feed.origin, '')}</id>",
        f"<updated>{_time(updated)}</updated>",
        *(f"<author><name>{_text(feed.author)}</name></author>" for _ in feed.author[:1]),
        f'<generator uri={quoteattr(_GENERATOR)} version="{__version__}">paperlist-bot</generator>',
        *(f"<link{_attributes(rel='alternate', type='text/html', href=feed.page)}/>" for _ in feed.page[:1]),
        *(
            f"<link{_attributes(rel='self', type='application/atom+xml', href=feed.address)}/>"
            for _ in feed.address[:1]
        ),
    ]
    for addition in feed.additions:
        lines += _entry(addition, feed.origin)
    return "\n".join([*lines, "</feed>\n"])


def _entry(addition: Addition, origin: str) -> Iterator[str]:
    work = addition.work
    url = work.url or next((link.url for link in work.links), "")
    yield "<entry>"
    yield f"<title>{_text(work.title or url)}</title>"
    yield f"<id>{_name(origin, addition.key)}</id>"
    yield f"<updated>{_time(addition.time)}</updated>"
    yield f"<published>{_time(addition.time)}</published>"
    yield f"<link{_attributes(rel='alternate', href=url)}/>"
    for link in work.links:
        if link.url != url:
            yield f"<link{_attributes(rel='related', href=link.url, title=link.label)}/>"
    for name in work.authors.names[:_MOST_AUTHORS]:
        yield f"<author><name>{_text(name)}</name></author>"
    if work.sections:
        yield f"<category{_attributes(term=work.section)}/>"
    details = [part for part in (work.stated_venue or work.venue, work.comment) if part]
    if details:
        yield f"<summary>{_text(' · '.join(details))}</summary>"
    yield "</entry>"


def order_additions(found: Sequence[Addition]) -> tuple[Addition, ...]:
    """The newest first, each work once, no more than a feed has."""
    unique: dict[str, Addition] = {}
    for each in sorted(found, key=lambda each: -each.time):
        unique.setdefault(each.key, each)
    return tuple(unique.values())[:MOST_ENTRIES]


def _text(text: str) -> str:
    return escape(shorten(one_line(text), _LONGEST))


def _attributes(**values: str) -> str:
    """Attributes with their values escaped; those without a value are left out."""
    return "".join(
        f" {name}={quoteattr(shorten(one_line(value), _LONGEST))}" for name, value in values.items() if value
    )


def _name(origin: str, key: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_NAMESPACE, f'{origin} {key}'.encode(errors='replace').decode())}"


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(min(max(seconds, 0), _LATEST), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
