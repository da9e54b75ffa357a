"""Reviews as they are written: once, all of it, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, ValidationFailedError
from bot.github.hidden_text import Seal
from bot.github.model import (
    CUT,
    SUMMARY_MARKER,
    Comment,
    InlineComment,
    Minimization,
    PostResult,
    PostStatus,
    Reason,
    Review,
    Summary,
    size_of,
)
from bot.github.reviews import post_review, read_conversation
from bot.reviews.findings import write_summary_marker
from tests.github.model import BOT
from tests.github.model import Review as Posted
from tests.github.scenarios import AFTER, FORK, LIST, NEW, README, fork, list_alone, only_pull, pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench
    from tests.github.server import FakeGitHub
    from tests.github.world import World

LINE = AFTER.split("\n").index(NEW.rstrip("\n")) + 1
"""Of the new entry."""
FIX = f"Better:\n\n```suggestion\n{NEW.rstrip().replace('org//', 'org/')}\n```"
ON_LINE = InlineComment(README, LINE, FIX)
SUM = f"{SUMMARY_MARKER} -->\n\nOne finding."
REVIEW = Review("A word.", (ON_LINE,), (), Summary(SUM))
POST = f"POST /repos/{LIST}/pulls/1/reviews"
COMMENT = f"POST /repos/{LIST}/issues/1/comments"


def bodies(world: World) -> list[str]:
    """Comments of the conversation."""
    return [each.body for each in only_pull(world).issue.comments]


def test_whole_review(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    result = post_review(github, found, REVIEW)
    (review,), (thread,) = only_pull(world).reviews, only_pull(world).threads
    assert (review.state, review.commit, review.author) == ("COMMENTED", found.head, BOT)
    assert review.body.startswith("A word.\n\n<!-- paperlist-bot:v1 review=")
    assert (thread.path, thread.line, thread.start_line, thread.comments[0].body) == (README, LINE, None, FIX)
    assert bodies(world) == [SUM]
    assert result.status is PostStatus.POSTED
    assert (result.review or "").endswith(f"/pull/1#pullrequestreview-{review.number}")
    assert (result.summary or "").endswith(f"#issuecomment-{only_pull(world).issue.comments[0].number}")
    assert dict(fake.count()) == {"POST /graphql": 1, POST: 1, COMMENT: 1}


def test_review_of_several_lines(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    post_review(
        github, found, Review("", (InlineComment(README, LINE + 1, "Both.", LINE), InlineComment(README, LINE, "It.")))
    )
    assert [(each.start_line, each.line) for each in only_pull(world).threads] == [(LINE, LINE + 1), (None, LINE)]
    (visit,) = [visit for visit in bench.fakes[0].visits if visit.path.endswith("/reviews")]
    assert isinstance(visit.body, dict)
    assert visit.body["comments"][0]["start_side"] == visit.body["comments"][0]["side"] == "RIGHT"
    assert (visit.body["event"], visit.body["commit_id"]) == ("COMMENT", found.head)


def test_nothing_to_say_asks_nothing(bench: Bench) -> None:
    fake, github, found = bench.pull(pull())
    assert post_review(github, found, Review("words alone are no review")) == PostResult(PostStatus.EMPTY)
    assert fake.visits == []


def test_same_decision_is_posted_once(bench: Bench) -> None:
    """Two runs at once, or one that is run again."""
    world = pull()
    fake, github, found = bench.pull(world)
    first = post_review(github, found, REVIEW)
    second = post_review(bench.ask(fake, "review-token"), found, REVIEW)
    assert (second.status, second.review) == (PostStatus.DUPLICATE, first.review)
    assert second.summary == first.summary
    assert (len(only_pull(world).reviews), bodies(world)) == (1, [SUM])


def test_another_runs_summary_is_edited(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    world.comment(only_pull(world).issue, "ada", f"{SUM} quoted by a person")
    ours = world.comment(only_pull(world).issue, BOT, f"{SUM} older")
    post_review(github, found, Review(summary=Summary(SUM)))
    assert bodies(world) == [f"{SUM} quoted by a person", SUM]
    assert ours.body == SUM


def test_summary_is_edited_in_place(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    post_review(github, found, Review(summary=Summary(SUM)))
    (comment,) = read_conversation(github, found).comments
    result = post_review(github, found, Review(summary=Summary(f"{SUM} All is well.", comment)))
    assert (result.status, result.review) == (PostStatus.POSTED, None)
    assert bodies(world) == [f"{SUM} All is well."]
    assert fake.count()[COMMENT] == 1


def test_summary_that_was_deleted_is_written_anew(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    gone = Comment("IC_1", 1, "x", is_ours=True)
    post_review(github, found, Review(summary=Summary(SUM, gone)))
    assert bodies(world) == [SUM]


def test_head_that_moved_stops_all(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    world.push(LIST, "more", {README: AFTER + "\n"})
    assert post_review(github, found, REVIEW) == PostResult(PostStatus.SUPERSEDED)
    assert dict(fake.count()) == {"POST /graphql": 1}


def test_closed_pull_stops_all(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    only_pull(world).issue.state = "closed"
    assert post_review(github, found, REVIEW) == PostResult(PostStatus.SUPERSEDED)
    assert dict(fake.count()) == {"POST /graphql": 1}


def test_pending_review_of_ours_is_deleted_first(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    only_pull(world).reviews.append(Posted(7, "PRR_7", BOT, "", "PENDING", found.head))
    only_pull(world).reviews.append(Posted(8, "PRR_8", "ada", "", "PENDING", found.head))
    assert post_review(github, found, REVIEW).status is PostStatus.POSTED
    assert [each.number for each in only_pull(world).reviews if each.state == "PENDING"] == [8]
    assert fake.count()[f"DELETE /repos/{LIST}/pulls/1/reviews/7"] == 1


REFUSED = {
    "line outside of the diff": (ON_LINE, InlineComment(README, 1, "x")),
    "file outside of the diff": (InlineComment("docs/about.md", 1, "x"),),
    "range that begins outside": (InlineComment(README, LINE, "x", 1),),
    "range turned around": (InlineComment(README, LINE, "x", LINE + 1),),
}


@pytest.mark.parametrize("keeps", [False, True], ids=["nothing stays", "the body stays"])
@pytest.mark.parametrize("comments", REFUSED.values(), ids=REFUSED)
def test_refused_review_writes_nothing(bench: Bench, comments: tuple[InlineComment, ...], keeps: bool) -> None:
    """GitHub takes all or nothing; a body that it keeps all the same is minimized. Then all goes into the summary."""
    world = pull()
    world.keeps_refused_review = keeps
    fake, github, found = bench.pull(world)
    with pytest.raises(ValidationFailedError, match=r"\(422\)"):
        post_review(github, found, Review("", comments, (), Summary(SUM)))
    assert (only_pull(world).threads, bodies(world)) == ([], [])
    assert fake.count()[POST] == 1
    assert [each.minimized for each in only_pull(world).reviews] == ["outdated"] * keeps
    assert post_review(github, found, Review(summary=Summary(f"{SUM} without comments"))).status is PostStatus.POSTED
    assert bodies(world) == [f"{SUM} without comments"]


def test_range_over_two_hunks_is_refused(bench: Bench) -> None:
    world = list_alone()
    lines = AFTER.splitlines(keepends=True)
    world.push(LIST, "more", {README: "".join(["New.\n", *lines])})
    world.open_pull(LIST, "more")
    _, github, found = bench.pull(world)
    with pytest.raises(ValidationFailedError, match="same hunk"):
        post_review(github, found, Review("", (InlineComment(README, LINE + 1, "x", 1),)))


@pytest.mark.parametrize(
    "line", ["A word.\n", "\U0001f600" * 99 + "\n", "`@octo/team` " * 30 + "\n"], ids=["words", "faces", "code"]
)
def test_texts_that_are_too_long_are_cut_between_lines(line: str, bench: Bench) -> None:
    """GitHub takes none of them whole; it counts a sign beyond the first plane twice."""
    world = pull()
    _, github, found = bench.pull(world)
    long = line * (70_000 // size_of(line))
    given = Review(f"B\n{long}", (InlineComment(README, LINE, f"C\n{long}"),), (), Summary(f"{SUM}\n{long}"))
    assert post_review(github, found, given).status is PostStatus.POSTED
    (review,), (thread,), (summary,) = only_pull(world).reviews, only_pull(world).threads, bodies(world)
    body, _, marker = review.body.rpartition("\n\n")
    assert marker.startswith("<!-- paperlist-bot:v1 review=")
    for head, text in (("B\n", body), ("C\n", thread.comments[0].body), (f"{SUM}\n", summary)):
        kept = text.removeprefix(head).removesuffix(CUT)
        assert (text.startswith(head), text.endswith(CUT), kept.replace(line, "")) == (True, True, "")
        assert size_of(kept) > 59_000
    before = bodies(world)
    assert post_review(github, found, given).status is PostStatus.DUPLICATE
    assert bodies(world) == before


def test_one_line_that_is_too_long(bench: Bench) -> None:
    """Half a line could do what the whole one does not: it is left out."""
    world = pull()
    _, github, found = bench.pull(world)
    post_review(github, found, Review(summary=Summary(f"{SUM}\n{'`@octo/team` ' * 6_000}")))
    assert bodies(world) == [f"{SUM}\n{CUT}"]


def test_token_of_a_fork_may_only_read(bench: Bench) -> None:
    world = fork()
    _, github, found = bench.pull(world, "fork-token")
    assert found.head_repository == FORK
    with pytest.raises(ForbiddenError, match="Resource not accessible by integration"):
        post_review(github, found, REVIEW)
    with pytest.raises(ForbiddenError):
        post_review(github, found, Review(summary=Summary(SUM)))
    assert (only_pull(world).reviews, bodies(world)) == ([], [])


def test_minimizing(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    post_review(github, found, REVIEW)
    talk = read_conversation(github, found)
    fake.visits.clear()
    old = (
        Minimization(talk.threads[0].comments[0].id, Reason.OUTDATED),
        Minimization(talk.comments[0].id, Reason.OUTDATED),
        Minimization(only_pull(world).reviews[0].node, Reason.RESOLVED),
    )
    result = post_review(github, found, Review(minimizations=old))
    assert (result.status, result.minimized, result.notes) == (PostStatus.POSTED, 3, ())
    assert only_pull(world).threads[0].comments[0].minimized == "outdated"
    assert only_pull(world).reviews[0].minimized == "resolved"
    assert dict(fake.count()) == {"POST /graphql": 2}
    assert read_conversation(github, found).comments[0].is_minimized


def test_minimizing_what_is_gone_does_not_spoil_the_rest(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    comments = [world.comment(only_pull(world).issue, BOT, str(index)) for index in range(25)]
    names = [comments[0].node, "gone", *(each.node for each in comments[1:])]
    result = post_review(
        github, found, Review(minimizations=tuple(Minimization(each, Reason.RESOLVED) for each in names))
    )
    assert result.minimized == 25
    assert ["Could not resolve to a node" in note for note in result.notes] == [True]
    assert {each.minimized for each in comments} == {"resolved"}


def test_minimizing_with_a_token_that_may_not(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world, "fork-token")
    comment = world.comment(only_pull(world).issue, BOT, "x")
    result = post_review(github, found, Review(minimizations=(Minimization(comment.node, Reason.RESOLVED),)))
    assert (result.minimized, len(result.notes), comment.minimized) == (0, 1, None)


def test_summaries_are_known_by_what_reviews_write() -> None:
    assert write_summary_marker((), Seal("lists/papers", 7)).startswith(SUMMARY_MARKER)


def replaced(fake: FakeGitHub) -> list[str | None]:
    return [each.comments[0].minimized for each in only_pull(fake.world).threads]


def test_outdated_comment_is_replaced_at_the_same_head(bench: Bench) -> None:
    """To post again what was minimized is another decision than to post it twice."""
    world = pull()
    fake, github, found = bench.pull(world)
    post_review(github, found, REVIEW)
    (thread,) = read_conversation(github, found).threads
    again = Review("A word.", (ON_LINE,), (Minimization(thread.comments[0].id, Reason.OUTDATED),))
    assert post_review(github, found, again).status is PostStatus.POSTED
    assert replaced(fake) == ["outdated", None]
