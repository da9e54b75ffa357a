"""The rule `uneven-row`: rows of a table with more or fewer cells than it has columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from bot.document import Block, BlockKind
from bot.listing import Listing, Span, Text
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Places, Rule, Safety, Severity
from bot.rules.prose import find_dividing_bars
from bot.text import lazy_pattern, plural, shorten

_BAR = lazy_pattern(r"(?<!\\)\|")
_DELIMITER = lazy_pattern(r"[ \t>]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*")
"""The line under the header of a table, which has at least two columns."""
_EMPTY = "the row ends in empty cells that the table has no columns for"
_LOST = "the row has more cells than the table has columns"
_SHORT = "the row has fewer cells than the table has columns"
_SHOWN = 40
"""Characters of a lost cell that the message shows."""
_HEADER_LINES = 2
_FEWEST_COLUMNS = 2


_HIDDEN = lazy_pattern(r"<!--.*?-->|\[(?://|comment)\]: *(?:#|<>)[^|]*|[|\s]+", re.IGNORECASE)
"""What a reader does not see: comments, also those that are links to nothing; and what is between cells."""
_OFTEN, _HABITUAL = 3, 0.4
"""This many rows of a table, and so large a share, are how it is written."""
_TAG = lazy_pattern(r"</?(?!img\b)[A-Za-z][^<>]*>", re.IGNORECASE)
"""A tag that shows nothing by itself."""


class _Row(NamedTuple):
    """A row of a table below its header: the span of its words, and how many cells it should and does have."""

    span: Span
    columns: int
    cells: int
    header_ends: bool
    """Whether the header ends in a bar."""
    next_cells: int
    """The cells of the row below it; 0 for the last row."""


class UnevenRow(Rule):
    r"""A row of a table has more or fewer cells than the table has columns.

    GitHub hides cells beyond the last column. Usually a `|` inside a cell is not escaped as `\|`, a cell is missing, or
    a row continues on the next line. If the header has more or fewer cells than the delimiter row below it, GitHub
    shows the table as text.

    The finding is an error if the `|` divides the text of a link, or if an empty line ends the table before its last
    rows. Unsafe fixes escape the `|`, or remove the empty line.

    Only a note: rows with too few cells, and extra cells that are empty (a fix removes them), that hold only dashes or
    words of another cell, or that appear in at least two fifths of the rows.

    Not reported: comments beyond the last column, and rows of one cell, which are headings within the table.
    """

    severity = Severity.WARNING
    reason = "the cells are not those of the columns"
    is_broken = True
    examples = (
        Bad(
            "| Paper | Method | Year |\n| --- | --- | --- |\n"
            "| [WebRL](https://arxiv.org/abs/2411.02337) | on-policy | RL | 2024 |\n"
        ),
        Bad(
            "| Paper | Year |\n| --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 | |\n",
            fixed="| Paper | Year |\n| --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 |\n",
        ),
        Bad(
            "| Paper | Year |\n| --- | --- |\n| [P(A|B)](https://arxiv.org/abs/2411.02337) | 2024 |\n",
            fixed="| Paper | Year |\n| --- | --- |\n| [P(A\\|B)](https://arxiv.org/abs/2411.02337) | 2024 |\n",
        ),
        Bad("| Paper | Year |\n| --- | --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 |\n"),
        Good(
            "| Paper | Year |\n| --- | --- |\n| **Agents** |\n| [`a\\|b`](https://arxiv.org/abs/2411.02337) | 2024 |\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per row."""
        if "|" not in listing.text.content:
            return
        for block in listing.document.all_blocks:
            if block.kind is BlockKind.TABLE:
                yield from self._table(listing, block)
            elif block.kind is BlockKind.PARAGRAPH and (span := _broken_header(listing.text, block)) is not None:
                message = "this header and the line below it have different numbers of cells, so this is not a table"
                yield self.at(listing, span, message)
        yield from self._cut_off(listing)

    def _cut_off(self, listing: Listing) -> Findings:
        """The rows that an empty line parts from their table."""
        for blocks in (listing.document.blocks, *(each.children for each in listing.document.all_blocks)):
            columns = 0
            for above, block in pairwise(blocks):
                columns = len(above.children[0].cells) if above.kind is BlockKind.TABLE else columns
                if not _are_rows(listing.text, block, columns):
                    columns = 0
                    continue
                first, gap = listing.text.line_span(block.first), listing.text.line_span(above.last + 1)
                fix = Fix("Remove the empty line", (Edit(Span(gap.start, first.start), ""),), Safety.UNSAFE)
                message = "the empty line above ends the table: this row is shown as plain text"
                yield self.at(listing, first, message, fix=fix, severity=Severity.ERROR)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the rows of tables."""
        tables = (block for block in listing.document.all_blocks if block.kind is BlockKind.TABLE)
        return Places("rows", tuple(row.span for table in tables for row in _rows(listing.text, table)))

    def _table(self, listing: Listing, table: Block) -> Findings:
        rows = list(_rows(listing.text, table))
        longer = sum(row.cells > row.columns for row in rows)
        for row in rows:
            bars, in_link = find_dividing_bars(listing.text[row.span])
            bars = bars if len(bars) == row.cells - row.columns else in_link
            if bars:
                yield self._divided(listing, row, bars, in_link=bool(in_link))
            elif row.cells > row.columns:
                yield from self._long(listing, row, is_usual=longer >= max(_OFTEN, _HABITUAL * len(rows)))
            elif 1 < row.cells < row.columns:
                yield self._short(listing, row)

    def _divided(self, listing: Listing, row: _Row, bars: list[int], *, in_link: bool) -> Diagnostic:
        """The finding about bars that divide words of one cell; a link whose text they divide does not work."""
        places = [Span(row.span.start + bar, row.span.start + bar + 1) for bar in bars]
        what = "the text of a link" if in_link else "what belongs into one cell"
        fix = Fix("Write `\\|`", tuple(Edit(place, "\\|") for place in places), Safety.UNSAFE)
        severity = Severity.ERROR if in_link else None
        message = f"this bar divides {what}; within a cell write `\\|`"
        return self.at(listing, places[0], message, fix=fix, severity=severity)

    def _long(self, listing: Listing, row: _Row, *, is_usual: bool) -> Findings:
        """The finding about cells beyond the last column: a note if they are without words, none for comments.

        Where they are usual, the table has lost a column, perhaps on purpose: that is a note, too.
        """
        span = _beyond(listing.text, row)
        if words := listing.text[span].strip("| \t"):
            if not _HIDDEN.sub("", words):
                return
            lost = [cell.strip() for cell in _split(words) if cell.strip()]
            has_words = any(map(str.isalnum, _TAG.sub("", words)))
            shown = {cell.strip() for cell in _split(listing.text[Span(row.span.start, span.start)])}
            is_bar = has_words and not is_usual and len(lost) == row.cells - row.columns and shown.isdisjoint(("", "-"))
            hint = "; a bar within a cell is written `\\|`" if is_bar else ""
            has = f"the row has {plural(row.cells, 'cell')}, the table {plural(row.columns, 'column')}"
            message = f"{has}: `{shorten(' | '.join(lost), _SHOWN)}` is not shown{hint}"
            severity = None if has_words and not (is_usual or shown.issuperset(lost)) else Severity.NOTE
            yield self.at(listing, span, message, severity=severity, forms=(_LOST,))
            return
        message = f"the row ends in {plural(row.cells - row.columns, 'empty cell')} that the table has no column for"
        fix = Fix("Remove them", (Edit(span, ""),))
        yield self.at(listing, span, message, fix=fix, severity=Severity.NOTE, forms=(_EMPTY,))

    def _short(self, listing: Listing, row: _Row) -> Diagnostic:
        goes_on = row.header_ends and not listing.text[row.span].endswith("|")
        goes_on = goes_on and row.next_cells > 0 and row.cells + row.next_cells <= row.columns + 1
        cause = ", and does not end in a bar: it may go on in the next line" if goes_on else ""
        message = f"the row has {plural(row.cells, 'cell')}, the table {plural(row.columns, 'column')}{cause}"
        return self.at(listing, row.span, message, severity=None if goes_on else Severity.NOTE, forms=(_SHORT,))


def _are_rows(text: Text, block: Block, columns: int) -> bool:
    """Whether each line of a paragraph has the bars of a row in a table of some columns."""
    if block.kind is not BlockKind.PARAGRAPH or columns < _FEWEST_COLUMNS:
        return False
    lines = (text[text.line_span(line)].strip(" \t>") for line in range(block.first, block.last + 1))
    return all(line.startswith("|") and len(_split(line)) == columns for line in lines)


def _rows(text: Text, table: Block) -> Iterator[_Row]:
    """The rows below the header that have another number of cells."""
    header = table.children[0]
    columns = len(header.cells)
    header_ends = text[text.line_span(header.first)].rstrip().endswith("|")
    rows = table.children[1:]
    sources = [text[text.line_span(row.first)] for row in rows]
    counts = [_count_cells(source.strip(" \t>"), columns) for source in sources]
    for row, source, count, next_count in zip(rows, sources, counts, [*counts, 0][1:], strict=True):
        line = text.line_span(row.first)
        start = line.start + len(source) - len(source.lstrip(" \t>"))
        yield _Row(Span(start, line.start + len(source.rstrip())), columns, count, header_ends, next_count)


def _count_cells(row: str, columns: int) -> int:
    is_usual = row.count("|") == columns + 1 and row.startswith("|") and row.endswith("|") and "\\" not in row
    return columns if is_usual else len(_split(row))


def _beyond(text: Text, row: _Row) -> Span:
    """What follows the bar that ends the last column."""
    source = text[row.span]
    bars = [match.end() for match in _BAR.finditer(source)]
    last = row.columns if source.startswith("|") else row.columns - 1
    return Span(row.span.start + bars[last], row.span.end)


def _broken_header(text: Text, block: Block) -> Span | None:
    """The first line of what was meant to be a table, where header and delimiters have other numbers of cells."""
    if block.prose is None or block.last - block.first < _HEADER_LINES or "|" not in block.prose.text:
        return None
    first, second = text.line_span(block.first), text.line_span(block.first + 1)
    if not _DELIMITER.fullmatch(text[second]):
        return None
    cells = [_split(text[line].strip(" \t>")) for line in (first, second)]
    is_header = len(cells[0]) > 1 and len(cells[0]) != len(cells[1])
    return Span(first.start + len(text[first]) - len(text[first].lstrip(" \t>")), first.end) if is_header else None


def _split(row: str) -> list[str]:
    from bot.document.tables import split_row  # with markdown-it, which is loaded when a list is read

    return split_row(row)
