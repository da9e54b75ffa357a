"""Merge commits, and branches that move meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, UnavailableError
from bot.github.branches import MovedError, push_merge
from bot.github.model import TreeFile
from bot.github.pulls import read_files
from tests.github.faults import Fault
from tests.github.model import blob_hash
from tests.github.scenarios import AFTER, BEFORE, FORK, LIST, README, fork, only_pull, pull

if TYPE_CHECKING:
    from bot.github.client import Client
    from bot.github.model import TreeFile as File
    from tests.github.conftest import Bench
    from tests.github.world import World

NEW = TreeFile("100644", "", "# New\n")


def push(github: Client, world: World, files: dict[str, File | None], repository: str = LIST) -> str:
    found = only_pull(world)
    parents = (found.head, world.repositories[LIST].branches["main"])
    return push_merge(github, repository, found.branch, parents, files, "Merge main into more\n")


def test_files_of_a_commit(bench: Bench) -> None:
    world = pull()
    _, github = bench.open(world, "rebase-token")
    assert read_files(github, LIST, only_pull(world).head) == {
        README: TreeFile("100644", blob_hash(AFTER.encode())),
        "docs/about.md": TreeFile("100644", blob_hash(b"# About\n")),
    }
    world.most_tree_entries = 1
    assert read_files(github, LIST, only_pull(world).head) is None


def test_merge_with_two_parents(bench: Bench) -> None:
    world = pull()
    newest = world.push(LIST, "main", {"new.md": "# Theirs\n", "docs/about.md": None})
    head = only_pull(world).head
    _, github = bench.open(world, "rebase-token")
    theirs = TreeFile("100644", blob_hash(b"# Theirs\n"))
    sha = push(github, world, {README: NEW, "new.md": theirs, "docs/about.md": None})
    made = world.commits[sha]
    assert (only_pull(world).head, made.parents, made.message) == (sha, (head, newest), "Merge main into more\n")
    assert made.files == {README: b"# New\n", "new.md": b"# Theirs\n"}


def test_merge_that_changes_no_file(bench: Bench) -> None:
    world = pull()
    _, github = bench.open(world, "rebase-token")
    made = world.commits[push(github, world, {})]
    assert made.files == {README: AFTER.encode(), "docs/about.md": b"# About\n"}


def test_commit_of_somebody_else_is_never_lost(plain: Bench) -> None:
    world = pull()
    _, github = plain.open(world, "rebase-token")
    parents = (only_pull(world).head, world.repositories[LIST].branches["main"])
    hers = world.push(LIST, "more", {"docs/about.md": "# Hers\n"})
    with pytest.raises(MovedError, match="there is a newer commit"):
        push_merge(github, LIST, "more", parents, {README: NEW}, "Merge")
    assert world.repositories[LIST].branches["more"] == hers


def test_token_that_may_not_write(bench: Bench) -> None:
    world = pull()
    _, github = bench.open(world, "review-token")
    before = dict(world.repositories[LIST].branches)
    with pytest.raises(ForbiddenError):
        push(github, world, {README: NEW})
    assert world.repositories[LIST].branches == before


def test_token_of_a_job_does_not_reach_forks(bench: Bench) -> None:
    world = fork()
    fake, github = bench.open(world, "rebase-token")
    with pytest.raises(ForbiddenError):
        push(github, world, {README: NEW}, FORK)
    sha = push(bench.ask(fake, "ada-token"), world, {README: NEW}, FORK)
    assert world.repositories[FORK].branches["patch-1"] == sha
    assert world.commits[world.repositories[LIST].branches["main"]].files[README] == BEFORE.encode()


@pytest.mark.parametrize(("verb", "part"), [("POST", "/git/trees"), ("POST", "/git/commits"), ("PATCH", "/git/refs")])
@pytest.mark.parametrize("fault", [Fault.ERROR_AFTER, Fault.HANG_UP_AFTER])
def test_lost_answers(verb: str, part: str, fault: Fault, plain: Bench) -> None:
    world = pull()
    fake, github = plain.open(world, "rebase-token")
    fake.fail(verb, part, fault)
    sha = push(github, world, {README: NEW})
    assert only_pull(world).head == sha


def test_failure_changes_nothing(plain: Bench) -> None:
    world = pull()
    fake, github = plain.open(world, "rebase-token")
    head = only_pull(world).head
    fake.fail("PATCH", "/git/refs", Fault.ERROR, times=9)
    with pytest.raises(UnavailableError):
        push(github, world, {README: NEW})
    assert only_pull(world).head == head
