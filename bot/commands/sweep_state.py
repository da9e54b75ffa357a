"""Loads and saves the state of a sweep: in a file, in the hidden part of the issue, or not at all."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot.errors import BotError
from bot.files import read_optional, save
from bot.github.client import open_client
from bot.github.hidden_text import UNSEALED
from bot.github.issues import carry_out, find_issues
from bot.github.model import is_repository, web_server
from bot.github.seal import KEY, Seal
from bot.sweeps.advance import apply_ticks, discard_future
from bot.sweeps.issue import (
    LABEL,
    MARKER,
    TITLE,
    IssueContent,
    Site,
    choose,
    decide,
    write,
)
from bot.sweeps.state import State
from bot.sweeps.storage import dump, load

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping

    from bot.console import Console
    from bot.github.client import Client
    from bot.github.model import Issue
    from bot.sweeps.advance import SweepOutcome


class Store(Protocol):
    """Where the state is between two sweeps."""

    url: str
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

    client: Client
    repository: str
    site: Site
    warn: Callable[[str], None]
    file: FileStore | None = None
    seal: Seal = UNSEALED
    url: str = ""
    _loaded: IssueContent | None = None

    def load(self, now: int) -> State:
        """The state, from the file or the hidden part, with the ticks of the issue applied."""
        state = self.file.load(now) if self.file is not None else None
        issues = self._find()
        self._loaded = choose(issues, self.seal)[1] if issues else None
        if self._loaded is None:
            return state or State()
        if state is None:
            if self._loaded.problem:
                self.warn(f"warning: {self._loaded.problem}")
            state = discard_future(self._loaded.state or State(), now)
        return apply_ticks(state, self._loaded.ticks, now)

    def save(self, outcome: SweepOutcome) -> None:
        """Write the file, and bring the issue up to date."""
        issues = self._find()
        number = choose(issues, self.seal)[0].number if issues else 0
        body = write(outcome, self.site, seal=self.seal._replace(number=number))
        actions = decide(issues, outcome, body, self._loaded)
        if self.file is not None:
            self.file.save(outcome)
        self.url = carry_out(self.client, self.repository, actions, LABEL) or self.url

    def _find(self) -> tuple[Issue, ...]:
        found = find_issues(self.client, self.repository, MARKER, LABEL, TITLE)
        self.url = next((each.url for each in found if each.is_open), self.url)
        return found


@contextmanager
def open_store(args: Namespace, console: Console) -> Iterator[Store]:
    """The store that the command line names. Raises BotError if the environment lacks something for it."""
    file = FileStore(Path(args.state), console.say) if args.state else None
    if args.issue:
        with open_issue(console.environ, console.say, file) as store:
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
        seal = Seal(repository, key=environ.get(KEY, "").encode())
        yield IssueStore(client, repository, site_of(environ), warn, file, seal)


def repository_of(environ: Mapping[str, str]) -> str:
    """The repository that the job belongs to. Raises BotError if the environment names none."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    if not is_repository(repository):
        hint = "run this in a GitHub Actions job, or set GITHUB_REPOSITORY to owner/name"
        raise BotError("GITHUB_REPOSITORY is not set", hint)
    return repository


def site_of(environ: Mapping[str, str]) -> Site:
    """Where the lists can be read as they are in this run."""
    repository = environ.get("GITHUB_REPOSITORY", "")
    commit = environ.get("GITHUB_SHA") or "HEAD"
    return Site(f"{web_server(environ)}/{repository}/blob/{commit}" if repository else None)
