"""A pull request on the fake GitHub, and the command line that reviews it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.commands.helpers import run
from tests.github import FakeGitHub, World

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.answers import Reply
    from tests.github.model import Comment, Pull, Thread

LIST = "octo/list"
FORK = "ada/list"
MARK = "<!-- paperlist-bot:v1 "


@dataclass(slots=True)
class Hub(FakeGitHub):
    """A GitHub on which something happens between two requests: once, before the first of a verb and a path."""

    meanwhile: list[tuple[str, str, Callable[[], object]]] = field(default_factory=list)

    def handle(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> Reply | None:
        """As GitHub's, after what was to happen before."""
        for each in self.meanwhile:
            if each[0] == verb and each[1] in f"{target} {data.decode()}":
                self.meanwhile.remove(each)
                each[2]()
                break
        return FakeGitHub.handle(self, verb, target, headers, data)

    def review(self, *arguments: str, token: str = "review-token", environ: Mapping[str, str] | None = None) -> Run:
        """`bot review` of the first pull request, as a job with this token runs it."""
        return self.run("review", "--repo", LIST, "--pull", "1", *arguments, token=token, environ=environ)

    def run(self, *arguments: str, token: str = "review-token", environ: Mapping[str, str] | None = None) -> Run:
        """Run `bot` with the environment of a job."""
        given = {"GITHUB_API_URL": self.url, "GITHUB_TOKEN": token, "GITHUB_ACTIONS": "true"}
        return run(*arguments, environ={**given, **(environ or {})})

    @property
    def pull(self) -> Pull:
        """The first pull request."""
        return self.world.repositories[LIST].pulls[1]

    @property
    def live(self) -> list[Thread]:
        """Threads that are not minimized."""
        return [each for each in self.pull.threads if each.comments[0].minimized is None]

    @property
    def summary(self) -> Comment:
        """The one comment in the conversation."""
        (found,) = self.pull.issue.comments
        return found

    @property
    def posted(self) -> str:
        """All bodies that were posted to the pull request."""
        bodies = [one.body for each in self.pull.threads for one in each.comments]
        bodies += [each.body for each in self.pull.issue.comments]
        return "\n".join((*bodies, *(each.body for each in self.pull.reviews)))

    @property
    def writes(self) -> list[str]:
        """Requests since `visits` was cleared that change something, as far as a path tells."""
        return [each.path for each in self.visits if each.verb != "GET" and not each.path.endswith("/graphql")]


def hub(before: Mapping[str, str], after: Mapping[str, str | None], *, fork: bool = False) -> Hub:
    """A GitHub with a list, and a pull request that changes it; use it in a `with`."""
    world = World()
    world.create(LIST, before)
    if fork:
        world.fork(LIST, FORK)
    source = FORK if fork else LIST
    world.push(source, "patch-1", after)
    world.open_pull(LIST, "patch-1", source=source if fork else None)
    return Hub(world)


def run_event(github: FakeGitHub, **changes: object) -> dict[str, object]:
    """The event of a run that has ended, for the first pull request; `changes` are of the run."""
    world = github.world
    pull = world.repositories[LIST].pulls[1]
    head = world.repositories[pull.head_repository or LIST]
    target = {"id": world.repositories[LIST].number, "full_name": LIST}
    run: dict[str, object] = {
        "id": 77,
        "event": "pull_request",
        "head_branch": pull.branch,
        "head_sha": pull.head,
        "head_repository": {"id": head.number, "full_name": head.name},
        "repository": target,
        "pull_requests": [],
    }
    return {"action": "completed", "repository": target, "workflow_run": {**run, **changes}}


def written(path: Path, event: Mapping[str, object]) -> dict[str, str]:
    """The event in a file, and the environment that names it."""
    path.write_text(json.dumps(event))
    return {"GITHUB_EVENT_PATH": str(path)}
