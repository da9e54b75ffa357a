"""A review on its way to GitHub: decided beside what is there, posted or shown, and told in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.github.errors import GitHubError, ValidationFailedError
from bot.github.model import PostStatus, Review
from bot.github.reviews import post_review, read_conversation
from bot.reviews.decide import decide, decide_without_comments
from bot.reviews.findings import read_summary_marker
from bot.text import escape_controls, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.console import Console
    from bot.github.client import Client
    from bot.github.model import PostResult, Pull
    from bot.reviews.findings import CheckedPull


def publish(client: Client, checked: CheckedPull, console: Console, *, dry_run: bool) -> PostStatus | None:
    """Decide what to write beside what is there, then post it and say so; with `dry_run` show it: None.

    Where GitHub takes no comment on lines, all goes into the summary: nothing is lost. Raises GitHubError.
    """
    pull = checked.pull

    def is_summary(body: str) -> bool:
        return read_summary_marker(body, checked.seal) is not None

    conversation = read_conversation(client, pull)
    review, is_refused = decide(checked, conversation), False
    if dry_run:
        console.report(preview(pull, review))
        return None
    try:
        result = post_review(client, pull, review, is_summary)
    except ValidationFailedError:
        review, is_refused = decide_without_comments(checked, conversation), True
        result = post_review(client, pull, review, is_summary)
    if result.status is PostStatus.POSTED and (review.comments or (review.summary and not review.summary.comment)):
        _minimize_doubles(client, checked)
    console.report(f"{_describe(pull, review, result, is_refused=is_refused)}\n")
    for note in result.notes:
        console.say(f"warning: {note}")
    return result.status


def _minimize_doubles(client: Client, checked: CheckedPull) -> None:
    """Of comments that another run has posted at the same time the first ones stay; what fails the next run does."""
    try:
        doubles = decide(checked, read_conversation(client, checked.pull)).minimizations
        post_review(client, checked.pull, Review(minimizations=doubles))
    except GitHubError:
        return


def preview(pull: Pull, review: Review) -> str:
    """Each comment below its place, then the summary, then how many comments would be minimized."""
    return "".join(f"{line}\n" for line in _preview_lines(pull, review))


def _preview_lines(pull: Pull, review: Review) -> Iterator[str]:
    if not (review.comments or review.summary or review.minimizations):
        yield f"Nothing would be posted to {pull.repository}#{pull.number}."
        return
    yield f"This would be posted to {pull.repository}#{pull.number}, at {pull.head[:12]}:"
    for comment in review.comments:
        start = "" if comment.start_line is None else f"{comment.start_line}-"
        yield ""
        yield f"{escape_controls(comment.path)}:{start}{comment.line}"
        yield from _indented(comment.body)
    if review.summary:
        yield ""
        yield "The summary would be edited:" if review.summary.comment else "The summary would be:"
        yield from _indented(review.summary.body)
    if review.minimizations:
        yield ""
        yield f"{plural(len(review.minimizations), 'older comment')} would be minimized."


def _indented(body: str) -> Iterator[str]:
    for line in body.splitlines():
        yield f"  {escape_controls(line)}".rstrip()


def _describe(pull: Pull, review: Review, result: PostResult, *, is_refused: bool) -> str:
    """What was posted, in a line; `is_refused`: GitHub took no comments on lines."""
    name = f"{pull.repository}#{pull.number}"
    if result.status is PostStatus.SUPERSEDED:
        return f"{name}: {pull.head[:12]} is no longer the head, or the pull request was closed: nothing was posted."
    if result.status is PostStatus.EMPTY:
        return f"{name}: nothing new to post."
    count = len(review.comments) if result.status is PostStatus.POSTED else 0
    parts = [
        f"{plural(count, 'comment')} posted" if count else "",
        "the summary written" if result.summary else "",
        f"{plural(result.minimized, 'comment')} minimized" if result.minimized else "",
        "the same review was there already" if result.status is PostStatus.DUPLICATE else "",
        "GitHub took no comments on lines" if is_refused else "",
    ]
    url = result.review or result.summary
    return f"{name}: {', '.join(part for part in parts if part)}.{f' {url}' if url else ''}"
