"""Read the conversation of a pull request, and post a review to it: once, all of it or nothing.

Writing follows reading: a write whose answer was lost is looked for, and never sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from bot.github import (
    GitHubError,
    NotFoundError,
    TooLargeError,
    UnavailableError,
    ValidationFailedError,
)
from bot.github.client import Answer, Client, repository_path
from bot.github.issues import TRUSTED, write_comment, write_once
from bot.github.model import (
    LARGEST_BODY,
    SUMMARY_MARKER,
    Comment,
    Conversation,
    InlineComment,
    Minimization,
    PostResult,
    PostStatus,
    Pull,
    Reason,
    Review,
    Summary,
    Thread,
    comparable,
    fit_body,
)

MOST_PAGES = 20
"""Of each kind: 1,000 threads, 2,000 comments."""
MINIMIZED_AT_ONCE = 20
"""Comments in one request."""
_PENDING = "PENDING"

CONVERSATION_QUERY = """
query Conversation(
  $owner: String!, $name: String!, $number: Int!
  $threads: Boolean!, $afterThread: String
  $comments: Boolean!, $afterComment: String
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      author { login }
      authorAssociation
      reviewThreads(first: 50, after: $afterThread) @include(if: $threads) {
        nodes {
          isResolved isOutdated path
          resolvedBy { login }
          comments(first: 20) { nodes { id fullDatabaseId body viewerDidAuthor authorAssociation isMinimized state } }
        }
        pageInfo { hasNextPage endCursor }
      }
      comments(first: 100, after: $afterComment) @include(if: $comments) {
        nodes { id fullDatabaseId body viewerDidAuthor isMinimized }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""
"""Only the first comments of a thread: it matters what began it and whether somebody replied."""

PRESENT_QUERY = """
query Present($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid state
      reviews(last: 50) {
        nodes { id fullDatabaseId url body viewerDidAuthor state comments(first: 1) { totalCount } }
      }
      comments(last: 50) { nodes { id fullDatabaseId url body viewerDidAuthor isMinimized } }
    }
  }
}
"""


def minimize_mutation(count: int) -> str:
    """The mutation that minimizes so many comments at once, with variables a0, a1 and so on."""
    inputs = ", ".join(f"$a{index}: MinimizeCommentInput!" for index in range(count))
    lines = (
        f"  a{index}: minimizeComment(input: $a{index}) {{ minimizedComment {{ isMinimized }} }}"
        for index in range(count)
    )
    return "\n".join((f"mutation Minimize({inputs}) {{", *lines, "}", ""))


@dataclass(slots=True)
class _Connection:
    """A GraphQL connection of the conversation, and its nodes so far."""

    name: str
    wanted: str
    """The variable that asks for it."""
    cursor_name: str
    cursor: str | None = None
    is_done: bool = False
    nodes: list[Answer] = field(default_factory=list)

    def add(self, pull: Answer) -> None:
        """Add one page. A connection may be null where the token may not see it."""
        page = pull.part(self.name)
        if page is None:
            self.is_done = True
            return
        self.nodes.extend(page.items("nodes"))
        self.is_done = not page.read(bool, "pageInfo", "hasNextPage")
        self.cursor = None if self.is_done else page.read(str, "pageInfo", "endCursor")


def read_conversation(client: Client, pull: Pull) -> Conversation:
    """All threads and comments; a request per hundred comments or fifty threads. Raises TooLargeError."""
    what = f"comments on {pull.repository}#{pull.number}"
    threads = _Connection("reviewThreads", "threads", "afterThread")
    comments = _Connection("comments", "comments", "afterComment")
    connections = (threads, comments)
    author: str | None = None
    for _ in range(MOST_PAGES):
        variables: dict[str, object] = {}
        for each in connections:
            variables |= {each.wanted: not each.is_done, each.cursor_name: each.cursor}
        found = _query(client, what, pull, CONVERSATION_QUERY, variables)
        author = _login(found, "author") if not _may_settle(found) else ""
        for each in connections:
            if not each.is_done:
                each.add(found)
        if all(each.is_done for each in connections):
            break
    else:
        raise TooLargeError(f"{what}: too many for the bot to read")
    read = (_read_thread(each, author) for each in threads.nodes)
    return Conversation(tuple(each for each in read if each.comments), tuple(map(_read_comment, comments.nodes)))


def _query(client: Client, what: str, pull: Pull, document: str, variables: dict[str, object]) -> Answer:
    """What `document` asks of a pull request. Raises NotFoundError."""
    variables = {"number": pull.number, **variables}
    found = client.ask_repository(what, pull.repository, document, variables).part("pullRequest")
    if found is None:
        raise NotFoundError(f"{what}: there is no such pull request")
    return found


def _login(answer: Answer, name: str) -> str | None:
    """Who it is; None for an account that was deleted."""
    account = answer.part(name)
    return None if account is None else account.read(str, "login").lower()


def _may_settle(answer: Answer) -> bool:
    return answer.read_or_none(str, "authorAssociation") in TRUSTED


def _read_thread(answer: Answer, stranger: str | None) -> Thread:
    """A thread without comments that were never submitted; those go when their review is deleted.

    Beside people with write access only the author of the change can resolve one: `stranger`, where without access.
    """
    is_resolved = answer.read(bool, "isResolved")
    comments = (each for each in answer.items("comments", "nodes") if each.read(str, "state") != _PENDING)
    return Thread(
        path=answer.read(str, "path"),
        is_resolved=is_resolved,
        is_outdated=answer.read(bool, "isOutdated"),
        comments=tuple(_read_comment(each) for each in comments),
        is_resolved_by_stranger=is_resolved and _login(answer, "resolvedBy") == stranger,
    )


def _read_comment(answer: Answer) -> Comment:
    """A comment, or a review's body. The number is 0 if GitHub gives none."""
    return Comment(
        id=answer.read(str, "id"),
        number=0 if answer.part("fullDatabaseId") is None else answer.number("fullDatabaseId"),
        body=answer.read(str, "body"),
        is_ours=answer.read(bool, "viewerDidAuthor"),
        is_minimized=answer.read_or_none(bool, "isMinimized") or False,
        may_settle=_may_settle(answer),
    )


@dataclass(frozen=True, slots=True)
class _OwnComment:
    """A comment that the token's account wrote, or the body of its review."""

    comment: Comment
    url: str
    state: str = ""
    line_comments: int = 0
    """How many comments on lines a review has."""


@dataclass(frozen=True, slots=True)
class _Present:
    """The pull request right before writing: its head, and what another run may have written meanwhile."""

    head: str
    is_open: bool
    reviews: tuple[_OwnComment, ...]
    comments: tuple[_OwnComment, ...]

    @property
    def pending(self) -> tuple[int, ...]:
        """Numbers of the account's reviews that were begun and not submitted."""
        return tuple(each.comment.number for each in self.reviews if each.state == _PENDING)

    def find_summary(self, is_summary: Callable[[str], bool]) -> int | None:
        """The number of the first summary, as far as the latest comments go."""
        found = (each.comment for each in self.comments if is_summary(each.comment.body))
        return next((comment.number for comment in found if not comment.is_minimized), None)

    def review_with(self, marker: str) -> str | None:
        """The address of a submitted review with this marker, and with comments on lines."""
        return next((each.url for each in self._marked(marker) if each.line_comments), None)

    def empty_review_with(self, marker: str) -> str | None:
        """The global id of a submitted review with this marker that has no comments."""
        return next((each.comment.id for each in self._marked(marker) if not each.line_comments), None)

    def comment_with(self, body: str) -> str | None:
        """The address of a comment with this text; GitHub changes line ends and trims."""
        wanted = comparable(body)
        return next((each.url for each in self.comments if comparable(each.comment.body) == wanted), None)

    def _marked(self, marker: str) -> tuple[_OwnComment, ...]:
        submitted = (each for each in self.reviews if each.state != _PENDING)
        return tuple(each for each in submitted if comparable(each.comment.body).endswith(marker))


@dataclass(frozen=True, slots=True)
class _Target:
    """The pull request to write to."""

    client: Client
    pull: Pull

    @property
    def name(self) -> str:
        return f"{self.pull.repository}#{self.pull.number}"

    def path(self, *rest: str | int) -> str:
        return repository_path(self.pull.repository, *rest)

    def present(self) -> _Present:
        """What is there now; one request. Raises NotFoundError."""
        found = _query(self.client, f"state of {self.name}", self.pull, PRESENT_QUERY, {})
        reviews, comments = (
            [each for each in found.items(name, "nodes") if each.read(bool, "viewerDidAuthor")]
            for name in ("reviews", "comments")
        )
        return _Present(
            head=found.hash("headRefOid"),
            is_open=found.read(str, "state") == "OPEN",
            reviews=tuple(
                _OwnComment(
                    _read_comment(each),
                    each.read(str, "url"),
                    each.read(str, "state"),
                    each.read(int, "comments", "totalCount"),
                )
                for each in reviews
            ),
            comments=tuple(_OwnComment(_read_comment(each), each.read(str, "url")) for each in comments),
        )


def has_summary_marker(body: str) -> bool:
    """Whether the marker of a summary begins `body`, whoever wrote it."""
    return body.lstrip().startswith(SUMMARY_MARKER)


def post_review(
    client: Client, pull: Pull, review: Review, is_summary: Callable[[str], bool] = has_summary_marker
) -> PostResult:
    """Write a review to a pull request; nothing if there is a newer head than the reviewed one.

    Of the account's comments the one whose body `is_summary` is edited, where another run has written one meanwhile.

    Raises ValidationFailedError before anything was written (the findings can still go into the summary),
    ForbiddenError where the token may only read, UnavailableError where a part may be missing; a second call is safe.
    """
    if not (review.comments or review.summary or review.minimizations):
        return PostResult(PostStatus.EMPTY)
    target = _Target(client, pull)
    present = target.present()
    if present.head != pull.head or not present.is_open:
        return PostResult(PostStatus.SUPERSEDED)
    status, url = PostStatus.POSTED, None
    if review.comments:
        marker = review_marker(pull, review)
        url = present.review_with(marker)
        if url is not None:
            status = PostStatus.DUPLICATE
        else:
            url = _post_comments(target, review, marker, present)
    summary = _write_summary(target, review.summary, present, is_summary) if review.summary else None
    minimized, notes = _minimize(target, review.minimizations)
    return PostResult(status, url, summary, minimized, notes)


def review_marker(pull: Pull, review: Review) -> str:
    """The hidden line that identifies this review. To replace comments is another one than to post the same again."""
    parts = [pull.head, review.body]
    parts += [f"{each.path}\0{each.start_line}\0{each.line}\0{each.body}" for each in review.comments]
    parts += [each.id for each in review.minimizations]
    digest = sha256("\0\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"<!-- paperlist-bot:v1 review={digest} sha={pull.head} -->"


def _post_comments(target: _Target, review: Review, marker: str, present: _Present) -> str:
    """The address of the review with the comments on lines, posted once."""
    _delete_pending(target, present)
    try:
        return _send_comments(target, review, marker)
    except ValidationFailedError as error:
        present = target.present()
        if present.pending:
            _delete_pending(target, present)
            return _send_comments(target, review, marker)
        if empty := present.empty_review_with(marker):  # GitHub may keep the body of a review that it refuses
            _minimize(target, (Minimization(empty, Reason.OUTDATED),))
        raise error from None


def _send_comments(target: _Target, review: Review, marker: str) -> str:
    body = {
        "commit_id": target.pull.head,
        "event": "COMMENT",
        "body": f"{fit_body(review.body, LARGEST_BODY)}\n\n{marker}".lstrip(),
        "comments": [_inline(each) for each in review.comments],
    }
    path = target.path("pulls", target.pull.number, "reviews")

    def send() -> str:
        return target.client.write(f"review of {target.name}", "POST", path, body).read(str, "html_url")

    return write_once(target.client, send, lambda: target.present().review_with(marker))


def _inline(comment: InlineComment) -> dict[str, object]:
    body: dict[str, object] = {"path": comment.path, "line": comment.line, "side": "RIGHT", "body": comment.body}
    if comment.start_line is not None and comment.start_line != comment.line:
        body |= {"start_line": comment.start_line, "start_side": "RIGHT"}
    return body


def _delete_pending(target: _Target, present: _Present) -> None:
    """A review that an earlier run began and did not submit keeps GitHub from taking another one."""
    for number in present.pending:
        path = target.path("pulls", target.pull.number, "reviews", number)
        try:
            target.client.write(f"unfinished review of {target.name}", "DELETE", path)
        except NotFoundError:
            continue


def _write_summary(target: _Target, summary: Summary, present: _Present, is_summary: Callable[[str], bool]) -> str:
    """The address of the summary: the one to edit, one that another run has just written, or a new one."""
    number = summary.comment.number if summary.comment else present.find_summary(is_summary)
    if number is None and (url := present.comment_with(summary.body)) is not None:
        return url
    pull = target.pull
    return write_comment(
        *(target.client, pull.repository, pull.number, summary.body, "summary of", number),
        find=lambda: target.present().comment_with(summary.body),
    )


def _minimize(target: _Target, minimizations: Sequence[Minimization]) -> tuple[int, tuple[str, ...]]:
    """How many comments were minimized, and why others were not; a later run minimizes those. Never raises."""
    count = 0
    notes: list[str] = []
    batches = [
        minimizations[start : start + MINIMIZED_AT_ONCE] for start in range(0, len(minimizations), MINIMIZED_AT_ONCE)
    ]
    while batches:
        batch = batches.pop(0)
        try:
            _send_minimizations(target, batch)
            count += len(batch)
        except UnavailableError as error:
            notes.append(error.message)
            break
        except GitHubError as error:
            if len(batch) == 1:
                notes.append(error.message)
            else:  # one comment that is gone spoils the request that it is in
                batches[:0] = [(each,) for each in batch]
    return count, tuple(dict.fromkeys(notes))


def _send_minimizations(target: _Target, batch: Sequence[Minimization]) -> None:
    variables = {
        f"a{index}": {"subjectId": each.id, "classifier": each.reason.value} for index, each in enumerate(batch)
    }
    target.client.graphql(f"old comments on {target.name}", minimize_mutation(len(batch)), variables)
