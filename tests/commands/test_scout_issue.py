"""`bot scout --issue`: candidates with boxes to tick, on a GitHub of our own."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from bot.commands.scout_issue import default_feeds, usual_categories
from bot.console import Console
from bot.facts.model import Record
from bot.scouting.issue import TITLE
from tests.additions.helpers import listing_of
from tests.commands.helpers import run
from tests.commands.hub import Hub
from tests.commands.office import AFTER, LIST, README, lock
from tests.github import World
from tests.github.model import BOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.github.model import Issue, Pull

PLANNING = {"id": "2401.00123", "title": "Planning with Language Models as Planning Tools"}
MEMORY = {"id": "2401.00500", "title": "Long-Term Memory for Language Agents"}
COFFEE = {"id": "2401.00900", "title": "On Coffee"}
FIREACT = {"id": "2310.05915", "title": "FireAct: Toward Language Agent Fine-tuning"}
NEWEST = "&sortBy=submittedDate&sortOrder=descending&max_results=500"
UNKNOWN = {"id": "2401.09999", "title": "Zero-Shot Planning with Language Agents"}


@dataclass(slots=True)
class Job:
    """The repository on GitHub, its checkout, and a feed beside it."""

    github: Hub
    folder: Path

    def feed(self, *papers: dict[str, str], name: str = "feed.jsonl") -> None:
        (self.folder / name).write_text("".join(f"{json.dumps(each)}\n" for each in papers))

    def run(self, *feeds: str) -> Run:
        given = {"GITHUB_API_URL": self.github.url, "GITHUB_TOKEN": "fix-token", "GITHUB_REPOSITORY": LIST}
        options = ("--from", "feed.jsonl", *feeds, "--cache", "answers.sqlite")
        offline = () if feeds else ("--offline",)
        return run("scout", "--issue", *options, *offline, environ={**given, "BOT_CONNECTIVITY_PROBES": "none"})

    @property
    def issue(self) -> Issue:
        (found,) = [each for each in self.github.world.repositories[LIST].issues.values() if each.title == TITLE]
        return found

    @property
    def pulls(self) -> list[Pull]:
        return list(self.github.world.repositories[LIST].pulls.values())

    def tick(self, title: str) -> None:
        lines = self.issue.body.splitlines(keepends=True)
        (at,) = [number for number, line in enumerate(lines) if title in line and line.startswith("- [ ]")]
        lines[at] = lines[at].replace("- [ ]", "- [x]", 1)
        self.issue.body = "".join(lines)

    def remove(self, title: str) -> None:
        self.issue.body = "".join(line for line in self.issue.body.splitlines(keepends=True) if title not in line)

    def candidates(self) -> list[str]:
        """The titles that are shown, each with its box."""
        lines = [line for line in self.issue.body.splitlines() if line.startswith("- [")]
        return [f"{line[3]} {line[7:].partition(']')[0]}" for line in lines]


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text(README)
    (tmp_path / "papers.lock.jsonl").write_text(lock())
    world = World()
    world.create(LIST, {"README.md": README, "papers.lock.jsonl": lock()})
    with Hub(world) as github:
        yield Job(github, tmp_path)
        assert world.complaints == []


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
    assert "its address is not public" in job.issue.body


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


def test_usual_categories() -> None:
    records = [Record("", categories=each) for each in (("cs.CL", "cs.AI"),) * 9 + (("cs.LG",),) * 9 + (("q-bio.NC",),)]
    assert usual_categories(records) == ["cs.CL", "cs.LG"]


def test_default_feeds(job: Job) -> None:
    """Daily papers, and the categories that the lock file knows of the list's papers."""
    line = {"title": "A", "submitted": "2024-01-07", "checked": "2026-11-20", "categories": ["cs.CL", "cs.AI"]}
    known = ("2405.00451", "2310.05915")
    (job.folder / "papers.lock.jsonl").write_text(
        "".join(f"{json.dumps({'id': f'arXiv:{each}', **line})}\n" for each in known)
    )
    args = Namespace(offline=True, cache=str(job.folder / "answers.sqlite"), allow_address=None)
    assert default_feeds(listing_of(README), args, Console()) == [
        "https://huggingface.co/api/daily_papers?limit=100",
        f"https://export.arxiv.org/api/query?search_query=cat%3Acs.CL{NEWEST}",
    ]
