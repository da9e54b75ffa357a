"""The one issue of its kind that the bot keeps in a repository: a report with boxes to tick, and a hidden state.

It is found by its first line, edited in place, closed when there is nothing to look at, and reopened instead of
duplicated. The state is in it even while it is closed. Whatever people do to its text does no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Generic, NamedTuple, TypeVar

from bot.errors import CANNOT_RUN, BotError
from bot.github.client import Client
from bot.github.hidden_text import START, UNSEALED, Seal, count, unpack
from bot.github.issues import change_issue, create_issue, find_issues
from bot.github.model import Change, Create, Issue, IssueAction, IssueChangedError, comparable
from bot.text import lazy_pattern

LABEL = "paperlist-bot"
MOST_SAVES = 3
"""How often a run begins again if somebody writes to the issue meanwhile."""
_TICK = lazy_pattern(r"[\s>]*[-*+]\s+\[[xX]\]")
_ITEM = lazy_pattern(r"<!-- item=([0-9a-f]{16}) -->\s*\Z")
_TIME = lazy_pattern(r"time=(\d{1,12}) -->")
_SURPLUS = "the issue has more than one hidden part; only the last one was read"

_State = TypeVar("_State")
_Result = TypeVar("_Result")


class Boxes(NamedTuple):
    """The ids of items in the text of an issue, whatever people did to it."""

    present: frozenset[str] = frozenset()
    ticked: frozenset[str] = frozenset()


NO_BOXES = Boxes()


def mark_item(item: str) -> str:
    """The end of the line of an item, its hidden id; texts of strangers come before it."""
    return f"<!-- item={item} -->"


def read_boxes(body: str) -> Boxes:
    """The items in a text, and those that are ticked: each box starts its line, and an id ends it."""
    found = [(line, match[1]) for line in body.splitlines() if (match := _ITEM.search(line)) is not None]
    ticked = frozenset(item for line, item in found if _TICK.match(line))
    return Boxes(frozenset(item for _, item in found), ticked)


@dataclass(frozen=True, slots=True)
class Content(Generic[_State]):
    """What was read from the body of an issue."""

    time: int = 0
    """The time of the run that wrote it; 0 if unknown."""
    state: _State | None = None
    boxes: Boxes = NO_BOXES
    problem: str = ""
    """What is wrong with the state, or why there is none."""


class Fate(Enum):
    """What is to become of an issue, beside its new text."""

    OPEN = auto()
    """There is something new to look at."""
    STAY = auto()
    """A person who closed it is done with it; where there is none, none is made."""
    CLOSE = auto()
    """There is nothing to look at; where there is none, it is made for its state, and closed at once."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[_State]):
    """One of the bot's issues: what it is found by, and how its state is read."""

    title: str
    """Always the same: a change of title would be noted in the issue at every run."""
    name: str
    """The first words of its first line, which tell it from all others."""
    block: str
    """The word that its hidden state begins with."""
    parse: Callable[[str], _State]
    """Raises BotError for a text that is not a state."""
    loss: str
    """What it means that the state is lost, after a colon."""

    @property
    def marker(self) -> str:
        """How the body begins."""
        return f"{START} {self.name} "

    def stamp(self, time: int) -> str:
        """The first line of the body, as a run at `time` writes it."""
        return f"{self.marker}time={time} -->\n"

    def read(self, body: str, seal: Seal = UNSEALED) -> Content[_State]:
        """What the body of an issue holds, whatever a person did to it. The caller checks that the issue is ours.

        The state is its last block, and the id of an item the end of its line: texts of the list come before these.
        """
        _, marker, rest = body.partition(self.marker)
        time = _TIME.match(rest) if marker else None
        content: Content[_State] = Content(int(time[1]) if time else 0, None, read_boxes(body))
        try:
            text = unpack(self.block, body, seal)
            if text is None:
                return replace(content, problem=f"the hidden part of the issue was removed: {self.loss}")
            state = self.parse(text)
        except BotError as error:
            return replace(content, problem=f"{error.message}: {self.loss}")
        return replace(content, state=state, problem=_SURPLUS if count(self.block, body) > 1 else "")

    def choose(self, issues: Sequence[Issue], seal: Seal = UNSEALED) -> tuple[Issue, Content[_State]]:
        """Of several issues of ours, the open one that was written last; the oldest of equals."""
        contents = [(each, self.read(each.body, seal._replace(number=each.number))) for each in issues]
        return max(contents, key=lambda pair: (pair[0].is_open, pair[1].time, -pair[0].number))

    def decide(
        self,
        issues: Sequence[Issue],
        body: str,
        base: Content[_State] | None,
        fate: Callable[[Content[_State] | None], Fate],
    ) -> tuple[IssueAction, ...]:
        """What to do, in this order; a run that is broken off in between is completed by the next.

        `issues` are ours as they are now, `base` is what was read before the run (None: there was no issue), `body`
        the new text, and `fate` says what becomes of an issue with that content, or where there is none. Raises
        IssueChangedError if somebody wrote to the issue since it was read.
        """
        if not issues:
            wanted = fate(None)
            return () if wanted is Fate.STAY else (Create(self.title, body, closed=wanted is Fate.CLOSE),)
        chosen, now = self.choose(issues)
        if base is None or now.time > base.time or now.boxes != base.boxes:
            raise IssueChangedError
        is_open = {Fate.OPEN: True, Fate.CLOSE: False}.get(fate(now), chosen.is_open)
        is_as_before = comparable(chosen.body) == comparable(body) and chosen.title == self.title
        title, text = (None, None) if is_as_before else (self.title, body)
        # In one request: the next run would take what is new in a closed issue for what a person is done with.
        own = Change(chosen.number, title, text, is_open if is_open != chosen.is_open else None)
        doubles = (each.number for each in issues if each.is_open and each.number != chosen.number)
        changes = (own, *(Change(number, is_open=False) for number in doubles))
        return tuple(each for each in changes if each != Change(each.number))


@dataclass(slots=True)
class KeptIssue(Generic[_State]):
    """The issue of a kind in a repository, loaded and saved; the seal is that of the repository."""

    client: Client
    repository: str
    kind: Kind[_State]
    key: bytes = b""
    url: str = ""
    """The page of the issue; empty if there is none."""
    loaded: Content[_State] | None = None
    """What was read from it; None if there is none."""

    @property
    def seal(self) -> Seal:
        """What the hidden state is sealed with, apart from the number of the issue."""
        return Seal(self.repository, key=self.key)

    def load(self) -> tuple[Issue, Content[_State]] | None:
        """Read the issue; None if there is none."""
        issues = self._find()
        chosen = self.kind.choose(issues, self.seal) if issues else None
        self.loaded = chosen[1] if chosen is not None else None
        return chosen

    def save(self, write: Callable[[Seal], str], fate: Callable[[Content[_State] | None], Fate]) -> None:
        """Bring the issue up to date with the text that `write` makes.

        Raises IssueChangedError if somebody wrote to it since it was loaded.
        """
        self.carry_out(self.plan(write, fate))

    def plan(
        self, write: Callable[[Seal], str], fate: Callable[[Content[_State] | None], Fate]
    ) -> tuple[IssueAction, ...]:
        """What `save` would do."""
        issues = self._find()
        number = self.kind.choose(issues, self.seal)[0].number if issues else 0
        return self.kind.decide(issues, write(self.seal._replace(number=number)), self.loaded, fate)

    def carry_out(self, actions: Sequence[IssueAction]) -> None:
        """Do what the issue needs, in order."""
        for action in actions:
            if isinstance(action, Create):
                created = create_issue(self.client, self.repository, action.title, action.body, LABEL)
                self.url = created.url
                if action.closed:
                    change_issue(self.client, self.repository, Change(created.number, is_open=False))
            else:
                changed = change_issue(self.client, self.repository, action)
                self.url = changed.url if action.title is not None or action.is_open else self.url

    def _find(self) -> tuple[Issue, ...]:
        found = find_issues(self.client, self.repository, self.kind.marker, LABEL, self.kind.title)
        self.url = next((each.url for each in found if each.is_open), self.url)
        return found


def retry(attempt: Callable[[], _Result], problem: str, hint: str) -> _Result:
    """Make an attempt that begins with loading the issue; again if somebody wrote to it meanwhile, up to three times.

    Raises BotError with `problem` after the last one.
    """
    for _ in range(MOST_SAVES):
        try:
            return attempt()
        except IssueChangedError:
            continue
    raise BotError(problem, hint, CANNOT_RUN)
