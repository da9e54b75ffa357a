"""The rule `uneven-row`: rows of a table with more or fewer cells than it has columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.document import Block, BlockKind, walk
from bot.document.tables import split_row
from bot.listing import Listing, Span, Text
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Form, Good, HabitRule, Severity
from bot.text import lazy_pattern, plural, shorten

_BAR = lazy_pattern(r"(?<!\\)\|")
_DELIMITER = lazy_pattern(r"[ \t>]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*")
"""The line under the header of a table, which has at least two columns."""
_EMPTY = Form("empty", "rows", "end in empty cells that the table has no columns for")
_SHORT = Form("short", "rows", "have fewer cells than the table has columns")
_SHOWN = 40
"""Characters of a lost cell that the message shows."""
_HEADER_LINES = 2


class _Row(NamedTuple):
    """A row of a table below its header: the span of its words, and how many cells it should and does have."""

    span: Span
    columns: int
    cells: int
    header_ends: bool
    """Whether the header ends in a bar."""


class UnevenRow(HabitRule):
    r"""A row of a table has more or fewer cells than the table has columns.

    GitHub does not show what is in cells beyond the last column, and leaves the last columns of a short row empty. The
    cause is often a `|` inside a cell, which is written `\|` (also in code and formulas), a cell that was left out, or
    a row that goes on in the next line. A table whose header has another number of cells than the line below it is
    shown as plain text.

    Empty cells beyond the last column are a note, with a fix that removes them, and so are short rows. Rows with
    only one cell, which are headings within a table, are left alone. A habit of the list is one note.
    """

    slug = "uneven-row"
    severity = Severity.WARNING
    examples = (
        Bad(
            "| Paper | Method | Year |\n| --- | --- | --- |\n"
            "| [WebRL](https://arxiv.org/abs/2411.02337) | on-policy | RL | 2024 |\n"
        ),
        Bad(
            "| Paper | Year |\n| --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 | |\n",
            fixed="| Paper | Year |\n| --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 |\n",
        ),
        Bad("| Paper | Year |\n| --- | --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337) | 2024 |\n"),
        Good(
            "| Paper | Year |\n| --- | --- |\n| **Agents** |\n| [`a\\|b`](https://arxiv.org/abs/2411.02337) | 2024 |\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per row, or one per habit of the whole list."""
        if "|" not in listing.text.content:
            return
        rows: list[_Row] = []
        for block in walk(listing.document.blocks):
            if block.kind is BlockKind.TABLE:
                rows += _rows(listing.text, block)
            elif block.kind is BlockKind.PARAGRAPH and (span := _broken_header(listing.text, block)) is not None:
                message = "this header has another number of cells than the line below it: it is not a table"
                yield self.at(listing, span, message)
        empty = [self._empty(listing, row) for row in rows]
        short = [self._short(listing, row) for row in rows]
        yield from self.fold(empty, _EMPTY)
        yield from self.fold(short, _SHORT)
        for row in rows:
            if row.cells > row.columns and (span := _lost(listing.text, row)) is not None:
                words = shorten(listing.text[span].strip("| \t"), _SHOWN)
                has = f"the row has {plural(row.cells, 'cell')}, the table {plural(row.columns, 'column')}"
                yield self.at(listing, span, f"{has}: `{words}` is not shown; a bar within a cell is written `\\|`")

    def _empty(self, listing: Listing, row: _Row) -> Diagnostic | None:
        """The note about cells without words beyond the last column."""
        if row.cells <= row.columns or _lost(listing.text, row) is not None:
            return None
        span = _beyond(listing.text, row)
        message = f"the row ends in {plural(row.cells - row.columns, 'empty cell')} that the table has no column for"
        return self.at(listing, span, message, fix=Fix("Remove them", (Edit(span, ""),)), severity=Severity.NOTE)

    def _short(self, listing: Listing, row: _Row) -> Diagnostic | None:
        if not 1 < row.cells < row.columns:
            return None
        goes_on = row.header_ends and not listing.text[row.span].endswith("|")
        cause = ", and does not end in a bar: it may go on in the next line" if goes_on else ""
        message = f"the row has {plural(row.cells, 'cell')}, the table {plural(row.columns, 'column')}{cause}"
        return self.at(listing, row.span, message, severity=None if goes_on else Severity.NOTE)


def _rows(text: Text, table: Block) -> Iterator[_Row]:
    """The rows below the header that have another number of cells."""
    header = table.children[0]
    columns = len(header.cells)
    header_ends = text[text.line_span(header.first)].rstrip().endswith("|")
    for row in table.children[1:]:
        line = text.line_span(row.first)
        source = text[line]
        count = _count_cells(source.strip(" \t>"), columns)
        start = line.start + len(source) - len(source.lstrip(" \t>"))
        yield _Row(Span(start, line.start + len(source.rstrip())), columns, count, header_ends)


def _count_cells(row: str, columns: int) -> int:
    is_usual = row.count("|") == columns + 1 and row.startswith("|") and row.endswith("|") and "\\" not in row
    return columns if is_usual else len(split_row(row))


def _beyond(text: Text, row: _Row) -> Span:
    """What follows the bar that ends the last column."""
    source = text[row.span]
    bars = [match.end() for match in _BAR.finditer(source)]
    last = row.columns if source.startswith("|") else row.columns - 1
    return Span(row.span.start + bars[last], row.span.end)


def _lost(text: Text, row: _Row) -> Span | None:
    """The cells beyond the last column, if one of them has words."""
    span = _beyond(text, row)
    return span if text[span].strip("| \t") else None


def _broken_header(text: Text, block: Block) -> Span | None:
    """The first line of what was meant to be a table, where header and delimiters have other numbers of cells."""
    if block.prose is None or block.last - block.first < _HEADER_LINES or "|" not in block.prose.text:
        return None
    first, second = text.line_span(block.first), text.line_span(block.first + 1)
    if not _DELIMITER.fullmatch(text[second]):
        return None
    cells = [split_row(text[line].strip(" \t>")) for line in (first, second)]
    is_header = len(cells[0]) > 1 and len(cells[0]) != len(cells[1])
    return Span(first.start + len(text[first]) - len(text[first].lstrip(" \t>")), first.end) if is_header else None
