"""All candidates of a document come in; which of them are decided, and for what, is kept here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.listing.features import Features, join_detail
from bot.listing.labels import Label
from bot.listing.options import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.document import Document
    from bot.listing.shapes import Shapes
    from bot.listing.values import Carrier

TITLED = 0.6
"""Likeness from which words count as a title of their own: three words or more."""

FEWEST = 3
"""Headings, paragraphs or HTML blocks with papers from which on their kind carries entries."""


@dataclass(slots=True)
class Pool:
    """The candidates of a document with what was found in each.

    `taken` marks those that belong to another one, or to nothing; `chosen` are the entries.
    """

    document: Document
    shapes: Shapes
    features: list[Features]
    taken: list[bool] = field(init=False)
    chosen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.taken = [False] * len(self.features)

    def of(self, carrier: Carrier) -> list[int]:
        """The candidates of a carrier of which nothing is decided yet."""
        return [
            index
            for index, features in enumerate(self.features)
            if features.candidate.carrier is carrier and not self.taken[index] and index not in self.chosen
        ]

    def absorb(self, index: int, inner: Iterable[int]) -> None:
        """Make candidates details of the entry at `index`."""
        entry = self.features[index]
        self.chosen.add(index)
        for other in inner:
            features = self.features[other]
            if not self.taken[other]:
                self.taken[other] = True
                for prose in (features.candidate.head, *features.candidate.details):
                    join_detail(entry, prose)
            self.chosen.discard(other)
            entry.candidate.last = max(entry.candidate.last, features.candidate.last)

    def end_before(self, index: int, line: int) -> None:
        """Cut a candidate off before `line`: what stands from there on is another one's."""
        features = self.features[index]
        last = self.last_words(features.candidate.first, max(line - 1, features.candidate.first))
        features.end_after(last, self.document.text.line_span(last).end)

    def last_words(self, first: int, last: int) -> int:
        """The last line from `first` to `last` that is neither blank nor a rule."""
        text = self.document.text
        while last > first and not text[text.line_span(last)].strip(" \t-*_="):
            last -= 1
        return last


def has_titled_paper(features: Features) -> bool:
    """Whether a candidate has both a title of its own and a link to a paper on it or beside it."""
    linked = [o for o in features.options if o.role is Role.LINKED and o.link is not None and o.likeness >= TITLED]
    if any(use.is_paper and option.link is use.link for option in linked for use in features.uses):
        return True
    option = features.best(Role.ITALIC, Role.PLAIN)
    return option is not None and option.likeness >= TITLED and any(use.label is Label.PAPER for use in features.uses)
