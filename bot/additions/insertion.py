"""Where in the text of a list an entry goes, and what sets it off from its neighbours."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.diagnostics import Edit
from bot.linter.moves import find_comment_lines
from bot.listing import Carrier
from bot.listing.order import MARGIN
from bot.listing.places import find_peers, find_place, indentation, key_of
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.listing import Entry, Listing, Order, Section
    from bot.listing.places import SortKey
    from bot.text import Text

_BREAK = lazy_pattern(r"(?:([-*_])[ \t]*(?:\1[ \t]*){2,}|<br\s*/?>|<hr\s*/?>)")
_NESTING = (Carrier.BULLET, Carrier.NUMBERED)
_MOST_GAP = 4
"""Lines between two entries that set them off; more are a text of their own."""


class Place(NamedTuple):
    """Where an entry goes: between two neighbours, or where a section has none."""

    offset: int
    before: str
    """What is written before the entry, and behind it."""
    behind: str
    above: int
    """How many of `peers` are above."""
    peers: tuple[Entry, ...]


def locate(listing: Listing, section: Section, key: SortKey, declared: Order | None = None) -> Place:
    """Find where a paper goes in a section."""
    peers = find_peers(listing, section)
    if not peers:
        return _first_place(listing, section)
    index = find_place([key_of(entry) for entry in peers], key, listing.sorting, declared)
    return _between(listing, section, peers, index)


def number_at(place: Place) -> int | None:
    """The number of a new entry where its neighbours are numbered items: one more than the item above."""
    numbers = [entry.number for entry in place.peers]
    above = numbers[place.above - 1] if place.above else None
    below = numbers[place.above] if place.above < len(numbers) else None
    known = [number for number in numbers if number is not None]
    if len(known) > 1 and len(set(known)) == 1:
        return known[0]  # each item has the same number: Markdown counts
    step = -1 if len(known) > 1 and known[0] > known[-1] else 1
    if above is not None:
        return max(above + step, 0)
    return None if below is None else max(below - min(step, 0), 0)


def _between(listing: Listing, section: Section, peers: tuple[Entry, ...], index: int) -> Place:
    """The place above `peers[index]`, or below the last of them."""
    text, newline = listing.text, listing.text.newline
    suppressing = find_comment_lines(listing).suppressing
    gap = "".join(f"{line}{newline}" for line in _learn_gap(listing, peers, suppressing))
    if index < len(peers):
        offset = text.line_starts[_first_line(text, peers[index], suppressing) - 1]
        if text.content.startswith("\ufeff", offset):
            offset += 1
        return Place(offset, "", f"{newline}{gap}", index, peers)
    last = _last_line(listing, section, peers[-1])
    return Place(text.line_span(last).end, f"{newline}{gap}", "", index, peers)


def _first_place(listing: Listing, section: Section) -> Place:
    """The place in a section without entries: below what it holds, above the sections inside."""
    text = listing.text
    inner = [each.span.start for each in listing.sections if each.span.start > section.span.start]
    end = min([section.span.end, *(start - 1 for start in inner if start <= section.span.end)])
    last = text.line_at(max(end, section.heading_span.end))
    while last > text.line_at(section.heading_span.end) and not text[text.line_span(last)].strip():
        last -= 1
    blanks = Counter(
        text.line_at(entries[0].span.start) - text.line_at(each.heading_span.end) - 1
        for each in listing.sections
        if each.level and (entries := listing.in_section(each))
    )
    usual = blanks.most_common(1)[0][0] if blanks else 1
    blank = text.newline * (1 + (usual if 0 <= usual <= _MOST_GAP else 1))
    return Place(text.line_span(last).end, blank, "", 0, ())


def _first_line(text: Text, entry: Entry, suppressing: Collection[int]) -> int:
    """Find the first line of an entry: that of the comments above it which suppress findings in it."""
    line = text.line_at(entry.span.start)
    while line - 1 in suppressing:
        line -= 1
    return line


def _last_line(listing: Listing, section: Section, entry: Entry) -> int:
    """The last line of an entry with what is nested in it, or what goes on below it up to a break."""
    text = listing.text
    last = text.line_at(entry.span.end)
    end = min(text.line_at(section.span.end), len(text.line_starts))
    margin = indentation(text, text.line_at(entry.span.start))
    for line in range(last + 1, end + 1):
        if not text[text.line_span(line)].strip(MARGIN):
            continue
        if entry.carrier not in _NESTING or indentation(text, line) <= margin:
            break
        last = line
    return last


def _learn_gap(listing: Listing, peers: Sequence[Entry], suppressing: Collection[int]) -> tuple[str, ...]:
    """Learn the lines that are between two entries: those of the section, else of the list."""
    text = listing.text
    gaps = Counter(_gaps(text, peers, suppressing))
    if not gaps:
        carrier = peers[0].carrier
        alike = (find_peers(listing, section) for section in listing.sections)
        gaps = Counter(
            gap
            for entries in alike
            if entries and entries[0].carrier is carrier
            for gap in _gaps(text, entries, suppressing)
        )
    return gaps.most_common(1)[0][0] if gaps else ()


def _gaps(text: Text, peers: Sequence[Entry], suppressing: Collection[int]) -> Iterable[tuple[str, ...]]:
    """Find the lines between neighbours that are blank or thematic breaks."""
    for above, below in pairwise(peers):
        first, last = text.line_at(above.span.end) + 1, _first_line(text, below, suppressing) - 1
        lines = [text[text.line_span(line)] for line in range(first, last + 1)] if last - first < _MOST_GAP else None
        if lines is not None and all(not line.strip(MARGIN) or _BREAK.fullmatch(line.strip()) for line in lines):
            yield tuple(line.strip() for line in lines)


def insert(place: Place, text: str) -> Edit:
    """The edit that writes an entry."""
    return Edit(Span(place.offset, place.offset), f"{place.before}{text}{place.behind}")
