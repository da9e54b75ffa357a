"""The GraphQL API of the fake GitHub: graphql-core runs documents on its state, as far as the token may see it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSchema,
    build_schema,
    execute_sync,
    parse,
    validate,
)

from tests.github.answers import Refusal
from tests.github.model import READ, WRITE, Comment, Issue, Pull, Repository, Review, Thread, blob_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.github.answers import Ask
    from tests.github.shapes import Shapes
    from tests.github.shapes_git import Json

_LONGEST_TEXT = 1_000_000
_FORBIDDEN = {"type": "FORBIDDEN"}
SCHEMA = Path(__file__).with_name("schema.graphql")


@cache
def schema() -> GraphQLSchema:
    """The part of GitHub's schema that we know."""
    return build_schema(SCHEMA.read_text(encoding="utf-8"))


@lru_cache(maxsize=256)
def _read(document: str) -> DocumentNode | list[GraphQLError]:
    """A document, or what is wrong with it; to look takes ten times as long as to run it, and the bot has few."""
    try:
        found = parse(document)
    except GraphQLError as error:
        return [error]
    return validate(schema(), found) or found


def answer(shapes: Shapes, ask: Ask) -> Json:
    """`data` and `errors`, with the `type` of an error where GitHub gives one, in front as GitHub has it."""
    if ask.token is None:
        raise Refusal(403, "API rate limit exceeded for 127.0.0.1.")
    document, variables = ask.body.get("query"), ask.body.get("variables")
    assert isinstance(document, str), "no document"
    given = variables if isinstance(variables, dict) else {}
    read = _read(document)
    result = (
        ExecutionResult(None, read)
        if isinstance(read, list)
        else execute_sync(schema(), read, root_value=_Root(shapes, ask), variable_values=given)
    )
    value: Json = {} if result.data is None else {"data": result.data}
    if result.errors:
        value["errors"] = [_error(each) for each in result.errors]
        if result.data is None and all(each.path is None for each in result.errors):
            shapes.world.complaints.append(f"GraphQL: {result.errors[0].message}")
    return value


def _error(error: GraphQLError) -> Json:
    kind = (error.extensions or {}).get("type")
    value: Json = {"message": error.message}
    if kind:
        value = {"type": kind, "path": list(error.path or []), "message": error.message}
    return value


def _not_found(what: str) -> GraphQLError:
    return GraphQLError(f"Could not resolve to {what}.", extensions={"type": "NOT_FOUND"})


@dataclass(frozen=True, slots=True)
class _Root:
    """The queries and mutations."""

    shapes: Shapes
    ask: Ask

    def repository(self, _info: object, owner: str, name: str, followRenames: bool = True) -> _Repository:  # noqa: N803
        found = self.shapes.world.repositories.get(f"{owner}/{name}")
        if found is None:
            raise _not_found(f"a Repository with the name '{owner}/{name}'")
        return _Repository(self, found)

    def minimizeComment(self, _info: object, input: Mapping[str, str]) -> Json:  # noqa: A002, N802
        subject = self._subject(input["subjectId"])
        token = self.ask.token
        if token is None or not token.may(WRITE, "pull_requests", "issues"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        subject.minimized = input["classifier"].lower()
        kind = "IssueComment"  # whichever it is: only what all of them have is asked for
        return {"minimizedComment": {"__typename": kind, "isMinimized": True, "minimizedReason": subject.minimized}}

    def updateRefs(self, _info: object, input: Mapping[str, Any]) -> Json:  # noqa: A002, N802
        """One branch is made or moved, if it is as the update says it was."""
        world, token = self.shapes.world, self.ask.token
        found = [each for each in world.repositories.values() if f"R_{each.number}" == input["repositoryId"]]
        if not found:
            raise _not_found(f"a node with the global id of '{input['repositoryId']}'")
        if token is None or not token.may(WRITE, "contents"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        (update,) = input["refUpdates"]
        branch = update["name"].removeprefix("refs/heads/")
        if branch in world.protected:
            raise GraphQLError("Repository rule violations found", extensions={"type": "UNPROCESSABLE"})
        old, new = found[0].branches.get(branch, "0" * 40), update["afterOid"]
        is_ahead = old == "0" * 40 or old in world.ancestors(new)
        if update["beforeOid"] != old or new not in world.commits or not (is_ahead or update["force"]):
            raise GraphQLError(f"Failed to update ref {update['name']}")
        world.point(found[0], branch, new)
        return {"clientMutationId": None}

    def _subject(self, node: str) -> Comment | Review:
        for repository in self.shapes.world.repositories.values():
            issues = [*repository.issues.values(), *(pull.issue for pull in repository.pulls.values())]
            subjects: list[Comment | Review] = [each for issue in issues for each in issue.comments]
            for pull in repository.pulls.values():
                subjects += pull.reviews
                subjects += [each for thread in pull.threads for each in thread.comments]
            for each in subjects:
                if each.node == node:
                    return each
        raise _not_found(f"a node with the global id of '{node}'")

    def is_ours(self, author: str) -> bool:
        return bool(self.ask.account) and author == self.ask.account


def _comment(root: _Root, repository: Repository, comment: Comment, *, state: str = "SUBMITTED", url: str = "") -> Json:
    return {
        "id": comment.node,
        "fullDatabaseId": str(comment.number),
        "url": url,
        "body": comment.body,
        "updatedAt": comment.updated,
        "viewerDidAuthor": root.is_ours(comment.author),
        "authorAssociation": repository.association(comment.author),
        "isMinimized": comment.minimized is not None,
        "minimizedReason": comment.minimized,
        "state": state,
    }


@dataclass(frozen=True, slots=True)
class _Repository:
    root: _Root
    repository: Repository

    @property
    def nameWithOwner(self) -> str:  # noqa: N802
        return self.repository.name

    def pullRequest(self, _info: object, number: int) -> _Pull:  # noqa: N802
        token = self.root.ask.token
        if self.repository.private and token is not None and not token.may(READ, "pull_requests"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        found = self.repository.pulls.get(number)
        if found is None:
            raise _not_found(f"a PullRequest with the number of {number}")
        return _Pull(self.root, self.repository, found)

    def pullRequests(  # noqa: N802
        self,
        _info: object,
        first: int,
        after: str | None = None,
        headRefName: str | None = None,  # noqa: N803
        baseRefName: str | None = None,  # noqa: N803
        states: Sequence[str] = ("OPEN", "CLOSED", "MERGED"),
        orderBy: Mapping[str, str] | None = None,  # noqa: N803
    ) -> Json:
        token = self.root.ask.token
        if self.repository.private and token is not None and not token.may(READ, "pull_requests"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        assert orderBy == {"field": "CREATED_AT", "direction": "DESC"}, "we know one order"
        found = [
            _Pull(self.root, self.repository, each)
            for each in self.repository.pulls.values()
            if each.issue.state.upper() in states
            and headRefName in {None, each.branch}
            and baseRefName in {None, each.base}
        ]
        return _connection(found[::-1], first, after)

    def issues(
        self,
        _info: object,
        first: int,
        after: str | None = None,
        labels: Sequence[str] | None = None,
        states: Sequence[str] = ("OPEN", "CLOSED"),
        orderBy: Mapping[str, str] | None = None,  # noqa: N803
    ) -> Json:
        found = [
            each
            for each in self.repository.issues.values()
            if each.state.upper() in states and (labels is None or set(labels) & set(each.labels))
        ]
        is_by_creation = (orderBy or {}).get("field") == "CREATED_AT"
        found.sort(key=lambda each: each.number if is_by_creation else each.updated, reverse=True)
        return _connection([self._issue(each) for each in found], first, after)

    def issue(self, _info: object, number: int) -> Json:
        token = self.root.ask.token
        if self.repository.private and token is not None and not token.may(READ, "issues"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        if number not in self.repository.issues:
            raise _not_found(f"an Issue with the number of {number}")
        return self._issue(self.repository.issues[number])

    def _issue(self, issue: Issue) -> Json:
        shapes = self.root.shapes
        return {
            "number": issue.number,
            "url": self.root.shapes.page(self.repository.name, "issues", issue.number),
            "title": issue.title,
            "body": issue.body,
            "state": issue.state.upper(),
            "viewerDidAuthor": self.root.is_ours(issue.author),
            "author": self._author(issue.author),
            "authorAssociation": self.repository.association(issue.author),
            "labels": lambda _info, first=None: {"nodes": [{"name": name} for name in issue.labels[:first]]},
            "comments": _page(
                [
                    _comment(self.root, self.repository, each, url=shapes.comment_page(self.repository, issue, each))
                    for each in issue.comments
                ]
            ),
        }

    def _author(self, login: str) -> Json | None:
        """An account; a program's name has no brackets here, and `ghost` was deleted."""
        if login == "ghost":
            return None
        if login.endswith("[bot]"):
            return {"__typename": "Bot", "login": login.removesuffix("[bot]")}
        user = self.root.shapes.user(login)
        return {"__typename": "User", "login": login, "databaseId": user["id"]}

    def object(self, _info: Any, expression: str | None = None, oid: str | None = None) -> Json | None:
        """A file, by its hash or by `commit:path`; those of forks are known, too."""
        world, token = self.root.shapes.world, self.root.ask.token
        if self.repository.private and token is not None and not token.may(READ, "contents"):
            raise GraphQLError("Resource not accessible by integration", extensions=_FORBIDDEN)
        if expression is not None:
            revision, _, path = expression.partition(":")
            commit = world.resolve(self.repository, revision)
            return _blob(commit.files[path]) if commit is not None and path in commit.files else None
        contents = (each for commit in world.commits.values() for each in commit.files.values())
        return next((_blob(each) for each in contents if blob_hash(each) == oid), None)


def _blob(content: bytes) -> Json:
    """A file. GitHub gives no text of one that it takes for binary, and cuts long ones."""
    text = content.decode("utf-8", "replace")
    return {
        "__typename": "Blob",
        "oid": blob_hash(content),
        "byteSize": len(content),
        "isTruncated": len(text) > _LONGEST_TEXT,
        "text": None if b"\0" in content else text[:_LONGEST_TEXT],
    }


@dataclass(frozen=True, slots=True)
class _Commit:
    root: _Root
    oid: str

    def file(self, _info: object, path: str) -> Json | None:
        content = self.root.shapes.world.commits[self.oid].files.get(path)
        return None if content is None else {"oid": blob_hash(content), "size": len(content)}


@dataclass(frozen=True, slots=True)
class _Pull:
    root: _Root
    repository: Repository
    pull: Pull

    @property
    def number(self) -> int:
        return self.pull.number

    @property
    def body(self) -> str:
        return self.pull.issue.body

    @property
    def baseRefName(self) -> str:  # noqa: N802
        return self.pull.base

    @property
    def isCrossRepository(self) -> bool:  # noqa: N802
        return self.pull.head_repository != self.repository.name

    @property
    def viewerDidAuthor(self) -> bool:  # noqa: N802
        return self.root.is_ours(self.pull.issue.author)

    @property
    def headRefOid(self) -> str:  # noqa: N802
        return self.pull.head

    @property
    def createdAt(self) -> str:  # noqa: N802
        return self.pull.issue.created

    @property
    def state(self) -> str:
        return self.pull.issue.state.upper()

    @property
    def author(self) -> Json:
        return {"__typename": "User", "login": self.pull.issue.author}

    @property
    def authorAssociation(self) -> str:  # noqa: N802
        return self.repository.association(self.pull.issue.author)

    def files(self, _info: object, first: int | None = None, after: str | None = None) -> Json:
        changed = self.root.shapes.world.diff(self.repository, self.pull)
        return _connection([{"path": each.path} for each in changed], first, after)

    def commits(
        self, _info: object, first: int | None = None, last: int | None = None, after: str | None = None
    ) -> Json:
        shas = self.root.shapes.world.commits_of(self.repository, self.pull)[::-1]
        return _connection([{"commit": _Commit(self.root, sha)} for sha in shas], first, after, last)

    def reviewThreads(self, _info: object, first: int | None = None, after: str | None = None) -> Json:  # noqa: N802
        states = {each.number: each for each in self.pull.reviews}
        found = [self._thread(each, states[each.review]) for each in self.pull.threads if self._shown(each, states)]
        return _connection(found, first, after)

    def comments(
        self, _info: object, first: int | None = None, last: int | None = None, after: str | None = None
    ) -> Json:
        found = [
            _comment(
                self.root,
                self.repository,
                each,
                url=self.root.shapes.comment_page(self.repository, self.pull.issue, each),
            )
            for each in self.pull.issue.comments
        ]
        return _connection(found, first, after, last)

    def reviews(
        self, _info: object, first: int | None = None, last: int | None = None, after: str | None = None
    ) -> Json:
        found = [
            self._review(each)
            for each in self.pull.reviews
            if each.state != "PENDING" or self.root.is_ours(each.author)
        ]
        return _connection(found, first, after, last)

    def _shown(self, thread: Thread, reviews: Mapping[int, Review]) -> bool:
        review = reviews[thread.review]
        return review.state != "PENDING" or self.root.is_ours(review.author)

    def _thread(self, thread: Thread, review: Review) -> Json:
        state = "PENDING" if review.state == "PENDING" else "SUBMITTED"
        comments = [_comment(self.root, self.repository, each, state=state) for each in thread.comments]
        return {
            "id": thread.node,
            "isResolved": thread.resolved,
            "resolvedBy": {"login": thread.resolver} if thread.resolved else None,
            "isOutdated": self.root.shapes.world.line_now(self.repository, self.pull, thread) is None,
            "path": thread.path,
            "comments": _page(comments),
        }

    def _review(self, review: Review) -> Json:
        threads = [each for each in self.pull.threads if each.review == review.number]
        return {
            "id": review.node,
            "fullDatabaseId": str(review.number),
            "url": self.root.shapes.review_page(self.repository, self.pull, review),
            "body": review.body,
            "viewerDidAuthor": self.root.is_ours(review.author),
            "isMinimized": review.minimized is not None,
            "minimizedReason": review.minimized,
            "state": review.state,
            "comments": _page([_comment(self.root, self.repository, each.comments[0]) for each in threads]),
        }


def _page(items: list[Json]) -> Callable[..., Json]:
    """A connection that is resolved with the arguments of its field."""

    def resolve(_info: object, first: int | None = None, last: int | None = None, after: str | None = None) -> Json:
        return _connection(items, first, after, last)

    return resolve


def _connection(items: Sequence[object], first: int | None, after: str | None, last: int | None = None) -> Json:
    """A page of a list; GitHub wants to know how long it shall be, up to 100."""
    size = first or last
    if size is None or not 0 < size <= 100:
        raise GraphQLError("You must provide a `first` or `last` value between 1 and 100 to properly paginate.")
    start = int(after) if after else 0
    if last is not None:
        found, more, end = items[-last:], False, len(items)
    else:
        end = min(start + size, len(items))
        found, more = items[start:end], end < len(items)
    return {
        "nodes": found,
        "totalCount": len(items),
        "pageInfo": {"hasNextPage": more, "endCursor": str(end) if found else None},
    }
