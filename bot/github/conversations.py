"""The questions that are asked in GraphQL, as GitHub's schema has them; REST does not tell or do these things."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.github.errors import Missing, Oversized, translated
from bot.github.fields import read, read_any, read_hash, read_list, read_number, read_or_none, split
from bot.github.model import Comment, Conversation, Thread

if TYPE_CHECKING:
    from bot.github.client import Wire
    from bot.github.model import Pull


CONVERSATION = """
query Conversation(
  $owner: String!, $name: String!, $number: Int!
  $threads: Boolean!, $afterThread: String
  $comments: Boolean!, $afterComment: String
  $reviews: Boolean!, $afterReview: String
) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 50, after: $afterThread) @include(if: $threads) {
        nodes {
          id isResolved isOutdated path
          comments(first: 20) { nodes { id fullDatabaseId body viewerDidAuthor isMinimized state } }
        }
        pageInfo { hasNextPage endCursor }
      }
      comments(first: 100, after: $afterComment) @include(if: $comments) {
        nodes { id fullDatabaseId body viewerDidAuthor isMinimized }
        pageInfo { hasNextPage endCursor }
      }
      reviews(first: 100, after: $afterReview) @include(if: $reviews) {
        nodes { id fullDatabaseId body viewerDidAuthor isMinimized state }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""
"""All that was said; of a thread the first comments, for it matters only what began it and whether one answered."""

STANDING = """
query Standing($owner: String!, $name: String!, $number: Int!) {
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
"""What must be known right before writing: the head, and what another run may have written meanwhile."""

ISSUES = """
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


def folding(count: int) -> str:
    """The request to minimise so many comments at once, named a0, a1 and so on."""
    inputs = ", ".join(f"$a{index}: MinimizeCommentInput!" for index in range(count))
    lines = (
        f"  a{index}: minimizeComment(input: $a{index}) {{ minimizedComment {{ isMinimized }} }}"
        for index in range(count)
    )
    return "\n".join((f"mutation Fold({inputs}) {{", *lines, "}", ""))


MOST_PAGES = 20
"""Of each kind: 1,000 threads, 2,000 comments."""
_PENDING = "PENDING"


@dataclass(slots=True)
class _Shelf:
    """The pages of one kind that have come so far."""

    key: str
    """What the answer calls it."""
    variable: str
    """How the question asks for it, and for its next page."""
    cursor_variable: str
    cursor: str | None = None
    done: bool = False
    nodes: list[object] = field(default_factory=list)

    def put(self, answer: object) -> None:
        """One more page. A connection may be null where the token may not see it."""
        page = read_any(answer, self.key)
        if page is None:
            self.done = True
            return
        self.nodes.extend(read_list(page, "nodes"))
        self.done = not read(page, bool, "pageInfo", "hasNextPage")
        self.cursor = None if self.done else read(page, str, "pageInfo", "endCursor")


def read_conversation(wire: Wire, pull: Pull) -> Conversation:
    """What was said. Raises Oversized where it is more than the bot is ready to read."""
    doing = f"comments on {pull.repository}#{pull.number}"
    owner, name = split(pull.repository)
    threads = _Shelf("reviewThreads", "threads", "afterThread")
    comments = _Shelf("comments", "comments", "afterComment")
    reviews = _Shelf("reviews", "reviews", "afterReview")
    shelves = (threads, comments, reviews)
    for _ in range(MOST_PAGES):
        variables: dict[str, object] = {"owner": owner, "name": name, "number": pull.number}
        for shelf in shelves:
            variables |= {shelf.variable: not shelf.done, shelf.cursor_variable: shelf.cursor}
        data = wire.graphql(doing, CONVERSATION, variables)
        with translated(doing):
            found = read_pull_request(data)
            for shelf in shelves:
                if not shelf.done:
                    shelf.put(found)
        if all(shelf.done for shelf in shelves):
            break
    else:
        raise Oversized(f"{doing}: more than the bot reads")
    with translated(doing):
        return Conversation(
            tuple(_thread(each) for each in threads.nodes if _is_published(each)),
            tuple(read_comment(each) for each in comments.nodes),
            tuple(read_comment(each) for each in reviews.nodes if read(each, str, "state") != _PENDING),
        )


def read_comment(value: object) -> Comment:
    """A comment, or a review's body. The number is 0 where GitHub gives none."""
    number = 0 if read_any(value, "fullDatabaseId") is None else read_number(value, "fullDatabaseId")
    return Comment(
        id=read(value, str, "id"),
        number=number,
        body=read(value, str, "body"),
        is_ours=read(value, bool, "viewerDidAuthor"),
        is_minimized=read_or_none(value, bool, "isMinimized") or False,
    )


def read_pull_request(data: object) -> object:
    """The pull request that was asked about. Raises Missing."""
    found = read_any(data, "repository", "pullRequest") if read_any(data, "repository") is not None else None
    if found is None:
        raise Missing("there is no such pull request")
    return found


def _thread(value: object) -> Thread:
    comments = tuple(read_comment(each) for each in _published(value))
    return Thread(
        id=read(value, str, "id"),
        path=read(value, str, "path"),
        is_resolved=read(value, bool, "isResolved"),
        is_outdated=read(value, bool, "isOutdated"),
        comments=comments,
    )


def _is_published(thread: object) -> bool:
    """A thread of a review that was begun and never submitted is no thread: it goes when that review is deleted."""
    return bool(_published(thread))


def _published(thread: object) -> tuple[object, ...]:
    return tuple(each for each in read_list(thread, "comments", "nodes") if read(each, str, "state") != _PENDING)


SUMMARY_MARKER = "<!-- paperlist-bot:v1 summary"
"""What the comment that sums up begins its hidden line with."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A comment of ours, or a review's body."""

    comment: Comment
    url: str
    state: str
    comments: int
    """On lines, of a review."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts right before writing; `said` holds only what the token's account wrote."""

    head: str
    is_open: bool
    reviews: tuple[_Said, ...]
    comments: tuple[_Said, ...]

    @property
    def pending(self) -> tuple[int, ...]:
        """Numbers of the account's reviews that were begun and not submitted."""
        return tuple(each.comment.number for each in self.reviews if each.state == "PENDING")

    @property
    def summary(self) -> int | None:
        """The number of the first comment that sums up, as far as the latest comments go."""
        found = (each.comment for each in self.comments if each.comment.body.lstrip().startswith(SUMMARY_MARKER))
        return next((comment.number for comment in found if not comment.is_minimized), None)

    def review_with(self, marker: str) -> str | None:
        """The address of a submitted review with this marker, and with comments on lines."""
        found = (each for each in self._marked(marker) if each.comments)
        return next((each.url for each in found), None)

    def remains(self, marker: str) -> str | None:
        """The global name of a submitted review with this marker that has lost its comments."""
        return next((each.comment.id for each in self._marked(marker) if not each.comments), None)

    def comment_with(self, body: str) -> str | None:
        """The address of a comment with this text; GitHub changes ends of lines and trims."""
        wanted = _trimmed(body)
        return next((each.url for each in self.comments if _trimmed(each.comment.body) == wanted), None)

    def _marked(self, marker: str) -> tuple[_Said, ...]:
        return tuple(each for each in self.reviews if marker in each.comment.body and each.state != "PENDING")


def read_standing(wire: Wire, pull: Pull) -> Standing:
    """One request. Raises Missing."""
    doing = f"state of {pull.repository}#{pull.number}"
    owner, name = split(pull.repository)
    data = wire.graphql(doing, STANDING, {"owner": owner, "name": name, "number": pull.number})
    with translated(doing):
        found = read_pull_request(data)
        return Standing(
            head=read_hash(found, "headRefOid"),
            is_open=read(found, str, "state") == "OPEN",
            reviews=_ours(read_list(found, "reviews", "nodes"), are_reviews=True),
            comments=_ours(read_list(found, "comments", "nodes"), are_reviews=False),
        )


def _ours(nodes: tuple[object, ...], *, are_reviews: bool) -> tuple[_Said, ...]:
    return tuple(_said(each, is_review=are_reviews) for each in nodes if read(each, bool, "viewerDidAuthor"))


def _said(value: object, *, is_review: bool) -> _Said:
    return _Said(
        comment=read_comment(value),
        url=read(value, str, "url"),
        state=read(value, str, "state") if is_review else "",
        comments=read(value, int, "comments", "totalCount") if is_review else 0,
    )


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()
