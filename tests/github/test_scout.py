"""The issue with candidates, with each request held against GitHub's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import SCOUT, render_workflow
from tests.action.consumer import consumer, write
from tests.action.tools import tool
from tests.commands.candidates import COFFEE, HOSTILE, MEMORY, PLANNING, candidates_of
from tests.commands.office import AFTER, LIST, README

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.candidates import Job
    from tests.github.conftest import Between

pytestmark = pytest.mark.conformance


@pytest.fixture
def job(prism: Between, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    folder = tmp_path / "list"
    folder.mkdir()
    monkeypatch.chdir(folder)
    with prism.watch(), candidates_of(folder, port=prism.upstream, shown=prism.url) as made:
        made.feed(PLANNING, COFFEE)
        yield made


def test_a_pull_request_that_is_closed_is_not_proposed_again(job: Job) -> None:
    assert job.run().code == 0
    job.tick(PLANNING["title"])
    assert job.run().code == 0
    (pull,) = job.pulls
    assert job.github.world.commits[pull.head].files["README.md"].decode() == AFTER
    pull.issue.state = "closed"
    for _ in range(2):
        assert job.run().code == 0
        assert (job.candidates(), len(job.pulls), job.issue.state) == ([], 1, "closed")


def test_removed_closed_and_opened_again(job: Job) -> None:
    job.feed(PLANNING, MEMORY, COFFEE)
    assert job.run().code == 0
    job.remove(PLANNING["title"])
    assert job.run().code == 0
    job.issue.state = "closed"
    assert job.run().code == 0
    assert job.candidates() == []
    job.feed(PLANNING, MEMORY, COFFEE, HOSTILE)
    assert job.run().code == 0
    assert (len(job.candidates()), job.issue.state, job.pulls) == (1, "open", [])


@pytest.mark.act
def test_as_the_action(job: Job, tmp_path: Path) -> None:
    """The whole chain: workflow, Action, bot, description, GitHub."""
    tool("act")
    environ = {"GITHUB_API_URL": job.github.url, "GITHUB_REPOSITORY": LIST, "BOT_CONNECTIVITY_PROBES": "none"}
    made = consumer(tmp_path, environ)
    write(made, SCOUT, f"{render_workflow(SCOUT)}          feeds: feed.jsonl\n")
    made.list.commit(README=README)
    done = made.run(SCOUT, "schedule", {}, token="fix-token")
    assert done.succeeded, done.log
    job.tick(PLANNING["title"])
    done = made.run(SCOUT, "issues", job.edited(), token="fix-token")
    assert done.succeeded, done.log
    (pull,) = job.pulls
    pull.issue.state = "closed"
    done = made.run(SCOUT, "schedule", {}, token="fix-token")
    assert done.succeeded, done.log
    assert (job.candidates(), len(job.pulls), job.issue.state) == ([], 1, "closed")
