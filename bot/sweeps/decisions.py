"""The issues of ours that stand, and what a sweep came to, go in; what is to be done with them comes out. No I/O.

There is one issue: edited in place, closed when there is nothing to look at, and opened again rather than doubled.
One that a person closed stays closed until something new is found. The memory lives in it even while it is closed.
A memory that was lost, and is too young to call anything dead, closes nothing while links fail.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from bot.sweeps.history import FAILING_AGAIN, SPAN
from bot.sweeps.issue import TITLE, IssueContent, read
from bot.sweeps.issue_state import holds_state, is_fine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sweeps.advance import SweepOutcome


YOUNG = SPAN + FAILING_AGAIN
"""A memory of so many seconds, or more, has seen three strikes of whatever is dead."""


@dataclass(frozen=True, slots=True)
class FoundIssue:
    """An issue of ours, by author and marker, as it is right before it is written to."""

    number: int
    title: str
    body: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Create:
    """Open the issue; `closed`: and close it, for there is nothing to look at, and something to remember."""

    title: str
    body: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Write title and body anew."""

    number: int
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Close:
    """Close the issue as completed."""

    number: int


@dataclass(frozen=True, slots=True)
class Reopen:
    """Open the issue again."""

    number: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody wrote to the issue since it was read: read it again, advance from there, and ask again.

    Nothing is lost: what this run saw is still there, and is not counted twice.
    """


Action: TypeAlias = Create | Edit | Close | Reopen | Conflict


def decide(
    standing: Sequence[FoundIssue], outcome: SweepOutcome, body: str, base: IssueContent | None
) -> tuple[Action, ...]:
    """What to do, in this order; a run that is broken off in between is made good by the next.

    `standing` is what stands now, `base` what was read before the sweep (None: nothing stood), `body` the new text.
    """
    if not standing:
        return _begin(outcome, body)
    chosen, now = choose(standing)
    if base is None or now.time > base.time or not now.ticks <= base.ticks:
        return (Conflict(),)
    actions: list[Action] = []
    is_new = any(item.reported > now.time for item in outcome.items)
    if outcome.items and not chosen.is_open and (is_new or not now.time):
        actions.append(Reopen(chosen.number))
    if _words(chosen.body) != _words(body) or chosen.title != TITLE:
        actions.append(Edit(chosen.number, TITLE, body))
    if not outcome.items and chosen.is_open and not (outcome.watched and _is_young(outcome)):
        actions.append(Close(chosen.number))
    doubles = (each.number for each in standing if each.is_open and each.number != chosen.number)
    return (*actions, *map(Close, doubles))


def _begin(outcome: SweepOutcome, body: str) -> tuple[Action, ...]:
    if outcome.items:
        return (Create(TITLE, body),)
    state = outcome.state
    is_worth = bool(state.findings) or any(not is_fine(record) for record in state.records.values())
    return (Create(TITLE, body, closed=True),) if is_worth and holds_state(body) else ()


def _is_young(outcome: SweepOutcome) -> bool:
    runs = outcome.state.runs
    return runs[-1].time - runs[0].time < YOUNG if runs else True


def choose(standing: Sequence[FoundIssue]) -> tuple[FoundIssue, IssueContent]:
    """Of several, the open one that was written last; the oldest of equals."""
    readings = [(each, read(each.body)) for each in standing]
    return max(readings, key=lambda pair: (pair[0].is_open, pair[1].time, -pair[0].number))


def _words(body: str) -> str:
    """A body as far as it matters: GitHub changes the ends of lines."""
    return "\n".join(line.rstrip() for line in body.strip().splitlines())
