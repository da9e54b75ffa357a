"""Short ways to say what sweeps see."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.links import LinkState
from bot.sweeps.advance import advance
from bot.sweeps.history import Observation, Part, RunResult, merge
from bot.sweeps.items import Inventory
from bot.sweeps.state import DAY, Location, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.facts.model import Confirmation
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.state import RuleFinding

NOW = 1_795_000_000
PAGE = "https://lab.example/paper"

ANSWERS = {
    "o": (LinkState.OK, 200, "status 200"),
    "d": (LinkState.DEAD, 404, "status 404, asked twice"),
    "u": (LinkState.UNCERTAIN, None, "no answer in time"),
    "l": (LinkState.UNCERTAIN, 429, "limits requests"),
    "b": (LinkState.BLOCKED, 403, "status 403"),
    "m": (LinkState.MOVED, 301, "redirects permanently, seen twice"),
}
"""o(k), d(ead), u(ncertain), l(imited), b(locked), m(oved)."""


def day(number: float) -> int:
    """So many days after the first."""
    return NOW + int(number * DAY)


def observation(
    answer: str, time: int = NOW, target: str = PAGE, moved_to: str = "https://new.example/paper"
) -> Observation:
    state, status, reason = ANSWERS[answer]
    return Observation(target, state, time, reason, status, moved_to=moved_to if state is LinkState.MOVED else None)


def result(answers: Mapping[str, str], time: int = NOW, findings: Iterable[RuleFinding] = ()) -> RunResult:
    """What a run saw, by target."""
    seen = tuple(observation(answer, time, target) for target, answer in sorted(answers.items()))
    return merge([Part(time, seen, tuple(findings))])


def inventory(*targets: str) -> Inventory:
    """A list that holds these, a line each."""
    places = {
        target: (Location("README.md", line, "Agents", f"Paper {line}"),)
        for line, target in enumerate(targets or (PAGE,), 1)
    }
    return Inventory(MappingProxyType(places))


def run(
    state: State,
    answers: Mapping[str, str],
    time: int,
    findings: Iterable[RuleFinding] = (),
    confirmations: Mapping[str, Confirmation] | None = None,
) -> SweepOutcome:
    """One sweep over a list that holds just what was asked about."""
    seen = result(answers, time, findings)
    return advance(state, seen, inventory(*answers), time, confirmations or {})


def weeks(history: str, target: str = PAGE) -> SweepOutcome:
    """Weekly sweeps over one link; a space is a week without one."""
    state, outcome = State(), None
    for week, answer in enumerate(history):
        if answer != " ":
            outcome = run(state, {target: answer}, day(7 * week))
            state = outcome.state
    assert outcome is not None
    return outcome
