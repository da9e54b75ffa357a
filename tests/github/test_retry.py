"""What is sent again, and how often: reads always, a POST only where GitHub surely did not act."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, GitHubError, InvalidResponseError, RateLimitedError, UnavailableError
from bot.github.client import Answer, Client, read_graphql
from bot.github.pulls import read_file
from tests.github.conftest import QUICK
from tests.github.faults import Fault
from tests.github.scenarios import LIST, README, pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.github.conftest import Bench

READ, WRITE, EDIT = "GET", "POST", "PATCH"
PATHS = {READ: f"/repos/{LIST}/pulls/1", WRITE: f"/repos/{LIST}/issues/1/comments", EDIT: f"/repos/{LIST}/pulls/1"}
TABLE = [
    (READ, Fault.ERROR, 2, 3, None),
    (READ, Fault.ERROR, 3, 3, UnavailableError),
    (READ, Fault.HANG_UP, 2, 3, None),
    (READ, Fault.HANG_UP, 3, 3, InvalidResponseError),
    (READ, Fault.SECONDARY, 1, 2, None),
    (READ, Fault.SECONDARY, 3, 3, RateLimitedError),
    (READ, Fault.TOO_MANY, 1, 1, RateLimitedError),
    (READ, Fault.TOO_MANY_WITH, 1, 2, None),
    (READ, Fault.PRIMARY, 1, 2, None),
    (READ, Fault.GARBAGE, 1, 1, InvalidResponseError),
    (WRITE, Fault.ERROR, 1, 1, InvalidResponseError),
    (WRITE, Fault.ERROR_AFTER, 1, 1, InvalidResponseError),
    (WRITE, Fault.HANG_UP, 1, 1, InvalidResponseError),
    (WRITE, Fault.HANG_UP_AFTER, 1, 1, InvalidResponseError),
    (WRITE, Fault.GARBAGE, 1, 1, InvalidResponseError),
    (WRITE, Fault.SECONDARY, 1, 2, None),
    (WRITE, Fault.SECONDARY, 3, 3, RateLimitedError),
    (WRITE, Fault.SECONDARY_WITH, 1, 2, None),
    (WRITE, Fault.TOO_MANY, 1, 1, RateLimitedError),
    (WRITE, Fault.TOO_MANY_WITH, 1, 2, None),
    (WRITE, Fault.PRIMARY, 1, 2, None),
    (EDIT, Fault.ERROR, 2, 3, None),
    (EDIT, Fault.SECONDARY, 1, 2, None),
    (EDIT, Fault.HANG_UP_AFTER, 1, 2, None),
]


@pytest.fixture
def fake() -> Iterator[FakeGitHub]:
    with FakeGitHub(pull()) as made:
        yield made


def send(fake: FakeGitHub, verb: str) -> None:
    client = Client(fake.url, "review-token", QUICK)
    try:
        if verb == READ:
            client.get("this", PATHS[verb])
        else:
            client.write("this", verb, PATHS[verb], {"body": "x"})
    finally:
        client.close()


@pytest.mark.parametrize(
    ("verb", "fault", "times", "sent", "error"),
    TABLE,
    ids=[f"{verb} {fault} x{times}" for verb, fault, times, *_ in TABLE],
)
def test_how_often_a_request_is_sent(
    fake: FakeGitHub, verb: str, fault: Fault, times: int, sent: int, error: type[GitHubError] | None
) -> None:
    fake.fail(verb, PATHS[verb], fault, times=times, reset=-5)
    if error is None:
        send(fake, verb)
    else:
        with pytest.raises(GitHubError) as caught:
            send(fake, verb)
        assert type(caught.value) is error
        assert "review-token" not in f"{caught.value.message} {caught.value.hint}"
    assert len(fake.visits) == sent


@pytest.mark.parametrize("verb", [READ, WRITE, EDIT])
@pytest.mark.parametrize("fault", [Fault.SECONDARY_WITH, Fault.TOO_MANY_WITH, Fault.PRIMARY])
def test_no_limit_is_waited_for_longer_than_we_may(fake: FakeGitHub, verb: str, fault: Fault) -> None:
    """Neither what GitHub's headers say nor what its messages mean: the job would hang for an hour."""
    fake.fail(verb, PATHS[verb], fault, retry_after=3_600, reset=3_600)
    when = r"until \d\d:\d\d UTC" if fault is Fault.PRIMARY else "for the next 3,600 seconds"
    with pytest.raises(UnavailableError, match=f"rate limit of this token is exhausted {when}"):
        send(fake, verb)
    assert len(fake.visits) == 1


def test_retry_after_that_says_nothing(fake: FakeGitHub) -> None:
    fake.fail(READ, PATHS[READ], Fault.SECONDARY_WITH, retry_after=-1)
    send(fake, READ)
    assert len(fake.visits) == 2


def test_secondary_limit_is_waited_out(fake: FakeGitHub) -> None:
    """Without Retry-After by our own estimate, and not at all where that is too long."""
    fake.fail(WRITE, PATHS[WRITE], Fault.SECONDARY)
    client = Client(fake.url, "review-token", replace(QUICK, secondary_wait=9.0, longest_wait=1.0))
    with pytest.raises(UnavailableError):
        client.write("this", WRITE, PATHS[WRITE], {"body": "x"})
    client.close()
    assert len(fake.visits) == 1


def test_permission_is_not_asked_for_twice(fake: FakeGitHub) -> None:
    client = Client(fake.url, "fork-token", QUICK)
    with pytest.raises(ForbiddenError, match="Resource not accessible"):
        client.write("this", WRITE, PATHS[WRITE], {"body": "x"})
    client.close()
    assert len(fake.visits) == 1


def test_pygithub_prints_nothing_of_its_own(fake: FakeGitHub) -> None:
    """In a process of its own: pytest gives all loggers a handler."""
    script = (
        "from bot.github import GitHubError\n"
        "from bot.github.client import Client, Timing\n"
        "try:\n"
        f"    Client({fake.url!r}, 'fork-token', Timing()).write('this', 'POST', {PATHS[WRITE]!r}, {{'body': 'x'}})\n"
        "except GitHubError:\n"
        "    pass\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == ("", "")
    assert len(fake.visits) == 1


@pytest.mark.parametrize("kind", ["RATE_LIMITED", "RATE_LIMIT"])
def test_limits_of_graphql_have_two_names(kind: str) -> None:
    with pytest.raises(UnavailableError, match="rate limit of this token is exhausted") as caught:
        read_graphql(Answer("this", {"errors": [{"type": kind, "message": "API rate limit already exceeded"}]}))
    assert type(caught.value) is RateLimitedError


def test_nobody_there() -> None:
    with FakeGitHub() as gone:
        url = gone.url
    client = Client(url, "review-token", QUICK)
    with pytest.raises(InvalidResponseError, match="no valid answer from GitHub"):
        client.get("this", PATHS[READ])
    client.close()


@pytest.mark.parametrize(
    ("fault", "times"), [(Fault.ERROR, 2), (Fault.SECONDARY, 1), (Fault.TOO_MANY_WITH, 1), (Fault.HANG_UP, 2)]
)
def test_downloads_are_tried_again(plain: Bench, fault: Fault, times: int) -> None:
    fake, github = plain.open(pull())
    fake.fail("GET", "/contents/", fault, times=times)
    assert read_file(github, LIST, README, "main")
    assert len(fake.visits) == times + 1
