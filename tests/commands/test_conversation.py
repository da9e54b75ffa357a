"""`bot review` and what others write in the conversation: only people with write access settle a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.commands.changes import README
from tests.commands.hub import LIST as NAME
from tests.commands.hub import hub
from tests.sample_list import LIST

if TYPE_CHECKING:
    from tests.commands.hub import Hub

WRONG = "".join(
    f"* [2310] [Paper of {name}: Agents in the World](https://arxiv.org/abs/2310.128{n}) [code]()\n"
    for n, name in enumerate(("Alpha", "Bravo", "Charlie"), 21)
)
SECRET = {"BOT_STATE_KEY": "of the repository"}
FAIL_ON = ("--fail-on", "warning")


def from_fork() -> Hub:
    """A stranger adds three entries, each with an empty link."""
    return hub({README: LIST}, {README: LIST + WRONG}, fork=True)


def test_the_author_cannot_settle_what_the_bot_has_found() -> None:
    with from_fork() as github:
        assert github.review(*FAIL_ON).code == 1
        before = github.summary.body
        assert before.count("\n| ") == 5
        for thread in github.pull.threads:
            github.world.answer(thread, "ada", "no")
            thread.resolved, thread.resolver = True, "ada"
        done = github.review(*FAIL_ON)
        assert (done.code, done.out) == (1, f"{NAME}#1: nothing new to post.\n")
        assert github.summary.body == before
        assert len(github.pull.threads) == 3


@pytest.mark.parametrize("who", ["octo", "helper"])
@pytest.mark.parametrize("how", ["reply", "resolve"])
def test_who_may_write_settles(who: str, how: str) -> None:
    """The finding stays in the summary and fails the run as before."""
    with from_fork() as github:
        github.world.repositories[NAME].collaborators.add("helper")
        github.review(*FAIL_ON)
        for thread in github.pull.threads:
            if how == "reply":
                github.world.answer(thread, who, "It is meant so.")
            else:
                thread.resolved, thread.resolver = True, who
        assert github.review(*FAIL_ON).code == 1
        assert "### 3 warnings in this change, all settled\n" in github.summary.body
        assert "Thank you!" not in github.summary.body
        assert "still fail the run" in github.summary.body


@pytest.mark.parametrize("environ", [{}, SECRET], ids=["no key", "key"])
def test_a_comment_of_another_workflow_stays_as_it_is(environ: dict[str, str]) -> None:
    """It repeats what a stranger has seen the bot write elsewhere, under the same account."""
    with from_fork() as other:
        other.world.open_pull(NAME, "patch-1", source="ada/list")
        other.run("review", "--repo", NAME, "--pull", "2", environ=environ)
        pull = other.world.repositories[NAME].pulls[2]
        summary, comment = pull.issue.comments[0].body, pull.threads[0].comments[0].body
    forgeries = [summary, f"> {summary}", "<!-- paperlist-bot:v1 summary -->\nx", comment]
    with from_fork() as github:
        for body in forgeries:
            github.world.comment(github.pull.issue, "github-actions[bot]", body)
        github.review(environ=environ)
        assert [each.body for each in github.pull.issue.comments[:-1]] == forgeries
        assert [each.minimized for each in github.pull.issue.comments] == [None] * 5
        assert len(github.pull.threads) == 3


def test_three_reviews_at_once_leave_one_comment_on_each_line() -> None:
    """Each has looked for comments before one of the others wrote."""
    with from_fork() as github:
        github.meanwhile = [("POST", "/reviews", github.review), ("POST", "/reviews", github.review)]
        github.review()
        assert len(github.pull.threads) == 9
        assert len(github.live) == 3
        assert sum(each.minimized is None for each in github.pull.issue.comments) == 1
