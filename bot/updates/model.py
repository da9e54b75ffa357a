"""What an update does: a change of one entry with its sources, or what is left to a person."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import date

    from bot.linter.diagnostics import Edit
    from bot.listing import Entry
    from bot.text import Text


class Subject(StrEnum):
    """What of an entry is brought up to date."""

    VENUE = "venue"
    CODE = "code"
    TITLE = "title"
    LINK = "link"


class Source(NamedTuple):
    """Who says so, and where a person can read it."""

    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is not up to date in one entry."""

    path: str
    line: int
    work: str
    """What names the paper: `arXiv:2401.12345`."""
    title: str
    subject: Subject
    value: str
    """What it is now: `ICML 2025`, an address."""
    sources: tuple[Source, ...]
    old: str = ""
    """What the entry says instead; empty where it says nothing."""
    edit: Edit | None = None
    reason: str = ""
    """Why it is not decided; empty where it is written."""
    paste: str = ""
    """For what is not decided: the line as it would be written."""

    @property
    def key(self) -> str:
        """What it is known by from run to run, until what sources say changes."""
        text = "\0".join((self.path, self.work, self.subject, self.value, "open" if self.reason else ""))
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be brought up to date."""

    subjects: frozenset[Subject] = frozenset(Subject)
    since: date | None = None
    """Entries of papers from that day on."""
    most: int | None = None
    """Entries that are changed at most, the newest first."""
    declined: frozenset[str] = frozenset()
    """The keys of what was proposed and turned down."""


class Outcome(NamedTuple):
    """The lists as they are then, what was written, and what was left to a person."""

    texts: tuple[Text, ...]
    written: tuple[Item, ...] = ()
    open: tuple[Item, ...] = ()
    held: int = 0
    """Changes beyond the most that are made at a time."""


class Found(NamedTuple):
    """An entry, and what is not up to date in it."""

    entry: Entry
    item: Item
