"""A document comes in; its sections go out, and every block that could carry an entry, with what belongs to it.

Nothing is decided here that needs the list as a whole: a candidate is only a place where an entry may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.document import BlockKind
from bot.document.model import EMPTY
from bot.listing.hypertext import HypertextFinder
from bot.listing.shapes import Candidate, Heading, Shapes, join_cells
from bot.listing.values import Carrier

if TYPE_CHECKING:
    from bot.document import Block, Document, Prose


def find_shapes(document: Document) -> Shapes:
    """All places of a document where an entry may be."""
    finder = _Finder(document)
    finder.blocks(document.blocks)
    return finder.shapes()


class _Finder:
    """Walks the blocks in order and keeps the section at hand."""

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.headings = [Heading(EMPTY, 1, 1, 0)]
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
            candidate = self.add(carrier, item.first, item.last, EMPTY)
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
                if candidate.head is EMPTY and not candidate.children:
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
