"""Offsets into a block's content come in, offsets into the text that it was cut from go out."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator


class Places:
    """Where the characters of a block's content stand in the text: piece by piece, each piece unbroken."""

    def __init__(self, starts: list[int], places: list[int]) -> None:
        self.starts, self.places = starts, places

    def at(self, offset: int) -> int:
        """The offset into the text of the character at `offset` of the content."""
        index = bisect_right(self.starts, offset) - 1
        return self.places[index] + offset - self.starts[index]

    def span(self, start: int, end: int) -> Span:
        """The source span of `content[start:end]`; the end belongs to the line of its last character."""
        return Span(self.at(start), self.at(max(end - 1, start)) + (end > start))

    def pieces(self, start: int, end: int) -> Iterator[tuple[Span, int, int]]:
        """The unbroken pieces of `content[start:end]`: the span of each, and its own start and end."""
        index = bisect_right(self.starts, start)
        while start < end:
            stop = min(end, self.starts[index]) if index < len(self.starts) else end
            place = self.places[index - 1] + start - self.starts[index - 1]
            yield Span(place, place + stop - start), start, stop
            start, index = stop, index + 1
