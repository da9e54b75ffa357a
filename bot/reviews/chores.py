"""Lists before and after a change come in; whether it does nothing but one kind of mending goes out."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from bot.papers.titles import normalise
from bot.reviews.subject import Chore

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.listing import Entry, Listing

_COUNT = re.compile(r"\d{1,9}[.)][ \t]+|\|[ \t]*\d{1,5}[ \t]*(?=\|)")
"""The number of an item or a row, which moving changes."""


def find_chore(old: Sequence[Listing], new: Sequence[Listing]) -> Chore | None:
    """The chore that a change is; None for any other change, and where files came or went."""
    before = {listing.text.path: listing for listing in old}
    pairs = [(before[listing.text.path], listing) for listing in new if listing.text.path in before]
    if len(pairs) != len(new) or len(old) != len(new):
        return None
    pairs = [(one, other) for one, other in pairs if one.text.content != other.text.content]
    if not pairs:
        return None
    if all(_line_counts(one) == _line_counts(other) for one, other in pairs):
        moved = any(_lines(one.text.content) != _lines(other.text.content) for one, other in pairs)
        return Chore.SORTING if moved else None
    if all(_without_urls(one) == _without_urls(other) for one, other in pairs):
        return Chore.LINKS
    return Chore.DEDUPLICATION if _only_takes_out(pairs, new) else None


def _line_counts(listing: Listing) -> Counter[str]:
    return _counted(listing.text.content)


def _counted(content: str) -> Counter[str]:
    """How often each line stands there."""
    return Counter(_lines(content))


def _lines(content: str) -> list[str]:
    """The lines without their numbers and the blanks around them; blank ones are none."""
    lines = (line.strip() for line in content.split("\n"))
    return [_COUNT.sub("", line, count=1) if _COUNT.match(line) else line for line in lines if line]


def _without_urls(listing: Listing) -> str:
    content = listing.text.content
    spans = sorted(link.url_span or link.span for link in listing.document.links if link.url_span or link.bare)
    pieces, position = [], 0
    for span in spans:
        pieces.append(content[position : max(position, span.start)])
        position = max(position, span.end)
    return "\0".join((*pieces, content[position:]))


def _only_takes_out(pairs: Iterable[tuple[Listing, Listing]], new: Iterable[Listing]) -> bool:
    """Whether nothing came, and what went are entries whose papers are still in the lists."""
    left = {name for listing in new for entry in listing.entries if (name := _name(entry))}
    for one, other in pairs:
        lines, kept = _line_counts(one), _line_counts(other)
        gone = lines - kept
        if kept - lines or not _are_entries(gone, one, left):
            return False
    return True


def _are_entries(gone: Counter[str], listing: Listing, left: set[str]) -> bool:
    """Whether the lines that are gone are those of entries whose names are `left` elsewhere."""
    waiting = gone.copy()
    for entry in listing.entries:
        own = _counted(listing.text[entry.span])
        if own and own <= waiting and _name(entry) in left:
            waiting -= own
    return not waiting


def _name(entry: Entry) -> str:
    if entry.work is not None:
        return str(entry.work)
    return normalise(entry.title.value) if entry.title is not None else ""
