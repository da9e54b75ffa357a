"""A text and the diff of its file come in; the lines, as git counts them, that a comment may stand on go out."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.diff import Diff, read_diff
from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.pulls import ChangedFile

LONGEST = 30
"""Lines that one fix may reach over to be suggested; further apart, nobody sees what it changes."""


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """Lines `first` to `last`, both included, counted from 1."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def union(self, other: Lines) -> Lines:
        """The lines of both and those in between."""
        return Lines(min(self.first, other.first), max(self.last, other.last))


@dataclass(frozen=True, slots=True)
class Source:
    """A file at the head, line by line as GitHub shows it: a lone carriage return ends no line."""

    content: str
    diff: Diff = field(default_factory=Diff)
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        while (end := self.content.find("\n", starts[-1])) >= 0:
            starts.append(end + 1)
        if len(starts) > 1 and starts[-1] == len(self.content):
            starts.pop()  # behind the last line feed there is no line
        object.__setattr__(self, "_starts", tuple(starts))

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the character at `offset`."""
        return bisect_right(self._starts, max(offset, 0))

    def lines_of(self, span: Span) -> Lines:
        """The lines that `span` touches; an end of a line belongs to the line."""
        return Lines(self.line_at(span.start), self.line_at(max(span.start, span.end - 1)))

    def span_of(self, lines: Lines) -> Span:
        """The characters of `lines` with their ends."""
        end = self._starts[lines.last] if lines.last < len(self._starts) else len(self.content)
        return Span(self._starts[lines.first - 1], end)

    def covers(self, lines: Lines) -> bool:
        """Whether one comment may stand on all of `lines`."""
        return self.diff.may_carry(lines.first, lines.last) and lines.last <= len(self._starts)

    def anchor(self, span: Span) -> Lines | None:
        """The first line of `span` that may carry a comment; None where none may."""
        lines = self.lines_of(span)
        for hunk in self.diff.hunks[self._first_hunk(lines.first) :]:
            line = max(lines.first, hunk.first)
            if line > lines.last:
                return None
            if line <= hunk.last:
                return Lines(line, line)
        return None

    def _first_hunk(self, line: int) -> int:
        return bisect_right(self.diff.hunks, line, key=lambda hunk: hunk.last + 1)


def read_sources(contents: Iterable[tuple[str, str]], files: Iterable[ChangedFile]) -> dict[str, Source]:
    """For each of the lists, given as path and content, its lines and where comments may stand."""
    patches = {file.path: file.patch for file in files}
    return {path: Source(content, read_diff(patches.get(path))) for path, content in contents}
