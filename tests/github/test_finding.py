"""The pull request that a run on a fork was for: only what the event says of it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github.events import RunEvent
from bot.github.pulls import find_pull, read_pull
from tests.github.scenarios import AFTER, FORK, LIST, README, fork, only_pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench


def run_of(head_repository_id: int, branch: str, commit: str, number: int | None) -> RunEvent:
    """A run on the fork."""
    return RunEvent(LIST, 77, "pull_request", True, FORK, head_repository_id, branch, commit, number)


@pytest.mark.parametrize("hint", [None, 1, 2, 3])
def test_find_pull_among_several(bench: Bench, hint: int | None) -> None:
    """One branch that shall go into two: the report may choose among these, and no others."""
    world = fork()
    world.push(LIST, "next", {})
    world.open_pull(LIST, "patch-1", source=FORK, base="next")
    world.push(FORK, "other", {README: AFTER})
    world.open_pull(LIST, "other", source=FORK)
    _, github = bench.open(world)
    head = world.repositories[FORK].branches["patch-1"]
    found = find_pull(github, run_of(world.repositories[FORK].number, "patch-1", head, hint))
    assert (found.number if found else None) == {1: 1, 2: 2}.get(hint or 0)


def test_find_pull_is_not_fooled(bench: Bench) -> None:
    world = fork()
    fake, github = bench.open(world)
    number, head = world.repositories[FORK].number, only_pull(world).head
    found = find_pull(github, run_of(number, "patch-1", head, 99))
    assert len(fake.visits) == 2
    assert found is not None
    assert found == read_pull(github, LIST, 1)
    assert find_pull(github, run_of(number + 1, "patch-1", head, 1)) is None
    assert find_pull(github, run_of(number, "patch-1", "0" * 40, 1)) is None
    assert find_pull(github, run_of(number, "patch-2", head, 1)) is None
    only_pull(world).issue.state = "closed"
    assert find_pull(github, run_of(number, "patch-1", head, 1)) is None
