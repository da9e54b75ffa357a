"""A pull request comes in; all that was said under it goes out, page by page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.network.github.addresses import split
from bot.network.github.documents import CONVERSATION
from bot.network.github.failures import translated
from bot.network.github.fields import read, read_any, read_list, read_number, read_or_none
from bot.network.github.refusals import Missing, Oversized
from bot.pulls import Comment, Conversation, Thread

if TYPE_CHECKING:
    from bot.network.github.wire import Wire
    from bot.pulls import Pull

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
