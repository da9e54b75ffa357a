"""Where a new entry belongs: which section a name means or a date heads, and the place among its entries.

That is by what sorts them, else where the latest ones were put.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.conventions import Direction, direction
from bot.listing.model import Order
from bot.listing.parts import ITEMS
from bot.ordering.order import MARGIN
from bot.papers.dates import DateMention, PartialDate, find_dates
from bot.papers.identifiers import Identifier, arxiv_order
from bot.text import Text, lazy_pattern, one_line, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.listing.model import Entry, Listing, Section

_FEWEST_STEPS = 3
"""Neighbours that differ from which their direction is the section's own order, not the list's."""
_FEW_STEPS = 6
"""So few neighbours say less than the list, unless they go another way than its sections."""
_SHARE_OF_STEPS = {Order.NEWEST_FIRST: 0.8, Order.OLDEST_FIRST: 0.9}
"""The share of them that must go one way; what is put at the end as it appears rises roughly by itself."""
_SHARES_OF_PEERS = {Order.NEWEST_FIRST: 0.6, Order.OLDEST_FIRST: 0.9}
"""The share of neighbours of one date whose arXiv ids must go one way for these to count."""
_SHARE_OF_FEW = 0.6
"""The share of few steps that must go the way of the list."""
_SHARES_OF_LATEST = ((0.6, 0.6), (0.75, 0.5))
"""The shares of sections with their latest on top, and of neighbours, that show where an unsorted one is added to."""
_FEWEST_NUMBERS = 3
"""Papers with an arXiv id from which a section shows where its latest entries are."""
_KNOWN = 0.5
"""The share of entries that must have a date, or an id, for the section to be sorted by it."""

_PATH = " > "
_WITH_LINE = lazy_pattern(r"(.+) \(line (\d{1,7})\)")
_COUNT = lazy_pattern(r"\s*[(\[]\d[\d,. ]*(?:papers?)?[)\]]\s*$")
"""A number of papers at the end of a heading, which changes with every paper."""
_SECTION_NUMBER = lazy_pattern(r"^\W*(?:\d{1,3}\.)*\d{1,3}[.)]?\s+(?=\D)")
"""A number in front of a heading: `4.1 Planning`; and a picture before it."""
_NOT_DATE = lazy_pattern(r"[^\W\d_]{3,}|[A-Z]")
"""More than a date: a word, or a name such as S&P."""
_YEAR = lazy_pattern(r"\byear\b", re.IGNORECASE)
"""What a heading may call its date: `Year 2024`."""


class SortKey(NamedTuple):
    """What an entry may be sorted by: the parts of its date as written, and its arXiv id; empty if it has none."""

    date: tuple[int, ...] = ()
    number: tuple[int, ...] = ()


class Sorting(NamedTuple):
    """What the sections of a list are sorted by, as a whole."""

    dates: Direction = Direction()
    numbers: Direction = Direction()
    peers: Direction = Direction()
    """The arXiv ids of neighbours of one date."""
    latest: Direction = Direction()
    """In how many sections the latest entries are in the upper half (falling), and in the lower."""


def sort_key(date: PartialDate | None, work: Identifier | None) -> SortKey:
    """The key of a paper."""
    return SortKey(date.parts if date is not None else (), (arxiv_order(work) or ()) if work is not None else ())


def key_of(entry: Entry) -> SortKey:
    """The key of an entry, by what is written."""
    return sort_key(entry.date.value if entry.date is not None else None, entry.work)


def learn_sorting(sections: Iterable[Sequence[SortKey]]) -> Sorting:
    """What the sections of a list are sorted by, taken together; O(n)."""
    found = Sorting()
    for keys in sections:
        dates = _dates(keys)
        found = Sorting(
            found.dates + direction([date for date in dates if date]),
            found.numbers + direction([key.number for key in keys if key.number]),
            found.peers + _peers(keys, dates),
            found.latest + _latest(keys),
        )
    return found


def find_place(keys: Sequence[SortKey], new: SortKey, sorting: Sorting, declared: Order | None = None) -> int:
    """The index that `new` has among the entries of a section when it is put there; the others keep their order.

    Among equals the newest is on top where the newest are.

    `sorting` is that of the whole list, for sections that are too short to show their own; `declared` is an order
    that the maintainers ask for. A section that is not sorted takes the entry at the end that its latest entries are.
    """
    dates = _dates(keys)
    precision = max(map(len, dates), default=0)
    order = _find_order(keys, dates, sorting, declared)
    by_date = order is not None and precision > 0 and len(new.date) >= precision and _is_known(dates)
    if order is None or not (by_date or (new.number and _is_known([key.number for key in keys]))):
        return _unsorted_place(keys, new, sorting)
    sign = -1 if order is Order.NEWEST_FIRST else 1
    peers = sorting.peers.shown(_FEWEST_STEPS, _SHARES_OF_PEERS[order]) is order
    ranks = [
        _rank(date if by_date else key.number, key.number if by_date and peers else (), sign)
        for key, date in zip(keys, dates, strict=True)
    ]
    own = _rank(new.date[:precision] if by_date else new.number, new.number if by_date and peers else (), sign)
    return _least_disorder(ranks, own, first=order is Order.NEWEST_FIRST)


def _find_order(
    keys: Sequence[SortKey], dates: Sequence[tuple[int, ...]], sorting: Sorting, declared: Order | None
) -> Order | None:
    """The order of a section: what is declared, else its own, else that of the list."""
    if declared is not None:
        return declared
    numbers = [key.number for key in keys if key.number]
    for own, whole in (([date for date in dates if date], sorting.dates), (numbers, sorting.numbers)):
        steps = direction(own)
        if found := steps.shown(_FEWEST_STEPS, _SHARE_OF_STEPS[steps.order]):
            return found
        joint = whole + steps
        found = joint.shown(_FEW_STEPS, _SHARE_OF_STEPS[joint.order]) if own and sum(steps) < _FEW_STEPS else None
        if found and (sum(steps) < _FEWEST_STEPS or steps.shown(_FEWEST_STEPS, _SHARE_OF_FEW) is found):
            return found
    return None


def _rank(first: tuple[int, ...], second: tuple[int, ...], sign: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What sorts an entry, the smallest on top; None for one that is not sorted."""
    return (tuple(sign * part for part in first), tuple(sign * part for part in second)) if first else None


def _least_disorder(
    ranks: Sequence[tuple[tuple[int, ...], tuple[int, ...]] | None],
    new: tuple[tuple[int, ...], tuple[int, ...]] | None,
    *,
    first: bool,
) -> int:
    """The index at which the fewest entries are on the wrong side of `new`, the `first` or the last of equals.

    An entry without a rank stays below the one that it is below.
    """
    assert new is not None  # noqa: S101 - asked only for what is sorted
    below = sum(rank is not None and _precedes(rank, new) for rank in ranks)
    wrong = best = below
    place = 0
    for index, rank in enumerate(ranks):
        if rank is not None:
            if wrong < best or (wrong == best and not first):
                best, place = wrong, index
            wrong += _precedes(new, rank) - _precedes(rank, new)
    return len(ranks) if wrong < best or (wrong == best and not first) else place


def _precedes(one: tuple[tuple[int, ...], tuple[int, ...]], other: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    """Whether one rank surely comes before the other; second parts count where both have them."""
    return one[0] < other[0] or (one[0] == other[0] and bool(one[1] and other[1]) and one[1] < other[1])


def _unsorted_place(keys: Sequence[SortKey], new: SortKey, sorting: Sorting) -> int:
    """The end of a section that is not sorted; its top where its latest entries are there, or those of others.

    Of its own steps as many must fall, unless the list has the latest on top nearly everywhere. On top of a section
    that is too short to show its own, what is later than the new entry, by its id or else its date, stays above it.
    """
    numbers = [key.number for key in keys if key.number]
    if len(numbers) >= _FEWEST_NUMBERS and _is_known([key.number for key in keys]):
        orders = (direction(numbers).order, sorting.latest.shown(_FEW_STEPS, _SHARE_OF_STEPS[Order.NEWEST_FIRST]))
        return 0 if _latest(keys).falling and Order.NEWEST_FIRST in orders else len(keys)
    found = ((sorting.latest.shown(1, most), sorting.numbers.shown(1, least)) for most, least in _SHARES_OF_LATEST)
    if (Order.NEWEST_FIRST, Order.NEWEST_FIRST) not in found:
        return len(keys)
    stays = len(numbers) < _FEWEST_NUMBERS
    return next((index for index, key in enumerate(keys) if not (stays and _is_later(key, new))), len(keys))


def _is_later(one: SortKey, other: SortKey) -> bool:
    """Whether one is surely later: by their ids where both have one, else by their dates."""
    if one.number and other.number:
        return one.number > other.number
    parts = min(len(one.date), len(other.date))
    return one.date[:parts] > other.date[:parts]


def _latest(keys: Sequence[SortKey]) -> Direction:
    """Whether the latest entries of a section are in its upper half (falling) or in its lower (rising)."""
    numbers = [(key.number, index) for index, key in enumerate(keys) if key.number]
    if len(numbers) < _FEWEST_NUMBERS:
        return Direction()
    newest = sorted(numbers)[-max(1, len(numbers) // 5) :]
    middle = (len(keys) - 1) / 2
    offset = sum(index - middle for _, index in newest)
    return Direction(int(offset < 0), int(offset > 0))


def _dates(keys: Sequence[SortKey]) -> list[tuple[int, ...]]:
    """The dates of entries, cut to the precision that most have; empty for less precise ones."""
    counts = Counter(len(key.date) for key in keys if key.date)
    precision = max(counts, key=lambda each: (counts[each], each), default=0)
    return [key.date[:precision] if len(key.date) >= precision else () for key in keys]


def _is_known(values: Sequence[tuple[int, ...]]) -> bool:
    return sum(map(bool, values)) >= _KNOWN * len(values)


def _peers(keys: Sequence[SortKey], dates: Sequence[tuple[int, ...]]) -> Direction:
    """Which way the ids of neighbours of one date go."""
    found = Direction()
    for (one, day), (other, same) in pairwise(zip(keys, dates, strict=True)):
        if day and day == same and one.number and other.number:
            found += Direction(int(one.number > other.number), int(one.number < other.number))
    return found


def find_peers(listing: Listing, section: Section) -> tuple[Entry, ...]:
    """Find the entries of a section that are written as most of them are: as bullets of one depth, or as rows."""
    entries = listing.in_section(section)
    shapes = [
        (
            entry.carrier,
            indentation(listing.text, listing.text.line_at(entry.span.start)) if entry.carrier in ITEMS else 0,
        )
        for entry in entries
    ]
    if len(set(shapes)) < 2:
        return entries
    common = Counter(shapes).most_common(1)[0][0]
    return tuple(entry for entry, shape in zip(entries, shapes, strict=True) if shape == common)


def indentation(text: Text, line: int) -> int:
    """Measure how far a line is indented, the marks of quotes included."""
    content = text[text.line_span(line)]
    return len(content[: len(content) - len(content.lstrip(MARGIN))].expandtabs(4))


def sorting_of(listing: Listing) -> Sorting:
    """What the sections of a list are sorted by, by the entries that are written alike."""
    return learn_sorting([key_of(entry) for entry in find_peers(listing, each)] for each in listing.sections)


class Chosen(NamedTuple):
    """A section, by its index in the listing; or why there is none."""

    section: int | None
    reason: str = ""


def path_of(section: Section) -> tuple[str, ...]:
    """The headings above a section and its own."""
    return (*section.path, section.heading)


def name_of(listing: Listing, index: int) -> str:
    """The shortest end of the path of a section that names no other, with its line where its whole path does not."""
    path = path_of(listing.sections[index])
    own = tuple(map(_folded, path))
    others = [
        tuple(map(_folded, path_of(each))) for n, each in enumerate(listing.sections) if n != index and each.level
    ]
    for length in range(1, len(path)):
        if not any(other[-length:] == own[-length:] for other in others):
            return _PATH.join(path[-length:])
    return f"{_PATH.join(path)} (line {_line_of(listing, index)})" if own in others else _PATH.join(path)


def resolve(listing: Listing, name: str) -> Chosen:
    """The section that a name, or the end of a path such as `Papers > 2024`, means.

    Case does not count, and a number in front of a heading, or of the papers below it, may be left out.
    """
    if match := _WITH_LINE.fullmatch(name):
        named = (index for index in _find_named(listing, match[1]) if _line_of(listing, index) == int(match[2]))
        if (own := next(named, None)) is not None:
            return Chosen(own)
    found = _find_named(listing, name) or _find_named(listing, name, _bare)
    whole = [index for index in found if _folded(_PATH.join(path_of(listing.sections[index]))) == _folded(name)]
    found = whole if len(whole) == 1 else found
    if len(found) == 1:
        return Chosen(found[0])
    if found:
        lines = ", ".join(str(_line_of(listing, index)) for index in found[:5])
        example = f'"{name} (line {_line_of(listing, found[0])})"'
        return Chosen(
            None, f'"{name}" names {len(found)} sections (lines {lines}): name more of its path, or {example}'
        )
    names = {section.heading for section in listing.sections if section.level}
    return Chosen(None, f'there is no section "{name}"{suggestion(name, sorted(names), "section")}')


def _find_named(listing: Listing, name: str, form: Callable[[str], str] = str) -> list[int]:
    """The sections whose path ends in a name, each part of both in the same form."""
    wanted = _folded(_PATH.join(map(form, name.split(_PATH))))
    paths = ((index, [*map(form, path_of(each))]) for index, each in enumerate(listing.sections) if each.level)
    return [
        index for index, path in paths if any(_folded(_PATH.join(path[start:])) == wanted for start in range(len(path)))
    ]


def without_count(heading: str) -> str:
    """A heading without the number of its papers, where it ends in one."""
    return _COUNT.sub("", heading)


def _bare(heading: str) -> str:
    """A heading without its own number and that of its papers, unless nothing else is left."""
    return _SECTION_NUMBER.sub("", without_count(heading)) or heading


def _line_of(listing: Listing, index: int) -> int:
    return listing.text.line_at(listing.sections[index].span.start)


def _folded(name: str) -> str:
    """A name without case, line ends and what is not seen."""
    return one_line(name).casefold()


class DateSection(NamedTuple):
    """A section headed by a date and nothing else."""

    section: int
    mention: DateMention
    date: PartialDate


def find_date(heading: str) -> tuple[DateMention, PartialDate] | None:
    """The date that a heading is, with its day where that is written `16th of January 2025`; None for others.

    The number of papers at its end is not part of it.
    """
    heading = without_count(heading)
    for mention in find_dates(heading):
        rest = _YEAR.sub("", heading[: mention.start] + heading[mention.end :])
        if mention.value is not None and not _NOT_DATE.search(rest) and not re.search(r"\d", rest):
            return mention, mention.value
    return None


def date_sections(listing: Listing, index: int) -> tuple[DateSection, ...]:
    """The sections beside this one, or directly inside it, that are headed by dates of one precision, in order."""
    section = listing.sections[index]
    outer = section.outer if find_date(section.heading) is not None else index
    found = [
        DateSection(number, *date)
        for number, each in enumerate(listing.sections)
        if each.outer == outer and each.level and (date := find_date(each.heading)) is not None
    ]
    precise = max((len(each.date.parts) for each in found), default=0)
    return tuple(each for each in found if len(each.date.parts) == precise)


def find_dated(sections: Sequence[DateSection], date: PartialDate) -> DateSection | None:
    """The section of a date, where there is one."""
    return next((each for each in sections if covers(each.date, date)), None)


def covers(heading: PartialDate, date: PartialDate) -> bool:
    """Whether a date is the one of a heading, or within it."""
    return date.parts[: len(heading.parts)] == heading.parts
