"""A review comes in; what would be posted goes out, for a person to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.reports.excerpts import neutral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.github.model import Pull, Review


def preview(pull: Pull, review: Review) -> str:
    """Each comment below its place, then the summary, then how many comments would be folded away."""
    return "".join(f"{line}\n" for line in _lines(pull, review))


def _lines(pull: Pull, review: Review) -> Iterator[str]:
    if not (review.comments or review.summary or review.minimizations):
        yield f"Nothing would be posted to {pull.repository}#{pull.number}."
        return
    yield f"This would be posted to {pull.repository}#{pull.number}, at {pull.head[:12]}:"
    for comment in review.comments:
        start = "" if comment.start_line is None else f"{comment.start_line}-"
        yield ""
        yield f"{neutral(comment.path)}:{start}{comment.line}"
        yield from _indented(comment.body)
    if review.summary:
        yield ""
        yield "The summary would be edited:" if review.summary.comment else "The summary would be:"
        yield from _indented(review.summary.body)
    if review.minimizations:
        count = len(review.minimizations)
        yield ""
        yield f"{count} older {'comment' if count == 1 else 'comments'} would be folded away."


def _indented(body: str) -> Iterator[str]:
    for line in body.splitlines():
        yield f"  {neutral(line)}".rstrip()
