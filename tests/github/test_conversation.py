"""The conversation of a pull request, as the bot reads it: all pages, and the state of each thread over pushes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.github import NotFoundError, TooLargeError
from bot.github.model import Conversation, InlineComment, Pull, Review
from bot.github.reviews import post_review, read_conversation
from tests.github.model import BOT, Comment, Thread
from tests.github.model import Review as Posted
from tests.github.scenarios import AFTER, BEFORE, LIST, NEW, README, only_pull, pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench
    from tests.github.world import World

LINE = AFTER.split("\n").index(NEW.rstrip("\n")) + 1


def put_threads(world: World, count: int, *, state: str = "COMMENTED", author: str = BOT) -> Posted:
    """A review with so many threads, as if somebody had posted it."""
    found = only_pull(world)
    review = Posted(number := world.next(), f"PRR_{number}", author, "body", state, found.head)
    found.reviews.append(review)
    for _ in range(count):
        comment = Comment(number := world.next(), f"PRRC_{number}", author, f"text {number}")
        found.threads.append(Thread(f"PRRT_{number}", README, LINE, None, found.head, review.number, [comment]))
    return review


def test_empty_conversation(bench: Bench) -> None:
    fake, github, found = bench.pull(pull())
    assert read_conversation(github, found) == Conversation()
    assert len(fake.visits) == 1


@pytest.mark.parametrize(("threads", "comments", "asked"), [(50, 100, 1), (51, 100, 2), (120, 130, 3), (0, 201, 3)])
def test_all_pages_are_read(bench: Bench, threads: int, comments: int, asked: int) -> None:
    world = pull()
    put_threads(world, threads)
    for index in range(comments):
        world.comment(only_pull(world).issue, "ada" if index % 2 else BOT, f"comment {index}")
    fake, github, found = bench.pull(world)
    talk = read_conversation(github, found)
    assert len({each.comments[0].id for each in talk.threads}) == threads
    assert [each.body for each in talk.comments] == [f"comment {index}" for index in range(comments)]
    assert [each.is_ours for each in talk.comments] == [index % 2 == 0 for index in range(comments)]
    assert len(fake.visits) == asked


def test_more_than_anybody_reads(plain: Bench) -> None:
    world = pull()
    put_threads(world, 1_001)
    _, github, found = plain.pull(world)
    with pytest.raises(TooLargeError, match="too many for the bot to read"):
        read_conversation(github, found)


def test_whose_comment_it_is(bench: Bench) -> None:
    world = pull()
    put_threads(world, 1)
    put_threads(world, 1, author="ada")
    world.answer(only_pull(world).threads[0], "ada", "Not so.")
    fake, github, found = bench.pull(world)
    talk = read_conversation(github, found)
    assert [[each.is_ours for each in thread.comments] for thread in talk.threads] == [[True, False], [False]]
    hers = read_conversation(bench.ask(fake, "ada-token"), found)
    assert [[each.is_ours for each in thread.comments] for thread in hers.threads] == [[False, True], [True]]


def test_numbers_are_those_of_rest(bench: Bench) -> None:
    """They have outgrown 32 bits, which GraphQL's Int cannot hold."""
    world = pull()
    comment = world.comment(only_pull(world).issue, BOT, "x")
    comment.number = 2**31 + 5
    _, github, found = bench.pull(world)
    assert read_conversation(github, found).comments[0].number == 2**31 + 5


def test_review_that_was_not_submitted_does_not_count(bench: Bench) -> None:
    """Its threads go with it when it is deleted, right before a new one is posted."""
    world = pull()
    put_threads(world, 2, state="PENDING")
    put_threads(world, 2, state="PENDING", author="ada")
    _, github, found = bench.pull(world)
    assert read_conversation(github, found) == Conversation()


PUSHES = {
    "the same": (AFTER, False),
    "lines before": (AFTER.replace("## Agents", "Words.\n\n## Agents"), False),
    "the line itself": (AFTER.replace(NEW, NEW.replace("org//", "org/")), True),
    "taken back": (BEFORE, True),
    "the line above": (AFTER.replace("[2303]", "[2304]"), False),
}


@pytest.mark.parametrize(("content", "outdated"), PUSHES.values(), ids=PUSHES)
def test_threads_over_pushes(bench: Bench, content: str, outdated: bool) -> None:
    world = pull()
    _, github, found = bench.pull(world)
    post_review(github, found, Review("", (InlineComment(README, LINE, "x"),)))
    first = found.head
    world.push(LIST, "more", {README: content})
    assert [each.is_outdated for each in read_conversation(github, found).threads] == [outdated]
    world.point(world.repositories[LIST], "more", first)
    assert [each.is_outdated for each in read_conversation(github, found).threads] == [False]


def test_thread_over_a_rebase(bench: Bench) -> None:
    """A force-push onto a branch that has moved on: the line stands elsewhere, the thread lives."""
    world = pull()
    _, github, found = bench.pull(world)
    post_review(github, found, Review("", (InlineComment(README, LINE, "x"),)))
    world.push(LIST, "main", {README: BEFORE.replace("# Papers", "# Papers\n\nAll of them.")})
    world.push(LIST, "more", {README: AFTER.replace("# Papers", "# Papers\n\nAll of them.")}, onto="main")
    (thread,) = read_conversation(github, found).threads
    assert not thread.is_outdated
    pull_now = only_pull(world)
    assert world.line_now(world.repositories[LIST], pull_now, pull_now.threads[0]) == LINE + 2


def test_states_that_people_set(bench: Bench) -> None:
    world = pull()
    put_threads(world, 2)
    only_pull(world).threads[1].resolved = True
    only_pull(world).threads[0].comments[0].minimized = "outdated"
    _, github, found = bench.pull(world)
    first, second = read_conversation(github, found).threads
    assert (first.is_resolved, first.comments[0].is_minimized) == (False, True)
    assert (second.is_resolved, second.comments[0].is_minimized) == (True, False)


def test_conversation_of_nothing(bench: Bench) -> None:
    _, github, found = bench.pull(pull())
    for gone in (replace(found, number=9), Pull("octo/none", 1, found.head, found.head, found.head, None)):
        with pytest.raises(NotFoundError):
            read_conversation(github, gone)
