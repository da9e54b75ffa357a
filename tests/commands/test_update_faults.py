"""Answers of GitHub that go wrong while the pull request with updates is made: nothing lost, nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.updates.pull import BRANCH, CLOSED
from tests.commands.updates import FIREACT, README, REPOSITORY, TUNING, lock, lock_all, updates_of
from tests.github import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.updates import Job

ALIKE = (Fault.ERROR_AFTER, Fault.GARBAGE)
"""After these GitHub has acted too, as after `HANG_UP_AFTER`."""
FAULTS = (
    *(Fault.ERROR, Fault.HANG_UP_AFTER, Fault.PRIMARY),
    *(pytest.param(each, marks=pytest.mark.slow) for each in ALIKE),
)
FIRST = (
    ("POST", "pullRequests"),
    ("GET", "/contents/"),
    ("GET", "/git/ref/"),
    ("POST", "/git/trees"),
    ("POST", "/git/commits"),
    ("POST", "updateRefs"),
    ("POST", "/pulls"),
)
CLOSING = (("POST", "pullRequests"), ("GET", "/git/ref/"), ("PATCH", "/pulls/"))
SECOND = (("POST", "updateRefs"), ("PATCH", "/pulls/"), ("POST", "/git/trees"))
AFTER = README.replace("arXiv'23", "COLM'24")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    monkeypatch.chdir(tmp_path)
    with updates_of(tmp_path) as found:
        yield found


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("verb", "part"), FIRST)
def test_the_first_run(verb: str, part: str, fault: Fault, job: Job) -> None:
    job.github.fail(verb, part, fault, reset=3_600)
    job.run()
    job.github.troubles.clear()
    assert job.run().code == 0
    assert (len(job.pulls), job.lines()) == (1, AFTER)
    assert job.pulls[0].issue.body.count("COLM 2024") == 1


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("verb", "part"), SECOND)
def test_a_later_run(verb: str, part: str, fault: Fault, job: Job) -> None:
    assert job.run().code == 0
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    job.github.fail(verb, part, fault, reset=3_600)
    job.run()
    job.github.troubles.clear()
    assert job.run().code == 0
    assert len(job.pulls) == 1
    assert "ACL'24 Findings" in job.lines()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("verb", "part"), CLOSING)
def test_a_run_after_which_nothing_is_left(verb: str, part: str, fault: Fault, job: Job) -> None:
    assert job.run().code == 0
    (job.folder / "papers.lock.jsonl").write_text(lock_all())
    job.github.fail(verb, part, fault, reset=3_600)
    job.run()
    job.github.troubles.clear()
    assert job.run().code == 0
    (pull,) = job.pulls
    assert (pull.issue.state, pull.issue.body) == ("closed", CLOSED)
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT))
    assert job.run().code == 0
    assert (len(job.pulls), job.lines()) == (2, AFTER)


def test_a_token_that_may_only_read_changes_nothing(job: Job) -> None:
    """As jobs of a fork have it."""
    done = job.run(token="fork-token")
    assert done.code != 0
    assert "error: " in done.err
    assert (job.pulls, BRANCH in job.repository.branches) == ([], False)
    assert job.run().code == 0
    assert (len(job.pulls), job.lines()) == (1, AFTER)


def test_a_protected_branch_is_named(job: Job) -> None:
    job.github.world.protected.add(BRANCH)
    done = job.run()
    assert done.code != 0
    assert BRANCH in done.err
    assert "rule violations" in done.err
    assert job.pulls == []
    job.github.world.protected.clear()
    assert job.run().code == 0
    before = job.repository.branches[BRANCH]
    job.github.world.protected.add(BRANCH)
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    assert job.run().code != 0
    assert job.repository.branches[BRANCH] == before
    assert len(job.pulls) == 1


@pytest.mark.parametrize(("part", "code"), [("/git/commits", 3), ("updateRefs", 3), ("/pulls", 0)])
def test_two_runs_at_once_make_one_pull_request(part: str, code: int, job: Job) -> None:
    """The branch is that of the first to replace it; the pull request is opened once, and then brought up to date."""
    job.github.meanwhile.append(("POST", part, job.run))
    assert job.run().code == code
    assert job.run().code == 0
    assert (len(job.pulls), job.lines()) == (1, AFTER)


def test_a_list_that_changed_meanwhile_is_left_to_the_next_run(job: Job) -> None:
    changed = README.replace("# Agents", "# Language agents")
    job.github.world.push(REPOSITORY, "main", {"README.md": changed})
    done = job.run()
    assert "differs from the default branch" in done.err
    assert BRANCH not in job.repository.branches


def test_what_was_merged_is_not_proposed_again(job: Job) -> None:
    job.run()
    job.github.world.push(REPOSITORY, "main", {"README.md": AFTER})
    (job.folder / "README.md").write_text(AFTER)
    job.pulls[0].issue.state = "closed"
    assert "Nothing to change" in job.run().err
    assert len(job.pulls) == 1


def test_a_job_that_may_not_write_says_so(job: Job) -> None:
    job.github.world.may_create_pulls = False
    done = job.run()
    assert done.code != 0
    assert "not permitted to create" in done.err
