"""Where in the text of a list an entry goes, and what sets it off from its neighbours."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.diagnostics import Edit
from bot.linter.moves import find_comment_lines
from bot.listing import Carrier, Order
from bot.listing.places import find_place, key_of, learn_sorting
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.listing import Entry, Listing, Section
    from bot.listing.places import Sorting, SortKey

_MARGIN = " \t>\ufeff"
_BREAK = lazy_pattern(r"(?:([-*_])[ \t]*(?:\1[ \t]*){2,}|<br\s*/?>|<hr\s*/?>)")
_INDENT = lazy_pattern(r"[ \t>\ufeff]*")
_NESTING = (Carrier.BULLET, Carrier.NUMBERED)
_MOST_GAP = 4
"""Lines between two entries that set them off; more are a text of their own."""


class Outline(NamedTuple):
    """A list with what is needed to find places in it; learned once."""

    listing: Listing
    sorting: Sorting
    suppressing: frozenset[int]
    """The lines of comments that belong to the entry below."""


class Place(NamedTuple):
    """Where an entry goes: between two neighbours, or where a section has none."""

    offset: int
    before: str
    """What is written before the entry, and behind it."""
    behind: str
    above: int
    """How many of `peers` are above."""
    peers: tuple[Entry, ...]


def make_outline(listing: Listing) -> Outline:
    """The outline of a list."""
    keys = ([key_of(entry) for entry in _peers(listing, section)] for section in listing.sections)
    return Outline(listing, learn_sorting(keys), find_comment_lines(listing).suppressing)


def locate(outline: Outline, section: Section, key: SortKey, declared: Order | None = None) -> Place:
    """Where a paper goes in a section."""
    peers = _peers(outline.listing, section)
    if not peers:
        return _first_place(outline, section)
    index = find_place([key_of(entry) for entry in peers], key, outline.sorting, declared)
    return _between(outline, section, peers, index)


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


def _peers(listing: Listing, section: Section) -> tuple[Entry, ...]:
    """The entries of a section that are written as most of them are: as bullets of one depth, or as rows."""
    entries = listing.in_section(section)
    shapes = [(entry.carrier, _indent(listing, entry)) for entry in entries]
    if len(set(shapes)) < 2:
        return entries
    common = Counter(shapes).most_common(1)[0][0]
    return tuple(entry for entry, shape in zip(entries, shapes, strict=True) if shape == common)


def _indent(listing: Listing, entry: Entry) -> int:
    text = listing.text
    start = text.line_starts[text.line_at(entry.span.start) - 1]
    match = _INDENT.match(text.content, start)
    return len(match[0].expandtabs(4)) if match else 0


def _between(outline: Outline, section: Section, peers: tuple[Entry, ...], index: int) -> Place:
    """The place above `peers[index]`, or below the last of them."""
    text, newline = outline.listing.text, outline.listing.text.newline
    gap = "".join(f"{line}{newline}" for line in _learn_gap(outline, peers))
    order_is_rising = index == len(peers)
    if not order_is_rising:
        offset = text.line_starts[_first_line(outline, peers[index]) - 1]
        if text.content.startswith("\ufeff", offset):
            offset += 1
        return Place(offset, "", f"{newline}{gap}", index, peers)
    last = _last_line(outline, section, peers[-1])
    return Place(text.line_span(last).end, f"{newline}{gap}", "", index, peers)


def _first_place(outline: Outline, section: Section) -> Place:
    """The place in a section without entries: below what it holds, above the sections inside."""
    text, listing = outline.listing.text, outline.listing
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


def _first_line(outline: Outline, entry: Entry) -> int:
    line = outline.listing.text.line_at(entry.span.start)
    while line - 1 in outline.suppressing:
        line -= 1
    return line


def _last_line(outline: Outline, section: Section, entry: Entry) -> int:
    """The last line of an entry with what is nested in it, or what goes on below it up to a break."""
    text = outline.listing.text
    last = text.line_at(entry.span.end)
    end = min(text.line_at(section.span.end), len(text.line_starts))
    margin = _indent(outline.listing, entry)
    for line in range(last + 1, end + 1):
        content = text[text.line_span(line)]
        if not content.strip(_MARGIN):
            continue
        match = _INDENT.match(content)
        deeper = len(match[0].expandtabs(4)) > margin if match else False
        if entry.carrier not in _NESTING or not deeper:
            break
        last = line
    return last


def _learn_gap(outline: Outline, peers: Sequence[Entry]) -> tuple[str, ...]:
    """The lines that are between two entries: those of the section, else of the list."""
    gaps = Counter(_gaps(outline, peers))
    if not gaps:
        carrier = peers[0].carrier
        alike = (_peers(outline.listing, section) for section in outline.listing.sections)
        gaps = Counter(
            gap for entries in alike if entries and entries[0].carrier is carrier for gap in _gaps(outline, entries)
        )
    return gaps.most_common(1)[0][0] if gaps else ()


def _gaps(outline: Outline, peers: Sequence[Entry]) -> Iterable[tuple[str, ...]]:
    """The lines between neighbours that are blank or thematic breaks."""
    text = outline.listing.text
    for above, below in pairwise(peers):
        first, last = text.line_at(above.span.end) + 1, _first_line(outline, below) - 1
        lines = [text[text.line_span(line)] for line in range(first, last + 1)] if last - first < _MOST_GAP else None
        if lines is not None and all(not line.strip(_MARGIN) or _BREAK.fullmatch(line.strip()) for line in lines):
            yield tuple(line.strip() for line in lines)


def insert(place: Place, text: str) -> Edit:
    """The edit that writes an entry."""
    return Edit(Span(place.offset, place.offset), f"{place.before}{text}{place.behind}")
