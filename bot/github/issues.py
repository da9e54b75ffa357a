"""Find, open, edit and close the issues that the bot keeps in a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.github.client import repository_path, split_repository
from bot.github.errors import InvalidResponseError, NotFoundError
from bot.github.model import Close, Create, Edit, Issue, Reopen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.github.client import Answer, Client
    from bot.github.model import IssueAction


MOST_PAGES = 4
"""Of 50 issues, the latest first."""

ISSUES_QUERY = """
query Issues($owner: String!, $name: String!, $labels: [String!], $after: String) {
  repository(owner: $owner, name: $name) {
    issues(
      first: 50, after: $after, labels: $labels, states: [OPEN, CLOSED], orderBy: {field: UPDATED_AT, direction: DESC}
    ) {
      nodes { number url title body state viewerDidAuthor }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""


def find_issues(client: Client, repository: str, marker: str, label: str, title: str = "") -> tuple[Issue, ...]:
    """The issues that the token's account wrote and whose body begins with `marker`, the latest first.

    Other workflows share the account, and may quote a stranger who wrote the marker: within the text it does not
    count. Two runs at once may have opened one each. Issues with `label` come alone; where there are none, a person
    may have taken the label off, and all are searched. One of `title` with the label counts as well, whatever a
    person did to its text.
    """

    def is_ours(issue: Issue) -> bool:
        return issue.body.startswith(marker)

    labelled = tuple(
        issue
        for issue in _list_issues(client, repository, label)
        if is_ours(issue) or (bool(title) and issue.title == title)
    )
    return labelled or tuple(issue for issue in _list_issues(client, repository, None) if is_ours(issue))


def create_issue(client: Client, repository: str, title: str, body: str, label: str) -> Issue:
    """Open an issue, once: where the answer was lost the issue is looked for, and not sent again.

    `body` must hold the marker by which `find_issues` finds it.
    """
    values = {"title": title, "body": body, "labels": [label]}
    try:
        return _read_rest(
            client.write(f"new issue in {repository}", "POST", repository_path(repository, "issues"), values)
        )
    except InvalidResponseError:
        created: Issue | None = None
        for issue in _list_issues(client, repository, None):
            if issue.title == title and issue.body.split() == body.split():
                created = issue if issue.is_open else created or issue
                if issue.is_open:
                    break
        if created is None:
            raise
        return created


def edit_issue(client: Client, repository: str, number: int, title: str, body: str) -> Issue:
    """Replace title and body; nobody is notified."""
    return _change(client, repository, number, title=title, body=body)


def close_issue(client: Client, repository: str, number: int) -> Issue:
    """Close an issue as completed."""
    return _change(client, repository, number, state="closed", state_reason="completed")


def reopen_issue(client: Client, repository: str, number: int) -> Issue:
    """Open a closed issue again."""
    return _change(client, repository, number, state="open")


def post_comment(client: Client, repository: str, number: int, body: str) -> str:
    """Write a comment below an issue or a pull request; the URL of it."""
    path = repository_path(repository, "issues", number, "comments")
    return client.write(f"comment on {repository}#{number}", "POST", path, {"body": body}).read(str, "html_url")


def carry_out(client: Client, repository: str, actions: Sequence[IssueAction], label: str) -> str:
    """Do what an issue needs, in order; the page of the issue, empty where none was opened or changed for people."""
    url = ""
    for action in actions:
        match action:
            case Create(title, body, closed):
                created = create_issue(client, repository, title, body, label)
                url = created.url
                if closed:
                    close_issue(client, repository, created.number)
            case Edit(number, title, body):
                url = edit_issue(client, repository, number, title, body).url
            case Close(number):
                close_issue(client, repository, number)
            case Reopen(number):
                url = reopen_issue(client, repository, number).url
    return url


def _change(client: Client, repository: str, number: int, **values: str) -> Issue:
    """Set `values`, as the REST API names them."""
    path = repository_path(repository, "issues", number)
    return _read_rest(client.write(f"issue {repository}#{number}", "PATCH", path, values))


def _read_rest(answer: Answer) -> Issue:
    return Issue(
        number=answer.read(int, "number"),
        url=answer.read(str, "html_url"),
        title=answer.read(str, "title"),
        body=answer.read_or_none(str, "body") or "",
        is_open=answer.read(str, "state") == "open",
    )


def _list_issues(client: Client, repository: str, label: str | None) -> Iterator[Issue]:
    """The issues that the token's account wrote, the latest first; further pages are read as they are needed."""
    what = f"issues of {repository}"
    owner, name = split_repository(repository)
    variables: dict[str, object] = {"owner": owner, "name": name, "labels": None if label is None else [label]}
    after: str | None = None
    for _ in range(MOST_PAGES):
        found = client.graphql(what, ISSUES_QUERY, {**variables, "after": after}).part("repository")
        if found is None:
            raise NotFoundError(f"{what}: there is no such repository")
        for each in found.items("issues", "nodes"):
            if each.read(bool, "viewerDidAuthor"):
                yield Issue(
                    number=each.read(int, "number"),
                    url=each.read(str, "url"),
                    title=each.read(str, "title"),
                    body=each.read(str, "body"),
                    is_open=each.read(str, "state") == "OPEN",
                )
        if not found.read(bool, "issues", "pageInfo", "hasNextPage"):
            return
        after = found.read(str, "issues", "pageInfo", "endCursor")
