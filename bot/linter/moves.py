"""The edits that move entries to other places in a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from bot.linter.diagnostics import Edit
from bot.listing import ITEMS, Carrier, Entry, Listing
from bot.ordering.order import MARGIN, Arrangement, Block, CommentLines, Series
from bot.text import Span, Text, lazy_pattern

_THEMATIC_BREAK = lazy_pattern(r"([-*_])[ \t]*(?:\1[ \t]*){2,}")
_MARKER = lazy_pattern(r"[ >\ufeff]*(?:[-*+]|\d{1,9}[.)])(?: {1,4}(?! )| |$)")
_NUMBER = lazy_pattern(r"\d+")
_NUMBER_BY_HAND = lazy_pattern(r"[\s\[(#]*(\d{1,5})[\s\]).:]")


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
    extent = _Extent(listing.text, comments, nests=carriers <= ITEMS)
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
            content = self.text[self.text.line_span(line)].strip(MARGIN)
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
        return len(content) - len(content.lstrip(MARGIN))

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
