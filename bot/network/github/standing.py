"""A pull request comes in; its head and the latest that was said go out, as they are right now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.network.github.addresses import split
from bot.network.github.conversations import read_comment, read_pull_request
from bot.network.github.documents import STANDING
from bot.network.github.failures import translated
from bot.network.github.fields import read, read_hash, read_list

if TYPE_CHECKING:
    from bot.network.github.wire import Wire
    from bot.pulls import Comment, Pull

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
