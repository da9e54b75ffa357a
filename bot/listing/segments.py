"""A prose comes in; the pieces that a reader sees in it go out: links, brackets, images, plain words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.document import RunKind, Style
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link, Prose


_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "〔": "〕"}
_CLOSERS_OF = {"(": ")）", "（": ")）", "[": "]", "【": "】", "〔": "〕"}
_DEEPEST = 8
"""Brackets that stand open between a bracket and its partner, at the most."""
_BAR = lazy_pattern(r"(?<!\S)[|｜]|[|｜](?!\S)|｜")
"""A bar between fields has a blank on at least one side; `P(x|y)` has none."""
_BRACKET = lazy_pattern("[" + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + "]")


class SegmentKind(StrEnum):
    """What a piece of prose is."""

    LINK = "link"
    GROUP = "group"
    """Words in brackets, the brackets included; links may stand inside."""
    IMAGE = "image"
    CODE = "code"
    BREAK = "break"
    """What parts one field from the next: a line break that the reader sees, a bar."""
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a prose: offsets into its text, and the link that it is."""

    kind: SegmentKind
    start: int
    end: int
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text in one style or in one link."""

    start: int
    end: int
    link: Link | None = None


def find_links(prose: Prose) -> list[Stretch]:
    """Where each link's words stand in the text, in order; a linked image counts with its one character."""
    found: list[Stretch] = []
    for run, start in zip(prose.runs, prose.starts, strict=True):
        if run.link is None:
            continue
        end = start + len(run.value)
        if found and found[-1].link is run.link:
            found[-1] = Stretch(found[-1].start, end, run.link)
        else:
            found.append(Stretch(start, end, run.link))
    return found


def find_styled(prose: Prose, style: int) -> list[Stretch]:
    """Where the text is in `style`, blanks between two such runs included."""
    found: list[Stretch] = []
    if not prose.styles & style:
        return found
    gap = True
    for run, start in zip(prose.runs, prose.starts, strict=True):
        end = start + len(run.value)
        if run.style & style and run.kind is not RunKind.IMAGE:
            if found and not gap:
                found[-1] = Stretch(found[-1].start, end)
            else:
                found.append(Stretch(start, end))
            gap = False
        elif run.value.strip():
            gap = True
    return found


def find_groups(text: str, links: list[Stretch]) -> list[Stretch]:
    """The outermost balanced bracket groups outside of links; a bracket without its partner is plain text."""
    position = 0
    opened: list[tuple[str, int]] = []
    found: list[Stretch] = []
    for match in _BRACKET.finditer(text):
        while position < len(links) and links[position].end <= match.start():
            position += 1
        if position < len(links) and links[position].start <= match.start():
            continue
        character = match[0]
        if character in _PAIRS:
            opened.append((character, match.start()))
        else:
            _close_group(opened, found, character, match.end())
    return [group for group in found if group.end > group.start]


def _close_group(opened: list[tuple[str, int]], found: list[Stretch], character: str, end: int) -> None:
    depth = len(opened) - 1
    lowest = max(depth - _DEEPEST, 0)
    while depth >= lowest and character not in _CLOSERS_OF[opened[depth][0]]:
        depth -= 1
    if depth < lowest:
        return
    start = opened[depth][1]
    del opened[depth:]
    while found and found[-1].start >= start:
        found.pop()
    found.append(Stretch(start, end))


@dataclass(frozen=True, slots=True)
class Segments:
    """A prose with everything that was found in it."""

    prose: Prose
    links: tuple[Stretch, ...]
    groups: tuple[Stretch, ...]
    pieces: tuple[Segment, ...]
    """The whole text cut into links, groups, images, code, breaks and the words between them, in order."""
    breaks: tuple[int, ...]
    """Where the breaks begin."""

    @property
    def text(self) -> str:
        """The text of the prose."""
        return self.prose.text


def split_segments(prose: Prose) -> Segments:
    """Find the pieces of a prose."""
    links = find_links(prose)
    groups = find_groups(prose.text, links)
    pieces = tuple(_cut(prose, links, groups))
    breaks = tuple([piece.start for piece in pieces if piece.kind is SegmentKind.BREAK])
    return Segments(prose, tuple(links), tuple(groups), pieces, breaks)


def _cut(prose: Prose, links: list[Stretch], groups: list[Stretch]) -> Iterator[Segment]:
    """The text of a prose cut at everything that is not words; of two that overlap the first and longer one counts."""
    marks = [Segment(SegmentKind.GROUP, group.start, group.end) for group in groups]
    marks += [Segment(SegmentKind.LINK, stretch.start, stretch.end, stretch.link) for stretch in links]
    marks += _find_marks(prose)
    marks.sort(key=lambda piece: (piece.start, -piece.end))
    cursor = 0
    for mark in marks:
        if mark.start < cursor:
            continue
        if mark.start > cursor:
            yield Segment(SegmentKind.WORDS, cursor, mark.start)
        yield mark
        cursor = mark.end
    if cursor < len(prose.text):
        yield Segment(SegmentKind.WORDS, cursor, len(prose.text))


def _find_marks(prose: Prose) -> Iterator[Segment]:
    """Images, code and breaks outside of links."""
    for run, start in zip(prose.runs, prose.starts, strict=True):
        end = start + len(run.value)
        if run.link is not None:
            continue
        if run.kind is RunKind.IMAGE:
            yield Segment(SegmentKind.IMAGE, start, end, run.image)
        elif run.kind in (RunKind.BREAK, RunKind.TAG):
            yield Segment(SegmentKind.BREAK, start, end)
        elif run.style & Style.CODE:
            yield Segment(SegmentKind.CODE, start, end)
    if "|" in prose.text or "｜" in prose.text:
        for bar in _BAR.finditer(prose.text):
            yield Segment(SegmentKind.BREAK, bar.start(), bar.end())
