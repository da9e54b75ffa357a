"""A repository with a list, the issues in which people propose papers, and the job that answers them."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from tests.commands.helpers import run
from tests.commands.hub import Hub
from tests.github import World
from tests.github.model import BOT, WHEN

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.model import Comment, Issue, Pull, Repository

LIST = "octo/list"
README = """# Agents

## Planning

* [2405] [AgentGen: Enhancing Planning Abilities via Task Generation](https://arxiv.org/abs/2405.00451)
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
* [2305] [Plan-and-Solve Prompting: Improving Zero-Shot Planning](https://arxiv.org/abs/2305.04091)
* [2210] [ReAct: Synergizing Reasoning and Planning in Language Models](https://arxiv.org/abs/2210.03629)

## Memory

* [2402] [A Survey on the Memory of Language Agents](https://arxiv.org/abs/2402.10051)
* [2310] [MemGPT: Towards Language Models as Operating Systems with Memory](https://arxiv.org/abs/2310.08560)
* [2305] [MemoryBank: Enhancing Language Models with Long-Term Memory](https://arxiv.org/abs/2305.10250)
"""
TITLE = "Planning with Language Models as Planning Tools"
ENTRY = f"* [2401] [{TITLE}](https://arxiv.org/abs/2401.00123)"
AFTER = README.replace("* [2310] [FireAct", f"{ENTRY}\n* [2310] [FireAct")
HOSTILE_TITLE = (
    "Fixes #1 @octo/team <!-- --> [x](https://example.com) `a` ![y](z) $(touch pwned) | ~~~ [skip ci] Planning"
)
PAPERS = {
    "2401.00123": TITLE,
    "2401.00500": "Long-Term Memory for Language Agents",
    "2401.00666": HOSTILE_TITLE,
    "2401.00777": "Closes #1: Planning with @octo/team, Fixes octo/other#2 GH-3",
    "2401.00900": "On Coffee",
}


def lock() -> str:
    """The lock file: papers that no service is asked about."""
    lines = (
        {"id": f"arXiv:{value}", "title": title, "submitted": "2024-01-07", "checked": "2026-11-20"}
        for value, title in PAPERS.items()
    )
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def form(
    paper: str,
    section: str = "_No response_",
    why: str = "_No response_",
    *,
    said: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The text of an issue that GitHub makes from the template; `said` are the optional fields by their labels."""
    more = "".join(f"### {label}\n\n{value}\n\n" for label, value in said.items())
    return (
        f"### Link or identifier\n\n{paper}\n\n### Section\n\n{section}\n\n{more}"
        f"### Why it belongs in the list\n\n{why}\n"
    ).replace("\n", "\r\n")


@dataclass(slots=True)
class Office:
    """The repository on GitHub, and `bot submit` for what happens there."""

    github: Hub
    folder: Path
    arguments: tuple[str, ...]
    environ: dict[str, str] = field(default_factory=dict)

    @property
    def repository(self) -> Repository:
        return self.github.world.repositories[LIST]

    def open(self, body: str, author: str = "ada", *, labels: tuple[str, ...] = (), title: str = "Paper: ") -> Issue:
        """An issue that somebody opens, before anything is answered."""
        return self.github.world.open_issue(LIST, author, title, body, list(labels))

    def propose(self, body: str, author: str = "ada") -> Issue:
        """An issue that is opened, and answered."""
        issue = self.open(body, author)
        self.happens(issue, "opened")
        return issue

    def happens(self, issue: Issue, action: str, *, sender: str = "", label: str = "") -> Run:
        """Something is done to an issue."""
        event = self.event(issue, action, sender or issue.author, label)
        return self.job(event)

    def says(self, issue: Issue, author: str, body: str, *, action: str = "created") -> Run:
        """Somebody writes a comment."""
        self.github.world.comment(issue, author, body)
        return self.job(self.comment_event(issue, author, body, action))

    def event(self, issue: Issue, action: str, sender: str, label: str = "") -> dict[str, object]:
        """The event of something that is done to an issue."""
        value: dict[str, object] = {
            "action": action,
            "issue": self._issue(issue),
            "repository": {"id": self.repository.number, "full_name": LIST},
            "sender": _user(sender),
        }
        return value | ({"label": {"name": label}} if label else {})

    def comment_event(self, issue: Issue, author: str, body: str, action: str = "created") -> dict[str, object]:
        """The event of a comment."""
        return {
            **self.event(issue, action, author),
            "comment": {"id": 1, "body": body, "user": _user(author), "created_at": WHEN},
        }

    def _issue(self, issue: Issue) -> dict[str, object]:
        value: dict[str, object] = {
            "number": issue.number,
            "title": issue.title,
            "body": issue.body,
            "user": _user(issue.author),
            "updated_at": WHEN,
        }
        return value | ({"pull_request": {"url": "x"}} if issue.number in self.repository.pulls else {})

    def job(self, event: dict[str, object], *arguments: str) -> Run:
        """A job for an event."""
        path = self.folder / "event.json"
        path.write_text(json.dumps(event), encoding="utf-8")
        return self.run(*arguments, GITHUB_EVENT_PATH=str(path))

    def run(self, *arguments: str, token: str = "fix-token", **environ: str) -> Run:
        """`bot submit`, with the environment of a job."""
        given = {"GITHUB_API_URL": self.github.url, "GITHUB_TOKEN": token, "GITHUB_ACTIONS": "true"}
        return run("submit", *self.arguments, *arguments, environ={**given, **self.environ, **environ})

    def answer(self, issue: Issue) -> Comment:
        """The one comment of the bot below an issue."""
        (found,) = self.answers(issue)
        return found

    def answers(self, issue: Issue) -> list[Comment]:
        """All comments of the bot below an issue."""
        return [each for each in issue.comments if each.author == BOT]

    @property
    def pull(self) -> Pull:
        """The one pull request."""
        (found,) = self.repository.pulls.values()
        return found

    def readme(self, branch: str) -> str:
        """The list on a branch."""
        return self.github.world.commits[self.repository.branches[branch]].files["README.md"].decode()

    def writes(self) -> list[str]:
        """The requests since the last call that changed something."""
        found = [f"{each.verb} {each.path.removeprefix(f'/repos/{LIST}/')}" for each in self.github.visits]
        self.github.visits.clear()
        return [each for each in found if not each.startswith("GET") and "graphql" not in each]


def _user(login: str) -> dict[str, str]:
    return {"login": login, "type": "Bot" if login.endswith("[bot]") else "User"}


@contextmanager
def office(folder: Path, files: dict[str, str] | None = None, *, port: int = 0, shown: str = "") -> Iterator[Office]:
    """The repository, open for papers; `grace` may write, and `ada` and `mallory` may not.

    `port` and `shown` are those of `FakeGitHub`, where something stands between.
    """
    world = World()
    world.create(LIST, {"README.md": README, "papers.lock.jsonl": lock(), **(files or {})})
    world.repositories[LIST].collaborators.add("grace")
    with Hub(world, port=port, shown=shown) as github:
        yield Office(github, folder, ("--offline", "--cache", str(folder / "answers.sqlite")))
        assert world.complaints == []
