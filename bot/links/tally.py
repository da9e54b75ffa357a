"""How many links are in each state, of a whole list or of a part of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.links.model import LinkState

if TYPE_CHECKING:
    from collections.abc import Iterable


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
