"""What becomes of a review that GitHub does not take, or that is written twice at once: nothing is lost or doubled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.commands.changes import AFTER, README, TWINS, one
from tests.commands.hub import LIST as NAME
from tests.commands.hub import Hub, hub
from tests.github import Fault

if TYPE_CHECKING:
    from pathlib import Path


def told_elsewhere(github: Hub, page: Path, token: str = "review-token") -> None:
    """The findings stand as annotations and on the page of the job, and the exit code is the same."""
    done = github.review("--fail-on", "warning", token=token, environ={"GITHUB_STEP_SUMMARY": str(page)})
    assert done.code == 1
    assert done.err.startswith("warning: the review was not posted: ")
    assert re.findall(r"^::warning file=README.md,line=(\d+),", done.out, re.MULTILINE) == ["15", "16"]
    assert page.read_text().startswith(
        "### Found 2 warnings (up to 2 fixable with --fix); 1 older error or warning not shown.\n"
    )


def test_a_fork_gets_annotations(tmp_path: Path) -> None:
    with hub({README: TWINS}, {README: AFTER}, fork=True) as github:
        told_elsewhere(github, tmp_path / "page.md", "fork-token")
        assert github.posted == ""


@pytest.mark.parametrize(
    ("fault", "part"),
    [(Fault.PRIMARY, "/graphql"), (Fault.SECONDARY_WITH, "/reviews"), (Fault.TOO_MANY_WITH, "/comments")],
)
def test_a_rate_limit_costs_no_finding(fault: Fault, part: str, tmp_path: Path) -> None:
    """Nobody waits an hour; a later run posts what is missing."""
    with one() as github:
        github.fail("POST", part, fault, times=9, retry_after=3_600, reset=3_600)
        told_elsewhere(github, tmp_path / "page.md")
        github.troubles.clear()
        github.review()
        assert [each.line for each in github.live] == [15, 16]
        assert "2 warnings in this change" in github.summary.body


def test_outside_of_a_job_they_are_printed_plainly() -> None:
    with one() as github:
        done = github.review(token="fork-token", environ={"GITHUB_ACTIONS": ""})
        assert done.out.startswith("README.md:15:")


def test_the_page_of_the_job_is_added_to_and_not_overfilled(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    with one() as github:
        page.write_text("before\n")
        github.review(environ={"GITHUB_STEP_SUMMARY": str(page)})
        assert page.read_text().startswith("before\n### Found 2 warnings")
        page.write_text("x" * 999_000)
        github.review(environ={"GITHUB_STEP_SUMMARY": str(page)})
        assert page.stat().st_size == 999_000
        done = github.review(environ={"GITHUB_STEP_SUMMARY": str(tmp_path / "no" / "page.md")})
        assert (done.code, done.err.startswith("warning: the job summary cannot be written: ")) == (0, True)


def test_lines_that_github_refuses_are_named_in_the_summary() -> None:
    """While the bot reads, main takes the change in: no line is part of the diff any more."""
    with one() as github:
        world, head = github.world, github.pull.head
        github.meanwhile.append(
            ("POST", "/reviews", lambda: world.point(world.repositories[NAME], "main", world.commits[head].sha))
        )
        world.push(NAME, "patch-1", {"other.md": "x\n"})
        done = github.review()
        assert done.code == 0
        assert "the summary written, GitHub took no comments on lines" in done.out
        assert github.pull.threads == []
        assert "README.md#" not in github.summary.body
        assert github.summary.body.count("| warning | ") == 2


def test_a_head_that_moves_on_stops_the_run() -> None:
    with one() as github:
        head = github.pull.head
        github.meanwhile.append(("POST", "query Present", lambda: github.world.push(NAME, "patch-1", {"a.md": "a\n"})))
        done = github.review("--fail-on", "warning")
        assert (done.code, github.posted) == (0, "")
        assert f": {head[:12]} is no longer the head, or the pull request was closed: nothing was posted." in done.out


@pytest.mark.parametrize("moment", ["Conversation", "query Present", "/reviews"])
def test_two_runs_at_once_leave_one_of_everything(moment: str) -> None:
    """The other run goes all the way at the worst moment; what stands twice after that, the next run folds away."""
    with one() as github:
        github.meanwhile.append(("POST", moment, lambda: Hub.review(github)))
        github.review()
        if moment != "/reviews":
            assert [each.line for each in github.pull.threads] == [15, 16]
        github.review()
        assert sorted(each.line for each in github.live) == [15, 16]
        assert [each.minimized for each in github.pull.issue.comments].count(None) == 1
        github.visits.clear()
        github.review()
        assert github.writes == []
