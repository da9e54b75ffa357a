"""Candidates in an issue, run by act: the workflow of `bot init`, the real Action, and a fake GitHub."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.setup.workflows import SCOUT, render_workflow
from tests.action.consumer import Consumer, consumer, write
from tests.action.tools import tool
from tests.commands.candidates import COFFEE, HOSTILE, MEMORY, PLANNING, candidates_of
from tests.commands.office import AFTER, LIST, README, lock
from tests.github.model import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.action.consumer import Run
    from tests.commands.candidates import Job

pytestmark = pytest.mark.act

DOWN = "http://127.0.0.1:1/feed"


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    (tmp_path / "list").mkdir()
    with candidates_of(tmp_path / "list") as made:
        made.feed(PLANNING, MEMORY, COFFEE, HOSTILE)
        yield made


@pytest.fixture
def made(tmp_path: Path, job: Job) -> Consumer:
    """The checkout that act runs in; modules in it write a file when they are imported."""
    tool("act")
    environ = {"GITHUB_API_URL": job.github.url, "GITHUB_REPOSITORY": LIST, "BOT_CONNECTIVITY_PROBES": "none"}
    found = consumer(tmp_path, environ)
    choose(found, "feed.jsonl")
    for name in ("yaml", "github", "pip", "venv"):
        write(
            found, f"{name}.py", f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\nraise SystemExit(99)\n"
        )
    found.list.commit(README=README)
    return found


def choose(made: Consumer, feed: str) -> None:
    """The workflow that reads this feed, as a person adds it."""
    text, last = render_workflow(SCOUT), "          command: scout\n"
    assert text.count(last) == 1
    write(made, SCOUT, text.replace(last, f"{last}          feeds: {feed}\n"))


def scout(made: Consumer, kind: str = "schedule", event: dict[str, object] | None = None) -> Run:
    return made.run(SCOUT, kind, event or {}, token="fix-token")


def test_from_the_feed_to_the_pull_request(made: Consumer, job: Job, tmp_path: Path) -> None:
    first = scout(made)
    assert (first.succeeded, first.outputs["exit-code"]) == (True, "0"), first.log
    assert (job.issue.author, job.pulls) == (BOT, [])
    assert sorted(each[2:] for each in job.candidates() if "team" not in each) == [MEMORY["title"], PLANNING["title"]]
    assert len(job.candidates()) == 3

    job.tick(PLANNING["title"])
    ticked = scout(made, "issues", job.edited())
    assert (ticked.succeeded, ticked.outputs["exit-code"]) == (True, "0"), ticked.log
    (pull,) = job.pulls
    world = job.github.world
    assert (pull.branch, world.commits[pull.head].files["README.md"].decode()) == ("paperlist-bot/scout", AFTER)
    assert f"In #{pull.issue.number}." in job.issue.body

    pull.issue.state = job.issue.state = "closed"
    last = scout(made)
    assert last.succeeded, last.log
    assert (job.issue.state, job.candidates(), len(job.pulls)) == ("closed", [], 1)
    assert not (tmp_path / "imported").exists()
    assert [*tmp_path.rglob("pwned")] == []
    assert world.repositories[LIST].branches["main"] == world.commits[pull.head].parents[0]


def test_a_feed_that_is_down(made: Consumer, job: Job) -> None:
    """What was ticked is added all the same, what was shown stays, and the run fails."""
    scout(made)
    job.tick(PLANNING["title"])
    choose(made, DOWN)
    done = scout(made, "issues", job.edited())
    assert (done.succeeded, done.outputs["exit-code"], len(job.pulls)) == (False, "3", 1), done.log
    assert len(job.candidates()) == 3
    assert "\n> Not read this time: " in job.issue.body


@pytest.mark.parametrize(
    ("author", "sender", "body"),
    [("", BOT, ""), ("mallory", "mallory", ""), ("", "grace", "Another issue of the bot.")],
    ids=["edited by the bot", "an issue of somebody else", "another issue"],
)
def test_what_starts_no_job(author: str, sender: str, body: str, made: Consumer, job: Job) -> None:
    job.github.world.open_issue(LIST, BOT, "Paper list: candidates", "<!-- paperlist-bot:v1 scout time=1 -->\n", [])
    job.issue.body = body or job.issue.body
    done = scout(made, "issues", job.edited(author=author, sender=sender))
    assert (done.outputs, job.github.visits) == ({}, []), done.log


def test_the_checkout_has_what_the_bot_reads(job: Job) -> None:
    """Guards the tests above: without the lock file the Action would ask arXiv."""
    ids = {json.loads(line)["id"] for line in lock().splitlines()}
    assert {f"arXiv:{each['id']}" for each in (PLANNING, MEMORY, HOSTILE)} <= ids
    assert (job.folder / "papers.lock.jsonl").read_text() == lock()
