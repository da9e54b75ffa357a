"""What a rule found: a diagnostic with its place, its severity and, where there is one, its fix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from bot.text import Span, StrEnum


class Severity(IntEnum):
    """How much a finding weighs; a run fails at the severity that is configured."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Safety(IntEnum):
    """Whether a fix may be applied without a person looking: a safe one never changes the meaning of the list."""

    UNSAFE = 1
    SAFE = 2

    def __str__(self) -> str:
        return self.name.lower()


class Scope(StrEnum):
    """What a change must touch to cause a finding: `--base` and reviews report no other."""

    ENTRY = "entry"
    """The entry or the line that it is in."""
    PAIR = "pair"
    """That entry or one of the related ones: what is wrong is between them. Moving one of them can cause it."""
    PLACE = "place"
    """That entry, which may just have moved."""
    LIST = "list"
    """Anything: the finding depends on the rest of the list, or on what is beside it."""


class Edit(NamedTuple):
    """Put `new` in place of the characters at `span`."""

    span: Span
    new: str


class Fix(NamedTuple):
    """All edits of a fix, or none of them; `title` is in the imperative."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = Safety.SAFE

    @classmethod
    def write(cls, span: Span, new: str, safety: Safety = Safety.SAFE) -> Fix:
        """The fix that puts `new` in place of the characters at `span`."""
        return cls(f"Write {new}" if new else "Remove it", (Edit(span, new),), safety)


class Related(NamedTuple):
    """Another place that a diagnostic refers to, in the same file or in another one of the run."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: `rule` is the slug, `span` the place in the file named `path`."""

    rule: str
    severity: Severity
    path: str
    span: Span
    message: str
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    scope: Scope = Scope.ENTRY
    target: str | None = None
    """What the finding is about, where the characters at `span` do not say so; empty for the file as a whole.

    Rule and target make a finding the same one after a change, whatever its message says.
    """
    reasons: tuple[str, ...] = ()
    """Why, as phrases that a person can read: what speaks for the finding, then what makes it a note only.

    For a suspicion that was dropped: what speaks against it. Of notes it may be empty.
    """
    forms: tuple[str, ...] | None = None
    """What makes the finding, without the entry's own words; where all of these are habits, so is the finding.

    None: the message without what it quotes. Empty for a finding that no habit explains.
    """
    folded: tuple[Diagnostic, ...] = ()
    """Of the note for a habit: the findings that it stands for."""

    @property
    def parts(self) -> tuple[Diagnostic, ...]:
        """The findings that it stands for: itself, unless it is the note for a habit."""
        return self.folded or (self,)


class Applied(NamedTuple):
    """A content after fixes: those in it, and those left out because another one touches the same place."""

    content: str
    applied: tuple[Fix, ...]
    skipped: tuple[Fix, ...]


def apply(content: str, fixes: Iterable[Fix]) -> Applied:
    """Put fixes into `content`, the one that begins first before others; equal fixes count as one.

    A fix is applied with all its edits or not at all. It is skipped where one of its edits overlaps an edit
    of an applied fix, or inserts where one inserts, begins or ends: which of the two comes first would be a
    guess. Raises ValueError for an invalid fix: without edits, or with edits that overlap or lie outside `content`.
    """
    room = _Room(len(content))
    applied: list[Fix] = []
    skipped: list[Fix] = []
    edits: list[Edit] = []
    seen: set[tuple[Edit, ...]] = set()
    for own, fix in sorted(((_in_order(fix, len(content)), fix) for fix in fixes), key=lambda pair: pair[0]):
        if own in seen:
            continue
        seen.add(own)
        if room.is_free(own):
            room.take(own)
            edits.extend(own)
            applied.append(fix)
        else:
            skipped.append(fix)
    return Applied("".join(_pieces(content, edits)), tuple(applied), tuple(skipped))


def _in_order(fix: Fix, length: int) -> tuple[Edit, ...]:
    edits = tuple(sorted(fix.edits, key=attrgetter("span")))
    if not edits:
        raise ValueError(f"a fix without edits: {fix.title}")
    if edits[0].span.start < 0 or any(not edit.span.start <= edit.span.end <= length for edit in edits):
        raise ValueError(f"a fix with an edit outside of the content: {fix.title}")
    if any(one.span.end > other.span.start for one, other in pairwise(edits)):
        raise ValueError(f"a fix whose edits overlap: {fix.title}")
    return edits


class _Room:
    """What edits have taken of the characters (`p` is cell 2p+1) and the gaps between them (cell 2p)."""

    def __init__(self, length: int) -> None:
        self._cells = bytearray(2 * length + 1)

    def is_free(self, edits: Iterable[Edit]) -> bool:
        """True when no edit overlaps or touches the insertion point of an earlier one."""
        return not any(self._is_taken(edit) for edit in edits)

    def _is_taken(self, edit: Edit) -> bool:
        start, end = edit.span.start, edit.span.end
        first, last = (2 * start, 2 * end) if start < end else (2 * start - 1, 2 * start + 1)
        return self._cells.find(1, max(first, 0), last + 1) >= 0

    def take(self, edits: Iterable[Edit]) -> None:
        """Mark the cells of `edits`; the gaps around a replaced range stay free for its neighbours."""
        for edit in edits:
            start, end = edit.span.start, edit.span.end
            if start == end:
                self._cells[2 * start] = 1
            else:
                self._cells[2 * start + 1 : 2 * end] = b"\1" * (2 * (end - start) - 1)


def _pieces(content: str, edits: list[Edit]) -> Iterator[str]:
    position = 0
    # The sort is stable: what one fix inserts at one point keeps its order.
    for edit in sorted(edits, key=attrgetter("span")):
        yield content[position : edit.span.start]
        yield edit.new
        position = edit.span.end
    yield content[position:]
