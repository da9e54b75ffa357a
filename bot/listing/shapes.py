"""A document comes in; its sections go out, and every block that could carry an entry, with what belongs to it.

Nothing is decided here that needs the list as a whole: a candidate is only a place where an entry may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.document import BlockKind, Prose, Run, RunKind
from bot.document.model import EMPTY
from bot.listing.entry import Carrier
from bot.text import Span

if TYPE_CHECKING:
    from bot.document import Block, Document


@dataclass(slots=True)
class Candidate:
    """A block that may be an entry.

    `head` is what a reader takes for the entry itself; `details` stand below it. `parent` is the index of the
    candidate it is nested in, or -1; `group` is the same for candidates that stand directly beside each other.
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
    parent: int = -1
    depth: int = 0
    level: int = 0
    """For a heading: its level."""
    children: list[int] = field(default_factory=list)
    """The items directly nested in this one."""
    inside: range = range(0)
    """For a summary: the candidates inside its `<details>`."""


@dataclass(slots=True)
class Heading:
    """A heading with the range of lines and of candidates below it."""

    prose: Prose
    first: int
    last: int
    level: int
    end: int = 0
    """The last line before the next heading."""
    candidate: int = -1
    """The candidate that the heading itself is; -1 for what stands above the first heading."""
    is_entry: bool = False


@dataclass(slots=True)
class Shapes:
    """All headings and candidates of a document, in order."""

    headings: list[Heading]
    candidates: list[Candidate]


_HTML_HEADING = re.compile(r"h[1-6]")
_ROW_TAGS = frozenset({"tr", "/tr", "table", "/table", "tbody", "/tbody", "thead", "/thead"})
_CELL_TAGS = frozenset({"td", "/td", "th", "/th"})


def find_shapes(document: Document) -> Shapes:
    """All places of a document where an entry may be."""
    finder = _Finder(document)
    finder.blocks(document.blocks)
    finder.close(len(document.text.line_starts))
    return Shapes(finder.headings, finder.candidates)


class _Finder:
    """Walks the blocks in order and keeps what is open: the section, the `<details>`, the entry above."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.headings = [Heading(EMPTY, 1, 1, 0)]
        self.candidates: list[Candidate] = []
        self.groups = 0
        self.open_details: list[int] = []
        """Candidates whose `<details>` are open; -1 for one without a summary."""
        self.row: Candidate | None = None

    def close(self, last: int) -> None:
        """The document ends at line `last`."""
        for heading, following in zip(self.headings, self.headings[1:], strict=False):
            heading.end = following.first - 1
        self.headings[-1].end = last

    def blocks(self, blocks: tuple[Block, ...]) -> None:
        """Walk blocks that stand beside each other."""
        self.groups += 1
        for block in blocks:
            if block.kind is BlockKind.HEADING and block.prose is not None:
                self.heading(block.prose, block.first, block.last, block.level)
            elif block.kind is BlockKind.LIST:
                self.list(block, -1, 0)
            elif block.kind is BlockKind.TABLE:
                self.table(block)
            elif block.kind is BlockKind.QUOTE:
                self.blocks(block.children)
            elif block.kind is BlockKind.HTML and block.prose is not None:
                self.html(block.prose)
            elif block.kind is BlockKind.PARAGRAPH and block.prose is not None and block.prose.runs:
                self.add(Carrier.PARAGRAPH, block.first, block.last, block.prose)

    def add(self, carrier: Carrier, first: int, last: int, head: Prose) -> Candidate:
        """A new candidate in the section at hand."""
        candidate = Candidate(carrier, first, last, len(self.headings) - 1, self.groups, head)
        self.candidates.append(candidate)
        return candidate

    def heading(self, prose: Prose, first: int, last: int, level: int) -> None:
        """A heading opens a section, and may itself be an entry."""
        self.headings.append(Heading(prose, first, last, level, candidate=len(self.candidates)))
        self.groups += 1
        self.add(Carrier.HEADING, first, last, prose).level = level
        self.groups += 1

    def list(self, block: Block, parent: int, depth: int) -> None:
        """The items of a list, each with its nested ones behind it."""
        self.groups += 1
        group = self.groups
        for item in block.children:
            index = len(self.candidates)
            carrier = Carrier.NUMBERED if item.number is not None else Carrier.BULLET
            candidate = self.add(carrier, item.first, item.last, EMPTY)
            candidate.group, candidate.number = group, item.number
            candidate.parent, candidate.depth = parent, depth
            if parent >= 0:
                self.candidates[parent].children.append(index)
            self.item(item, candidate, index)

    def item(self, item: Block, candidate: Candidate, index: int) -> None:
        """What stands in one item: its words, its details, its nested lists."""
        for child in item.children:
            if child.kind is BlockKind.LIST:
                self.list(child, index, candidate.depth + 1)
            elif child.kind is BlockKind.TABLE:
                self.table(child)
            elif child.kind is BlockKind.QUOTE:
                candidate.details += [inner.prose for inner in child.children if inner.prose is not None]
            elif child.prose is not None:
                if candidate.head is EMPTY:
                    candidate.head = child.prose
                else:
                    candidate.details.append(child.prose)

    def table(self, block: Block) -> None:
        """The rows of a table; the first one names the columns."""
        self.groups += 1
        columns = tuple(cell.text.strip() for cell in block.children[0].cells)
        for row in block.children[1:]:
            candidate = self.add(Carrier.ROW, row.first, row.last, _join(row.cells))
            candidate.cells, candidate.columns = row.cells, columns

    def html(self, prose: Prose) -> None:
        """A block of raw HTML, piece by piece between the tags that begin or end blocks."""
        piece: list[Run] = []
        for run in prose.runs:
            if run.kind is not RunKind.TAG:
                piece.append(run)
                continue
            self.html_piece(tuple(piece), run)
            piece = []
        self.html_piece(tuple(piece), None)

    def html_piece(self, runs: tuple[Run, ...], closing: Run | None) -> None:
        """The words before one tag, and what the tag does to them."""
        tag = closing.tag if closing is not None else ""
        prose = Prose(runs)
        line = self.document.text.line_at
        first = line(runs[0].span.start) if runs else 0
        words = bool(prose.text.strip())
        if words:
            blank = len(prose.text) - len(prose.text.lstrip())
            first = line(prose.span(blank, blank + 1).start)
        if tag in _CELL_TAGS or (tag in _ROW_TAGS and self.row is not None):
            self.html_row(prose, tag, closing)
        elif _HTML_HEADING.fullmatch(tag.lstrip("/")) and tag.startswith("/") and words:
            self.heading(prose, first, line(runs[-1].span.start), int(tag[2]))
        elif tag == "/summary":
            self.open_details[-1:] = [len(self.candidates) if words else -1]
            if words:
                self.add(Carrier.HTML, first, line(runs[-1].span.end), prose).level = 1
        else:
            if words:
                self.add(Carrier.HTML, first, line(runs[-1].span.end), Prose(_trim(runs)))
            if tag == "details":
                self.open_details.append(-1)
            elif tag == "/details" and self.open_details and closing is not None:
                self.close_details(line(closing.span.start))

    def html_row(self, prose: Prose, tag: str, closing: Run | None) -> None:
        """Cells of an HTML table become the cells of one row candidate."""
        if tag == "tr" and closing is not None:
            self.row = None
        elif tag in {"td", "th"} and closing is not None:
            if self.row is None:
                first = self.document.text.line_at(closing.span.start)
                self.row = self.add(Carrier.ROW, first, first, EMPTY)
        elif tag in {"/td", "/th"} and self.row is not None and closing is not None:
            self.row.cells = (*self.row.cells, prose)
            self.row.head = _join(self.row.cells)
            self.row.last = self.document.text.line_at(closing.span.start)
        elif tag in _ROW_TAGS:
            self.row = None

    def close_details(self, line: int) -> None:
        """`</details>` at `line`: what stands since its summary belongs to that summary."""
        index = self.open_details.pop()
        if index >= 0:
            self.candidates[index].inside = range(index + 1, len(self.candidates))
            self.candidates[index].last = line


def _join(cells: tuple[Prose, ...]) -> Prose:
    """The cells of a row as one prose, a break between each two."""
    runs: list[Run] = []
    for cell in cells:
        if runs and cell.runs:
            end = runs[-1].span.end
            runs.append(Run(RunKind.BREAK, Span(end, end), "\n"))
        runs += cell.runs
    return Prose(tuple(runs))


def _trim(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """The runs without line ends and blanks at both ends."""
    start, end = 0, len(runs)
    while start < end and not runs[start].value.strip():
        start += 1
    while end > start and not runs[end - 1].value.strip():
        end -= 1
    return runs[start:end]
