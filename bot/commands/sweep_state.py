"""What sweeps remember is read and written here: in a file, in the hidden part of the one issue, or nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from bot.errors import CANNOT_RUN, BotError
from bot.files import read_optional, save
from bot.github.issues import close_issue, create_issue, edit_issue, find_issues, reopen_issue
from bot.sweeps.advance import apply_ticks, discard_future
from bot.sweeps.decisions import Close, Conflict, Create, Edit, FoundIssue, Reopen, choose, decide
from bot.sweeps.issue import LABEL, TITLE, IssueContent, marker, write
from bot.sweeps.state import State
from bot.sweeps.storage import dump, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from bot.github.client import Client
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.decisions import Action
    from bot.sweeps.issue import Site


_TRIES = 3
"""How often a run begins again with the issue, because another one was quicker."""


class Memory(Protocol):
    """Where a sweep finds what the last one knew, and leaves what it knows."""

    url: str
    """Of the page where people read it; empty where there is none."""

    def read(self, now: int) -> State:
        """What is remembered, after what people ticked off. Raises BotError where it cannot be read."""

    def write(self, conclude: Callable[[State], SweepOutcome]) -> SweepOutcome:
        """Keep what `conclude` makes of the state, and return it; it may be asked more than once."""


@dataclass(slots=True)
class NoMemory:
    """Every sweep is the first."""

    url: str = ""
    _state: State = field(default_factory=State)

    def read(self, now: int) -> State:
        """Nothing."""
        del now
        return self._state

    def write(self, conclude: Callable[[State], SweepOutcome]) -> SweepOutcome:
        """Keep nothing."""
        return conclude(self._state)


@dataclass(slots=True)
class FileMemory:
    """A file of JSON, one link a line, which may be under version control."""

    path: Path
    url: str = ""
    state: State = field(default_factory=State)

    def read(self, now: int) -> State:
        """The state in the file; that before the first sweep where there is no file."""
        self.state = discard_future(load(read_optional(self.path) or "", str(self.path)), now)
        return self.state

    def write(self, conclude: Callable[[State], SweepOutcome]) -> SweepOutcome:
        """Replace the file, all at once."""
        outcome = conclude(self.state)
        save(self.path, dump(outcome.state))
        return outcome


@dataclass(slots=True)
class IssueMemory:
    """The issue of a repository: its report, and its hidden part, unless there is a `file` for the memory."""

    client: Client
    repository: str
    site: Site
    say: Callable[[str], None]
    file: FileMemory | None = None
    url: str = ""
    """Of the issue, once it is known."""
    _base: IssueContent | None = None
    _state: State = field(default_factory=State)
    _now: int = 0

    def read(self, now: int) -> State:
        """The state, from the file or the hidden part, with the ticks of the issue applied."""
        self._now = now
        if self.file is not None:
            self.file.read(now)
        self._take(self._find())
        return self._state

    def write(self, conclude: Callable[[State], SweepOutcome]) -> SweepOutcome:
        """Bring the issue up to date; where another run has written to it meanwhile, begin again from there."""
        for _ in range(_TRIES):
            outcome = conclude(self._state)
            standing = self._find()
            actions = decide(standing, outcome, write(outcome, self.site), self._base)
            if Conflict() not in actions:
                if self.file is not None:
                    save(self.file.path, dump(outcome.state))
                self._carry_out(actions)
                return outcome
            self._take(standing)
        raise BotError("other runs keep writing to the issue", "run one sweep at a time", CANNOT_RUN)

    def _find(self) -> tuple[FoundIssue, ...]:
        found = find_issues(self.client, self.repository, marker(), LABEL, TITLE)
        self.url = next((each.url for each in found if each.is_open), self.url)
        return tuple(FoundIssue(each.number, each.title, each.body, each.is_open) for each in found)

    def _take(self, standing: Sequence[FoundIssue]) -> None:
        """Go on from what stands there."""
        self._base = choose(standing)[1] if standing else None
        state = self.file.state if self.file is not None else None
        ticks: frozenset[str] = frozenset()
        if self._base is not None:
            ticks = self._base.ticks
            if self.file is None and self._base.problem:
                self.say(f"warning: {self._base.problem}: what was remembered is lost, and counted anew")
            state = state or self._base.state
        self._state = apply_ticks(discard_future(state or State(), self._now), ticks, self._now)

    def _carry_out(self, actions: Sequence[Action]) -> None:
        for action in actions:
            match action:
                case Create(title, body, closed):
                    made = create_issue(self.client, self.repository, title, body, LABEL)
                    self.url = made.url
                    if closed:
                        close_issue(self.client, self.repository, made.number)
                case Edit(number, title, body):
                    self.url = edit_issue(self.client, self.repository, number, title, body).url
                case Close(number):
                    close_issue(self.client, self.repository, number)
                case Reopen(number):
                    self.url = reopen_issue(self.client, self.repository, number).url
