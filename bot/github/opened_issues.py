"""Read the issues that people open, with the bot's comments below them, and keep those comments up to date."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.github.client import repository_path, split_repository
from bot.github.errors import InvalidResponseError, NotFoundError, TooLargeError
from bot.github.issues import post_comment
from bot.github.model import Author, Comment, OpenedIssue, comparable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.github.client import Answer, Client

MOST_PAGES = 10
"""Of 100 comments."""
MOST_QUEUED = 8
"""Pages of 25 open issues, the newest first: with comments of 64 KB each, a page of 50 would be 20 MB."""
LOOKUPS = 3
"""How often a comment is looked for after its answer was lost: GitHub may show it late."""
_TRUSTED = frozenset({"OWNER", "MEMBER", "COLLABORATOR"})

_ISSUE = """
  number title body state authorAssociation
  author { __typename login ... on User { databaseId } }
  labels(first: 50) { nodes { name } }
"""
_COMMENT = "id fullDatabaseId body viewerDidAuthor isMinimized"
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
"""Of each only the first comments: the bot answers an issue as soon as it is opened."""


def read_opened_issue(client: Client, repository: str, number: int) -> OpenedIssue:
    """An issue; a request per hundred comments. Raises NotFoundError, also for a pull request, and TooLargeError."""
    what = f"issue {repository}#{number}"
    variables = {**_names(repository), "number": number}
    comments: list[Comment] = []
    after: str | None = None
    for _ in range(MOST_PAGES):
        found = client.graphql(what, OPENED_ISSUE_QUERY, {**variables, "after": after}).part("repository")
        issue = found.part("issue") if found is not None else None
        if issue is None:
            raise NotFoundError(f"{what}: there is no such issue")
        comments += _read_own(issue)
        if not issue.read(bool, "comments", "pageInfo", "hasNextPage"):
            return _read(issue, tuple(comments))
        after = issue.read(str, "comments", "pageInfo", "endCursor")
    raise TooLargeError(f"{what}: too many comments for the bot to read")


def list_opened_issues(client: Client, repository: str) -> tuple[OpenedIssue, ...]:
    """The newest open issues, in the order of their numbers."""
    return tuple(sorted(_list(client, repository), key=lambda issue: issue.number))


def write_comment(client: Client, repository: str, number: int, body: str, comment: Comment | None = None) -> str:
    """The address of the comment: `comment` with this text, else a new one; nobody is notified of an edit.

    A new one whose answer was lost is looked for, and never sent again.
    """
    if comment is not None:
        what = f"answer in {repository}#{number}"
        path = repository_path(repository, "issues", "comments", comment.number)
        try:
            return client.write(what, "PATCH", path, {"body": body}).read(str, "html_url")
        except NotFoundError:
            pass  # a person has deleted it meanwhile
    try:
        return post_comment(client, repository, number, body)
    except InvalidResponseError:
        for attempt in range(LOOKUPS):
            time.sleep(client.timing.backoff * attempt)
            own = read_opened_issue(client, repository, number).comments
            if any(comparable(each.body) == comparable(body) for each in own):
                return ""
        raise


def _names(repository: str) -> dict[str, object]:
    owner, name = split_repository(repository)
    return {"owner": owner, "name": name}


def _list(client: Client, repository: str) -> Iterator[OpenedIssue]:
    what = f"open issues of {repository}"
    after: str | None = None
    for _ in range(MOST_QUEUED):
        found = client.graphql(what, OPENED_ISSUES_QUERY, {**_names(repository), "after": after}).part("repository")
        if found is None:
            raise NotFoundError(f"{what}: there is no such repository")
        for each in found.items("issues", "nodes"):
            yield _read(each, tuple(_read_own(each)))
        if not found.read(bool, "issues", "pageInfo", "hasNextPage"):
            return
        after = found.read(str, "issues", "pageInfo", "endCursor")


def _read(answer: Answer, comments: tuple[Comment, ...]) -> OpenedIssue:
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
            answer.read(str, "authorAssociation") in _TRUSTED,
        ),
        labels=tuple(each.read(str, "name") for each in answer.items("labels", "nodes"))
        if answer.part("labels") is not None
        else (),
        comments=comments,
    )


def _read_own(answer: Answer) -> Iterator[Comment]:
    """The comments that the token's account wrote, and that nobody hid."""
    for each in answer.items("comments", "nodes"):
        if each.read(bool, "viewerDidAuthor") and not each.read(bool, "isMinimized"):
            number = 0 if each.part("fullDatabaseId") is None else each.number("fullDatabaseId")
            yield Comment(each.read(str, "id"), number, each.read(str, "body"), is_ours=True)
