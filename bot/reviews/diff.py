"""Which lines of a changed file can have a comment, and fixes as suggested changes of such lines.

Source: GitHub takes comments on the lines of the new side that a hunk shows, added or not, and a comment on
several lines must stay within one hunk. A suggestion replaces whole lines of the new side of one hunk, an empty one
deletes them, and one that changes nothing is refused. Lines end at a line feed alone here, as they do for git.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.github.model import ChangedFile
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, apply
from bot.reports.markdown import block
from bot.text import Lines, Span, lazy_pattern

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


LARGEST_SUGGESTION = 20_000
"""Characters of the new lines; more are not worth reading."""
MOST_LINES = 30
"""Lines between the first and the last edit of a suggested fix; further apart, a reader loses what it changes."""

MOVING = frozenset({"unsorted-section"})
"""Rules whose fixes move entries: they are described, since a suggestion would replace the lines in between as well."""

_LONE_RETURN = lazy_pattern(r"\r(?!\n)")
_ENDS = lazy_pattern(r"\r?\n")
_OPENING = lazy_pattern(r"^`{3,}suggestion$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Replace `lines` by `new`; line ends are line feeds, whatever the file has."""

    lines: Lines
    new: str
    """Whole lines; empty to delete `lines`."""
    applied: tuple[Fix, ...] = ()
    """The fixes that are in it."""

    @property
    def markdown(self) -> str:
        """The block of code that GitHub shows as a suggestion."""
        return block(self.new, "suggestion")


def has_suggestion(body: str) -> bool:
    """Whether a comment of ours has a suggestion."""
    return _OPENING.search(body.replace("\r\n", "\n")) is not None


def replaced_lines(diagnostic: Diagnostic, source: Source, safety: Safety) -> Lines | None:
    """The lines that the fix of `diagnostic` replaces; None if it is described instead of suggested."""
    fix = diagnostic.fix
    if fix is None or fix.safety < safety or diagnostic.rule in MOVING or len(_touched(fix, source)) > MOST_LINES:
        return None
    return _replaced(fix, source) if suggest((fix,), source) is not None else None


def suggest(fixes: Sequence[Fix], source: Source) -> Suggestion | None:
    """One suggestion with those of `fixes` that do not conflict.

    None if the lines cannot be replaced as one: they are not all in one hunk, or a suggestion would change how they
    end; and where nothing would change, or too much. Raises ValueError for a fix that is not valid.
    """
    edits = [edit.span for fix in fixes for edit in fix.edits]
    if not fixes or not all(0 <= span.start <= span.end <= len(source.content) for span in edits):
        return None
    lines = _replaced(fixes[0], source)
    for fix in fixes[1:]:
        lines = lines.union(_replaced(fix, source))
    if not source.covers(lines):
        return None
    span = source.span_of(lines)
    old = source.content[span.start : span.end]
    shifted = tuple(_shifted(fix, -span.start) for fix in fixes)
    outcome = apply(old, shifted)
    applied = {frozenset(fix.edits) for fix in outcome.applied}
    new = _as_lines(old, outcome.content)
    if new is None or len(new) > LARGEST_SUGGESTION:
        return None
    return Suggestion(
        lines, new, tuple(fix for fix, own in zip(fixes, shifted, strict=True) if frozenset(own.edits) in applied)
    )


def _touched(fix: Fix, source: Source) -> Lines:
    return source.lines_of(Span(min(edit.span.start for edit in fix.edits), max(edit.span.end for edit in fix.edits)))


def _replaced(fix: Fix, source: Source) -> Lines:
    """The lines of all edits; with the line below where a fix removes a line end."""
    lines = _touched(fix, source)
    span = source.span_of(lines)
    if span.end == len(source.content):
        return lines
    new = apply(source.content[span.start : span.end], (_shifted(fix, -span.start),)).content
    return lines if not new or new.endswith("\n") else Lines(lines.first, lines.last + 1)


def _shifted(fix: Fix, by: int) -> Fix:
    edits = (Edit(Span(edit.span.start + by, edit.span.end + by), edit.new) for edit in fix.edits)
    return fix._replace(edits=tuple(edits))


def _as_lines(old: str, new: str) -> str | None:
    """`new` with line feeds; None if a suggestion could not say exactly that."""
    if old == new or _LONE_RETURN.search(old) or _LONE_RETURN.search(new) or "\0" in new:
        return None
    ends, new_ends = set(_ENDS.findall(old)), set(_ENDS.findall(new))
    if len(ends) > 1 or not new_ends <= ends:
        return None
    if old.endswith("\n") and new and not new.endswith("\n"):
        return None
    # What GitHub makes of a last line that lacks its end is known only where it stays without, like its neighbours.
    if not old.endswith("\n") and (not new or new.endswith("\n") or "\r\n" in ends):
        return None
    return new.replace("\r\n", "\n")
