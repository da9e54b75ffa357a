"""Order entries by date: which may change places, and the edits that move them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import MARKDOWN
from bot.linter.diagnostics import Edit
from bot.linter.suppressions import is_suppression
from bot.listing import Carrier, Order
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from bot.listing import Entry, Listing
    from bot.papers.dates import PartialDate
    from bot.text import Text

    Key: TypeAlias = tuple[int, ...]

    """What sorts an entry, the smallest on top."""

    DateOf: TypeAlias = Callable[[Entry], PartialDate | None]

    Run: TypeAlias = list[tuple[Entry, PartialDate | None]]


_MARGIN = " \t>\ufeff"
"""What may be on a line before its text."""

_FEWEST_TAILS = 3
_SHARE_OF_TAILS = 0.6

_SHARE_OF_NOTES = 0.5

_THEMATIC_BREAK = lazy_pattern(r"([-*_])[ \t]*(?:\1[ \t]*){2,}")
_MARKER = lazy_pattern(r"[ >\ufeff]*(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)")
_NUMBER = lazy_pattern(r"\d+")
_NUMBER_BY_HAND = lazy_pattern(r"[\s\[(#]*(\d{1,5})[\s\]).:]")


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
        return tuple(tuple(sign * part for part in block.date.key[: self.precision]) for block in self.blocks)


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


def find_comment_lines(listing: Listing) -> CommentLines:
    """The lines of `listing` that hold comments only; two comments on one line count as text."""
    text = listing.text
    every: set[int] = set()
    suppressing: set[int] = set()
    for comment in listing.document.comments:
        first, last = text.line_at(comment.span.start), text.line_at(comment.span.end)
        around = Span(text.line_span(first).start, text.line_span(last).end)
        if text[around].lstrip(_MARGIN).rstrip() == text[comment.span].strip():
            every.update(range(first, last + 1))
            if is_suppression(comment):
                suppressing.update(range(first, last + 1))
    if listing.document.format is not MARKDOWN:
        suppressing |= _find_notes(listing, every)
        every = suppressing  # what else is between records may head those below it: nothing moves past it
    return CommentLines(frozenset(every), frozenset(suppressing))


def _find_notes(listing: Listing, lines: Collection[int]) -> set[int]:
    """The comment lines right above records, where they are notes on these: where most records have one."""
    notes: set[int] = set()
    noted = 0
    for entry in listing.entries:
        first = line = listing.text.line_at(entry.span.start)
        while line - 1 in lines:
            line -= 1
        notes.update(range(line, first))
        noted += line < first
    return notes if noted >= _SHARE_OF_NOTES * len(listing.entries) else set()


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
            made = tuple(Block(tuple(entries), date, is_coarse) for date, is_coarse, entries in blocks)
            yield Series(run[0][0].section, tuple(lead), made, _precision(dates))


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
    """Whether two entries would be in one list, were it not for comments between them."""
    text = listing.text
    starts = [text.line_span(text.line_at(entry.span.start)).start for entry in (above, below)]
    margins = [text.content[start : entry.span.start] for start, entry in zip(starts, (above, below), strict=True)]
    marks = [text.content[entry.span.start] for entry in (above, below)]
    if above.section != below.section or above.carrier is not below.carrier or margins[0] != margins[1]:
        return False
    if marks[0] != marks[1] and not (marks[0].isdigit() and marks[1].isdigit()):
        return False
    between = range(text.line_at(above.span.end) + 1, text.line_at(below.span.start))
    worded = [line for line in between if text[text.line_span(line)].strip(_MARGIN)]
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
    counts = Counter(len(_parts(date)) for date in dates)
    return max(counts, key=lambda precision: (counts[precision], precision), default=1)


def _parts(date: PartialDate) -> tuple[int, ...]:
    return tuple(part for part in (date.year, date.month, date.day) if part is not None)


class Slot(NamedTuple):
    """A place in a series: whole lines without the last line end, and the numbers that stay in it."""

    span: Span
    numbers: tuple[Span, ...] = ()


def move(listing: Listing, series: Series, arrangement: Arrangement, comments: CommentLines) -> tuple[Edit, ...]:
    """The edits that put the blocks of `series` in order; none if that cannot be done with certainty.

    Blank lines, comments and thematic breaks between entries stay where they are, a suppression comment goes with its
    entry, and numbers count on. Nothing moves where other text is between the entries.
    """
    lines = _find_lines(listing, series, comments)
    if lines is None or _is_numbered_by_hand(series):
        return ()
    text = listing.text
    counts = _counts(series)
    slots = [
        Slot(
            Span(text.line_starts[first - 1], text.line_span(last).end),
            tuple(_number_span(text.content, entry) for entry in block.entries) if counts else (),
        )
        for block, (first, last) in zip(series.blocks, lines, strict=True)
    ]
    if text.content.startswith("\ufeff") and not slots[0].span.start:
        slots[0] = Slot(Span(1, slots[0].span.end), slots[0].numbers)
    return tuple(_Mover(text.content, slots, arrangement).edits())


def _find_lines(listing: Listing, series: Series, comments: CommentLines) -> list[tuple[int, int]] | None:
    """First and last line of each block; None if blocks share a line or other text is between."""
    carriers = {entry.carrier for block in series.blocks for entry in block.entries}
    if len(carriers) > 1:
        return None
    extent = _Extent(listing.text, comments, nests=carriers <= {Carrier.BULLET, Carrier.NUMBERED})
    firsts = [extent.first(block) for block in series.blocks]
    found: list[tuple[int, int]] = []
    for block, first, following in zip(series.blocks, firsts, [*firsts[1:], None], strict=True):
        last = extent.last(block, following)
        if last is None or (found and first <= found[-1][1]):
            return None
        found.append((first, last))
    return found


class _Extent(NamedTuple):
    """How far up and down a block of entries reaches."""

    text: Text
    comments: CommentLines
    nests: bool
    """True if what is indented further belongs to the entry above."""

    def first(self, block: Block) -> int:
        """The first line of a block: that of the suppression comment above it, if there is one."""
        line = self.text.line_at(block.entry.span.start)
        while line - 1 in self.comments.suppressing:
            line -= 1
        return line

    def last(self, block: Block, following: int | None) -> int | None:
        """The last line of a block with what is nested in it; None for other text before `following`."""
        starts = {self.text.line_at(entry.span.start) for entry in block.entries}
        last = max(self.text.line_at(entry.span.end) for entry in block.entries)
        within = self._within(min(starts))
        end = following if following is not None else len(self.text.line_starts) + 1
        loose = False
        for line in range(min(starts), end):
            content = self.text[self.text.line_span(line)].strip(_MARGIN)
            if content and self.nests and self._indent(line) >= within:
                last = max(line, last)
            elif content and line <= last and self.nests and loose and line not in starts:
                return None
            elif content and line > last:
                if following is None:
                    break
                if line not in self.comments.all and not _THEMATIC_BREAK.fullmatch(content):
                    return None
            loose = not content
        return last

    def _indent(self, line: int) -> int:
        content = self.text[self.text.line_span(line)].expandtabs(4)
        return len(content) - len(content.lstrip(_MARGIN))

    def _within(self, line: int) -> int:
        """How far lines are indented that belong to the item which begins on `line`."""
        match = _MARKER.match(self.text[self.text.line_span(line)].expandtabs(4))
        return match.end() if match else 0


def _counts(series: Series) -> bool:
    """Whether the entries are numbered one after the other, not all alike."""
    entries = [*series.lead, *(entry for block in series.blocks for entry in block.entries)]
    return entries[0].carrier is Carrier.NUMBERED and len({entry.number for entry in entries}) > 1


def _number_span(content: str, entry: Entry) -> Span:
    match = _NUMBER.match(content, entry.span.start)
    assert match is not None  # noqa: S101 - a numbered item begins with its number
    return Span(*match.span())


def _is_numbered_by_hand(series: Series) -> bool:
    """Whether numbers that Markdown does not know count the entries: moving one would break the count."""
    numbers = []
    for block in series.blocks:
        match = _NUMBER_BY_HAND.match(block.entry.head.text + " ")
        date = block.entry.date
        if match and (date is None or not date.span.contains(block.entry.head.span(*match.span(1)))):
            numbers.append(int(match[1]))
    steps = sum(abs(second - first) == 1 for first, second in pairwise(numbers))
    return len(numbers) > 1 and 2 * steps >= len(series.blocks) - 1


class _Mover:
    """Writes the edits: blocks are cut out and put in where all gaps are alike, else places are rewritten."""

    def __init__(self, content: str, slots: Sequence[Slot], arrangement: Arrangement) -> None:
        self.content, self.slots, self.arrangement = content, slots, arrangement
        self.numbers = [self._read(span) for slot in slots for span in slot.numbers]
        self.starts: dict[int, int] = {}
        """For each block the index of its first number after the move."""
        count = 0
        for index in arrangement.order:
            self.starts[index] = count
            count += len(slots[index].numbers)

    def edits(self) -> Iterator[Edit]:
        """All edits, stretch by stretch: a stretch is the least that keeps its blocks among themselves."""
        start = highest = 0
        for place, index in enumerate(self.arrangement.order):
            highest = max(highest, index)
            if highest == place:
                if place > start:
                    yield from self._stretch(start, place)
                start = place + 1

    def _stretch(self, start: int, end: int) -> Iterator[Edit]:
        gaps = {self._gap(index) for index in range(start, end)}
        if len(gaps) > 1:
            for place in range(start, end + 1):
                index = self.arrangement.order[place]
                if index == place:
                    yield from self._renumber(index)
                else:
                    yield Edit(self.slots[place].span, self._written(index))
            return
        (gap,) = gaps
        for index in range(start, end + 1):
            if index in self.arrangement.staying:
                yield from self._renumber(index)
        yield from self._cuts(start, end)
        yield from self._insertions(start, end, gap)

    def _cuts(self, start: int, end: int) -> Iterator[Edit]:
        """Take out the blocks that move, each run of them with the gap below it, or above at the end."""
        for moves, run in groupby(range(start, end + 1), lambda index: index not in self.arrangement.staying):
            indexes = list(run)
            if moves and indexes[-1] < end:
                yield Edit(Span(self._start(indexes[0]), self._start(indexes[-1] + 1)), "")
            elif moves:
                yield Edit(Span(self._end(indexes[0] - 1), self._end(end)), "")

    def _insertions(self, start: int, end: int, gap: str) -> Iterator[Edit]:
        waiting: list[str] = []
        last = start
        for index in self.arrangement.order[start : end + 1]:
            if index not in self.arrangement.staying:
                waiting.append(self._written(index))
                continue
            last = index
            if waiting:
                place = self._start(index)
                yield Edit(Span(place, place), "".join(text + gap for text in waiting))
                waiting = []
        if waiting:
            yield Edit(Span(self._end(last), self._end(last)), "".join(gap + text for text in waiting))

    def _renumber(self, index: int) -> Iterator[Edit]:
        """The edits inside a block that stays: its new numbers, and the indentation that they need."""
        slot = self.slots[index]
        if not slot.numbers:
            return
        ends = [*(self._line_start(span.start) for span in slot.numbers[1:]), slot.span.end]
        for offset, (span, end) in enumerate(zip(slot.numbers, ends, strict=True)):
            number = self.numbers[self.starts[index] + offset]
            if number == self._read(span):
                continue
            yield Edit(span, number)
            wider = len(number) - len(span)
            if wider > 0:
                for match in re.finditer(r"(?:\r\n|\n|\r)(?=  )", self.content[span.end : end]):
                    place = span.end + match.end()
                    yield Edit(Span(place, place), " " * wider)

    def _written(self, index: int) -> str:
        """The text of a block that moves, with the numbers of its new place."""
        slot = self.slots[index]
        written, cursor = "", slot.span.start
        for edit in sorted(self._renumber(index)):
            written += self.content[cursor : edit.span.start] + edit.new
            cursor = edit.span.end
        return written + self.content[cursor : slot.span.end]

    def _gap(self, index: int) -> str:
        return self.content[self._end(index) : self._start(index + 1)]

    def _start(self, index: int) -> int:
        return self.slots[index].span.start

    def _end(self, index: int) -> int:
        return self.slots[index].span.end

    def _read(self, span: Span) -> str:
        return self.content[span.start : span.end]

    def _line_start(self, offset: int) -> int:
        return max(self.content.rfind("\n", 0, offset), self.content.rfind("\r", 0, offset)) + 1
