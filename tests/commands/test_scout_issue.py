"""`bot scout --issue`: candidates with boxes to tick, on a GitHub of our own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.commands.parsers import FactOptions, ListOptions
from bot.commands.scout import Options, read_target
from bot.console import Console
from bot.scouting.feeds import name_default_feeds
from tests.commands.candidates import COFFEE, FIREACT, MEMORY, PLANNING, UNKNOWN, candidates_of
from tests.commands.helpers import run
from tests.commands.office import AFTER, LIST, README
from tests.github.model import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.candidates import Job

NEWEST = "&sortBy=submittedDate&sortOrder=descending&max_results=500"


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    monkeypatch.chdir(tmp_path)
    with candidates_of(tmp_path) as made:
        yield made


def test_the_whole_way(job: Job) -> None:
    """Shown, ticked, offered, merged: one issue, one pull request, and the issue closes."""
    job.feed(COFFEE, PLANNING, FIREACT)
    done = job.run()
    assert (done.code, done.err) == (0, "Scout: 1 candidates, 0 chosen.\n")
    issue = job.issue
    assert (issue.author, issue.labels, issue.state) == (BOT, ["paperlist-bot"], "open")
    assert job.candidates() == [f"  {PLANNING['title']}"]
    assert "in `Planning`" in issue.body

    job.tick(PLANNING["title"])
    assert job.run().code == 0
    (pull,) = job.pulls
    world = job.github.world
    assert (pull.branch, pull.base, pull.issue.author) == ("paperlist-bot/scout", "main", BOT)
    assert world.commits[pull.head].files["README.md"].decode() == AFTER
    assert job.candidates() == [f"x {PLANNING['title']}"]
    assert f"In #{pull.issue.number}." in issue.body

    (job.folder / "README.md").write_text(AFTER)
    pull.issue.state = "closed"
    assert job.run().code == 0
    assert (issue.state, job.candidates()) == ("closed", [])
    assert job.issue is issue


def test_nothing_changes_without_news(job: Job) -> None:
    job.feed(PLANNING, MEMORY, COFFEE)
    job.run()
    body = job.issue.body
    job.run()
    assert job.issue.body.split("\n<!-- ")[0].partition("-->")[2] == body.split("\n<!-- ")[0].partition("-->")[2]
    assert len(job.github.world.repositories[LIST].issues) == 1


def test_what_is_removed_or_closed_is_not_proposed_again(job: Job) -> None:
    job.feed(PLANNING, MEMORY, COFFEE)
    job.run()
    job.remove(PLANNING["title"])
    job.run()
    assert job.candidates() == [f"  {MEMORY['title']}"]
    job.issue.state = "closed"
    job.run()
    assert (job.candidates(), job.issue.state) == ([], "closed")
    job.feed(PLANNING, MEMORY, COFFEE, UNKNOWN)
    job.run()
    assert (job.candidates(), job.issue.state) == ([f"  {UNKNOWN['title']}"], "open")


def test_a_closed_pull_request_is_a_no(job: Job) -> None:
    job.feed(PLANNING, COFFEE)
    job.run()
    job.tick(PLANNING["title"])
    job.run()
    (pull,) = job.pulls
    pull.issue.state = "closed"
    job.run()
    assert (job.candidates(), len(job.pulls)) == ([], 1)
    job.run()
    assert (job.candidates(), len(job.pulls)) == ([], 1)


def test_what_cannot_be_added_says_why(job: Job) -> None:
    job.feed(UNKNOWN, COFFEE)
    job.run()
    job.tick(UNKNOWN["title"])
    assert job.run().code == 0
    assert "could not be added: could not find the title of arXiv:2401.09999" in job.issue.body
    assert job.pulls == []


def test_a_source_that_is_down_discards_nothing(job: Job) -> None:
    job.feed(PLANNING, COFFEE)
    job.run()
    job.feed(MEMORY, COFFEE)
    done = job.run("http://127.0.0.1:1/feed")
    assert done.code == 0
    assert sorted(job.candidates()) == [f"  {MEMORY['title']}", f"  {PLANNING['title']}"]
    assert "\n> Not read this time: " in job.issue.body
    assert "its IP address is not public" in job.issue.body


def test_no_source_at_all(job: Job) -> None:
    job.feed(PLANNING, COFFEE)
    job.run()
    given = {"GITHUB_API_URL": job.github.url, "GITHUB_TOKEN": "fix-token", "GITHUB_REPOSITORY": LIST}
    job.tick(PLANNING["title"])
    done = run("scout", "--issue", "--from", "http://127.0.0.1:1/feed", "--cache", "answers.sqlite", environ=given)
    assert (done.code, len(job.pulls), job.candidates()) == (3, 1, [f"x {PLANNING['title']}"])


def test_an_edited_state_starts_over(job: Job) -> None:
    job.feed(PLANNING, COFFEE)
    job.run()
    job.issue.body = job.issue.body.replace("sum=", "sum=0")
    done = job.run()
    assert (done.code, job.candidates()) == (0, [f"  {PLANNING['title']}"])
    assert "\n> the hidden part of the issue was edited: what was declined may be proposed again" in job.issue.body


@pytest.mark.parametrize("option", [("--add", "--top", "3"), ("--top", "3"), ("--format", "json")], ids=" ".join)
def test_options_that_do_not_go_together(option: tuple[str, ...]) -> None:
    done = run("scout", "--issue", *option)
    assert (done.code, done.err.splitlines()[0]) == (
        2,
        "error: --issue cannot be combined with --add, --top or --format",
    )


def test_default_feeds(job: Job) -> None:
    """Daily papers, and the categories that the lock file knows of the list's papers."""
    line = {"title": "A", "submitted": "2024-01-07", "checked": "2026-11-20", "categories": ["cs.CL", "cs.AI"]}
    known = ("2405.00451", "2310.05915")
    (job.folder / "papers.lock.jsonl").write_text(
        "".join(f"{json.dumps({'id': f'arXiv:{each}', **line})}\n" for each in known)
    )
    (job.folder / "LIST.md").write_text(README)
    lists = ListOptions(files=(str(job.folder / "LIST.md"),), isolated=True)
    facts = FactOptions(offline=True, cache=str(job.folder / "answers.sqlite"))
    console = Console()
    target = read_target(Options(lists, facts, issue=True), console)
    assert name_default_feeds(target.find_categories(), console.environ) == (
        "https://huggingface.co/api/daily_papers?limit=100",
        f"https://export.arxiv.org/api/query?search_query=cat%3Acs.CL{NEWEST}",
    )
