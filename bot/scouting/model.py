"""A paper that a feed names, and what a list makes of it, as values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.papers.identifiers import Identifier, arxiv_month
from bot.papers.identity import write_id

if TYPE_CHECKING:
    from bot.papers.dates import PartialDate


@dataclass(frozen=True, slots=True)
class FeedPaper:
    """A paper as a feed names it; what the feed does not tell is empty or None."""

    identifier: Identifier | None
    title: str
    abstract: str = ""
    date: PartialDate | None = None
    votes: int | None = None
    affiliation: str = ""
    name: str = ""
    """The id that the feed gives, where it names no paper that the bot knows."""

    @property
    def id(self) -> str | None:
        """The id, as reports show it."""
        return write_id(self.identifier) if self.identifier is not None else self.name or None

    @property
    def day(self) -> PartialDate | None:
        """When it appeared, as far as the feed or its arXiv id tell."""
        return self.date or (arxiv_month(self.identifier) if self.identifier is not None else None)

    def joined(self, other: FeedPaper) -> FeedPaper:
        """What two feeds say of the paper; this one counts first."""
        return replace(
            self,
            identifier=self.identifier or other.identifier,
            title=self.title or other.title,
            abstract=self.abstract or other.abstract,
            date=self.date or other.date,
            votes=self.votes if self.votes is not None else other.votes,
            affiliation=self.affiliation or other.affiliation,
        )


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry of the list that a candidate is like."""

    title: str
    line: int
    similarity: float
    """From 0 to 1."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A paper of a feed, compared with the list."""

    paper: FeedPaper
    score: float = 0.0
    """From 0 to 1, among the papers of the feeds: 0.5 is the average one."""
    section: str | None = None
    nearest: tuple[Neighbour, ...] = ()
    unlike: bool = False
    """Whether hardly a word connects it with the list."""
    line: int | None = None
    """Of its entry, where the list has it."""
    path: str | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the list has the paper."""
        return self.line is not None
