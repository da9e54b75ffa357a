"""A repository on GitHub whose list is brought up to date, and `bot update --pull-request` for it."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.updates.pull import BRANCH
from tests.commands.helpers import run
from tests.commands.hub import Hub
from tests.github import World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.model import Pull, Repository

REPOSITORY = "octo/list"
README = """# Agents

* [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629) (ICLR'23)
* [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761) (NeurIPS'23)
* [Self-Instruct: Aligning Language Models with Instructions](https://arxiv.org/abs/2212.10560) (ACL'23)
* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) (arXiv'23)
* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)
"""
FIREACT = ("2310.05915", "FireAct: Toward Language Agent Fine-tuning", "Accepted at COLM 2024")
PAPER = {"venue_sources": [], "code_sources": [], "checked": "2026-11-20"}
COLM = {"venue": "COLM 2024", "venue_sources": None}
TUNING = ("2310.12823", "AgentTuning: Enabling Generalized Agent Abilities for LLMs", "Findings of ACL 2024")


def lock(*papers: tuple[str, str, str]) -> str:
    """A lock file in which authors say where their papers were published."""
    lines = (
        {"id": f"arXiv:{value}", "title": title, "comment": comment, "checked": "2026-11-20"}
        for value, title, comment in papers
    )
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def lock_all(*published: str) -> str:
    """A lock file that knows all papers of the list, so that nobody is asked; these ones at COLM 2024."""
    return "".join(
        f"{json.dumps({**PAPER, 'id': f'arXiv:{value}', 'title': title} | (COLM if value in published else {}))}\n"
        for title, value in re.findall(r"\[(.+)\]\(https://arxiv\.org/abs/(.+?)\)", README)
    )


@dataclass(slots=True)
class Job:
    """The repository on GitHub, and its checkout."""

    github: Hub
    folder: Path

    @property
    def repository(self) -> Repository:
        return self.github.world.repositories[REPOSITORY]

    @property
    def pulls(self) -> list[Pull]:
        return list(self.repository.pulls.values())

    def run(self, token: str = "fix-token") -> Run:
        given = {"GITHUB_API_URL": self.github.url, "GITHUB_TOKEN": token, "GITHUB_REPOSITORY": REPOSITORY}
        return run("update", "--pull-request", "--offline", "--cache", "cache.sqlite", environ=given)

    def lines(self) -> str:
        """The list on the branch."""
        return self.github.world.commits[self.repository.branches[BRANCH]].files["README.md"].decode()


@contextmanager
def updates_of(folder: Path, readme: str = README, *, port: int = 0, shown: str = "") -> Iterator[Job]:
    """The repository and its checkout in `folder`; `port` and `shown` are those of `FakeGitHub`."""
    (folder / "README.md").write_text(readme, encoding="utf-8")
    (folder / "papers.lock.jsonl").write_text(lock(FIREACT), encoding="utf-8")
    world = World()
    world.create(REPOSITORY, {"README.md": readme, "papers.lock.jsonl": lock(FIREACT)})
    with Hub(world, port=port, shown=shown) as github:
        yield Job(github, folder)
        assert world.complaints == []
