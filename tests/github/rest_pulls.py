"""The REST API of the fake GitHub: pull requests and their reviews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.github.answers import (
    LONGEST_BODY,
    Ask,
    Refusal,
    Reply,
    not_found,
    paged,
    refuse_field,
    refuse_words,
    text_of,
)
from tests.github.model import BOT, Comment, Review, Thread
from tests.github.rest_help import changed_lines, number_of, pull_of, repository_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.github.diffs import FileDiff
    from tests.github.model import Pull
    from tests.github.shapes import Shapes

MOST_FILES = 3_000
_KNOWN = frozenset({"path", "body", "line", "side", "start_line", "start_side"})


def list_pulls(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    state, head, base = ask.query.get("state", "open"), ask.query.get("head"), ask.query.get("base")
    found: list[object] = [
        shapes.pull(repository, pull, whole=False)
        for pull in repository.pulls.values()
        if state in {pull.issue.state, "all"}
        and (head is None or head == f"{(pull.head_repository or '').partition('/')[0]}:{pull.branch}")
        and (base is None or base == pull.base)
    ]
    return paged(ask, found, shapes.api)


def show_pull(shapes: Shapes, ask: Ask) -> Reply:
    return Reply(200, shapes.pull(repository_of(ask), pull_of(ask)))


def open_pull(shapes: Shapes, ask: Ask) -> Reply:
    repository, world = repository_of(ask), shapes.world
    if ask.account == BOT and not world.may_create_pulls:
        raise Refusal(403, "GitHub Actions is not permitted to create or approve pull requests.")
    branch, base = str(ask.body.get("head")), str(ask.body.get("base"))
    title, body = text_of(ask.body, "title", "PullRequest"), text_of(ask.body, "body", "PullRequest")
    if branch not in repository.branches or base not in repository.branches:
        raise refuse_field("PullRequest", "head", "invalid")
    present = [each for each in repository.pulls.values() if each.issue.state == "open"]
    if (repository.name, branch, base) in [(each.head_repository, each.branch, each.base) for each in present]:
        raise refuse_field("PullRequest", "head", "custom", f"A pull request already exists for {branch}.")
    pull = world.open_pull(repository.name, branch, base=base, title=title)
    pull.issue.author, pull.issue.body = ask.account, body
    return Reply(201, shapes.pull(repository, pull))


def edit_pull(shapes: Shapes, ask: Ask) -> Reply:
    pull = pull_of(ask)
    state = ask.body.get("state", pull.issue.state)
    if state not in {"open", "closed"}:
        raise refuse_field("PullRequest", "state", "invalid")
    pull.issue.state = str(state)
    pull.issue.title = text_of({"title": pull.issue.title, **ask.body}, "title", "PullRequest")
    pull.issue.body = text_of({"body": pull.issue.body, **ask.body}, "body", "PullRequest")
    return Reply(200, shapes.pull(repository_of(ask), pull))


def list_files(shapes: Shapes, ask: Ask) -> Reply:
    repository, pull = repository_of(ask), pull_of(ask)
    files = shapes.world.diff(repository, pull)
    if changed_lines(files) > shapes.world.largest_diff:
        raise Refusal(406, "Sorry, the diff exceeded the maximum number of lines (20000)")
    found: list[object] = [shapes.file(repository, each, pull.head) for each in files[:MOST_FILES]]
    return paged(ask, found, shapes.api)


def post_review(shapes: Shapes, ask: Ask) -> Reply:
    """All of it, or none of it."""
    repository, pull, world = repository_of(ask), pull_of(ask), shapes.world
    if any(each.state == "PENDING" and each.author == ask.account for each in pull.reviews):
        raise refuse_words("User can only have one pending review per pull request")
    body, commit = ask.body.get("body", ""), ask.body.get("commit_id", pull.head)
    given = ask.body.get("comments", [])
    event = ask.body.get("event")
    comments = [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []
    if event not in {None, "COMMENT"}:
        raise refuse_words("GitHub Actions is not permitted to approve pull requests.")
    if not isinstance(body, str) or not (body or comments):
        raise refuse_words("Body can't be blank")
    if commit not in world.commits_of(repository, pull):
        raise refuse_words("Commit is not part of the pull request")
    if commit != pull.head:
        world.complaints.append("the review is not about the newest commit")
    review = Review(number := world.next(), f"PRR_{number}", ask.account, body, "COMMENTED", str(commit))
    review.state = "PENDING" if event is None else "COMMENTED"
    try:
        threads = [_thread(shapes, ask, pull, review, each) for each in comments]
        if len(body) > LONGEST_BODY:
            raise refuse_words(f"Body is too long (maximum is {LONGEST_BODY} characters)")
    except Refusal:
        if world.keeps_refused_review:
            pull.reviews.append(review)
        raise
    pull.reviews.append(review)
    pull.threads.extend(threads)
    return Reply(200, shapes.review(repository, pull, review))


def delete_review(shapes: Shapes, ask: Ask) -> Reply:
    repository, pull = repository_of(ask), pull_of(ask)
    review = next((each for each in pull.reviews if each.number == number_of(ask.parts[1])), None)
    if review is None or review.author != ask.account:
        raise not_found()
    if review.state != "PENDING":
        raise refuse_words("Can not delete a non-pending pull request review")
    value = shapes.review(repository, pull, review)
    pull.reviews.remove(review)
    pull.threads = [each for each in pull.threads if each.review != review.number]
    return Reply(200, value)


def _thread(shapes: Shapes, ask: Ask, pull: Pull, review: Review, given: Mapping[str, object]) -> Thread:
    path, line, start, body = (given.get(name) for name in ("path", "line", "start_line", "body"))
    files = shapes.world.diff(repository_of(ask), pull)
    diff = next((each for each in files if each.path == path), None)
    if set(given) - _KNOWN:
        shapes.world.complaints.append(f"unknown in a comment: {sorted(set(given) - _KNOWN)}")
    if diff is None:
        raise refuse_words("Path could not be resolved")
    if not isinstance(body, str) or not body.strip() or len(body) > LONGEST_BODY:
        raise refuse_words("Body is missing or too long (maximum is 65536 characters)")
    if given.get("side", "RIGHT") != "RIGHT" or given.get("start_side", "RIGHT") != "RIGHT":
        raise refuse_words("we only know the right side")
    if not isinstance(line, int) or not (start is None or isinstance(start, int)):
        raise refuse_words("Line could not be resolved")
    _check_lines(diff, line, start)
    _check_suggestion(shapes, diff, line, start, body)
    number = shapes.world.next()
    comment = Comment(number, f"PRRC_{number}", ask.account, body)
    return Thread(f"PRRT_{number}", diff.path, line, start, review.commit, review.number, [comment])


def _check_lines(diff: FileDiff, line: int, start: int | None) -> None:
    if diff.hunk_of(line) is None or (start is not None and diff.hunk_of(start) is None):
        raise refuse_words(
            "Pull request review thread line must be part of the diff and"
            " Pull request review thread diff hunk can't be blank"
        )
    if start is not None and start >= line:
        raise refuse_words("Pull request review thread start line must precede the end line.")
    if start is not None and diff.hunk_of(start) != diff.hunk_of(line):
        raise refuse_words("Pull request review thread start line must be part of the same hunk as the line.")


def _check_suggestion(shapes: Shapes, diff: FileDiff, line: int, start: int | None, body: str) -> None:
    """GitHub takes one that changes nothing, but nobody can apply it."""
    from tests.github.suggestions import suggestion_in

    new = suggestion_in(body)
    old = (diff.new or b"").decode("utf-8", "replace").split("\n")[(start or line) - 1 : line]
    if new is not None and new == [each.removesuffix("\r") for each in old]:
        shapes.world.complaints.append(f"a suggestion changes nothing: {new}")
