"""Updates in a pull request, run by act: the workflow of `bot init`, the real Action, and a fake GitHub."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import UPDATE, render_workflow
from bot.updates.pull import BRANCH, CLOSED
from tests.action.consumer import Consumer, consumer, write
from tests.action.tools import tool
from tests.commands.updates import README, REPOSITORY, lock_all, updates_of
from tests.github.model import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.action.consumer import Run
    from tests.commands.updates import Job

pytestmark = pytest.mark.act


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    (tmp_path / "list").mkdir()
    with updates_of(tmp_path / "list") as made:
        yield made


@pytest.fixture
def made(tmp_path: Path, job: Job) -> Consumer:
    """The checkout that act runs in."""
    tool("act")
    environ = {"GITHUB_API_URL": job.github.url, "GITHUB_REPOSITORY": REPOSITORY, "BOT_CONNECTIVITY_PROBES": "none"}
    found = consumer(tmp_path, environ)
    write(found, UPDATE, render_workflow(UPDATE))
    write(found, "papers.lock.jsonl", lock_all("2310.05915"))
    found.list.commit(README=README)
    return found


def update(made: Consumer) -> Run:
    return made.run(UPDATE, "schedule", {}, token="fix-token")


def test_from_the_schedule_to_the_pull_request(made: Consumer, job: Job) -> None:
    first = update(made)
    assert (first.succeeded, first.outputs["exit-code"]) == (True, "0"), first.log
    (pull,) = job.pulls
    assert (pull.branch, pull.issue.author, job.lines()) == (BRANCH, BOT, README.replace("arXiv'23", "COLM'24"))
    before = job.repository.branches[BRANCH], pull.issue.body
    second = update(made)
    assert second.succeeded, second.log
    assert (job.repository.branches[BRANCH], pull.issue.body, len(job.pulls)) == (*before, 1)
    assert job.repository.branches["main"] == job.github.world.commits[pull.head].parents[0]


def test_closed_without_a_merge_and_when_nothing_is_left(made: Consumer, job: Job) -> None:
    update(made)
    (pull,) = job.pulls
    pull.issue.state = "closed"
    done = update(made)
    assert (done.succeeded, len(job.pulls), pull.issue.state) == (True, 1, "closed"), done.log
    pull.issue.state = "open"
    write(made, "papers.lock.jsonl", lock_all())
    done = update(made)
    assert (done.succeeded, pull.issue.state, pull.issue.body) == (True, "closed", CLOSED), done.log


def test_commits_of_a_person_are_left(made: Consumer, job: Job) -> None:
    update(made)
    mine = job.github.world.push(REPOSITORY, BRANCH, {"README.md": "mine"}, message="Mine")
    write(made, "papers.lock.jsonl", lock_all("2310.05915", "2310.12823"))
    done = update(made)
    assert (done.succeeded, job.repository.branches[BRANCH]) == (False, mine), done.log


def test_nobody_is_asked_about_the_papers(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards the tests above: without the lock file the Action would ask services."""
    monkeypatch.chdir(job.folder)
    (job.folder / "papers.lock.jsonl").write_text(lock_all("2310.05915"))
    assert job.run().code == 0
    assert job.lines() == README.replace("arXiv'23", "COLM'24")
