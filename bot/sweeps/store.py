"""Loads and saves the state of a sweep: in a file, in the hidden part of the issue, or not at all."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bot.errors import BotError
from bot.files import read_optional, save
from bot.github.client import open_client
from bot.github.hidden_text import KEY
from bot.github.kept_issue import KeptIssue
from bot.github.model import repository_of, web_server
from bot.sweeps.advance import apply_ticks, discard_future
from bot.sweeps.issue import KIND, Site, choose_fate, write
from bot.sweeps.state import State
from bot.sweeps.storage import dump, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from bot.sweeps.advance import SweepOutcome


class Store(Protocol):
    """Where the state is between two sweeps."""

    @property
    def url(self) -> str:
        """The page of the issue; empty if there is none."""

    def load(self, now: int) -> State:
        """The state, with what people ticked applied. Raises BotError if it cannot be read."""

    def save(self, outcome: SweepOutcome) -> None:
        """Store the state. Raises IssueChangedError if somebody wrote to the issue since it was loaded."""


@dataclass(slots=True)
class NoStore:
    """No state is kept: every sweep is the first one."""

    url: str = ""

    def load(self, now: int) -> State:
        """The state before the first sweep."""
        del now
        return State()

    def save(self, outcome: SweepOutcome) -> None:
        """Nothing is stored."""


@dataclass(slots=True)
class FileStore:
    """A file of JSON, one link a line, which may be under version control."""

    path: Path
    say: Callable[[str], None] = lambda _: None
    url: str = ""

    def load(self, now: int) -> State:
        """The state in the file; that before the first sweep where there is no file, which is said.

        Raises BotError if the file could not be written either: before the sweep, not after it.
        """
        text = read_optional(self.path)
        if text is None:
            if not self.path.parent.is_dir():
                raise BotError(f"folder not found: {self.path.parent}", "create it, or check the path of --state")
            self.say(f"{self.path} does not exist yet: this first sweep creates it.")
        return discard_future(load(text or "", str(self.path)), now)

    def save(self, outcome: SweepOutcome) -> None:
        """Replace the file."""
        save(self.path, dump(outcome.state))


@dataclass(slots=True)
class IssueStore:
    """The issue of a repository, with its report and, unless there is a `file`, the hidden state."""

    issue: KeptIssue[State]
    site: Site
    warn: Callable[[str], None]
    file: FileStore | None = None

    @property
    def url(self) -> str:
        """The page of the issue; empty if there is none."""
        return self.issue.url

    def load(self, now: int) -> State:
        """The state, from the file or the hidden part, with the ticks of the issue applied."""
        state = self.file.load(now) if self.file is not None else None
        found = self.issue.load()
        if found is None:
            return state or State()
        content = found[1]
        if state is None:
            if content.problem:
                self.warn(f"warning: {content.problem}")
            state = discard_future(content.state or State(), now)
        return apply_ticks(state, content.boxes.ticked, now)

    def save(self, outcome: SweepOutcome) -> None:
        """Write the file, and bring the issue up to date."""
        actions = self.issue.plan(
            lambda seal: write(outcome, self.site, seal=seal), lambda now: choose_fate(outcome, now)
        )
        if self.file is not None:
            self.file.save(outcome)
        self.issue.carry_out(actions)


@contextmanager
def open_store(
    path: Path | None, environ: Mapping[str, str], say: Callable[[str], None], *, issue: bool
) -> Iterator[Store]:
    """The store that a sweep was given: a file, the issue, both or none.

    Raises BotError if the environment lacks something for it.
    """
    file = FileStore(path, say) if path is not None else None
    if issue:
        with open_issue(environ, say, file) as store:
            yield store
    else:
        yield file or NoStore()


@contextmanager
def open_issue(
    environ: Mapping[str, str], warn: Callable[[str], None] = lambda _: None, file: FileStore | None = None
) -> Iterator[IssueStore]:
    """The issue of the job's repository. Raises BotError if the environment lacks a repository or a token."""
    repository = repository_of(environ)
    with open_client(environ) as client:
        issue = KeptIssue(client, repository, KIND, environ.get(KEY, "").encode())
        yield IssueStore(issue, site_of(environ), warn, file)


def site_of(environ: Mapping[str, str]) -> Site:
    """Where the lists can be read as they are in this run."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    commit = environ.get("GITHUB_SHA") or "HEAD"
    return Site(f"{web_server(environ)}/{repository}/blob/{commit}" if repository else None)
