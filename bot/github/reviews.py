"""Comments of ours come in and are folded away; how many were, and why some were not, goes out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.github.conversations import folding, read_standing
from bot.github.errors import GitHubError, Missing, Rejected, Unavailable, UnsureError, translated
from bot.github.fields import read, repository_path
from bot.github.model import Fate, Minimization, Outcome, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.github.client import Wire
    from bot.github.conversations import Standing
    from bot.github.model import InlineComment, Pull, Review, Summary


BATCH = 20
"""Comments in one request."""


def fold_away(wire: Wire, name: str, minimizations: Sequence[Minimization]) -> tuple[int, tuple[str, ...]]:
    """Minimise them; never raises: what is still unfolded is folded by a later run."""
    count = 0
    notes: list[str] = []
    for start in range(0, len(minimizations), BATCH):
        batch = minimizations[start : start + BATCH]
        try:
            _send(wire, name, batch)
            count += len(batch)
        except Unavailable as error:
            notes.append(error.message)
            break
        except GitHubError as error:
            folded, reasons = _one_by_one(wire, name, batch) if len(batch) > 1 else (0, [error.message])
            count += folded
            notes.extend(reasons)
    return count, tuple(dict.fromkeys(notes))


def _one_by_one(wire: Wire, name: str, batch: Sequence[Minimization]) -> tuple[int, list[str]]:
    """One that is gone spoils the request that it is in."""
    notes: list[str] = []
    for each in batch:
        try:
            _send(wire, name, (each,))
        except GitHubError as error:
            notes.append(error.message)
    return len(batch) - len(notes), notes


def _send(wire: Wire, name: str, batch: Sequence[Minimization]) -> None:
    variables = {
        f"a{index}": {"subjectId": each.id, "classifier": each.reason.value} for index, each in enumerate(batch)
    }
    wire.change(f"old comments on {name}", folding(len(batch)), variables)


LOOKS = 3
"""How often a write is looked for after its answer was lost: GitHub may show it late."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where a review is written: the pull request, and the way there."""

    wire: Wire
    pull: Pull

    @property
    def name(self) -> str:
        return f"{self.pull.repository}#{self.pull.number}"

    def path(self, *rest: str | int) -> str:
        return repository_path(self.pull.repository, *rest)


def write_review(wire: Wire, pull: Pull, review: Review) -> Outcome:
    """Post it, all of it; or nothing where the head is no longer the one that was looked at."""
    if not (review.comments or review.summary or review.minimizations):
        return Outcome(Fate.EMPTY)
    desk = _Desk(wire, pull)
    standing = read_standing(wire, pull)
    if standing.head != pull.head or not standing.is_open:
        return Outcome(Fate.SUPERSEDED)
    marker = mark(pull, review)
    fate, address = Fate.POSTED, None
    if review.comments:
        address = standing.review_with(marker)
        fate = Fate.POSTED if address is None else Fate.KNOWN
        address = address or _post(desk, review, marker, standing)
    summary = _write_summary(desk, review.summary, standing) if review.summary else None
    minimized, notes = fold_away(wire, desk.name, review.minimizations)
    return Outcome(fate, address, summary, minimized, notes)


def mark(pull: Pull, review: Review) -> str:
    """The hidden line that names this decision. To replace comments is another one than to post the same again."""
    words = [pull.head, review.body]
    words += [f"{each.path}\0{each.start_line}\0{each.line}\0{each.body}" for each in review.comments]
    words += [each.id for each in review.minimizations]
    digest = sha256("\0\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"<!-- paperlist-bot:v1 review={digest} sha={pull.head} -->"


def _post(desk: _Desk, review: Review, marker: str, standing: Standing) -> str:
    """The address of the review, posted once."""
    _drop_pending(desk, standing)
    try:
        return _send_posting(desk, review, marker)
    except Rejected as error:
        standing = read_standing(desk.wire, desk.pull)
        if standing.pending:
            _drop_pending(desk, standing)
            return _send_posting(desk, review, marker)
        _fold_remains(desk, standing, marker)
        raise error from None


def _send_posting(desk: _Desk, review: Review, marker: str) -> str:
    doing = f"review of {desk.name}"
    body = {
        "commit_id": desk.pull.head,
        "event": "COMMENT",
        "body": f"{review.body}\n\n{marker}".lstrip(),
        "comments": [_inline(each) for each in review.comments],
    }
    try:
        answer = desk.wire.write(doing, "POST", desk.path("pulls", desk.pull.number, "reviews"), body)
        with translated(doing):
            return read(answer, str, "html_url")
    except UnsureError as error:
        return _look(desk, lambda standing: standing.review_with(marker), error)


def _inline(comment: InlineComment) -> dict[str, object]:
    body: dict[str, object] = {"path": comment.path, "line": comment.line, "side": "RIGHT", "body": comment.body}
    if comment.start_line is not None and comment.start_line != comment.line:
        body |= {"start_line": comment.start_line, "start_side": "RIGHT"}
    return body


def _drop_pending(desk: _Desk, standing: Standing) -> None:
    """A review that an earlier run began and did not submit keeps GitHub from taking another one."""
    for number in standing.pending:
        path = desk.path("pulls", desk.pull.number, "reviews", number)
        try:
            desk.wire.write(f"unfinished review of {desk.name}", "DELETE", path)
        except Missing:
            continue


def _fold_remains(desk: _Desk, standing: Standing, marker: str) -> None:
    """GitHub has been seen to keep the body of a review whose comments it refused."""
    if remains := standing.remains(marker):
        fold_away(desk.wire, desk.name, (Minimization(remains, Reason.OUTDATED),))


def _write_summary(desk: _Desk, summary: Summary, standing: Standing) -> str:
    """The address of the comment: the one to edit, one that another run has just written, or a new one."""
    doing = f"summary of {desk.name}"
    number = summary.comment.number if summary.comment else standing.summary
    if number is not None:
        path = desk.path("issues", "comments", number)
        try:
            answer = desk.wire.write(doing, "PATCH", path, {"body": summary.body})
            with translated(doing):
                return read(answer, str, "html_url")
        except Missing:
            pass  # a person has deleted it meanwhile
    elif (address := standing.comment_with(summary.body)) is not None:
        return address
    try:
        path = desk.path("issues", desk.pull.number, "comments")
        answer = desk.wire.write(doing, "POST", path, {"body": summary.body})
        with translated(doing):
            return read(answer, str, "html_url")
    except UnsureError as error:
        return _look(desk, lambda standing: standing.comment_with(summary.body), error)


def _look(desk: _Desk, find: Callable[[Standing], str | None], error: UnsureError) -> str:
    """The address of what may have been written; raises Unavailable where it is not there. Nothing is sent again."""
    for again in range(LOOKS):
        time.sleep(desk.wire.manners.backoff * again)
        if (address := find(read_standing(desk.wire, desk.pull))) is not None:
            return address
    raise Unavailable(error.message, error.hint) from error
