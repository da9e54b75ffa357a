"""Which lines of a changed file can have a comment: those that a hunk of its patch shows.

Source: GitHub takes comments on the lines of the new side that a hunk shows, added or not, and a comment on
several lines must stay within one hunk. Lines end at a line feed alone here, as they do for git.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.text import Lines, Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.github.model import ChangedFile


_HEADER = lazy_pattern(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


@dataclass(frozen=True, slots=True)
class Diff:
    """The hunks of one file that show lines of the new side, in order."""

    hunks: tuple[Lines, ...] = ()

    def hunk_of(self, line: int) -> int | None:
        """The index of the hunk that shows `line` of the new file; None if no hunk shows it."""
        index = bisect_right(self.hunks, line, key=lambda hunk: hunk.first) - 1
        return index if index >= 0 and line <= self.hunks[index].last else None

    def can_have_comment(self, first: int, last: int) -> bool:
        """Whether one comment can be on the lines from `first` to `last`: all of them in one hunk."""
        hunk = self.hunk_of(first)
        return hunk is not None and first <= last <= self.hunks[hunk].last


def read_diff(patch: str | None) -> Diff:
    """What `patch` shows of the new file; nothing for None, which GitHub gives for large files.

    Never fails: a patch that breaks off counts as far as it goes, and reading ends at a hunk that does not
    come after the one before it. A hunk has no more lines than its header announces.
    """
    reader = _PatchReader()
    for line in (patch or "").split("\n"):
        if not reader.take(line):
            break
    reader.close()
    return Diff(tuple(reader.hunks))


class _PatchReader:
    """Reads a patch line by line; between hunks everything but headers is skipped."""

    def __init__(self) -> None:
        self.hunks: list[Lines] = []
        self._first = self._next = 1
        self._old = self._new = 0
        """Lines that the open hunk still lacks."""

    def take(self, line: str) -> bool:
        """Read one line; False if the rest of the patch cannot be trusted."""
        if not (self._old or self._new):
            return self._open(line)
        sign = line[:1]
        if sign == "\\":
            return True
        if sign not in {" ", "+", "-"}:
            return False
        old, new = sign != "+", sign != "-"
        if old > self._old or new > self._new:
            return False
        self._old -= old
        self._new -= new
        self._next += new
        return True

    def close(self) -> None:
        """End the open hunk; it counts where it shows lines of the new file."""
        if self._next > self._first:
            self.hunks.append(Lines(self._first, self._next - 1))
        self._first = self._next

    def _open(self, line: str) -> bool:
        header = _HEADER.match(line)
        if header is None:
            return True
        self.close()
        start, old, new = int(header[2]), int(header[1] or 1), int(header[3] or 1)
        if new and start < self._next:
            return False
        self._old, self._new = old, new
        if new:
            self._first = self._next = start
        return True


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
            starts.pop()  # after the last line feed there is no line
        object.__setattr__(self, "_starts", tuple(starts))

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the character at `offset`."""
        return bisect_right(self._starts, max(offset, 0))

    def lines_of(self, span: Span) -> Lines:
        """The lines that `span` touches; a line end belongs to its line."""
        return Lines(self.line_at(span.start), self.line_at(max(span.start, span.end - 1)))

    def span_of(self, lines: Lines) -> Span:
        """The characters of `lines` with their line ends."""
        end = self._starts[lines.last] if lines.last < len(self._starts) else len(self.content)
        return Span(self._starts[lines.first - 1], end)

    def covers(self, lines: Lines) -> bool:
        """Whether one comment can be on all of `lines`."""
        return self.diff.can_have_comment(lines.first, lines.last) and lines.last <= len(self._starts)

    def anchor(self, span: Span) -> Lines | None:
        """The first line of `span` that can have a comment; None if none can."""
        lines = self.lines_of(span)
        start = bisect_right(self.diff.hunks, lines.first, key=lambda hunk: hunk.last + 1)
        for hunk in self.diff.hunks[start:]:
            line = max(lines.first, hunk.first)
            if line > lines.last:
                return None
            if line <= hunk.last:
                return Lines(line, line)
        return None


def read_sources(contents: Iterable[tuple[str, str]], files: Iterable[ChangedFile]) -> dict[str, Source]:
    """The lines of each of the lists, given as path and content, and where comments can be."""
    patches = {file.path: file.patch for file in files}
    return {path: Source(content, read_diff(patches.get(path))) for path, content in contents}
