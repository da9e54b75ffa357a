"""A list, the world that it leads to, and sweeps of it on days that a test chooses; everything is on loopback."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.sweeps.state import load
from tests.commands.earth import Earth
from tests.commands.helpers import run
from tests.commands.hub import Hub
from tests.github import World
from tests.services.archive import FakeCrossref, FakeWayback
from tests.services.arxiv import FakeArxiv, FakeOai, Gate, Work
from tests.services.clock import START, FakeClock, FastClock
from tests.services.registries import FakeGitHub
from tests.services.transport import serve
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.sweeps.state import State
    from tests.commands.helpers import Run
    from tests.github.model import Issue
    from tests.services.transport import Ask, Say
    from tests.web.server import Visit

DAY = 86_400.0
REPOSITORY = "octo/list"
STATE = "state.json"
FIREACT = "FireAct: Toward Language Agent Fine-tuning"


class Calendar(FastClock):
    """A fast clock that stands on a day of the test's choice."""

    day: float = 0.0

    def now(self) -> float:
        return START + self.day * DAY


@dataclass(slots=True)
class Planet(Earth):
    """The services, the pages by path, and the GitHub that has the list."""

    pages: dict[str, int | str] = field(default_factory=dict)
    """Status by path, or where a page has moved to for good; others are fine."""
    wayback: FakeWayback = field(default_factory=FakeWayback)
    agencies: FakeCrossref = field(default_factory=FakeCrossref)
    hub: Hub = field(default_factory=lambda: Hub(World()))
    clock: Calendar = field(default_factory=Calendar)

    def answer(self, ask: Ask) -> Say:
        if ask.path == "/cdx":
            return self.wayback.answer(ask)
        return (
            self.agencies.answer(ask)
            if ask.path.endswith("/agency") and ask.path.startswith("/works/")
            else Earth.answer(self, ask)
        )

    def show(self, visit: Visit) -> bytes:
        """The page at a path, as it is now."""
        answer = self.pages.get(visit.path, 200)
        if isinstance(answer, str):
            return page(301, b"", f"Location: {answer}")
        return page(answer)

    def write(self, *paths: str, before: str = "# Papers\n\n", path: str = "README.md") -> str:
        """A list with an entry for each page."""
        lines = [
            f"* [2310] [Paper Number {number} on Language Agents]({self.web.url(each)})\n"
            for number, each in enumerate(paths)
        ]
        text = before + "".join(lines)
        Path(path).write_text(text, encoding="utf-8")
        return text

    def environ(self) -> dict[str, str]:
        return {
            **Earth.environ(self),
            "BOT_WAYBACK_API": f"{self.address}/cdx",
            "BOT_CROSSREF_API": f"{self.address}/works",
            "BOT_CONNECTIVITY_PROBES": self.web.url("/probe"),
            "GITHUB_API_URL": self.hub.url if self.hub.port else "",
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_SHA": "1" * 40,
        }

    def sweep(
        self, day: float, *arguments: str, environ: Mapping[str, str] | None = None, terminal: bool = False
    ) -> Run:
        """`bot sweep` on that day."""
        self.clock.day = day
        given = ("sweep", *arguments, "--allow-address", "127.0.0.0/8")
        return run(*given, environ={**self.environ(), **(environ or {})}, clock=self.clock, terminal=terminal)

    def sweep_issue(self, day: float, *arguments: str, token: str = "sweep-token") -> Run:
        """`bot sweep --issue` as a job does it."""
        return self.sweep(day, "--issue", *arguments, environ={"GITHUB_TOKEN": token})

    def asked(self) -> set[str]:
        """The paths that were visited since the last call."""
        found = {visit.path for visit in self.web.visits} - {"/probe"}
        self.web.visits.clear()
        return found

    @property
    def state(self) -> State:
        """What is stored in the file."""
        return load(Path(STATE).read_text(encoding="utf-8"))

    @property
    def issues(self) -> list[Issue]:
        """The issues of the repository."""
        return list(self.hub.world.repositories[REPOSITORY].issues.values())

    def states(self) -> dict[str, str]:
        """The verdict on each page, by path."""
        start = self.web.url("")
        found = {target: str(each.state) for target, each in self.state.records.items()}
        return {target.removeprefix(start): state for target, state in found.items() if target.startswith(start)}


@contextmanager
def planet(*, github: bool = False) -> Iterator[Planet]:
    """The world, up and running."""
    gate = Gate(FakeClock(), 0.0, 0.0)
    works = {"2310.05915": Work((FIREACT,))}
    web = Web(lambda visit: made.show(visit))
    made = Planet(FakeArxiv(works, gate), FakeOai(works, gate), web=web, github=FakeGitHub({"a/b": ("a/b", False)}))
    with serve(made) as address, made.web:
        made.address = address
        if not github:
            yield made
            return
        made.hub.world.create(REPOSITORY, {"README.md": "# Papers\n"})
        with made.hub:
            yield made
