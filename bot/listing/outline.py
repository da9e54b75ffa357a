"""Walks a document and finds the places where an entry may be: headings, items, rows, paragraphs and HTML."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.document import Block, BlockKind, Document, Link, Prose, Run, RunKind
from bot.document.model import EMPTY_PROSE, JoinedProse
from bot.listing.candidates import Candidate, Details, Heading, Outline
from bot.listing.labels import Label, read_link_label
from bot.listing.parts import Carrier
from bot.papers.titles import count_words
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator


_FEWEST_LINES = 2
_FEWEST_WORDS = 4
_FEWEST_BEHIND = 3
_FEWEST_MIXED, _SHARE_OF_TITLES = 3, 0.8
"""Lines of links and other words, and the share with a title, from which each line is an entry."""


def find_candidates(document: Document) -> Outline:
    """All places of a document where an entry may be."""
    finder = _Finder(document)
    finder.add_blocks(document.blocks)
    finder.close_row()
    for heading, following in pairwise(finder.headings):
        heading.end = following.first - 1
    finder.headings[-1].end = len(document.text.line_starts)
    for candidate in finder.candidates:
        candidate.read()
        if candidate.carrier is not Carrier.HEADING:
            finder.headings[candidate.section].below.append(candidate)
    return Outline(document, finder.headings, finder.candidates, finder.details)


_SIGNS = lazy_pattern(r"(#{2,6}(?=[^\s#])|#(?=[^\W\da-z]))(?!\S+(?: #\S+)+(?:\n|$))", needs="#")
"""What makes a heading to its author, though a space is missing behind it: `##Planning`; not `#planning #agents`."""
_NUMBER = lazy_pattern(r"\[(\d{1,4})\](?![(\[:])")
_HEADING_END = lazy_pattern(r"/h[1-6]")
_ROWSPAN = lazy_pattern(r"\browspan\s*=\s*[\"']?([0-9]{1,4})\b", re.IGNORECASE)
_MOST_FILLED = 50
"""Columns of a table that cells from above fill; no wider one has cells of several rows."""
_CELL_STARTS, _CELL_ENDS = frozenset({"td", "th"}), frozenset({"/td", "/th"})
_ROW_ENDS = frozenset({"tr", "/tr", "table", "/table", "tbody", "/tbody", "thead", "/thead"})


class _LastItem(NamedTuple):
    """The last item of a numbered list, its group, and the spaces before it."""

    item: Candidate
    group: int
    indent: int


class _Finder:
    """Walks the blocks of a document, and raw HTML piece by piece between the tags that begin or end blocks.

    An HTML table and a `<details>` may run over many blocks with Markdown between them, so what is open stays open
    from one block to the next.
    """

    def __init__(self, document: Document) -> None:
        self.text = document.text
        self.headings = [Heading(EMPTY_PROSE, 1, 1, 0)]
        self.candidates: list[Candidate] = []
        self.groups = 0
        self.open_details: list[Details] = []
        """The `<details>` that are open."""
        self.details: list[Details] = []
        self.row: Candidate | None = None
        """The HTML row that is open, and its cells so far."""
        self.cells: list[Prose] = []
        self.high: dict[int, int] = {}
        """For each column of that table: in how many further rows a cell with `rowspan` fills it."""
        self.widest = 0
        """The most cells that a row of that table has of its own."""
        self.columns: tuple[str, ...] | None = None
        """The header of the HTML table that is open; None before its first row."""

    def add(self, carrier: Carrier, first: int, last: int, head: Prose) -> Candidate:
        """A new candidate in the current section."""
        section = len(self.headings) - 1
        candidate = Candidate(len(self.candidates), carrier, first, last, section, self.groups, head)
        self.candidates.append(candidate)
        return candidate

    def add_heading(self, prose: Prose, first: int, last: int, level: int) -> None:
        """A heading opens a section, and may itself be an entry."""
        heading = Heading(prose, first, last, level)
        self.headings.append(heading)
        self.groups += 1
        heading.candidate = self.add(Carrier.HEADING, first, last, prose)
        heading.candidate.level = level
        self.groups += 1

    def add_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Walk blocks that are beside each other."""
        self.groups += 1
        above: _LastItem | None = None
        for block in blocks:
            if block.kind is BlockKind.LIST:
                above = self.add_list_below(block, above)
                continue
            above = None
            if block.kind is BlockKind.HEADING and block.prose is not None:
                self.add_heading(block.prose, block.first, block.last, block.level)
            elif block.kind is BlockKind.TABLE:
                self.add_table(block)
            elif block.kind is BlockKind.QUOTE:
                before = len(self.candidates)
                self.add_blocks(block.children)
                for each in self.candidates[before:]:
                    each.quoted = True
            elif block.kind is BlockKind.HTML and block.prose is not None:
                self.add_html(block.prose)
            elif block.kind is BlockKind.PARAGRAPH and block.prose is not None and block.prose.runs:
                self.add_below_signs(block.prose, block.first, block.last)

    def add_below_signs(self, prose: Prose, first: int, last: int) -> None:
        """A paragraph, whose first line may be a heading to its author."""
        if (signs := _SIGNS.match(prose.text)) is not None:
            lines = (index for index, run in enumerate(prose.runs) if run.kind in (RunKind.WRAP, RunKind.BREAK))
            end = next(lines, len(prose.runs))
            self.add_heading(_without(signs[1], Prose(prose.runs[:end])), first, first, len(signs[1]))
            if not (rest := _trim(prose.runs[end:])):
                return
            prose, first = Prose(rest), first + 1
        self.add_paragraph(prose, first, last)

    def add_paragraph(self, prose: Prose, first: int, last: int) -> None:
        """A paragraph; where each line has a link that is called a paper, or a title and a link, each is by itself."""
        shown, written = list(_split_at_breaks(prose.runs)), list(_split_at_wraps(prose.runs))
        if len(shown) >= _FEWEST_LINES and (_are_named(shown) or _are_titles(shown)):
            lines = shown
        elif _FEWEST_LINES <= len(written) < len(shown) and _are_named(written):
            lines = written
        elif len(typed := list(_split_at_breaks(prose.runs, RunKind.WRAP))) >= _FEWEST_LINES and (
            all(map(_ends_in_address, typed))
            or all(map(_begins_with_link, typed))
            or (all(map(_begins_with_title, typed)) and len({line[0].link for line in typed}) == len(typed))
        ):
            lines = typed
        elif len(numbered := _split_at_numbers(typed)) >= _FEWEST_LINES:
            lines = numbered
        else:
            self.add(Carrier.PARAGRAPH, first, last, prose)
            return
        for line in lines:
            self.add(Carrier.PARAGRAPH, *self.lines_of(line), Prose(line))

    def add_list_below(self, block: Block, above: _LastItem | None) -> _LastItem | None:
        """A list, which may continue the numbered one directly above it.

        Bullets indented by one or two spaces under `1. Title` are a list of their own to Markdown, and end the numbered
        one; to their author they are nested in its last item.
        """
        first = block.children[0]
        if above is not None and first.number is None and self.indent(first) > above.indent:
            self.add_list(block, above.item)
            return above
        group = above.group if above is not None and first.number is not None else 0
        last = self.add_list(block, None, group)
        return None if first.number is None else _LastItem(last, last.group, self.indent(block.children[-1]))

    def indent(self, block: Block) -> int:
        """How many spaces are before a block on its first line."""
        line = self.text[self.text.line_span(block.first)]
        return len(line) - len(line.lstrip(" \t"))

    def add_list(self, block: Block, parent: Candidate | None, group: int = 0) -> Candidate:
        """The items of a list, each with its nested ones behind it, in a new group unless given; returns the last."""
        self.groups += 1
        group = group or self.groups
        below = [_find_below(item) for item in block.children]
        has_topics = bool([lines for lines in below if len(lines) >= _FEWEST_LINES and _are_titles(lines)])
        for item, lines in zip(block.children, below, strict=True):
            carrier = Carrier.NUMBERED if item.number is not None else Carrier.BULLET
            candidate = self.add(carrier, item.first, item.last, EMPTY_PROSE)
            candidate.group, candidate.number = group, item.number
            if parent is not None:
                parent.children.append(candidate)
            is_topic = has_topics and bool(lines) and (_are_titles(lines) or all(map(_is_titled, lines)))
            self.fill_item(item, candidate, is_topic=is_topic)
        return candidate

    def fill_item(self, item: Block, candidate: Candidate, *, is_topic: bool) -> None:
        """What is in one item: its words, its details, its nested lists; below a topic each paragraph is by itself."""
        for child in item.children:
            if child.kind is BlockKind.LIST:
                self.add_list(child, candidate)
            elif child.kind is BlockKind.TABLE:
                self.add_table(child)
            elif child.kind is BlockKind.QUOTE:
                candidate.details += [inner.prose for inner in child.children if inner.prose is not None]
            elif child.prose is not None:
                if candidate.head is EMPTY_PROSE and not candidate.children:
                    candidate.head = child.prose
                elif is_topic:
                    candidate.children.append(self.add(Carrier.PARAGRAPH, child.first, child.last, child.prose))
                else:
                    candidate.details.append(child.prose)

    def add_table(self, block: Block) -> None:
        """The rows of a table; the first one names the columns."""
        self.groups += 1
        columns = tuple(cell.text.strip() for cell in block.children[0].cells)
        for row in block.children[1:]:
            candidate = self.add(Carrier.ROW, row.first, row.last, JoinedProse(row.cells))
            candidate.cells, candidate.columns = row.cells, columns

    def add_html(self, prose: Prose) -> None:
        """One block of HTML."""
        piece: list[Run] = []
        for run in prose.runs:
            if run.kind is RunKind.TAG:
                self.add_piece(tuple(piece), run)
                piece = []
            else:
                piece.append(run)
        self.add_words(tuple(piece))

    def add_piece(self, runs: tuple[Run, ...], tag: Run) -> None:
        """The words before one tag, and what the tag begins or ends."""
        name, line = tag.tag, self.text.line_at(tag.span.start)
        if name in _CELL_STARTS:
            self.add_words(runs)
            self.row = self.row or self.add(Carrier.ROW, line, line, EMPTY_PROSE)
            self.open_cell(self.text[tag.span])
        elif name in _CELL_ENDS and self.row is not None:
            self.cells.append(Prose(runs))
            self.row.last = line
        elif name in _ROW_ENDS and (self.row is not None or name == "table"):
            self.close_row()
            if name == "table":
                self.columns, self.high, self.widest = None, {}, 0
        elif name == "/summary":
            details = self.open_details.pop() if self.open_details else Details(line, line, None)
            self.open_details.append(details._replace(summary=self.add_words(runs, level=1)))
        elif _HEADING_END.fullmatch(name):
            if runs := _trim(runs):
                self.add_heading(Prose(runs), *self.lines_of(runs), int(name[2]))
        else:
            self.add_words(runs)
            if name == "details":
                self.open_details.append(Details(line, line, None))
            elif name == "/details":
                self.close_details(line)

    def fill_high_cells(self) -> None:
        """Empty cells where the next ones of the row are filled from above, so that each cell is in its column."""
        while len(self.cells) < self.widest and self.high.get(len(self.cells), 0) > 0:
            self.high[len(self.cells)] -= 1
            self.cells.append(EMPTY_PROSE)

    def open_cell(self, tag: str) -> None:
        """Go to the column of a cell, and note how many rows it is high."""
        self.fill_high_cells()
        if (rows := _ROWSPAN.search(tag)) is not None:
            self.high[len(self.cells)] = int(rows[1]) - 1

    def close_details(self, line: int) -> None:
        """What follows the summary of the innermost `<details>` belongs to that summary, up to `line`."""
        details = self.open_details.pop() if self.open_details else None
        if details is None:
            return
        self.details.append(details._replace(last=line))
        if (summary := details.summary) is not None:
            summary.inside = range(summary.index + 1, len(self.candidates))
            summary.last = line

    def add_words(self, runs: tuple[Run, ...], level: int = 0) -> Candidate | None:
        """Words that stand by themselves as a candidate of that level; None if there are none."""
        runs = _trim(runs)
        if not runs:
            return None
        candidate = self.add(Carrier.HTML, *self.lines_of(runs), Prose(runs))
        candidate.level = level
        return candidate

    def lines_of(self, runs: tuple[Run, ...]) -> tuple[int, int]:
        """The first and the last line of runs."""
        return self.text.line_at(runs[0].span.start), self.text.line_at(max(runs[-1].span.end - 1, 0))

    def close_row(self) -> None:
        """The open row, if there is one, has all its cells; a first one without links only names the columns."""
        if self.row is not None:
            self.fill_high_cells()
            self.widest = max(self.widest, min(sum(cell is not EMPTY_PROSE for cell in self.cells), _MOST_FILLED))
            texts = tuple(cell.text.strip() for cell in self.cells)
            is_first, self.columns = self.columns is None, self.columns or texts
            if is_first and self.candidates[-1] is self.row and not any(any(cell.links()) for cell in self.cells):
                self.candidates.pop()
            else:
                self.row.cells, self.row.head = tuple(self.cells), JoinedProse(tuple(self.cells))
                self.row.columns = () if is_first else self.columns
        self.row, self.cells = None, []


def _find_below(item: Block) -> list[tuple[Run, ...]]:
    """The paragraphs of an item below its own words, where these have no link: they may only name a topic."""
    kinds = (BlockKind.LIST, BlockKind.TABLE, BlockKind.QUOTE)
    proses = [each.prose for each in item.children if each.prose is not None and each.kind not in kinds]
    return [each.runs for each in proses[1:]] if proses and not any(proses[0].links()) else []


def _without(signs: str, prose: Prose) -> Prose:
    """The words behind the signs that a prose begins with."""
    first, *others = prose.runs
    begin = first.span.end - len(first.value) + len(signs)
    return Prose((first._replace(span=Span(begin, first.span.end), value=first.value[len(signs) :]), *others))


def _split_at_breaks(runs: tuple[Run, ...], *more: RunKind) -> Iterator[tuple[Run, ...]]:
    """The lines that a reader sees, or those that end in `more` too; those without words left out."""
    for is_break, line in groupby(runs, key=lambda run: run.kind is RunKind.BREAK or run.kind in more):
        if not is_break and (trimmed := _trim(tuple(line))):
            yield trimmed


def _split_at_wraps(runs: tuple[Run, ...]) -> Iterator[tuple[Run, ...]]:
    """The lines of the source that end in a break; those that a reader sees may be parts of them."""
    line: list[Run] = []
    for above, run in zip(runs[:1] + runs, runs, strict=False):
        if run.kind is RunKind.WRAP and above.kind is RunKind.BREAK and (trimmed := _trim(tuple(line))):
            yield trimmed
            line = []
        line.append(run)
    if trimmed := _trim(tuple(line)):
        yield trimmed


def _split_at_numbers(lines: list[tuple[Run, ...]]) -> list[tuple[Run, ...]]:
    """The lines that begin with numbers of references, which count up, each with those below it that do not."""
    found: list[tuple[Run, ...]] = []
    number = 0
    for line in lines:
        match = _NUMBER.match(Prose(line).text)
        if match is not None and (not found or int(match[1]) == number + 1):
            number = int(match[1])
            found.append(line)
        elif found:
            found[-1] += (Run(RunKind.WRAP, Span(line[0].span.start, line[0].span.start), "\n"), *line)
        else:
            break
    return found


def _are_named(lines: list[tuple[Run, ...]]) -> bool:
    """Whether each line has a link that is called a paper, or most of several lines have one."""
    named = sum(any(map(_is_called_paper, Prose(line).links())) for line in lines)
    return named == len(lines) or (len(lines) > _FEWEST_MIXED and named >= _SHARE_OF_TITLES * len(lines))


def _are_titles(lines: list[tuple[Run, ...]]) -> bool:
    """Whether each line is a link and nothing else, or several lines have one, and most have the words of a title."""
    if all(run.link is not None or not run.value.strip() for line in lines for run in line):
        return 2 * sum(count_words(Prose(line).text) >= _FEWEST_WORDS for line in lines) > len(lines)
    return len(lines) >= _FEWEST_MIXED and (
        sum(map(_is_titled, lines)) >= _SHARE_OF_TITLES * len(lines)
        or all(line[0].link is not None and count_words(Prose(line[1:]).text) >= _FEWEST_BEHIND for line in lines)
    )


def _is_titled(line: tuple[Run, ...]) -> bool:
    """Whether a line has its title on a link, or before the links at its end."""
    prose = Prose(line)
    links = list(prose.links())
    if any(count_words(each.label) >= _FEWEST_WORDS for each in links):
        return True
    ends = line[-1].link is not None or not any(map(str.isalnum, line[-1].value))
    return bool(links) and ends and count_words(prose.text) >= _FEWEST_WORDS + len(links)


def _ends_in_address(line: tuple[Run, ...]) -> bool:
    """Whether a line has the words of a title before an address, which is its only link."""
    links = list(Prose(line).links())
    return len(links) == 1 and links[0].bare and line[-1].link is not None and _is_titled(line)


def _begins_with_link(line: tuple[Run, ...]) -> bool:
    """Whether a line has the words of a title behind a link: an address, one that is called a paper or in brackets."""
    link, behind = line[0].link, Prose(line[1:]).text
    is_mark = link is not None and (link.bare or link.label[:1] == "[" or _is_called_paper(link))
    return is_mark and line[-1].link is not link and count_words(behind) >= _FEWEST_WORDS


def _begins_with_title(line: tuple[Run, ...]) -> bool:
    """Whether a line begins with the words of a title on a link."""
    link = line[0].link
    return link is not None and not link.bare and count_words(link.label) >= _FEWEST_WORDS


def _is_called_paper(link: Link) -> bool:
    return bool(link.href) and read_link_label(link.label.strip("[] ")) is Label.PAPER


def _trim(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """The runs without line ends and spaces at both ends."""
    start, end = 0, len(runs)
    while start < end and not runs[start].value.strip():
        start += 1
    while end > start and not runs[end - 1].value.strip():
        end -= 1
    return runs[start:end]
