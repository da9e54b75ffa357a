"""The REST API of the fake GitHub: issues, comments and artifacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.github.answers import Ask, Refusal, Reply, forbidden, not_found, paged, refuse_field, text_of
from tests.github.rest_help import issue_of, number_of, repository_of

if TYPE_CHECKING:
    from tests.github.model import Artifact
    from tests.github.shapes import Shapes


def post_comment(shapes: Shapes, ask: Ask) -> Reply:
    issue = issue_of(ask)
    comment = shapes.world.comment(issue, ask.account, text_of(ask.body, "body", "IssueComment"))
    return Reply(201, shapes.comment(repository_of(ask), issue, comment))


def edit_comment(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    issues = [*repository.issues.values(), *(pull.issue for pull in repository.pulls.values())]
    for issue in issues:
        for comment in issue.comments:
            if comment.number == number_of(ask.parts[0]):
                if comment.author != ask.account:
                    raise forbidden()
                comment.body = text_of(ask.body, "body", "IssueComment")
                return Reply(200, shapes.comment(repository, issue, comment))
    raise not_found()


def open_issue(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    labels = ask.body.get("labels", [])
    title, body = text_of(ask.body, "title", "Issue"), text_of(ask.body, "body", "Issue")
    names = [str(each) for each in labels] if isinstance(labels, list) else []
    issue = shapes.world.open_issue(repository.name, ask.account, title, body, names)
    return Reply(201, shapes.issue(repository, issue))


def edit_issue(shapes: Shapes, ask: Ask) -> Reply:
    issue = issue_of(ask)
    state = ask.body.get("state", issue.state)
    if state not in {"open", "closed"}:
        raise refuse_field("Issue", "state", "invalid")
    issue.title = text_of({"title": issue.title, **ask.body}, "title", "Issue")
    issue.body = text_of({"body": issue.body, **ask.body}, "body", "Issue")
    issue.state = str(state)
    issue.updated = shapes.world.next()
    return Reply(200, shapes.issue(repository_of(ask), issue))


def list_artifacts(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    wanted = ask.query.get("name")
    found: list[object] = [
        shapes.artifact(repository, each)
        for each in repository.artifacts
        if each.run == number_of(ask.parts[0]) and wanted in {None, each.name}
    ]
    return paged(ask, found, shapes.api, key="artifacts")


def show_artifact(shapes: Shapes, ask: Ask) -> Reply:
    """The bytes are stored elsewhere; whoever brings a token there is turned away."""
    artifact = artifact_of(ask)
    if artifact.expired:
        raise Refusal(410, "Artifact has expired")
    place = shapes.page("blobs", repository_of(ask).name, artifact.number)
    return Reply(302, None, {} if shapes.proxied else {"Location": place})


def artifact_of(ask: Ask) -> Artifact:
    number = number_of(ask.parts[0])
    found = next((each for each in repository_of(ask).artifacts if each.number == number), None)
    if found is None:
        raise not_found()
    return found
