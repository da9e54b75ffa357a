"""A content and fixes come in; the content with the fixes in it, and which of them found no room, go out."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.linter.diagnostics import Edit, Fix
    from bot.text import Text


@dataclass(frozen=True, slots=True)
class Applied:
    """A content after fixes: those in it, and those left out because another one touches the same place."""

    content: str
    applied: tuple[Fix, ...]
    skipped: tuple[Fix, ...]


def apply(content: str, fixes: Iterable[Fix]) -> Applied:
    """Put fixes into `content`, the one that begins first before others; equal fixes count as one.

    A fix is applied with all its edits or not at all. It is skipped where one of its edits overlaps an edit
    of an applied fix, or inserts where one inserts, begins or ends: which of the two comes first would be a
    guess. Raises ValueError for a fix that is none: no edits, edits over each other or outside `content`.
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
        raise ValueError(f"a fix with an edit outside the content: {fix.title}")
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


_CONTEXT = 3
_COMPARED = 40_000
"""difflib looks at up to the product of both lengths: a larger stretch is shown as replaced as a whole."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines `start:end` of the old file became lines `new_start:new_end` of the new one; indexes from 0."""

    start: int
    end: int
    new_start: int
    new_end: int


def unified_diff(before: Text, after: str) -> str:
    """What changes `before` into `after`, with three lines of context; empty where nothing changes."""
    old, new = _lines(before.content), _lines(after)
    hunks = _hunks(tuple(changes(old, new)), len(old))
    body = "".join(line for hunk in hunks for line in _hunk_lines(hunk, old, new))
    return f"--- {_name('a', before.path)}\n+++ {_name('b', before.path)}\n{body}" if body else ""


def changes(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """The stretches that differ, in order; near linear time where few lines change.

    Lines that stand exactly once on both sides are anchors ("patience diff"): what lies between two of them
    is compared alone.
    """
    position, new_position = 0, 0
    for anchor, new_anchor in (*_anchors(old, new), (len(old), len(new))):
        yield from _compare(old, new, Change(position, anchor, new_position, new_anchor))
        position, new_position = anchor + 1, new_anchor + 1


def _lines(content: str) -> list[str]:
    lines = [f"{line}\n" for line in content.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of indexes of lines that are unique on both sides: the longest run that keeps its order."""
    counts, new_counts = Counter(old), Counter(new)
    places = {line: index for index, line in enumerate(new) if new_counts[line] == 1}
    pairs = [(i, places[line]) for i, line in enumerate(old) if counts[line] == 1 and line in places]
    ends: list[int] = []
    tops: list[int] = []
    previous: list[int] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(ends, place)
        previous.append(tops[pile - 1] if pile else -1)
        ends[pile : pile + 1] = [place]
        tops[pile : pile + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = tops[-1] if tops else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _compare(old: Sequence[str], new: Sequence[str], part: Change) -> Iterator[Change]:
    start, end, new_start, new_end = part.start, part.end, part.new_start, part.new_end
    while start < end and new_start < new_end and old[start] == new[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < end and new_start < new_end and old[end - 1] == new[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    if start == end or new_start == new_end or (end - start) * (new_end - new_start) > _COMPARED:
        if start < end or new_start < new_end:
            yield Change(start, end, new_start, new_end)
        return
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, old[start:end], new[new_start:new_end], autojunk=False)
    for tag, i, j, k, m in matcher.get_opcodes():
        if tag != "equal":
            yield Change(start + i, start + j, new_start + k, new_start + m)


def _hunks(found: Sequence[Change], length: int) -> Iterator[tuple[Change, ...]]:
    """Changes whose context would meet, together; the first and last member of a hunk are its context."""
    group: list[Change] = []
    for change in found:
        if group and change.start - group[-1].end > 2 * _CONTEXT:
            yield _with_context(group, length)
            group = []
        group.append(change)
    if group:
        yield _with_context(group, length)


def _with_context(group: list[Change], length: int) -> tuple[Change, ...]:
    first, last = group[0], group[-1]
    head = min(_CONTEXT, first.start)
    tail = min(_CONTEXT, length - last.end)
    start, new_start = first.start - head, first.new_start - head
    end, new_end = last.end + tail, last.new_end + tail
    return (Change(start, start, new_start, new_start), *group, Change(end, end, new_end, new_end))


def _hunk_lines(hunk: tuple[Change, ...], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    first, last = hunk[0], hunk[-1]
    yield f"@@ -{_range(first.start, last.end)} +{_range(first.new_start, last.new_end)} @@\n"
    position = first.start
    for change in hunk:
        yield from _marked(" ", old[position : change.start])
        yield from _marked("-", old[change.start : change.end])
        yield from _marked("+", new[change.new_start : change.new_end])
        position = change.end


def _range(start: int, end: int) -> str:
    return f"{start + 1 if end > start else start},{end - start}"


def _marked(mark: str, lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        yield f"{mark}{line}" if line.endswith("\n") else f"{mark}{line}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    """The file's name as git writes it: odd characters quoted, a tab behind a name with a space."""
    name = path if path.startswith("/") else f"{side}/{path}"
    if any(character < " " or character in '"\\' for character in name):
        import json

        return json.dumps(name, ensure_ascii=False)
    return f"{name}\t" if " " in name else name
