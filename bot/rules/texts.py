"""The texts of a list as rules search them: all at once, so that where nothing is found it costs next to nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from bot.document import Prose, RunKind
from bot.judgement import keep_last
from bot.listing import Entry, Listing, Span
from bot.listing.values import FieldLabel, field_labels
from bot.text import maker

_NOWHERE = range(0)
BETWEEN = "\0"
"""What is after each text; no text has it."""


class EntryText(NamedTuple):
    """A paragraph or cell of an entry."""

    entry: Entry
    prose: Prose
    title: range
    """Where in it the title is; empty in most."""
    is_below: bool
    """Whether it is below what the entry begins with."""


_make = maker(EntryText)


class Texts:
    """The texts of the entries of a list, in order, each with its offset in all of them, one after the other."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.all = [
            _make((entry, prose, range(*entry.title_place[1:]) if at == titled else _NOWHERE, at >= first))
            for entry in listing.entries
            for titled, first in ((max(entry.title_place[0], 0), len(entry.cells) or 1),)
            for at, prose in enumerate((*(entry.cells or (entry.head,)), *entry.details))
        ]
        texts = [f"{each.prose.text}{BETWEEN}" for each in self.all]
        self.joined = "".join(texts)
        self._starts = [*accumulate(map(len, texts), initial=0)]

    def having(self, *signs: str) -> Iterator[EntryText]:
        """The texts that have one of some signs."""
        joined, starts, found = self.joined, self._starts, set[int]()
        for sign in signs:
            place = joined.find(sign)
            while place >= 0:
                index = bisect_right(starts, place)
                found.add(index - 1)
                place = joined.find(sign, starts[index])
        return (self.all[index] for index in sorted(found))

    def matching(self, pattern: re.Pattern[str]) -> Iterator[EntryText]:
        """The texts in which a pattern matches that needs nothing in front of them or behind them."""
        joined, starts = self.joined, self._starts
        match = pattern.search(joined)
        while match is not None:
            index = bisect_right(starts, match.start())
            yield self.all[index - 1]
            match = pattern.search(joined, starts[index]) if starts[index] < len(joined) else None

    def find(self, pattern: re.Pattern[str]) -> Iterator[tuple[EntryText, re.Match[str], int]]:
        """The matches of a pattern in all texts, and where the text of each begins."""
        for match in pattern.finditer(self.joined):
            index = bisect_right(self._starts, match.start()) - 1
            yield self.all[index], match, self._starts[index]

    @cached_property
    def labels(self) -> tuple[FieldLabel, ...]:
        """The labels at the start of their lines."""
        return tuple(field_labels(self.listing))


texts_of = keep_last(Texts)


def literal(prose: Prose, start: int, end: int) -> Span | None:
    """Where `text[start:end]` is in the source; None if it is not there unchanged, with no markup in between."""
    if prose.is_plain:
        return prose.span(start, end)
    index = prose.run_at(start)
    run, first = prose.runs[index], prose.starts[index]
    offset = run.span.start - first
    is_whole = run.kind is RunKind.TEXT and run.span.end - offset == first + len(run.value) >= end
    return Span(start + offset, end + offset) if is_whole else None
