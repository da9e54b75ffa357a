"""A listing comes in; its series of dated entries, and the fewest that must move to order each, go out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bot.listing import Order
from bot.papers.identifiers import arxiv_month
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from bot.listing import Entry, Listing
    from bot.papers.dates import PartialDate

    Key: TypeAlias = tuple[int, ...]

    """What sorts an entry, the smallest on top."""

    DateOf: TypeAlias = Callable[[Entry], PartialDate | None]

    Run: TypeAlias = list[tuple[Entry, PartialDate | None]]


MARGIN = " \t>\ufeff"
"""What may stand on a line before its words."""

_FEWEST_TAILS = 3
_SHARE_OF_TAILS = 0.6

_ALLOW = lazy_pattern(r"\s*bot:[ \t]*allow\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """What moves as one: an entry with a date, and the undated ones that stand below it."""

    entries: tuple[Entry, ...]
    date: PartialDate

    @property
    def entry(self) -> Entry:
        """The entry that carries the date."""
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class Series:
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
        return tuple(tuple(sign * part for part in block.date.key[: self.precision]) for block in self.blocks)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How to put keys in order: the index that comes to each place, and the indexes that need not move."""

    order: tuple[int, ...]
    kept: frozenset[int]

    @property
    def moved(self) -> tuple[int, ...]:
        """The fewest indexes that must move, in order of place."""
        return tuple(index for index in range(len(self.order)) if index not in self.kept)

    def neighbours(self) -> dict[int, tuple[int | None, int | None]]:
        """For each index that moves, the kept ones above and below its new place; None at an end."""
        found: dict[int, tuple[int | None, int | None]] = {}
        above: int | None = None
        waiting: list[int] = []
        for index in self.order:
            if index not in self.kept:
                waiting.append(index)
                continue
            found |= dict.fromkeys(waiting, (above, index))
            above, waiting = index, []
        return found | dict.fromkeys(waiting, (above, None))


@dataclass(frozen=True, slots=True)
class CommentLines:
    """The lines that hold HTML comments and nothing else."""

    all: frozenset[int]
    allowing: frozenset[int]
    """Those of `<!-- bot: allow ... -->`, which speak for the entry below."""


def find_comment_lines(listing: Listing) -> CommentLines:
    """The lines of `listing` that hold comments only; two comments on one line count as words."""
    text = listing.text
    every: set[int] = set()
    allowing: set[int] = set()
    for comment in listing.document.comments:
        first, last = text.line_at(comment.span.start), text.line_at(comment.span.end)
        around = Span(text.line_span(first).start, text.line_span(last).end)
        if text[around].lstrip(MARGIN).rstrip() == text[comment.span].strip():
            every.update(range(first, last + 1))
            if _ALLOW.match(comment.text):
                allowing.update(range(first, last + 1))
    return CommentLines(frozenset(every), frozenset(allowing))


def find_series(listing: Listing, date_of: DateOf, comments: CommentLines) -> Iterator[Series]:
    """The entries that may change places, at least two dated ones in each series.

    `date_of` says what an entry counts as; None is undated. A date less precise than most of its series is as
    good as none: nobody knows where in its year it belongs. Where a list keeps the entries without an arXiv
    id below the others of a section, they are a series of their own.
    """
    runs = [_with_dates(run, date_of) for run in _join_runs(listing, comments)]
    if _has_tails(runs):
        runs = [part for run in runs for part in _split_tail(run)]
    for run in runs:
        lead: list[Entry] = []
        blocks: list[tuple[PartialDate, list[Entry]]] = []
        for entry, date in run:
            if date is not None:
                blocks.append((date, [entry]))
            else:
                (blocks[-1][1] if blocks else lead).append(entry)
        if len(blocks) > 1:
            made = tuple(Block(tuple(entries), date) for date, entries in blocks)
            yield Series(run[0][0].section, tuple(lead), made, _precision(date for date, _ in blocks))


def arrange(keys: Sequence[Key]) -> Arrangement:
    """The stable sort of `keys`, reached by the fewest moves: the longest run that is in order stays."""
    order = tuple(sorted(range(len(keys)), key=keys.__getitem__))
    return Arrangement(order, frozenset(longest_run(keys)))


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


def _join_runs(listing: Listing, comments: CommentLines) -> Iterator[list[Entry]]:
    """Entries with the same siblings in one section, lists that only a comment divides joined to one."""
    groups: dict[tuple[int, int], list[Entry]] = {}
    for entry in listing.entries:
        groups.setdefault((entry.section, entry.siblings), []).append(entry)
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


def _is_divided_by_comment(listing: Listing, above: Entry, below: Entry, comments: CommentLines) -> bool:
    """Whether two entries would stand in one list, were it not for comments between them."""
    text = listing.text
    starts = [text.line_span(text.line_at(entry.span.start)).start for entry in (above, below)]
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
    return [(entry, date if date is not None and len(_parts(date)) >= precision else None) for entry, date in dated]


def _has_tails(runs: Iterable[Run]) -> bool:
    """Whether the list keeps the dated entries without an arXiv id at the end of its sections."""
    tidy = others = behind = 0
    for run in runs:
        named = [_is_on_arxiv(entry) for entry, date in run if date is not None]
        if any(named) and not all(named):
            tail = named[::-1].index(True)
            tidy += tail == named.count(False)
            others += named.count(False)
            behind += tail
    return tidy >= _FEWEST_TAILS and behind >= _SHARE_OF_TAILS * others


def _split_tail(run: Run) -> Iterator[Run]:
    named = [date is not None and _is_on_arxiv(entry) for entry, date in run]
    start = len(run) - named[::-1].index(True) if any(named) else len(run)
    while start < len(run) and run[start][1] is None:
        start += 1
    yield from (part for part in (run[:start], run[start:]) if part)


def _is_on_arxiv(entry: Entry) -> bool:
    return entry.work is not None and arxiv_month(entry.work) is not None


def _precision(dates: Iterable[PartialDate]) -> int:
    """How many parts most of the dates have; the more of equals."""
    counts = Counter(len(_parts(date)) for date in dates)
    return max(counts, key=lambda precision: (counts[precision], precision), default=1)


def _parts(date: PartialDate) -> tuple[int, ...]:
    return tuple(part for part in (date.year, date.month, date.day) if part is not None)
