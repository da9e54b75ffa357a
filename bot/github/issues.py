"""Issues of a repository: those of the bot, which it opens, edits and closes, and those that people open."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from bot.github import InvalidResponseError, NotFoundError
from bot.github.client import Answer, Client, repository_path
from bot.github.model import Author, Change, Comment, Issue, OpenedIssue, comparable

MOST_PAGES = 4
"""Of 50 issues of the bot, the latest first."""

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

MOST_COMMENT_PAGES = 25
"""Of 100 comments; GitHub takes 2,500 below an issue."""
MOST_QUEUED = 8
"""Pages of 25 open issues, the newest first: with comments of 64 KB each, a page of 50 would be 20 MB."""
LOOKUPS = 3
"""How often what was written is looked for after its answer was lost: GitHub may show it late."""
TRUSTED = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})
"""How accounts are associated with a repository whose word counts there."""

Find: TypeAlias = Callable[[], str | None]
"""Looks for what may have been written: its URL, None if it is not there."""

_STATES: Mapping[bool | None, Mapping[str, str]] = {
    True: {"state": "open"},
    False: {"state": "closed", "state_reason": "completed"},
}

_ISSUE = """
  number title body state authorAssociation
  author { __typename login ... on User { databaseId } }
  labels(first: 50) { nodes { name } }
"""
_COMMENT = "id fullDatabaseId body updatedAt viewerDidAuthor isMinimized"
OPENED_ISSUE_QUERY = f"""
query OpenedIssue($owner: String!, $name: String!, $number: Int!, $after: String) {{
  repository(owner: $owner, name: $name) {{
    issue(number: $number) {{
      {_ISSUE}
      comments(first: 100, after: $after) {{ nodes {{ {_COMMENT} }} pageInfo {{ hasNextPage endCursor }} }}
    }}
  }}
}}
"""
OPENED_ISSUES_QUERY = f"""
query OpenedIssues($owner: String!, $name: String!, $after: String) {{
  repository(owner: $owner, name: $name) {{
    issues(first: 25, after: $after, states: [OPEN], orderBy: {{field: CREATED_AT, direction: DESC}}) {{
      nodes {{
        {_ISSUE}
        comments(first: 5) {{ nodes {{ {_COMMENT} }} }}
      }}
      pageInfo {{ hasNextPage endCursor }}
    }}
  }}
}}
"""
"""Only the first comments of each: the bot answers an issue as soon as it is opened."""


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
        path = repository_path(repository, "issues")
        return _read_issue(client.write(f"new issue in {repository}", "POST", path, values), "html_url")
    except InvalidResponseError:
        listed = _list_issues(client, repository, None)
        found = [each for each in listed if each.title == title and each.body.split() == body.split()]
        if not found:
            raise
        return next((each for each in found if each.is_open), found[0])


def change_issue(client: Client, repository: str, change: Change) -> Issue:
    """Change an issue in one request; one that is closed is completed."""
    given = {"title": change.title, "body": change.body, **_STATES.get(change.is_open, {})}
    values = {name: value for name, value in given.items() if value is not None}
    path = repository_path(repository, "issues", change.number)
    return _read_issue(client.write(f"issue {repository}#{change.number}", "PATCH", path, values), "html_url")


def post_comment(client: Client, repository: str, number: int, body: str, what: str = "comment on") -> str:
    """Write a comment below an issue or a pull request; the URL of it."""
    path = repository_path(repository, "issues", number, "comments")
    return client.write(f"{what} {repository}#{number}", "POST", path, {"body": body}).read(str, "html_url")


def write_comment(
    client: Client, repository: str, number: int, body: str, what: str, edited: int | None, find: Find
) -> str:
    """The URL of a comment: the one with the number `edited` with this text, else a new one.

    GitHub does not notify of edits. A new one whose answer was lost is looked for, and never sent again.
    """
    if edited is not None:
        path = repository_path(repository, "issues", "comments", edited)
        try:
            return client.write(f"{what} {repository}#{number}", "PATCH", path, {"body": body}).read(str, "html_url")
        except NotFoundError:
            pass  # a person has deleted it meanwhile
    return write_once(client, lambda: post_comment(client, repository, number, body, what), find)


def write_once(client: Client, write: Callable[[], str], find: Find) -> str:
    """The URL of what is written, or of what `find` finds of it where the answer was lost. Nothing is sent again."""
    try:
        return write()
    except InvalidResponseError:
        for attempt in range(LOOKUPS):
            time.sleep(client.timing.backoff * attempt)
            if (url := find()) is not None:
                return url
        raise


def read_opened_issue(client: Client, repository: str, number: int) -> OpenedIssue:
    """An issue with our comments; a request per hundred comments. Raises NotFoundError, also for a pull request."""
    what = f"issue {repository}#{number}"
    comments: list[Comment] = []
    after: str | None = None
    for _ in range(MOST_COMMENT_PAGES):
        variables = {"number": number, "after": after}
        found = client.ask_repository(what, repository, OPENED_ISSUE_QUERY, variables).part("issue")
        if found is None:
            raise NotFoundError(f"{what}: there is no such issue")
        issue = found
        comments += _read_own(issue)
        if not issue.read(bool, "comments", "pageInfo", "hasNextPage"):
            break
        after = issue.read(str, "comments", "pageInfo", "endCursor")
    return _read_opened(issue, tuple(comments))


def list_opened_issues(client: Client, repository: str) -> tuple[OpenedIssue, ...]:
    """The newest open issues, in the order of their numbers."""
    what = f"open issues of {repository}"
    found = client.nodes(what, repository, OPENED_ISSUES_QUERY, "issues", {}, MOST_QUEUED)
    return tuple(sorted((_read_opened(each, tuple(_read_own(each))) for each in found), key=lambda each: each.number))


def write_answer(client: Client, repository: str, number: int, body: str, comment: Comment | None = None) -> str:
    """The URL of our comment below an issue: `comment` with this text, else a new one; empty where it is not told."""

    def find() -> str | None:
        own = read_opened_issue(client, repository, number).comments
        return "" if any(comparable(each.body) == comparable(body) for each in own) else None

    edited = comment.number if comment is not None else None
    return write_comment(client, repository, number, body, "answer in", edited, find)


def _read_issue(answer: Answer, url: str = "url") -> Issue:
    """An issue of GraphQL, or of REST, which names its page `html_url` and gives null for an empty text."""
    return Issue(
        number=answer.read(int, "number"),
        url=answer.read(str, url),
        title=answer.read(str, "title"),
        body=answer.read_or_none(str, "body") or "",
        is_open=answer.read(str, "state").lower() == "open",
    )


def _list_issues(client: Client, repository: str, label: str | None) -> Iterator[Issue]:
    """The issues that the token's account wrote, the latest first."""
    variables = {"labels": None if label is None else [label]}
    what = f"issues of {repository}"
    for each in client.nodes(what, repository, ISSUES_QUERY, "issues", variables, MOST_PAGES):
        if each.read(bool, "viewerDidAuthor"):
            yield _read_issue(each)


def _read_opened(answer: Answer, comments: tuple[Comment, ...]) -> OpenedIssue:
    author = answer.part("author")
    return OpenedIssue(
        number=answer.read(int, "number"),
        title=answer.read(str, "title"),
        body=answer.read(str, "body"),
        is_open=answer.read(str, "state") == "OPEN",
        author=None
        if author is None
        else Author(
            author.read(str, "login"),
            author.read_or_none(int, "databaseId") if author.read(str, "__typename") == "User" else None,
            answer.read(str, "authorAssociation") in TRUSTED,
        ),
        labels=tuple(each.read(str, "name") for each in answer.items("labels", "nodes"))
        if answer.part("labels") is not None
        else (),
        comments=comments,
    )


def _read_own(answer: Answer) -> Iterator[Comment]:
    """The comments that the token's account wrote and that are not hidden."""
    for each in answer.items("comments", "nodes"):
        if each.read(bool, "viewerDidAuthor") and not each.read(bool, "isMinimized"):
            number = 0 if each.part("fullDatabaseId") is None else each.number("fullDatabaseId")
            yield Comment(
                each.read(str, "id"), number, each.read(str, "body"), is_ours=True, updated=each.read(str, "updatedAt")
            )
