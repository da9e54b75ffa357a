"""Pieces of a document come in; values go out: headings, and candidates, the places where an entry may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.document import Prose, Run, RunKind
from bot.text import Span

if TYPE_CHECKING:
    from bot.listing.values import Carrier


@dataclass(slots=True)
class Candidate:
    """A block that may be an entry; the reader of the listing fills and moves it until its entries are chosen.

    `head` is what a person takes for the entry itself; `details` stand below it. `group` is the same for
    candidates that stand directly beside each other.
    """

    carrier: Carrier
    first: int
    last: int
    section: int
    group: int
    head: Prose
    details: list[Prose] = field(default_factory=list)
    cells: tuple[Prose, ...] = ()
    columns: tuple[str, ...] = ()
    number: int | None = None
    level: int = 0
    """For a heading: its level; for a summary: 1."""
    children: list[int] = field(default_factory=list)
    """The items directly nested in this one."""
    inside: range = range(0)
    """For a summary: the candidates inside its `<details>`."""


@dataclass(slots=True)
class Heading:
    """A heading with the lines below it, and what was decided about it."""

    prose: Prose
    first: int
    last: int
    level: int
    end: int = 0
    """The last line before the next heading."""
    candidate: int = -1
    """The candidate that the heading itself is; -1 for what stands above the first heading."""
    opens_section: bool = True
    """False for a heading that is an entry, or stands inside of one."""


@dataclass(slots=True)
class Shapes:
    """All headings and candidates of a document, in order."""

    headings: list[Heading]
    candidates: list[Candidate]


def join_cells(cells: tuple[Prose, ...]) -> Prose:
    """The cells of a row as one prose, a break between each two."""
    runs: list[Run] = []
    for cell in cells:
        if runs and cell.runs:
            end = runs[-1].span.end
            runs.append(Run(RunKind.BREAK, Span(end, end), "\n"))
        runs += cell.runs
    return Prose(tuple(runs))


def trim_runs(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """The runs without line ends and blanks at both ends."""
    start, end = 0, len(runs)
    while start < end and not runs[start].value.strip():
        start += 1
    while end > start and not runs[end - 1].value.strip():
        end -= 1
    return runs[start:end]
