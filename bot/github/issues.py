"""Issues of a repository are found by their marker, written and closed; each as it is now goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.github.conversations import ISSUES
from bot.github.errors import Missing, Unavailable, UnsureError, translated
from bot.github.fields import read, read_any, read_list, read_or_none, repository_path, split
from bot.github.model import Issue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.github.client import Wire


PAGES = 4
"""Of 50 issues, the latest first."""


def find_issue(wire: Wire, repository: str, marker: str, label: str) -> Issue | None:
    """Ours by author and marker; a person may have taken the label off, so that it is only where to look first."""

    def holds_marker(issue: Issue) -> bool:
        return marker in issue.body

    return _find(wire, repository, holds_marker, label) or _find(wire, repository, holds_marker, None)


def find_issues(wire: Wire, repository: str, marker: str, label: str, title: str = "") -> tuple[Issue, ...]:
    """All that are ours by author and marker, the latest first: two runs at once may have opened one each.

    One of `title` under the label counts as well where it holds no marker of ours: somebody has emptied it.
    """
    kind = marker.partition("name=")[0]

    def is_ours(issue: Issue) -> bool:
        return marker in issue.body or (bool(title) and issue.title == title and kind not in issue.body)

    for labelled in (label, None):
        found: list[Issue] = []
        after: str | None = None
        for _ in range(PAGES):
            issues, after = _page(wire, repository, labelled, after)
            found += [issue for issue in issues if (is_ours(issue) if labelled else marker in issue.body)]
            if after is None:
                break
        if found:
            return tuple(found)
    return ()


def create_issue(wire: Wire, repository: str, title: str, body: str, label: str) -> Issue:
    """Open it, once: an answer that was lost is looked for, not sent again."""
    doing = f"new issue in {repository}"
    values = {"title": title, "body": body, "labels": [label]}
    try:
        return _read(doing, wire.write(doing, "POST", repository_path(repository, "issues"), values))
    except UnsureError as error:
        wanted = body.split()
        found = _find(wire, repository, lambda issue: issue.title == title and issue.body.split() == wanted, None)
        if found is None:
            raise Unavailable(error.message, error.hint) from error
        return found


def change_issue(wire: Wire, repository: str, number: int, values: Mapping[str, object]) -> Issue:
    """Set what `values` names, as GitHub's REST API calls it."""
    doing = f"issue {repository}#{number}"
    return _read(doing, wire.write(doing, "PATCH", repository_path(repository, "issues", number), values))


def _find(wire: Wire, repository: str, wanted: Callable[[Issue], bool], label: str | None) -> Issue | None:
    """The first that is wanted and open, else the first that is wanted, from the latest on."""
    closed: Issue | None = None
    after: str | None = None
    for _ in range(PAGES):
        issues, after = _page(wire, repository, label, after)
        found = [issue for issue in issues if wanted(issue)]
        if still_open := next((issue for issue in found if issue.is_open), None):
            return still_open
        closed = closed or next(iter(found), None)
        if after is None:
            break
    return closed


def _page(wire: Wire, repository: str, label: str | None, after: str | None) -> tuple[list[Issue], str | None]:
    """The issues of a page that the token's account wrote, and where the next one begins."""
    doing = f"issues of {repository}"
    owner, name = split(repository)
    labels = None if label is None else [label]
    data = wire.graphql(doing, ISSUES, {"owner": owner, "name": name, "labels": labels, "after": after})
    with translated(doing):
        if read_any(data, "repository") is None:
            raise Missing(f"{doing}: there is no such repository")
        page = read_any(data, "repository", "issues")
        issues = [
            Issue(
                number=read(each, int, "number"),
                url=read(each, str, "url"),
                title=read(each, str, "title"),
                body=read(each, str, "body"),
                is_open=read(each, str, "state") == "OPEN",
            )
            for each in read_list(page, "nodes")
            if read(each, bool, "viewerDidAuthor")
        ]
        more = read(page, bool, "pageInfo", "hasNextPage")
        return issues, read(page, str, "pageInfo", "endCursor") if more else None


def _read(doing: str, value: object) -> Issue:
    with translated(doing):
        return Issue(
            number=read(value, int, "number"),
            url=read(value, str, "html_url"),
            title=read(value, str, "title"),
            body=read_or_none(value, str, "body") or "",
            is_open=read(value, str, "state") == "open",
        )
