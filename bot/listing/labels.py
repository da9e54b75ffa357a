"""The words that lines of an entry begin with and that say what follows: `Datasets: MATH-500`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Prose
    from bot.listing.model import Entry, Listing
    from bot.text import Text

_LABEL = lazy_pattern(r"^[ \t]*([A-Za-z][A-Za-z-]{1,24}(?: [A-Za-z-]{1,24}){0,2})[ \t]*[:：](?!//)[:：]*", re.MULTILINE)
"""Up to three words and a colon at the start of a line."""


class Label(NamedTuple):
    """The label of a line, with offsets into the text: of its words, and of what follows the colon."""

    words: str
    start: int
    end: int


def find_labels(text: str) -> Iterator[Label]:
    """The labels of the lines of a text, in order."""
    if ":" in text or "：" in text:
        for match in _LABEL.finditer(text):
            yield Label(match[1], match.start(1), match.end())


class FieldLabel(NamedTuple):
    """A label at the start of a line of `prose`, with its offsets there: of its words, and behind its colon."""

    words: str
    prose: Prose
    start: int
    end: int
    filled: bool
    """Whether something follows, in the line or nested below it."""


def field_labels(listing: Listing) -> Iterator[FieldLabel]:
    """The labels of all entries, in order; what begins an entry is its title, not a label."""
    for entry in listing.entries:
        if entry.cells:
            continue
        for prose in (entry.head, *entry.details):
            for words, start, end in find_labels(prose.text):
                if prose is entry.head and "\n" not in prose.text[:start]:
                    continue
                rest = prose.text[end:].partition("\n")[0]
                filled = bool(rest.strip(" \t*_")) or _goes_on(listing.text, entry, prose.span(start, end).end)
                yield FieldLabel(words, prose, start, end, filled)


def _goes_on(text: Text, entry: Entry, offset: int) -> bool:
    """Whether the next line of the entry is farther in than the line at `offset`: what the label is for."""
    number = text.line_at(offset)
    line = text[text.line_span(number)]
    depth = len(line) - len(line.lstrip(" \t>"))
    for below in range(number + 1, text.line_at(entry.span.end) + 1):
        content = text[text.line_span(below)]
        if content.strip():
            return len(content) - len(content.lstrip(" \t>")) > depth
    return False
