"""What is known of a paper that is to be added, whatever source it comes from."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.papers.dates import PartialDate
from bot.papers.identifiers import Scheme
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.facts.model import Paper
    from bot.papers.identifiers import Identifier

_MOST_CHARACTERS = 1_000
"""Longer titles and names are no titles and names."""
_MAX_NAME_WORDS = 6
_COINED = lazy_pattern(r"\s*([^\s:：][^:：]*?)\s*[:：]\s*\S")
_LINK = lazy_pattern(r"https?://(?:www\.)?github\.com/[\w.-]+/[\w.-]*[\w-]")


@dataclass(frozen=True, slots=True)
class Record:
    """A paper as a source describes it; what the source does not tell is empty or None."""

    identifier: Identifier
    title: str
    titles: tuple[str, ...] = ()
    """Its titles in earlier versions."""
    authors: tuple[str, ...] = ()
    """Full names, given name first."""
    venue: str | None = None
    date: PartialDate | None = None
    """When it was first made public."""
    code: str | None = None
    """The address of its repository, as the authors name it."""
    withdrawn: bool = False
    source: str = ""
    """Who says so, for people."""

    @property
    def name(self) -> str:
        """The name before the colon of the title: `FireAct`; empty where there is none."""
        match = _COINED.match(self.title)
        return match[1] if match and len(match[1].split()) <= _MAX_NAME_WORDS else ""

    @property
    def is_preprint(self) -> bool:
        """Whether its identifier is that of a preprint on arXiv."""
        return self.identifier.scheme is Scheme.ARXIV


def record_of(paper: Paper, source: str) -> Record:
    """The record of a paper on arXiv; control characters and line ends in it become blanks."""
    day = paper.published
    code = _LINK.search(paper.comment[:_MOST_CHARACTERS]) if paper.comment else None
    return Record(
        paper.identifier,
        one_line(paper.title),
        tuple(map(one_line, paper.other_titles or ())),
        tuple(name for each in paper.authors if (name := one_line(each))),
        date=PartialDate(day.year, day.month, day.day) if day is not None else None,
        code=code[0].removesuffix(".git") if code else None,
        withdrawn=bool(paper.withdrawn),
        source=source,
    )


def one_line(text: str) -> str:
    """The text without what would end a line or hide something from a reader."""
    shown = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text[:_MOST_CHARACTERS])
    return re.sub(r" +", " ", shown).strip()
