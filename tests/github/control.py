"""Let a test in another process see the state of the fake GitHub, and change it as people do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.github.answers import Reply
from tests.github.faults import Fault

if TYPE_CHECKING:
    from tests.github.model import Pull, Repository
    from tests.github.server import FakeGitHub
    from tests.github.shapes import Shapes
    from tests.github.shapes_git import Json


def answer(shapes: Shapes, fake: FakeGitHub, verb: str, path: str, data: bytes) -> Reply:
    """`GET /_state` shows all; `POST /_push`, `/_resolve`, `/_answer`, `/_fail`, `/_forget` change it."""
    body = json.loads(data) if data else {}
    repository = shapes.world.repositories.get(body.get("repository", ""))
    match verb, path:
        case "GET", "/_state":
            pass
        case "POST", "/_push" if repository:
            shapes.world.push(repository.name, body["branch"], body["files"], onto=body.get("onto"))
        case "POST", "/_resolve" if repository:
            repository.pulls[body["pull"]].threads[body["thread"]].resolved = True
        case "POST", "/_answer" if repository:
            thread = repository.pulls[body["pull"]].threads[body["thread"]]
            shapes.world.answer(thread, body.get("author", "ada"), body["body"])
        case "POST", "/_fail":
            fake.fail(body["verb"], body["part"], Fault(body["fault"]), times=body.get("times", 1))
        case "POST", "/_forget":
            fake.visits.clear()
        case _:
            return Reply(404, {"message": "Not Found"})
    return Reply(200, show(shapes, fake))


def show(shapes: Shapes, fake: FakeGitHub) -> Json:
    """All that a test may want to look at."""
    return {
        "repositories": {
            name: {
                "branches": repository.branches,
                "files": {branch: _texts(shapes, sha) for branch, sha in repository.branches.items()},
                "pulls": {str(number): _pull(shapes, repository, pull) for number, pull in repository.pulls.items()},
                "issues": {str(number): shapes.issue(repository, each) for number, each in repository.issues.items()},
            }
            for name, repository in shapes.world.repositories.items()
        },
        "visits": [
            {"verb": each.verb, "path": each.path, "status": each.status, "body": each.body}
            for each in fake.visits
            if not each.path.startswith("/_")
        ],
        "complaints": shapes.world.complaints,
    }


def _texts(shapes: Shapes, sha: str) -> dict[str, str]:
    return {path: data.decode("utf-8", "replace") for path, data in shapes.world.commits[sha].files.items()}


def _pull(shapes: Shapes, repository: Repository, pull: Pull) -> Json:
    return {
        "number": pull.number,
        "state": pull.issue.state,
        "head": pull.head,
        "comments": [
            {"id": each.number, "author": each.author, "body": each.body, "minimized": each.minimized}
            for each in pull.issue.comments
        ],
        "reviews": [
            {"id": each.number, "author": each.author, "body": each.body, "state": each.state, "commit": each.commit}
            for each in pull.reviews
        ],
        "threads": [
            {
                "path": each.path,
                "line": shapes.world.line_now(repository, pull, each),
                "original_line": each.line,
                "start_line": each.start_line,
                "commit": each.commit,
                "resolved": each.resolved,
                "outdated": shapes.world.line_now(repository, pull, each) is None,
                "comments": [
                    {"author": one.author, "body": one.body, "minimized": one.minimized} for one in each.comments
                ],
            }
            for each in pull.threads
        ],
    }
