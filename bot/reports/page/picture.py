"""What the page of a list's health shows, as values: sweeps, shares, months, and the links to look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class Tally:
    """How many links are in each state."""

    ok: int = 0
    moved: int = 0
    dead: int = 0
    blocked: int = 0
    uncertain: int = 0
    skipped: int = 0

    @property
    def total(self) -> int:
        """All links."""
        return self.ok + self.moved + self.dead + self.blocked + self.uncertain + self.skipped

    @property
    def alive(self) -> float | None:
        """The share of those that answered as pages should, in percent of those that could be judged."""
        judged = self.ok + self.moved + self.dead
        return 100 * (self.ok + self.moved) / judged if judged else None


@dataclass(frozen=True, slots=True)
class Sweep:
    """The links as one sweep left them."""

    day: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Share:
    """The links of one section, or of one host."""

    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Month:
    """How many papers the list has of a month."""

    year: int
    month: int
    papers: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link stands: `words` for people (path and line), `url` where that can be opened."""

    words: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Dead:
    """A link that is dead; `copy` is an archived copy."""

    url: str
    place: Place
    section: str
    since: date
    reason: str
    copy: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A link whose page has another address now."""

    url: str
    target: str
    place: Place
    section: str
    since: date


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the page, in the order in which it is shown."""

    title: str
    day: date
    now: Tally = Tally()
    papers: int = 0
    sweeps: tuple[Sweep, ...] = ()
    """The oldest first."""
    sections: tuple[Share, ...] = ()
    hosts: tuple[Share, ...] = ()
    months: tuple[Month, ...] = ()
    """The oldest first; months without papers may be missing."""
    dead: tuple[Dead, ...] = ()
    moved: tuple[Moved, ...] = ()
    alarms: int = 0
    """Links that the bot called dead and somebody found alive."""
    reported: int = 0
    """Links that the bot ever called dead."""
