"""`bot update` on a desk, and the pull request that the Action keeps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.updates.pull import BRANCH, CLOSED
from tests.commands.helpers import run
from tests.commands.updates import FIREACT, README, REPOSITORY, TUNING, lock, lock_all, updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.helpers import Run
    from tests.commands.updates import Job


@pytest.fixture
def folder(folder: Path) -> Path:
    (folder / "README.md").write_text(README, encoding="utf-8")
    (folder / "papers.lock.jsonl").write_text(lock(FIREACT), encoding="utf-8")
    return folder


def update(*arguments: str) -> Run:
    return run("update", "README.md", "--isolated", "--offline", "--cache", "cache.sqlite", *arguments)


def test_what_the_lock_file_knows_is_written_and_reported(folder: Path) -> None:
    done = update()
    assert (done.code, (folder / "README.md").read_text()) == (0, README.replace("arXiv'23", "COLM'24"))
    assert done.out.startswith('README.md:6 venue "arXiv\'23" -> "COLM 2024" (arXiv comment')
    assert "1 change, 0 not decided." in done.err
    assert "0 changes" in update().err


def test_a_diff_writes_nothing(folder: Path) -> None:
    done = update("--diff")
    assert "+* [FireAct" in done.out
    assert (folder / "README.md").read_text() == README


@pytest.mark.parametrize("option", [("--only", "code,title,link"), ("--since", "2024"), ("--since", "2023-11-01")])
def test_only_what_is_asked_for_is_brought_up_to_date(folder: Path, option: tuple[str, str]) -> None:
    assert update(*option).code == 0
    assert (folder / "README.md").read_text() == README


@pytest.mark.parametrize(
    "option", [("--only", "venues"), ("--only", ","), ("--since", "soon"), ("--diff", "--pull-request")]
)
def test_wrong_options_are_refused(folder: Path, option: tuple[str, str]) -> None:
    assert update(*option).code == 2


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("papers.yaml", "- title: FireAct\n  url: https://arxiv.org/abs/2310.05915\n"),
        ("papers.csv", "title,url\nFireAct,https://arxiv.org/abs/2310.05915\n"),
        ("papers.bib", "@article{a, title={FireAct}, url={https://arxiv.org/abs/2310.05915}}\n"),
    ],
)
def test_records_are_refused_with_one_message(name: str, content: str, folder: Path) -> None:
    (folder / name).write_text(content)
    done = run("update", "README.md", name, "--isolated", "--offline")
    assert (done.code, (folder / name).read_text(), (folder / "README.md").read_text()) == (2, content, README)
    assert f"{name}: bot update writes lists in Markdown, not records" in done.err


def test_a_suppressed_entry_is_left(folder: Path) -> None:
    comment = "<!-- bot: allow published-venue - it is the preprint that we mean -->"
    text = README.replace("(arXiv'23)", f"(arXiv'23) {comment}")
    (folder / "README.md").write_text(text)
    update()
    assert (folder / "README.md").read_text() == text


def test_a_paper_in_two_places_is_reported_and_left(folder: Path) -> None:
    text = f"{README}\n## Again\n\n* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    (folder / "README.md").write_text(text)
    done = update()
    assert (folder / "README.md").read_text() == text
    assert "the paper lacks it in 2 places" in done.err


def test_an_entry_about_another_paper_than_its_link_is_left(folder: Path) -> None:
    text = README.replace("FireAct: Toward Language Agent Fine-tuning", "A Survey on Graphs of Thought and Trees")
    (folder / "README.md").write_text(text)
    update()
    assert (folder / "README.md").read_text() == text


@pytest.fixture
def job(folder: Path) -> Iterator[Job]:
    with updates_of(folder) as found:
        yield found


def test_one_pull_request_is_kept(job: Job) -> None:
    assert job.run().code == 0
    (pull,) = job.pulls
    assert job.lines() == README.replace("arXiv'23", "COLM'24")
    assert "| entry | change | sources |" in pull.issue.body
    assert "`COLM 2024`" in pull.issue.body
    before = job.repository.branches[BRANCH], pull.issue.body
    assert job.run().code == 0
    assert (job.repository.branches[BRANCH], job.pulls[0].issue.body, len(job.pulls)) == (*before, 1)
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    assert job.run().code == 0
    assert len(job.pulls) == 1
    assert "ACL'24 Findings" in job.lines()


def test_nothing_to_change_opens_none(job: Job) -> None:
    (job.folder / "papers.lock.jsonl").write_text(lock())
    done = job.run()
    assert (done.code, job.pulls) == (0, [])
    assert "Nothing to change" in done.err


def test_one_in_which_nothing_is_left_is_closed_and_proposed_again_when_there_is(job: Job) -> None:
    job.run()
    (job.folder / "papers.lock.jsonl").write_text(lock_all())
    done = job.run()
    (pull,) = job.pulls
    assert (done.code, pull.issue.state, pull.issue.body) == (0, "closed", CLOSED)
    assert "Nothing to change: closed http" in done.err
    assert "Nothing to change: no pull request." in job.run().err
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT))
    assert job.run().code == 0
    assert (len(job.pulls), job.lines()) == (2, README.replace("arXiv'23", "COLM'24"))


def test_one_with_commits_of_a_person_is_not_closed(job: Job) -> None:
    job.run()
    job.github.world.push(REPOSITORY, BRANCH, {"README.md": "mine"}, message="Mine")
    (job.folder / "papers.lock.jsonl").write_text(lock_all())
    assert "somebody has added commits" in job.run().err
    assert job.pulls[0].issue.state == "open"


def test_one_is_left_open_where_nobody_knows_of_its_papers(job: Job) -> None:
    job.run()
    (job.folder / "papers.lock.jsonl").write_text(lock())
    assert "Nothing to change: no pull request." in job.run().err
    assert job.pulls[0].issue.state == "open"


def test_what_was_closed_is_not_proposed_again_until_sources_say_something_else(job: Job) -> None:
    job.run()
    job.pulls[0].issue.state = "closed"
    assert "Nothing to change" in job.run().err
    assert len(job.pulls) == 1
    (job.folder / "papers.lock.jsonl").write_text(lock((*FIREACT[:2], "Accepted at ICLR 2025")))
    assert job.run().code == 0
    assert len(job.pulls) == 2
    assert "ICLR'25" in job.lines()


def test_a_memory_that_somebody_edited_is_reported(job: Job) -> None:
    job.run()
    pull = job.pulls[0]
    pull.issue.state, pull.issue.body = "closed", pull.issue.body.replace("\neN", "\neM")
    done = job.run()
    assert f"pull request {pull.number}" in done.err
    assert len(job.pulls) == 2


def test_commits_of_a_person_are_left(job: Job) -> None:
    job.run()
    world = job.github.world
    mine = world.push(REPOSITORY, BRANCH, {"README.md": "mine"}, message="Mine")
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    done = job.run()
    assert done.code != 0
    assert "somebody has added commits" in done.err
    assert job.repository.branches[BRANCH] == mine


def test_a_push_to_the_branch_during_the_run_is_not_overwritten(job: Job) -> None:
    job.run()
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    mine = job.lines() + "\nmine\n"
    push = partial(job.github.world.push, REPOSITORY, BRANCH, {"README.md": mine})
    job.github.meanwhile.append(("POST", "/git/commits", push))
    done = job.run()
    assert (done.code, job.lines()) == (3, mine)
    assert "somebody has changed it meanwhile" in done.err
    assert "ACL" not in job.pulls[0].issue.body


def test_a_branch_that_somebody_makes_during_the_run_is_not_overwritten(job: Job) -> None:
    push = partial(job.github.world.push, REPOSITORY, BRANCH, {"README.md": "mine"})
    job.github.meanwhile.append(("POST", "/git/commits", push))
    assert (job.run().code, job.lines(), job.pulls) == (3, "mine", [])


@pytest.mark.parametrize(
    ("verb", "part"),
    [
        ("GET", "/git/ref/"),
        ("GET", "/contents/"),
        ("GET", "/git/commits/"),
        ("POST", "/git/trees"),
        ("POST", "updateRefs"),
        ("POST", "/pulls"),
    ],
)
def test_a_push_to_the_default_branch_during_the_run_is_not_undone(verb: str, part: str, job: Job) -> None:
    """What the pull request changes is what the bot changed, whatever comes to the default branch meanwhile."""
    world = job.github.world
    newer = README.replace("# Agents", "# Language agents")
    job.github.meanwhile.append((verb, part, partial(world.push, REPOSITORY, "main", {"README.md": newer})))
    assert job.run().code == 0
    assert world.commits[job.repository.branches["main"]].files["README.md"] == newer.encode()
    if BRANCH in job.repository.branches:
        (parent,) = world.commits[job.repository.branches[BRANCH]].parents
        assert world.commits[parent].files["README.md"] == README.encode()
        assert job.lines() == README.replace("arXiv'23", "COLM'24")


def test_what_another_repository_remembers_counts_for_nothing(job: Job) -> None:
    """Whoever may not write here may copy the hidden part of a pull request into one of their own, and close it."""
    job.run()
    body = job.pulls[0].issue.body
    job.repository.pulls.clear()
    del job.repository.branches[BRANCH]
    job.github.world.fork(REPOSITORY, "octo/copy")
    job.github.world.push("octo/copy", BRANCH, {"README.md": "theirs"})
    theirs = job.github.world.open_pull(REPOSITORY, BRANCH, source="octo/copy").issue
    theirs.body, theirs.state = body, "closed"
    assert (job.run().code, len(job.pulls)) == (0, 2)


def test_a_list_that_is_left_out_is_not_in_the_text_nor_remembered(job: Job) -> None:
    other = README.replace("2310.05915", "2310.12823").replace(FIREACT[1], TUNING[1]).rpartition("* ")[0]
    world = job.github.world
    (job.folder / "OTHER.md").write_text(other)
    (job.folder / ".github").mkdir()
    (job.folder / ".github/paperlist-bot.yml").write_text("lists: [README.md, OTHER.md]\n")
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    world.push(REPOSITORY, "main", {"OTHER.md": f"{other}more\n"})
    done = job.run()
    assert (done.code, "OTHER.md differs from the default branch" in done.err) == (0, True)
    (pull,) = job.pulls
    assert ("README.md:6" in pull.issue.body, "OTHER.md" in pull.issue.body) == (True, False)
    pull.issue.state = "closed"
    world.push(REPOSITORY, "main", {"OTHER.md": other})
    assert job.run().code == 0
    assert [("README.md:" in each.issue.body, "OTHER.md" in each.issue.body) for each in job.pulls[1:]] == [
        (False, True)
    ]
