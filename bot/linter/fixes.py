"""Apply fixes to a text, and say which of them were left out because another one touches the same place."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.linter.diagnostics import Edit, Fix


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
