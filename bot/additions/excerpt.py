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
_BESIDE = 100
"""Entries above a place, and below it, that are in its part, beside the first one of each section."""
_ALIKE = 10
"""Those above and below that must be read in the part as they are in the list."""


class Excerpt(NamedTuple):
    """A list without most of its entries, with all headings and other texts; or the list itself."""

    listing: Listing
    rest: tuple[Listing, ...] = ()
    """The entries that are not in it, as a list of their own: the paper may be one of these."""
    cut: tuple[Span, ...] = ()
    """What of the whole text is not in it."""

    def moved(self, option: Option) -> Option:
        """The same way to write an entry, in the part."""
        edits = tuple([each._replace(span=Span(*map(self.at, each.span))) for each in option.edits])
        return option._replace(
            edits=edits, start=option.start + self.at(option.edits[0].span.start) - option.edits[0].span.start
        )

    def at(self, offset: int) -> int:
        """The place in the part of what is at an offset of the list."""
        return offset - sum(len(each) for each in self.cut if each.end <= offset)


def excerpt(listing: Listing, offset: int, read: Read) -> Excerpt:
    """The part of a list around an offset; a list that is not long, or whose part is read in another way, as it is."""
    entries = listing.entries
    if len(entries) < _LONG or listing.document.format is not MARKDOWN:
        return Excerpt(listing)
    at = _index(entries, offset)
    first_ones = {section.entries[0] for section in listing.sections if section.entries}
    others = [each for n, each in enumerate(entries) if not at - _BESIDE <= n < at + _BESIDE and n not in first_ones]
    cut = _find_lines(listing.text, others)
    if any(above.end > below.start for above, below in pairwise(cut)):
        return Excerpt(listing)
    whole, ends = listing.text.content, [0, *(end for span in cut for end in span), len(listing.text.content)]
    kept = (whole[start:end] for start, end in zip(ends[::2], ends[1::2], strict=True))
    part = read(Text(listing.text.path, "".join(kept)))
    empty = tuple([section._replace(entries=()) for section in listing.sections])
    found = Excerpt(part, (replace(listing, entries=tuple(others), sections=empty, skipped=()),), cut)
    alike = _near(part, found.at(offset)) == _near(listing, offset)
    return found if alike else Excerpt(listing)


def _index(entries: Sequence[Entry], offset: int) -> int:
    return bisect_left(entries, offset, key=lambda entry: entry.span.start)


def _near(listing: Listing, offset: int) -> list[tuple[object, ...]]:
    """How the entries around a place are read."""
    at = _index(listing.entries, offset)
    near = listing.entries[max(at - _ALIKE, 0) : at + _ALIKE]
    return [
        (
            each.carrier,
            each.kind,
            listing.sections[each.section].heading,
            each.title_text,
            each.work,
            each.venue and each.venue.value,
        )
        for each in near
    ]


def _find_lines(text: Text, entries: Sequence[Entry]) -> tuple[Span, ...]:
    """The whole lines of entries."""
    starts = (*text.line_starts, len(text.content))
    lines = [(text.line_at(each.span.start), text.line_at(each.span.end)) for each in entries]
    return tuple([Span(starts[first - 1], starts[last]) for first, last in lines])
