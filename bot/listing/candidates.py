"""Pieces of a document come in; values go out: headings, and candidates, the places where an entry may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.document import BlockKind, Prose, Run, RunKind
from bot.document.model import EMPTY_PROSE
from bot.listing.parts import Carrier
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.document import Block, Document
    from bot.text import Text


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


_HEADING = lazy_pattern(r"/h[1-6]")
_CELL_OPENS, _CELL_CLOSES = frozenset({"td", "th"}), frozenset({"/td", "/th"})
_ROW_ENDS = frozenset({"tr", "/tr", "table", "/table", "tbody", "/tbody", "thead", "/thead"})


class HypertextFinder:
    """Walks raw HTML piece by piece between the tags that begin or end blocks.

    A table and a `<details>` may run over many blocks of HTML with Markdown between them, so what is open is
    kept from one block to the next.
    """

    def __init__(
        self,
        text: Text,
        candidates: list[Candidate],
        add: Callable[[Carrier, int, int, Prose], Candidate],
        heading: Callable[[Prose, int, int, int], None],
    ) -> None:
        self.text, self.candidates = text, candidates
        self.add, self.heading = add, heading
        self.open_details: list[int] = []
        """Candidates whose `<details>` are open; -1 for one without a summary."""
        self.row: Candidate | None = None
        self.cells: list[Prose] = []
        self.columns: tuple[str, ...] | None = None
        """What the first row of the table at hand names them; None before its first row."""

    def block(self, prose: Prose) -> None:
        """One block of HTML."""
        piece: list[Run] = []
        for run in prose.runs:
            if run.kind is not RunKind.TAG:
                piece.append(run)
                continue
            self.piece(tuple(piece), run)
            piece = []
        self.words(tuple(piece), 0)

    def piece(self, runs: tuple[Run, ...], tag: Run) -> None:
        """The words before one tag, and what the tag does to them."""
        name, line = tag.tag, self.text.line_at(tag.span.start)
        if name in _CELL_OPENS:
            self.words(runs, 0)
            self.row = self.row or self.add(Carrier.ROW, line, line, EMPTY_PROSE)
        elif name in _CELL_CLOSES and self.row is not None:
            self.cells.append(Prose(runs))
            self.row.last = line
        elif name in _ROW_ENDS and (self.row is not None or name == "table"):
            self.close_row()
            if name == "table":
                self.columns = None
        elif name == "/summary":
            index = len(self.candidates)
            self.open_details[-1:] = [index if self.words(runs, 1) else -1]
        elif _HEADING.fullmatch(name):
            self.words(runs, int(name[2]), is_heading=True)
        else:
            self.words(runs, 0)
            if name == "details":
                self.open_details.append(-1)
            elif name == "/details" and self.open_details:
                self.close_details(line)

    def words(self, runs: tuple[Run, ...], level: int, *, is_heading: bool = False) -> bool:
        """Words that stand by themselves: a heading or a candidate of that level. Whether there were any."""
        runs = trim_runs(runs)
        if not runs:
            return False
        first, last = self.text.line_at(runs[0].span.start), self.text.line_at(max(runs[-1].span.end - 1, 0))
        if is_heading:
            self.heading(Prose(runs), first, last, level)
        else:
            self.add(Carrier.HTML, first, last, Prose(runs)).level = level
        return True

    def close_row(self) -> None:
        """The row at hand, if there is one, has all its cells; a first one without links only names the columns."""
        if self.row is not None:
            texts = tuple(cell.text.strip() for cell in self.cells)
            is_first, self.columns = self.columns is None, self.columns or texts
            if is_first and self.candidates[-1] is self.row and not any(any(cell.links()) for cell in self.cells):
                self.candidates.pop()
            else:
                self.row.cells, self.row.head = tuple(self.cells), join_cells(tuple(self.cells))
                self.row.columns = () if is_first else self.columns
        self.row, self.cells = None, []

    def close_details(self, line: int) -> None:
        """`</details>` at `line`: what stands since its summary belongs to that summary."""
        index = self.open_details.pop()
        if index >= 0:
            self.candidates[index].inside = range(index + 1, len(self.candidates))
            self.candidates[index].last = line


def find_shapes(document: Document) -> Shapes:
    """All places of a document where an entry may be."""
    finder = _Finder(document)
    finder.blocks(document.blocks)
    return finder.shapes()


class _Finder:
    """Walks the blocks in order and keeps the section at hand."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.headings = [Heading(EMPTY_PROSE, 1, 1, 0)]
        self.candidates: list[Candidate] = []
        self.groups = 0
        self.hypertext = HypertextFinder(document.text, self.candidates, self.add, self.heading)

    def shapes(self) -> Shapes:
        """What was found; the walk is over."""
        self.hypertext.close_row()
        for heading, following in zip(self.headings, self.headings[1:], strict=False):
            heading.end = following.first - 1
        self.headings[-1].end = len(self.text.line_starts)
        return Shapes(self.headings, self.candidates)

    def blocks(self, blocks: tuple[Block, ...]) -> None:
        """Walk blocks that stand beside each other."""
        self.groups += 1
        numbered: _Numbered | None = None
        for block in blocks:
            if block.kind is BlockKind.LIST:
                numbered = self.beside(block, numbered)
                continue
            numbered = None
            if block.kind is BlockKind.HEADING and block.prose is not None:
                self.heading(block.prose, block.first, block.last, block.level)
            elif block.kind is BlockKind.TABLE:
                self.table(block)
            elif block.kind is BlockKind.QUOTE:
                self.blocks(block.children)
            elif block.kind is BlockKind.HTML and block.prose is not None:
                self.hypertext.block(block.prose)
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

    def beside(self, block: Block, above: _Numbered | None) -> _Numbered | None:
        """A list, which may go on with the one directly above it.

        Bullets indented by one or two blanks under `1. Title` are a list of their own to Markdown, and end the
        numbered one; to their author they are nested in its last item.
        """
        first = block.children[0]
        if above is not None and first.number is None and self.indent(first) > above.indent:
            self.list(block, above.index, 0)
            return above
        last, group = self.list(block, -1, above.group if above is not None and first.number is not None else 0)
        return None if first.number is None else _Numbered(last, group, self.indent(block.children[-1]))

    def indent(self, block: Block) -> int:
        """How many blanks stand before a block on its first line."""
        line = self.text[self.text.line_span(block.first)]
        return len(line) - len(line.lstrip(" \t"))

    def list(self, block: Block, parent: int, group: int) -> tuple[int, int]:
        """The items of a list, each with its nested ones behind it: the last one and their group, new unless given."""
        self.groups += 1
        group = group or self.groups
        index = -1
        for item in block.children:
            index = len(self.candidates)
            carrier = Carrier.NUMBERED if item.number is not None else Carrier.BULLET
            candidate = self.add(carrier, item.first, item.last, EMPTY_PROSE)
            candidate.group, candidate.number = group, item.number
            if parent >= 0:
                self.candidates[parent].children.append(index)
            self.item(item, candidate, index)
        return index, group

    def item(self, item: Block, candidate: Candidate, index: int) -> None:
        """What stands in one item: its words, its details, its nested lists."""
        for child in item.children:
            if child.kind is BlockKind.LIST:
                self.list(child, index, 0)
            elif child.kind is BlockKind.TABLE:
                self.table(child)
            elif child.kind is BlockKind.QUOTE:
                candidate.details += [inner.prose for inner in child.children if inner.prose is not None]
            elif child.prose is not None:
                if candidate.head is EMPTY_PROSE and not candidate.children:
                    candidate.head = child.prose
                else:
                    candidate.details.append(child.prose)

    def table(self, block: Block) -> None:
        """The rows of a table; the first one names the columns."""
        self.groups += 1
        columns = tuple(cell.text.strip() for cell in block.children[0].cells)
        for row in block.children[1:]:
            candidate = self.add(Carrier.ROW, row.first, row.last, join_cells(row.cells))
            candidate.cells, candidate.columns = row.cells, columns


@dataclass(frozen=True, slots=True)
class _Numbered:
    """The last item of a numbered list, its group, and the blanks before it."""

    index: int
    group: int
    indent: int
