"""The part of a long list around a new entry: it shows how the entry is read, and what it causes, as the whole does."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import MARKDOWN
from bot.listing import Listing
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from bot.additions.addition import Option
    from bot.listing import Entry

    Read: TypeAlias = Callable[[Text], Listing]

_LONG = 600
"""Entries from which a list is long: reading it once more takes longer than all the rest."""
_BESIDE = 150
"""Entries above a place, and below it, that are in its part."""


class Excerpt(NamedTuple):
    """A list without most of its entries, all headings and other texts in it; or the list itself."""

    listing: Listing
    rest: tuple[Listing, ...] = ()
    """The entries that are not in it, as a list of their own: the paper may be one of these."""
    cut: tuple[Span, ...] = ()
    """What of the whole text is not in it."""

    def moved(self, option: Option) -> Option:
        """The same way to write an entry, in the part."""
        edits = tuple([each._replace(span=Span(*map(self._at, each.span))) for each in option.edits])
        return option._replace(
            edits=edits, start=option.start + self._at(option.edits[0].span.start) - option.edits[0].span.start
        )

    def _at(self, offset: int) -> int:
        return offset - sum(len(each) for each in self.cut if each.end <= offset)


def excerpt(listing: Listing, offset: int, read: Read) -> Excerpt:
    """The part of a list around an offset; a list that is not long, or whose part is read in another way, as it is."""
    entries = listing.entries
    if len(entries) < _LONG or listing.document.format is not MARKDOWN:
        return Excerpt(listing)
    at = bisect_left(entries, offset, key=lambda entry: entry.span.start)
    first, last = max(at - _BESIDE, 0), at + _BESIDE
    kept, others = entries[first:last], (*entries[:first], *entries[last:])
    cut = _find_lines(listing.text, others)
    whole = listing.text.content
    ends = [0, *(end for span in cut for end in span), len(whole)]
    part = read(
        Text(listing.text.path, "".join(whole[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True)))
    )
    alike = len(part.sections) == len(listing.sections) and list(map(_shown, part.entries)) == list(map(_shown, kept))
    if not alike or any(before.end > after.start for before, after in pairwise(cut)):
        return Excerpt(listing)
    empty = tuple([section._replace(entries=()) for section in listing.sections])
    return Excerpt(part, (replace(listing, entries=others, sections=empty, skipped=()),), cut)


def _find_lines(text: Text, entries: Sequence[Entry]) -> tuple[Span, ...]:
    """The whole lines of entries."""
    starts = (*text.line_starts, len(text.content))
    lines = [(text.line_at(each.span.start), text.line_at(each.span.end)) for each in entries]
    return tuple([Span(starts[first - 1], starts[last]) for first, last in lines])


def _shown(entry: Entry) -> tuple[object, ...]:
    """What both a list and its part must have read alike."""
    return entry.carrier, entry.kind, entry.section, entry.title_text, entry.work, entry.venue and entry.venue.value
