"""An Atom feed (RFC 4287) of the papers that were added to lists."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from bot import __version__
from bot.text import one_line, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.exports.additions import Addition

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
    time: int = 0
    """The date of a feed without entries."""


def render_feed(feed: Feed) -> str:
    """The feed as XML in UTF-8."""
    updated = max((addition.time for addition in feed.additions), default=feed.time)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(feed.title)}</title>",
        f"<id>{_name(feed.origin, '')}</id>",
        f"<updated>{_time(updated)}</updated>",
        f"<author><name>{_text(feed.title)}</name></author>",
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
    if work.group:
        yield f"<category{_attributes(term=work.group)}/>"
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
