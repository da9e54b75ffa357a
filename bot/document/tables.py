"""Read the rows of Markdown tables as lines: markdown-it makes 15 tokens of each row of five cells, 4 KB of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it.common.utils import mdTrim
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit, getLine
from markdown_it.rules_block.table import table as read_head

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock


def read_table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """markdown-it's rule for tables: its tokens for the head, and the lines of the rows below as `rows` of the first.

    Each is (index of the line, the line without blanks around it); `split_row` gives the cells.
    """
    count = len(state.tokens)
    if not read_head(state, first, min(end, first + 2), silent):
        return False
    if silent:
        return True
    opening = state.tokens[count]
    columns = sum(token.type == "inline" for token in state.tokens[count:])
    rows: list[tuple[int, str]] = []
    missing = 0
    above, state.parentType = state.parentType, "table"
    line = first + 2
    while line < end and (row := _row_at(state, line, end)):
        missing += columns - len(split_row(row))
        if missing > MAX_AUTOCOMPLETED_CELLS:
            break
        rows.append((line, row))
        line += 1
    state.parentType = above
    opening.meta["rows"] = rows
    opening.map = [first, line]
    state.line = line
    return True


def _row_at(state: StateBlock, line: int, end: int) -> str:
    """The row in a line without blanks around it; empty where the table ends before it."""
    if state.sCount[line] < state.blkIndent:
        return ""
    row = mdTrim(getLine(state, line))
    if not row.startswith("|"):  # nothing that ends a table begins with a bar
        interrupting = state.md.block.ruler.getRules("blockquote")
        if any(rule(state, line, end, True) for rule in interrupting):
            return ""
    return "" if state.is_code_block(line) else row


def split_row(row: str) -> list[str]:
    """The contents of the cells of a row, a bar behind a backslash being a part of one."""
    cells = escapedSplit(row) if "\\" in row else row.split("|")
    if cells and not cells[0]:
        del cells[0]
    if cells and not cells[-1]:
        del cells[-1]
    return [mdTrim(cell) for cell in cells]
