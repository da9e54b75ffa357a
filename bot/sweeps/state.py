"""The state that one sweep leaves to the next: the record of each target, what rules found, and the runs.

Times are whole seconds since the epoch. A target is what `targets.target_of` makes of a URL: `arxiv:2310.05915`,
`github:owner/name`, else the URL without what does not change the page.
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the codec reads the annotations
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from types import MappingProxyType

from bot.links.model import LinkState, Share, Tally

VERSION = 1
DAY = 86_400
"""Seconds."""

MOST_OBSERVATIONS = 5
MOST_RUNS = 120
MOST_WRONG_CALLS = 200
LONGEST_TARGET = 2_048
"""Characters; a link with a longer address is not followed over time."""
LONGEST_MESSAGE = 200
"""Characters of a reason or a message; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class PastObservation:
    """What an earlier run observed: `status` is of the last answer, `url` where it came from if not from the target."""

    time: int
    state: LinkState
    status: int | None = None
    url: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The history of one target; `state` is the verdict over time, not that of the last run."""

    target: str
    state: LinkState
    reason: str = ""
    checked: int = 0
    """When it was last checked."""
    last_ok: int | None = None
    strikes: int = 0
    """Definitive failures since the last success, as far as they were days apart."""
    first_failure: int | None = None
    """The first of them."""
    last_strike: int | None = None
    returns: int = 0
    """How often it came back after a strike."""
    observations: tuple[PastObservation, ...] = ()
    """The latest, the oldest first; at most `MOST_OBSERVATIONS`."""
    moved_to: str | None = None
    moved_since: int | None = None
    """When the redirect to `moved_to` was first seen."""
    moves: int = 0
    """In how many runs in a row it was seen."""
    reported: int | None = None
    """When it was first called dead, or moved, in this state."""
    silenced_until: int | None = None
    """Until then it is not reported, because a person said that it is fine."""
    copy: str | None = None
    """The address of an archived copy."""


@dataclass(frozen=True, slots=True)
class KnownFinding:
    """What a rule about facts found, and since when; one run is enough for it to be reported."""

    rule: str
    target: str
    message: str
    since: int
    silenced_until: int | None = None
    entry: str = ""
    """The title of the entry that it is about; empty if it is about all that name the target."""

    @property
    def key(self) -> str:
        """Its identity: the rule and the target."""
        return f"{self.rule} {self.target}"


@dataclass(frozen=True, slots=True)
class WrongCall:
    """A report that a person ticked as wrong; `kind` is `dead` or the slug of a rule."""

    time: int
    kind: str
    target: str


@dataclass(frozen=True, slots=True)
class Run:
    """One sweep: when it was, how it left the targets, and why its failures were not counted, if so."""

    time: int
    tally: Tally = Tally()
    asked: int = 0
    """Targets that got an answer."""
    failing: int = 0
    """Those of them that failed, and had not before."""
    discarded: str = ""
    """The outage on our side due to which its failures did not count; empty if they did."""


@dataclass(frozen=True, slots=True)
class Month:
    """How many papers the lists have of a month."""

    year: int
    month: int
    papers: int


@dataclass(frozen=True, slots=True)
class Location:
    """Where a link is: file, one-based line, heading and the text that a reader sees."""

    path: str
    line: int
    section: str = ""
    label: str = ""
    name: str = ""
    """The repository as the list writes it, `owner/name`, where its capitals differ from those of the target."""


@dataclass(frozen=True, slots=True)
class Census:
    """The lists as the last run found them, for `bot report`; places only of what is dead or moved."""

    papers: int = 0
    months: tuple[Month, ...] = ()
    """The oldest first."""
    sections: tuple[Share, ...] = ()
    """In the order of the lists."""
    hosts: tuple[Share, ...] = ()
    """The largest first."""
    places: Mapping[str, tuple[Location, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What was left out so that the state would fit: targets that were fine, and targets that fail."""

    fine: int = 0
    failing: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a sweep leaves to the next one."""

    records: Mapping[str, Record] = field(default_factory=lambda: MappingProxyType({}))
    """By target."""
    findings: Mapping[str, KnownFinding] = field(default_factory=lambda: MappingProxyType({}))
    """By key."""
    runs: tuple[Run, ...] = ()
    """The oldest first; at most `MOST_RUNS`."""
    wrong_calls: tuple[WrongCall, ...] = ()
    """The oldest first; at most `MOST_WRONG_CALLS`."""
    called: int = 0
    """How many targets were ever called dead."""
    wrong: int = 0
    """How many of these a person found alive."""
    returned: int = 0
    """How many of these came back later."""
    census: Census = Census()
    trimmed: Trimmed = Trimmed()

    @property
    def time(self) -> int:
        """When the last run was; 0 before the first."""
        return self.runs[-1].time if self.runs else 0


def day_of(time: int) -> date:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(time, UTC).date()
