"""How entries follow one another: those that may change places, what sorts them, and how many are in order."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import BlockKind
from bot.listing.model import Order
from bot.text import group_pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from bot.listing.model import Entry, Listing
    from bot.papers.dates import PartialDate

    Key: TypeAlias = tuple[int, ...]
    """What sorts an entry, the smallest on top."""

    DateOf: TypeAlias = Callable[[Entry], PartialDate | None]

    Run: TypeAlias = list[tuple[Entry, PartialDate | None]]


MARGIN = " \t>\ufeff"
"""What may be on a line before its text."""

_FEWEST_TAILS = 3
_SHARE_OF_TAILS = 0.6
"""Sections with all entries without an arXiv id at their end, and the share of such entries that are there, from which
the list keeps them there."""


def longest_run(keys: Sequence[Key]) -> tuple[int, ...]:
    """The indexes of a longest subsequence that never falls, found in O(n log n)."""
    ends: list[int] = []
    """For each length the index that ends a run of it with the smallest key."""
    smallest: list[Key] = []
    before: list[int] = []
    for index, key in enumerate(keys):
        length = bisect_right(smallest, key)
        before.append(ends[length - 1] if length else -1)
        if length == len(ends):
            ends.append(index)
            smallest.append(key)
        else:
            ends[length], smallest[length] = index, key
    run: list[int] = []
    index = ends[-1] if ends else -1
    while index >= 0:
        run.append(index)
        index = before[index]
    return tuple(reversed(run))


def agreement(keys: Sequence[Key]) -> float:
    """The share of neighbours in order among those with different keys; 1 where all are alike."""
    pairs = [first < second for first, second in pairwise(keys) if first != second]
    return sum(pairs) / len(pairs) if pairs else 1.0


class Block(NamedTuple):
    """What moves as one: an entry with a date, and the undated ones that are below it."""

    entries: tuple[Entry, ...]
    date: PartialDate
    is_coarse: bool = False
    """Whether its date is less precise than most others: it stays below what it is below."""

    @property
    def entry(self) -> Entry:
        """The entry that carries the date."""
        return self.entries[0]


class Series(NamedTuple):
    """Entries of one section that may change places, cut into blocks."""

    section: int
    lead: tuple[Entry, ...]
    """The undated entries above the first dated one: they stay."""
    blocks: tuple[Block, ...]
    precision: int
    """How many parts of the dates count: 1 for the year, 2 with the month, 3 with the day."""

    def keys(self, order: Order) -> tuple[Key, ...]:
        """What sorts the blocks."""
        sign = -1 if order is Order.NEWEST_FIRST else 1
        return tuple([tuple(sign * part for part in block.date.key[: self.precision]) for block in self.blocks])


class Arrangement(NamedTuple):
    """How to put keys in order: the index that comes to each place, and the indexes that need not move."""

    order: tuple[int, ...]
    staying: frozenset[int]

    @property
    def moved(self) -> tuple[int, ...]:
        """The fewest indexes that must move, in order of place."""
        return tuple(index for index in range(len(self.order)) if index not in self.staying)

    def neighbours(self) -> dict[int, tuple[int | None, int | None]]:
        """For each index that moves, the staying ones above and below its new place; None at an end."""
        found: dict[int, tuple[int | None, int | None]] = {}
        above: int | None = None
        waiting: list[int] = []
        for index in self.order:
            if index not in self.staying:
                waiting.append(index)
                continue
            found |= dict.fromkeys(waiting, (above, index))
            above, waiting = index, []
        return found | dict.fromkeys(waiting, (above, None))


class CommentLines(NamedTuple):
    """The lines that hold HTML comments and nothing else."""

    all: frozenset[int]
    suppressing: frozenset[int]
    """Those of suppression comments, which apply to the entry below."""


def find_series(listing: Listing, date_of: DateOf, comments: CommentLines) -> Iterator[Series]:
    """The entries that may change places, at least two dated ones in each series.

    `date_of` gives the date that sorts an entry; None is undated. An entry with a date less precise than most of
    its series is a block that stays: where in its year it belongs is not known. Where a list keeps the entries without
    an arXiv id below the others of a section, they are a series of their own.
    """
    runs = [_with_dates(run, date_of) for run in _join_runs(listing, comments)]
    if _has_tails(runs):
        runs = [part for run in runs for part in _split_tail(run)]
    for run in runs:
        lead: list[Entry] = []
        blocks: list[tuple[PartialDate, bool, list[Entry]]] = []
        for entry, date in run:
            label = date or date_of(entry)
            if label is not None and (date is not None or blocks):
                blocks.append((label, date is None, [entry]))
            else:
                (blocks[-1][2] if blocks else lead).append(entry)
        dates = [date for date, is_coarse, _ in blocks if not is_coarse]
        if len(dates) > 1:
            made = tuple([Block(tuple(entries), date, is_coarse) for date, is_coarse, entries in blocks])
            yield Series(run[0][0].section, tuple(lead), made, _precision(dates))


def _join_runs(listing: Listing, comments: CommentLines) -> Iterator[list[Entry]]:
    """Entries with the same siblings in one section, lists that only a comment divides joined to one."""
    lines = _dividing_lines(listing)
    groups = group_pairs(
        [((each.section, each.siblings, bisect_right(lines, each.span.start)), each) for each in listing.entries]
    )
    open_run: list[Entry] = []
    for group in groups.values():
        if open_run and _is_divided_by_comment(listing, open_run[-1], group[0], comments):
            open_run += group
            continue
        if open_run:
            yield open_run
        open_run = group
    if open_run:
        yield open_run


def _dividing_lines(listing: Listing) -> list[int]:
    """Where horizontal lines divide the entries; none where nearly each entry has one below it."""
    rules = (block for block in listing.document.blocks if block.kind is BlockKind.RULE)
    starts = [listing.text.line_span(each.first).start for each in rules]
    return starts if _FEWEST_TAILS * len(starts) <= len(listing.entries) else []


def _is_divided_by_comment(listing: Listing, above: Entry, below: Entry, comments: CommentLines) -> bool:
    """Whether two entries would be in one list, were it not for comments between them."""
    if not comments.all:
        return False
    text = listing.text
    starts = [text.line_around(entry.span.start).start for entry in (above, below)]
    margins = [text.content[start : entry.span.start] for start, entry in zip(starts, (above, below), strict=True)]
    marks = [text.content[entry.span.start] for entry in (above, below)]
    if above.section != below.section or above.carrier is not below.carrier or margins[0] != margins[1]:
        return False
    if marks[0] != marks[1] and not (marks[0].isdigit() and marks[1].isdigit()):
        return False
    between = range(text.line_at(above.span.end) + 1, text.line_at(below.span.start))
    worded = [line for line in between if text[text.line_span(line)].strip(MARGIN)]
    return bool(worded) and comments.all.issuperset(worded)


def _with_dates(run: Iterable[Entry], date_of: DateOf) -> Run:
    """The entries with the dates they sort by; a date less precise than most others is none."""
    dated = [(entry, date_of(entry)) for entry in run]
    precision = _precision(date for _, date in dated if date is not None)
    return [(entry, date if date is not None and len(date.parts) >= precision else None) for entry, date in dated]


def _has_tails(runs: Iterable[Run]) -> bool:
    """Whether the list keeps the dated entries without an arXiv id at the end of its sections."""
    tidy = others = behind = 0
    for run in runs:
        named = [entry.announced is not None for entry, date in run if date is not None]
        if any(named) and not all(named):
            tail = named[::-1].index(True)
            tidy += tail == named.count(False)
            others += named.count(False)
            behind += tail
    return tidy >= _FEWEST_TAILS and behind >= _SHARE_OF_TAILS * others


def _split_tail(run: Run) -> Iterator[Run]:
    named = [date is not None and entry.announced is not None for entry, date in run]
    start = len(run) - named[::-1].index(True) if any(named) else len(run)
    while start < len(run) and run[start][1] is None:
        start += 1
    yield from (part for part in (run[:start], run[start:]) if part)


def _precision(dates: Iterable[PartialDate]) -> int:
    """How many parts most of the dates have; the more of equals."""
    counts = Counter([len(date.parts) for date in dates])
    return max(counts, key=lambda precision: (counts[precision], precision), default=1)
