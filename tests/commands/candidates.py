"""A repository on GitHub whose list wants candidates, and `bot scout --issue` for it."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.scouting.proposals import KIND
from tests.commands.helpers import run
from tests.commands.hub import Hub
from tests.commands.office import LIST, README, lock
from tests.github import World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.model import Issue, Pull

PLANNING = {"id": "2401.00123", "title": "Planning with Language Models as Planning Tools"}
MEMORY = {"id": "2401.00500", "title": "Long-Term Memory for Language Agents"}
COFFEE = {"id": "2401.00900", "title": "On Coffee"}
FIREACT = {"id": "2310.05915", "title": "FireAct: Toward Language Agent Fine-tuning"}
HOSTILE = {
    "id": "2401.00666",
    "title": "Planning with Language Agents $(touch pwned) `touch pwned` ${{ github.token }} <!-- --> @octo/team [x]",
}
UNKNOWN = {"id": "2401.09999", "title": "Zero-Shot Planning with Language Agents"}


@dataclass(slots=True)
class Job:
    """The repository on GitHub, its checkout, and a feed beside it."""

    github: Hub
    folder: Path

    def feed(self, *papers: dict[str, str], name: str = "feed.jsonl") -> None:
        (self.folder / name).write_text("".join(f"{json.dumps(each)}\n" for each in papers))

    def run(self, *feeds: str) -> Run:
        given = {"GITHUB_API_URL": self.github.url, "GITHUB_TOKEN": "fix-token", "GITHUB_REPOSITORY": LIST}
        options = ("--from", "feed.jsonl", *feeds, "--cache", "answers.sqlite")
        offline = () if feeds else ("--offline",)
        return run("scout", "--issue", *options, *offline, environ={**given, "BOT_CONNECTIVITY_PROBES": "none"})

    @property
    def issue(self) -> Issue:
        (found,) = [each for each in self.github.world.repositories[LIST].issues.values() if each.title == KIND.title]
        return found

    @property
    def pulls(self) -> list[Pull]:
        return list(self.github.world.repositories[LIST].pulls.values())

    def tick(self, title: str) -> None:
        lines = self.issue.body.splitlines(keepends=True)
        (at,) = [number for number, line in enumerate(lines) if title in line and line.startswith("- [ ]")]
        lines[at] = lines[at].replace("- [ ]", "- [x]", 1)
        self.issue.body = "".join(lines)

    def remove(self, title: str) -> None:
        self.issue.body = "".join(line for line in self.issue.body.splitlines(keepends=True) if title not in line)

    def candidates(self) -> list[str]:
        """The titles that are shown, each with its box."""
        lines = [line for line in self.issue.body.splitlines() if line.startswith("- [")]
        return [f"{line[3]} {line[7:].partition(']')[0]}" for line in lines]

    def edited(self, *, author: str = "", sender: str = "grace") -> dict[str, object]:
        """The event after somebody has edited the issue."""
        users = [
            {"login": name, "type": "Bot" if name.endswith("[bot]") else "User"}
            for name in (author or self.issue.author, sender)
        ]
        repository = {"id": self.github.world.repositories[LIST].number, "full_name": LIST}
        issue = {"number": self.issue.number, "title": self.issue.title, "body": self.issue.body, "user": users[0]}
        return {"action": "edited", "issue": issue, "repository": repository, "sender": users[1]}


@contextmanager
def candidates_of(folder: Path, *, port: int = 0, shown: str = "") -> Iterator[Job]:
    """The repository and its checkout in `folder`; `port` and `shown` are those of `FakeGitHub`."""
    (folder / "README.md").write_text(README)
    (folder / "papers.lock.jsonl").write_text(lock())
    world = World()
    world.create(LIST, {"README.md": README, "papers.lock.jsonl": lock()})
    with Hub(world, port=port, shown=shown) as github:
        yield Job(github, folder)
        assert world.complaints == []
