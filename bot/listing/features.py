"""A candidate comes in; all that could matter for reading it goes out: titles, dates and links, none chosen yet."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.listing.candidates import join_cells
from bot.listing.dates import DateCandidate, Position, find_date_candidates
from bot.listing.links import Label, read_badge, read_link_label
from bot.listing.parts import Carrier
from bot.listing.segments import Segments, split_segments
from bot.listing.titles import Role, TitleCandidate, find_title_candidates, is_dating
from bot.papers.identifiers import identify
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link, Prose
    from bot.listing.candidates import Candidate
    from bot.papers.identifiers import Identifier


LONGEST_HEAD = 6_000
"""Characters; longer paragraphs are prose, in which nothing is looked for."""


@dataclass(frozen=True, slots=True)
class LinkUse:
    """A link of a candidate: what its text announces, and what its URL names."""

    link: Link
    label: Label | None
    identifier: Identifier | None
    dated: bool = False
    """The text is a date or a venue."""
    detail: bool = False
    column: int = -1

    @property
    def is_paper(self) -> bool:
        """Whether the URL names a paper."""
        return self.identifier is not None and self.identifier.is_paper


@dataclass(slots=True)
class Features:
    """What was found in one candidate, its details included."""

    candidate: Candidate
    head: Segments
    cells: tuple[Segments, ...] = ()
    options: tuple[TitleCandidate, ...] = ()
    mentions: list[DateCandidate] = field(default_factory=list)
    uses: list[LinkUse] = field(default_factory=list)
    details: list[Prose] = field(default_factory=list)

    def best(self, *without: Role) -> TitleCandidate | None:
        """The option most like a title, roles in `without` left out."""
        return max(
            (option for option in self.options if option.role not in without),
            key=lambda option: option.score,
            default=None,
        )

    def prose_of(self, column: int) -> Prose:
        """The prose that offsets of options and mentions with this column count in."""
        return self.cells[column].prose if column >= 0 else self.head.prose

    def end_after(self, line: int, offset: int) -> None:
        """Cut the entry off after `line`, which ends at `offset`: what stands behind it is another one's."""
        self.candidate.last = line
        self.details = [prose for prose in self.details if prose.end <= offset]
        self.mentions = [mention for mention in self.mentions if mention.prose.end <= offset]
        self.uses = [use for use in self.uses if use.link.span.end <= offset]
        if self.cells and self.candidate.head.end > offset:
            kept = [cell.prose for cell in takewhile(lambda cell: cell.prose.end <= offset, self.cells)]
            self.cells = self.cells[: len(kept)]
            self.options = tuple(option for option in self.options if option.column < len(kept))
            self.candidate.cells, self.candidate.head = tuple(kept), join_cells(tuple(kept))

    @property
    def names_paper(self) -> bool:
        """Whether a link says or shows that it leads to a paper."""
        return any(use.is_paper or (use.label is Label.PAPER and use.link.href) for use in self.uses)


def find_features(candidate: Candidate) -> Features:
    """Everything in `candidate` and its own details; nested candidates are joined later."""
    features = Features(candidate, split_segments(candidate.head))
    if candidate.carrier is Carrier.ROW:
        features.cells = tuple(split_segments(cell) for cell in candidate.cells)
        options: list[TitleCandidate] = []
        for column, cell in enumerate(features.cells):
            options += [replace(option, column=column) for option in find_title_candidates(cell)]
            features.mentions += find_date_candidates(cell, Position.CELL, column)
            header = candidate.columns[column] if column < len(candidate.columns) else ""
            features.uses += link_uses(cell, column=column, header=header)
        features.options = tuple(options)
    else:
        if len(candidate.head.text) <= LONGEST_HEAD:
            features.options = find_title_candidates(features.head)
            features.mentions = find_date_candidates(features.head)
        features.uses = list(link_uses(features.head))
    for prose in candidate.details:
        join_detail(features, prose)
    return features


def join_detail(features: Features, prose: Prose) -> None:
    """Take a line that stands below the entry for a part of it."""
    anatomy = split_segments(prose)
    features.details.append(prose)
    features.mentions += find_date_candidates(anatomy, Position.DETAIL)
    features.uses += link_uses(anatomy, detail=True)


def link_uses(anatomy: Segments, *, detail: bool = False, column: int = -1, header: str = "") -> Iterator[LinkUse]:
    """The links of a prose with what they announce; pictures that are no links are left out."""
    for stretch in anatomy.links:
        link = stretch.link
        if link is None:
            continue
        label, dated = _read_label(link)
        if label is Label.HERE and header:
            label = read_link_label(header) or label
        if link.bare or label is Label.HERE:
            label = _announced(anatomy.text, stretch.start) or label
        yield LinkUse(link, label, identify(link.href).identifier, dated, detail, column)


_FIELD = lazy_pattern(r"(?:^|[\n,;，；|])\s*([^\n:：,;，；|]{1,24})[:：]\s*[\[(]*$")


def _announced(text: str, start: int) -> Label | None:
    """What the words before a link at `start` announce: `Paper: https://...`."""
    match = _FIELD.search(text[max(0, start - 30) : start])
    return read_link_label(match[1].strip()) if match else None


def _read_label(link: Link) -> tuple[Label | None, bool]:
    if link.bare:
        return None, False
    words = link.label.strip()
    label = read_link_label(words)
    if link.badge is not None and label is None:
        shown = read_badge(link.badge.label, link.badge.href)
        label = read_link_label(shown) or next(
            (found for word in shown.split()[:2] if (found := read_link_label(word)) is not None), None
        )
        return label or Label.PAGE, False
    if label is None and is_dating(words):
        inner = [found for word in words.split() if (found := read_link_label(word)) not in (None, Label.PAPER)]
        return (inner[0] if inner else Label.PAPER), True
    return label, False
