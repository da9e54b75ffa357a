"""The patch of one file comes in; its hunks go out, and with them the lines that a comment may stand on.

Source: GitHub takes comments on the lines of the new side that a hunk shows, added or not, and a comment on
several lines must stay within one hunk. Lines end at a line feed alone here, as they do for git.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

_HEAD = re.compile(r"@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `first` to `last` of the new file, both included, counted from 1."""

    first: int
    last: int
    added: frozenset[int] = frozenset()
    """Those of them that the change added; the others are shown around them."""


@dataclass(frozen=True, slots=True)
class Diff:
    """The hunks of one file that show lines of the new side, in order."""

    hunks: tuple[Hunk, ...] = ()
    _firsts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_firsts", tuple(hunk.first for hunk in self.hunks))

    def hunk_of(self, line: int) -> int | None:
        """The index of the hunk that shows `line` of the new file; None where no comment may stand."""
        index = bisect_right(self._firsts, line) - 1
        return index if index >= 0 and line <= self.hunks[index].last else None

    def may_carry(self, first: int, last: int) -> bool:
        """Whether one comment may stand on the lines from `first` to `last`: all of them in one hunk."""
        hunk = self.hunk_of(first)
        return hunk is not None and first <= last <= self.hunks[hunk].last


def read_diff(patch: str | None) -> Diff:
    """What `patch` shows of the new file; nothing for None, which is what GitHub has for large files.

    Never fails: a patch that breaks off counts as far as it goes, and reading ends at a hunk that does not
    stand behind the one before it. Of what its head announces a hunk holds no more.
    """
    reader = _Reader()
    for line in (patch or "").split("\n"):
        if not reader.take(line):
            break
    reader.close()
    return Diff(tuple(reader.hunks))


class _Reader:
    """Reads a patch line by line; between hunks, what is no head of one is passed over."""

    def __init__(self) -> None:
        self.hunks: list[Hunk] = []
        self._first = self._next = 1
        self._old = self._new = 0
        """Lines that the open hunk still owes."""
        self._added: set[int] = set()

    def take(self, line: str) -> bool:
        """False where the rest of the patch cannot be trusted."""
        if not (self._old or self._new):
            return self._open(line)
        mark = line[:1]
        if mark == "\\":
            return True
        if mark not in {" ", "+", "-"}:
            return False
        old, new = mark != "+", mark != "-"
        if old > self._old or new > self._new:
            return False
        if mark == "+":
            self._added.add(self._next)
        self._old -= old
        self._new -= new
        self._next += new
        return True

    def close(self) -> None:
        """End the open hunk; one that shows no line of the new file is none."""
        if self._next > self._first:
            self.hunks.append(Hunk(self._first, self._next - 1, frozenset(self._added)))
        self._first = self._next
        self._added.clear()

    def _open(self, line: str) -> bool:
        head = _HEAD.match(line)
        if head is None:
            return True
        self.close()
        start, old, new = int(head[2]), int(head[1] or 1), int(head[3] or 1)
        if new and start < self._next:
            return False
        self._old, self._new = old, new
        if new:
            self._first = self._next = start
        return True
