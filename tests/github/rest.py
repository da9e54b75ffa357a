"""The REST API of the fake GitHub: its routes, and the permission that each needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import unquote

from tests.github import rest_git, rest_issues, rest_pulls
from tests.github.answers import forbidden, not_found
from tests.github.model import BOT, READ, WRITE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.github.answers import Ask, Reply
    from tests.github.shapes import Shapes

    Handler = Callable[[Shapes, Ask], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A verb and a path below a repository, where `*` stands for one segment and `**` for all that follow."""

    verb: str
    path: str
    need: str
    kinds: tuple[str, ...]
    """Permissions that will do; one of them is enough."""
    handler: Handler

    def match(self, verb: str, segments: tuple[str, ...]) -> tuple[str, ...] | None:
        """What stands in the place of the stars."""
        wanted = self.path.split("/") if self.path else []
        if wanted and wanted[-1] == "**" and len(segments) >= len(wanted):
            segments = (*segments[: len(wanted) - 1], "/".join(segments[len(wanted) - 1 :]))
        if verb != self.verb or len(segments) != len(wanted):
            return None
        if any(want not in {"*", "**"} and want != found for want, found in zip(wanted, segments, strict=True)):
            return None
        return tuple(found for want, found in zip(wanted, segments, strict=True) if want in {"*", "**"})


_PULLS, _CONTENTS, _ISSUES = ("pull_requests",), ("contents",), ("issues",)
_TALK = ("issues", "pull_requests")
ROUTES = (
    Route("GET", "", READ, ("contents", "issues", "pull_requests"), rest_git.show_repository),
    Route("GET", "collaborators/*/permission", READ, ("contents", "issues", "pull_requests"), rest_git.show_permission),
    Route("GET", "contents/**", READ, _CONTENTS, rest_git.show_content),
    Route("GET", "compare/**", READ, _CONTENTS, rest_git.compare),
    Route("GET", "git/trees/*", READ, _CONTENTS, rest_git.show_tree),
    Route("POST", "git/trees", WRITE, _CONTENTS, rest_git.make_tree),
    Route("GET", "git/commits/*", READ, _CONTENTS, rest_git.show_commit),
    Route("POST", "git/commits", WRITE, _CONTENTS, rest_git.make_commit),
    Route("GET", "git/ref/**", READ, _CONTENTS, rest_git.show_ref),
    Route("PATCH", "git/refs/**", WRITE, _CONTENTS, rest_git.move_ref),
    Route("GET", "pulls", READ, _PULLS, rest_pulls.list_pulls),
    Route("POST", "pulls", WRITE, _PULLS, rest_pulls.open_pull),
    Route("GET", "pulls/*", READ, _PULLS, rest_pulls.show_pull),
    Route("PATCH", "pulls/*", WRITE, _PULLS, rest_pulls.edit_pull),
    Route("GET", "pulls/*/files", READ, _PULLS, rest_pulls.list_files),
    Route("POST", "pulls/*/reviews", WRITE, _PULLS, rest_pulls.post_review),
    Route("DELETE", "pulls/*/reviews/*", WRITE, _PULLS, rest_pulls.delete_review),
    Route("POST", "issues/*/comments", WRITE, _TALK, rest_issues.post_comment),
    Route("PATCH", "issues/comments/*", WRITE, _TALK, rest_issues.edit_comment),
    Route("POST", "issues", WRITE, _ISSUES, rest_issues.open_issue),
    Route("PATCH", "issues/*", WRITE, _ISSUES, rest_issues.edit_issue),
    Route("GET", "actions/runs/*/artifacts", READ, ("actions",), rest_issues.list_artifacts),
    Route("GET", "actions/artifacts/*/zip", READ, ("actions",), rest_issues.show_artifact),
)


def answer(shapes: Shapes, ask: Ask) -> Reply:
    """What GitHub would answer; raises Refusal."""
    segments = tuple(unquote(each) for each in ask.path.strip("/").split("/"))
    if len(segments) < 3 or segments[0] != "repos" or not all(re.fullmatch(r"[\w.-]+", each) for each in segments[1:3]):
        raise not_found()
    repository = shapes.world.repositories.get("/".join(segments[1:3]))
    for route in ROUTES:
        parts = route.match(ask.method, segments[3:])
        if parts is None:
            continue
        if repository is None:
            raise not_found()
        if ask.token is None and (repository.private or route.need == WRITE):
            raise not_found()
        is_open = route.need == READ and not repository.private
        if ask.token is not None and not is_open and not ask.token.may(route.need, *route.kinds):
            raise forbidden()
        if ask.account == BOT and route.need == WRITE and repository.fork_of is not None:
            raise forbidden()  # the token of a job is for its own repository
        return route.handler(shapes, replace(ask, parts=parts, repository=repository))
    raise not_found()
