"""The status of a link with its evidence, and how many links are in each state, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.papers.record import Evidence
from bot.text import StrEnum


class LinkState(StrEnum):
    """The state of a link; only `DEAD` can fail a run."""

    OK = "ok"
    MOVED = "moved"
    """A permanent redirect, seen twice; `LinkStatus.target` is where to."""
    DEAD = "dead"
    """Definitive evidence: 404 or 410 twice, or a "not found" of the responsible service."""
    BLOCKED = "blocked"
    """The host does not answer bots: logins, bot walls, legal blocks."""
    UNCERTAIN = "uncertain"
    """Timeouts, server errors, loops, pages that only look like the right page."""
    SKIPPED = "skipped"
    """Not visited: not wanted, not allowed, no time left."""


@dataclass(frozen=True, slots=True)
class LinkStatus:
    """What is known about the page at `url`, as the list writes it; `reason` says why."""

    url: str
    state: LinkState
    reason: str = ""
    evidence: tuple[Evidence, ...] = ()
    target: str | None = None
    """For a link that has moved: its new address."""
    tags: tuple[tuple[str, ...], ...] = ()
    """The `citation_*` meta tags of the page, and as `code` what it links to on GitHub: pairs of a name and a text."""


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
class Share:
    """The links of one section, or of one host."""

    name: str
    tally: Tally = Tally()


def tally(states: Iterable[LinkState]) -> Tally:
    """Count the states."""
    counts = dict.fromkeys(LinkState, 0)
    for state in states:
        counts[state] += 1
    return Tally(**{state.value: count for state, count in counts.items()})
