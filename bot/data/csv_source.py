"""Read tables of comma- or tab-separated values into records; the first row names the fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from bot.data.fields import FORMATS, Item, Leaf, Source
from bot.document.model import Flaw
from bot.errors import CANNOT_RUN, BotError
from bot.text import Span, Text, plural

_DELIMITERS = (",", "\t", ";", "|")
_SAMPLE = 20
"""Rows by which the delimiter is guessed."""
_SAMPLED = 50_000
"""Characters of these rows."""
_MOST_COLUMNS = 200


class Cell(NamedTuple):
    """A value with the span of what is between its quotes."""

    text: str
    span: Span
    is_quoted: bool


def read_table(text: Text, form: str) -> Source:
    """The records of a table. Raises BotError if a quote has no end."""
    delimiter = _guess_delimiter(text)
    rows = _rows(text, delimiter)
    header = next(rows, [])
    names = [" ".join(cell.text.split()) for cell in header][:_MOST_COLUMNS]
    records, flaws = [], []
    for cells in rows:
        if not any(cell.text.strip() for cell in cells):
            continue
        span = _row_span(text, cells)
        if len(cells) > len(names):
            has, wants = plural(len(cells), "value"), plural(len(names), "column")
            hint = "quote a value with a delimiter in it"
            flaws.append(Flaw(cells[len(names)].span, f"the row has {has}, and the header {wants}; {hint}"))
        leaves = tuple(
            Leaf(name, name, cell.text.strip(), *_place(text, cell), Span(span.start, span.start))
            for name, cell in zip(names, cells, strict=False)
        )
        records.append(Item(span, leaves))
    return Source(FORMATS[form], tuple(records), (), tuple(flaws), tuple(names))


def _place(text: Text, cell: Cell) -> tuple[Span, str, bool]:
    """Where the words of a cell are, its quote, and whether they are there as they read."""
    raw = text[cell.span]
    start = cell.span.start + len(raw) - len(raw.lstrip())
    span = Span(start, max(cell.span.end - (len(raw) - len(raw.rstrip())), start))
    return span, '"' if cell.is_quoted else "", text[span] == cell.text.strip()


def _row_span(text: Text, cells: list[Cell]) -> Span:
    start = text.line_starts[text.line_at(cells[0].span.start) - 1]
    last = cells[-1].span.end + cells[-1].is_quoted
    return Span(start, text.line_around(last).end)


def _guess_delimiter(text: Text) -> str:
    """The delimiter that cuts the first rows into the most columns, alike in most of them."""
    scores = []
    sample = Text(text.path, text.content[:_SAMPLED])
    for delimiter in _DELIMITERS:
        counts: list[int] = []
        with suppress(BotError):  # the sample may end inside of quotes
            counts.extend(len(row) for row in islice(_rows(sample, delimiter), _SAMPLE))
        alike = sum(count == counts[0] for count in counts) / len(counts) if counts else 0
        scores.append(((counts[0] - 1) * alike if counts else 0, delimiter))
    best, delimiter = max(scores, key=lambda score: score[0])
    return delimiter if best else ","


def _rows(text: Text, delimiter: str) -> Iterator[list[Cell]]:
    content = text.content
    mark = re.escape(delimiter)
    blank = "[ ]*+" if delimiter == "\t" else "[ \t]*+"
    quoted = re.compile(rf'{blank}"((?:[^"]|"")*+)("?){blank}(?={mark}|\r\n|\n|\r|\Z)')
    plain = re.compile(rf"[^{mark}\r\n]*+")
    opening = re.compile(rf'{blank}"')
    position = 1 if content.startswith("\ufeff") else 0
    row: list[Cell] = []
    while position <= len(content):
        match = quoted.match(content, position) if opening.match(content, position) else None
        if match is not None:
            if not match[2]:
                line = text.line_at(match.start(1))
                raise BotError(f"{text.path}:{line}: the quote has no end", 'close it with "', CANNOT_RUN)
            row.append(Cell(match[1].replace('""', '"'), Span(*match.span(1)), is_quoted=True))
        else:
            match = plain.match(content, position)
            assert match is not None  # noqa: S101 - it matches nothing, too
            row.append(Cell(match[0], Span(*match.span()), is_quoted=False))
        position = match.end()
        if content.startswith(delimiter, position):
            position += 1
            continue
        yield row
        row = []
        if position >= len(content):
            return
        position += 2 if content.startswith("\r\n", position) else 1
        if position >= len(content):
            return
