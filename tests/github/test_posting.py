"""Reviews as they are written: once, all of it, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github.conversations import SUMMARY_MARKER
from bot.github.errors import Refused, Rejected
from bot.github.model import Comment, Fate, InlineComment, Minimization, Outcome, Reason, Review, Summary
from bot.reviews.findings import summary_marker
from tests.github.model import BOT
from tests.github.model import Review as Posted
from tests.github.scenarios import AFTER, FORK, LIST, NEW, README, fork, list_alone, only_pull, pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench
    from tests.github.server import FakeGitHub
    from tests.github.world import World

LINE = AFTER.split("\n").index(NEW.rstrip("\n")) + 1
"""Of the new entry."""
MEND = f"Better:\n\n```suggestion\n{NEW.rstrip().replace('http:', 'https:')}\n```"
ON_LINE = InlineComment(README, LINE, MEND)
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
    outcome = github.post(found, REVIEW)
    (review,), (thread,) = only_pull(world).reviews, only_pull(world).threads
    assert (review.state, review.commit, review.author) == ("COMMENTED", found.head, BOT)
    assert review.body.startswith("A word.\n\n<!-- paperlist-bot:v1 review=")
    assert (thread.path, thread.line, thread.start_line, thread.comments[0].body) == (README, LINE, None, MEND)
    assert bodies(world) == [SUM]
    assert outcome.fate is Fate.POSTED
    assert (outcome.review or "").endswith(f"/pull/1#pullrequestreview-{review.number}")
    assert (outcome.summary or "").endswith(f"#issuecomment-{only_pull(world).issue.comments[0].number}")
    assert dict(fake.count()) == {"POST /graphql": 1, POST: 1, COMMENT: 1}


def test_review_of_several_lines(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    github.post(found, Review("", (InlineComment(README, LINE + 1, "Both.", LINE), InlineComment(README, LINE, "It."))))
    assert [(each.start_line, each.line) for each in only_pull(world).threads] == [(LINE, LINE + 1), (None, LINE)]
    (visit,) = [visit for visit in bench.fakes[0].visits if visit.path.endswith("/reviews")]
    assert isinstance(visit.body, dict)
    assert visit.body["comments"][0]["start_side"] == visit.body["comments"][0]["side"] == "RIGHT"
    assert (visit.body["event"], visit.body["commit_id"]) == ("COMMENT", found.head)


def test_nothing_to_say_asks_nothing(bench: Bench) -> None:
    fake, github, found = bench.pull(pull())
    assert github.post(found, Review("words alone are no review")) == Outcome(Fate.EMPTY)
    assert fake.visits == []


def test_same_decision_is_posted_once(bench: Bench) -> None:
    """Two runs at once, or one that is run again."""
    world = pull()
    fake, github, found = bench.pull(world)
    first = github.post(found, REVIEW)
    second = bench.ask(fake, "review-token").post(found, REVIEW)
    assert (second.fate, second.review) == (Fate.KNOWN, first.review)
    assert second.summary == first.summary
    assert (len(only_pull(world).reviews), bodies(world)) == (1, [SUM])


def test_another_runs_summary_is_edited(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    world.comment(only_pull(world).issue, "ada", f"{SUM} quoted by a person")
    ours = world.comment(only_pull(world).issue, BOT, f"{SUM} older")
    github.post(found, Review(summary=Summary(SUM)))
    assert bodies(world) == [f"{SUM} quoted by a person", SUM]
    assert ours.body == SUM


def test_summary_is_edited_in_place(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    github.post(found, Review(summary=Summary(SUM)))
    (comment,) = github.conversation(found).comments
    outcome = github.post(found, Review(summary=Summary(f"{SUM} All is well.", comment)))
    assert (outcome.fate, outcome.review) == (Fate.POSTED, None)
    assert bodies(world) == [f"{SUM} All is well."]
    assert fake.count()[COMMENT] == 1


def test_summary_that_was_deleted_is_written_anew(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    gone = Comment("IC_1", 1, "x", is_ours=True)
    github.post(found, Review(summary=Summary(SUM, gone)))
    assert bodies(world) == [SUM]


def test_head_that_moved_stops_all(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    world.push(LIST, "more", {README: AFTER + "\n"})
    assert github.post(found, REVIEW) == Outcome(Fate.SUPERSEDED)
    assert dict(fake.count()) == {"POST /graphql": 1}


def test_closed_pull_stops_all(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    only_pull(world).issue.state = "closed"
    assert github.post(found, REVIEW) == Outcome(Fate.SUPERSEDED)
    assert dict(fake.count()) == {"POST /graphql": 1}


def test_pending_review_of_ours_is_deleted_first(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    only_pull(world).reviews.append(Posted(7, "PRR_7", BOT, "", "PENDING", found.head))
    only_pull(world).reviews.append(Posted(8, "PRR_8", "ada", "", "PENDING", found.head))
    assert github.post(found, REVIEW).fate is Fate.POSTED
    assert [each.number for each in only_pull(world).reviews if each.state == "PENDING"] == [8]
    assert fake.count()[f"DELETE /repos/{LIST}/pulls/1/reviews/7"] == 1


REFUSED = {
    "line outside of the diff": (ON_LINE, InlineComment(README, 1, "x")),
    "file outside of the diff": (InlineComment("docs/about.md", 1, "x"),),
    "range that begins outside": (InlineComment(README, LINE, "x", 1),),
    "range turned around": (InlineComment(README, LINE, "x", LINE + 1),),
    "text too long": (InlineComment(README, LINE, "x" * 65_537),),
}


@pytest.mark.parametrize("keeps", [False, True], ids=["nothing stays", "the body stays"])
@pytest.mark.parametrize("comments", REFUSED.values(), ids=REFUSED)
def test_refused_review_writes_nothing(bench: Bench, comments: tuple[InlineComment, ...], keeps: bool) -> None:
    """GitHub takes all or nothing; a body that it keeps all the same is folded away. Then the caller folds."""
    world = pull()
    world.keeps_refused_review = keeps
    fake, github, found = bench.pull(world)
    with pytest.raises(Rejected, match=r"\(422\)"):
        github.post(found, Review("", comments, (), Summary(SUM)))
    assert (only_pull(world).threads, bodies(world)) == ([], [])
    assert fake.count()[POST] == 1
    assert [each.minimized for each in only_pull(world).reviews] == ["outdated"] * keeps
    assert github.post(found, Review(summary=Summary(f"{SUM} folded"))).fate is Fate.POSTED
    assert bodies(world) == [f"{SUM} folded"]


def test_range_over_two_hunks_is_refused(bench: Bench) -> None:
    world = list_alone()
    lines = AFTER.splitlines(keepends=True)
    world.push(LIST, "more", {README: "".join(["New.\n", *lines])})
    world.open_pull(LIST, "more")
    _, github, found = bench.pull(world)
    with pytest.raises(Rejected, match="same hunk"):
        github.post(found, Review("", (InlineComment(README, LINE + 1, "x", 1),)))


def test_body_that_is_too_long(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    with pytest.raises(Rejected, match="too long"):
        github.post(found, Review("x" * 65_500, (ON_LINE,)))
    with pytest.raises(Rejected, match="too long"):
        github.post(found, Review(summary=Summary("x" * 65_537)))
    assert (only_pull(world).reviews, bodies(world)) == ([], [])


def test_token_of_a_fork_may_only_read(bench: Bench) -> None:
    world = fork()
    _, github, found = bench.pull(world, "fork-token")
    assert found.head_repository == FORK
    with pytest.raises(Refused, match="Resource not accessible by integration"):
        github.post(found, REVIEW)
    with pytest.raises(Refused):
        github.post(found, Review(summary=Summary(SUM)))
    assert (only_pull(world).reviews, bodies(world)) == ([], [])


def test_minimising(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    github.post(found, REVIEW)
    talk = github.conversation(found)
    fake.visits.clear()
    old = (
        Minimization(talk.threads[0].comments[0].id, Reason.OUTDATED),
        Minimization(talk.comments[0].id, Reason.OUTDATED),
        Minimization(talk.reviews[0].id, Reason.RESOLVED),
    )
    outcome = github.post(found, Review(minimizations=old))
    assert (outcome.fate, outcome.minimized, outcome.notes) == (Fate.POSTED, 3, ())
    assert only_pull(world).threads[0].comments[0].minimized == "outdated"
    assert only_pull(world).reviews[0].minimized == "resolved"
    assert dict(fake.count()) == {"POST /graphql": 2}
    assert github.conversation(found).comments[0].is_minimized


def test_minimising_what_is_gone_does_not_spoil_the_rest(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    comments = [world.comment(only_pull(world).issue, BOT, str(index)) for index in range(25)]
    names = [comments[0].node, "gone", *(each.node for each in comments[1:])]
    outcome = github.post(found, Review(minimizations=tuple(Minimization(each, Reason.RESOLVED) for each in names)))
    assert outcome.minimized == 25
    assert ["Could not resolve to a node" in note for note in outcome.notes] == [True]
    assert {each.minimized for each in comments} == {"resolved"}


def test_minimising_with_a_token_that_may_not(bench: Bench) -> None:
    world = pull()
    _, github, found = bench.pull(world, "fork-token")
    comment = world.comment(only_pull(world).issue, BOT, "x")
    outcome = github.post(found, Review(minimizations=(Minimization(comment.node, Reason.RESOLVED),)))
    assert (outcome.minimized, len(outcome.notes), comment.minimized) == (0, 1, None)


def test_summaries_are_known_by_what_reviews_write() -> None:
    assert summary_marker(()).startswith(SUMMARY_MARKER)


def replaced(fake: FakeGitHub) -> list[str | None]:
    return [each.comments[0].minimized for each in only_pull(fake.world).threads]


def test_outdated_comment_is_replaced_at_the_same_head(bench: Bench) -> None:
    """To post again what was folded away is another decision than to post it twice."""
    world = pull()
    fake, github, found = bench.pull(world)
    github.post(found, REVIEW)
    (thread,) = github.conversation(found).threads
    again = Review("A word.", (ON_LINE,), (Minimization(thread.comments[0].id, Reason.OUTDATED),))
    assert github.post(found, again).fate is Fate.POSTED
    assert replaced(fake) == ["outdated", None]
