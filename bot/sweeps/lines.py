"""An item comes in; the line of Markdown that reports it goes out.

Lists come from strangers: what they say is escaped, so that it shows and does nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.reports.markdown import code, escape
from bot.sweeps.items import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.sweeps.items import Item
    from bot.sweeps.state import Place

_ARCHIVE = "https://web.archive.org/web/*/"
_LONGEST_LINK = 500
"""Characters; a longer address is shown in part, and cannot be followed."""
_LONGEST_WORDS = 160
_MOST_PLACES = 3
_REFERENCE = re.compile(r"https?://(www\.)?github\.com/[^/]+/[^/]+/(issues|pull|commit|discussions|compare)\b")
"""Addresses that GitHub notes over there when they are linked here."""
_BOXES = {
    Kind.DEAD: "it is alive",
    Kind.MOVED: "keep the old address",
    Kind.PAPERS: "it is right as it is",
    Kind.REPOSITORIES: "leave it",
}


@dataclass(frozen=True, slots=True)
class Site:
    """Where the lists can be read: `blob` is the address of the commit's files, without a final slash."""

    blob: str | None = None

    def link(self, place: Place) -> str:
        """The place as Markdown, with a link to its line where there is a site."""
        words = f"{place.path}:{place.line}"
        if self.blob is None:
            return code(words)
        return f"[{escape(words)}]({self.blob}/{quote(place.path)}?plain=1#L{place.line})"


def item_line(item: Item, site: Site) -> str:
    """One item of a task list; its box says what a tick means."""
    return f"- [ ] {_BOXES[item.kind]} · {' · '.join(_clauses(item, site))} <!-- item={item.id} -->\n"


def day_of(time: int) -> str:
    """The day of a time, in UTC."""
    return f"{datetime.fromtimestamp(time, UTC):%Y-%m-%d}"


def _clauses(item: Item, site: Site) -> Iterator[str]:
    if item.places:
        more = f" and {len(item.places) - _MOST_PLACES} more" if len(item.places) > _MOST_PLACES else ""
        yield f"{', '.join(site.link(place) for place in item.places[:_MOST_PLACES])}{more}"
        if item.places[0].label:
            yield escape(item.places[0].label, _LONGEST_WORDS)
    if item.kind is Kind.MOVED:
        yield f"{_link(item.url)} → {_link(item.moved_to or '')}"
    else:
        yield _link(item.url)
    yield escape(item.words, _LONGEST_WORDS) + (f" (`{item.rule}`)" if item.rule else "")
    if item.is_dead:
        yield f"failed {item.strikes} times since {day_of(item.since)}"
        yield f"[archived copy]({_destination(item.copy)})" if item.copy else _search(item.url)
    else:
        yield f"since {day_of(item.since)}"


def _search(url: str) -> str:
    """Where archived copies would be."""
    return f"[archived copies]({_destination(_ARCHIVE + url)})" if len(url) <= _LONGEST_LINK else "no archived copy"


def _link(url: str) -> str:
    """A URL to click at; as code where it is no web address, too long, or would be noted elsewhere."""
    is_web = url.startswith(("http://", "https://"))
    if not is_web or len(url) > _LONGEST_LINK or _REFERENCE.match(url):
        return code(url, _LONGEST_WORDS)
    return f"[{escape(url, _LONGEST_WORDS)}]({_destination(url)})"


def _destination(url: str) -> str:
    """A URL as the target of a link in Markdown: nothing in it can end the link."""
    kept = quote(url, safe="%/:?#[]@!$&'*+,;=~-._", errors="replace")
    return kept.replace("&", "&amp;")
