"""Reviews and comments whose answer did not come: looked for, and never sent twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.github import UnavailableError
from bot.github.model import PostStatus
from bot.github.reviews import post_review
from tests.github.conftest import QUICK
from tests.github.faults import Fault
from tests.github.model import BOT, Review, Token
from tests.github.scenarios import only_pull, pull
from tests.github.test_reviews import COMMENT, POST, REVIEW, SUM, bodies

if TYPE_CHECKING:
    from tests.github.conftest import Bench

LOST = [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.GARBAGE]


@pytest.mark.parametrize("fault", LOST)
def test_review_whose_answer_was_lost_is_found(plain: Bench, fault: Fault) -> None:
    world = pull()
    fake, github, found = plain.pull(world)
    fake.fail("POST", "/reviews", fault)
    result = post_review(github, found, REVIEW)
    assert (result.status, result.review is not None) == (PostStatus.POSTED, True)
    assert (fake.count()[POST], len(only_pull(world).reviews), bodies(world)) == (1, 1, [SUM])


@pytest.mark.parametrize("fault", LOST)
def test_summary_whose_answer_was_lost_is_found(plain: Bench, fault: Fault) -> None:
    world = pull()
    fake, github, found = plain.pull(world)
    fake.fail("POST", "/comments", fault)
    assert post_review(github, found, REVIEW).summary is not None
    assert (fake.count()[COMMENT], bodies(world)) == (1, [SUM])


def test_answer_that_comes_too_late(plain: Bench) -> None:
    world = pull()
    fake, patient, found = plain.pull(world)
    github = plain.ask(fake, "review-token", replace(QUICK, timeout=1))
    fake.fail("POST", "/reviews", Fault.SLEEP_AFTER)
    assert post_review(github, found, REVIEW).status is PostStatus.POSTED
    assert (fake.count()[POST], len(only_pull(world).reviews)) == (1, 1)
    assert post_review(patient, found, REVIEW).status is PostStatus.DUPLICATE


@pytest.mark.parametrize("fault", [Fault.ERROR, Fault.HANG_UP])
def test_review_that_was_not_carried_out_is_not_sent_again(plain: Bench, fault: Fault) -> None:
    world = pull()
    fake, github, found = plain.pull(world)
    fake.fail("POST", "/reviews", fault)
    with pytest.raises(UnavailableError):
        post_review(github, found, REVIEW)
    assert (fake.count()[POST], only_pull(world).reviews, bodies(world)) == (1, [], [])
    assert post_review(github, found, REVIEW).status is PostStatus.POSTED
    assert len(only_pull(world).reviews) == 1


def test_state_that_cannot_be_read_writes_nothing(bench: Bench) -> None:
    world = pull()
    fake, github, found = bench.pull(world)
    fake.fail("POST", "/graphql", Fault.ERROR, times=3)
    with pytest.raises(UnavailableError):
        post_review(github, found, REVIEW)
    assert (only_pull(world).reviews, bodies(world)) == ([], [])


def test_limit_that_lasts_too_long(plain: Bench) -> None:
    world = pull()
    fake, github, found = plain.pull(world)
    fake.fail("POST", "/comments", Fault.PRIMARY, times=9, reset=3_000)
    with pytest.raises(UnavailableError, match=r"rate limit of this token is exhausted until \d\d:\d\d UTC"):
        post_review(github, found, REVIEW)
    assert (len(only_pull(world).reviews), bodies(world)) == (1, [])
    fake.troubles.clear()
    assert post_review(github, found, REVIEW).status is PostStatus.DUPLICATE
    assert (len(only_pull(world).reviews), bodies(world)) == (1, [SUM])


def test_review_that_another_workflow_begins_meanwhile(plain: Bench) -> None:
    """It is of the same account, and keeps GitHub from taking ours: deleted, then ours is sent once more."""
    world = pull()
    fake, github, found = plain.pull(world)

    class Busy(dict[str, Token]):
        """Looks a token up for each request; with the second one a review stands there, unfinished."""

        seen = 0

        def get(self, name: str, default: object = None) -> Token:
            self.seen += 1
            if self.seen == 2:
                only_pull(world).reviews.append(Review(7, "PRR_7", BOT, "", "PENDING", found.head))
            return self[name]

    world.tokens = Busy(world.tokens)
    assert post_review(github, found, REVIEW).status is PostStatus.POSTED
    assert [each.state for each in only_pull(world).reviews] == ["COMMENTED"]
    assert fake.count()[POST] == 2
