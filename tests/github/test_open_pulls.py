"""The open pull requests that change the same files, with each request held against GitHub's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import ForbiddenError, NotFoundError
from bot.github.open_pulls import LARGEST_FILE, MOST_BYTES, OpenChange, OpenChanges, read_open_changes
from bot.text import Text
from tests.github.model import WHEN
from tests.github.scenarios import AFTER, BEFORE, FORK, LIST, README, fork, list_alone, pull

if TYPE_CHECKING:
    from tests.github.conftest import Bench

NEWS = "news.md"


def test_none_beside_its_own(bench: Bench) -> None:
    fake, client = bench.open(pull())
    assert read_open_changes(client, LIST, [README], number=1) == OpenChanges((), WHEN, (), 0)
    assert len(fake.visits) == 1


def test_one_from_a_fork_with_two_files(bench: Bench) -> None:
    """Each file as it is at the head; the base beside them."""
    world = fork()
    world.push(LIST, "main", {README: AFTER, NEWS: "Old\n"})
    world.push(FORK, "patch-1", {NEWS: "New\n"})
    fake, client = bench.open(world)
    base = world.repositories[LIST].branches["main"]
    found = read_open_changes(client, LIST, [README, NEWS], branch="main", base=base)
    change = OpenChange(1, WHEN, (Text(README, AFTER), Text(NEWS, "New\n")), True)
    assert found == OpenChanges((change,), "", (Text(README, AFTER), Text(NEWS, "Old\n")), 0)
    assert len(fake.visits) == 2


def test_a_private_repository(bench: Bench) -> None:
    """`pull-requests: read` is needed there, and enough beside `contents: read`."""
    world = pull()
    world.repositories[LIST].private = True
    fake, client = bench.open(world, "fork-token")
    assert [each.number for each in read_open_changes(client, LIST, [README]).changes] == [1]
    with pytest.raises(ForbiddenError):
        read_open_changes(bench.ask(fake, "sweep-token"), LIST, [README])


def test_no_such_repository(bench: Bench) -> None:
    _, client = bench.open(pull())
    with pytest.raises(NotFoundError):
        read_open_changes(client, "octo/other", [README])


def test_what_is_too_large_is_not_asked_for(plain: Bench) -> None:
    world = list_alone()
    sizes = [LARGEST_FILE + 1, *[LARGEST_FILE] * (MOST_BYTES // LARGEST_FILE + 1)]
    for number, size in enumerate(sizes):
        world.push(LIST, f"b{number}", {README: f"{number}\n{'x' * size}"[:size]}, onto="main")
        world.open_pull(LIST, f"b{number}")
    fake, client = plain.open(world)
    found = read_open_changes(client, LIST, [README])
    assert [(each.number, each.is_whole) for each in found.changes] == [
        (7, True),
        *((n, True) for n in (6, 5, 4, 3)),
        (2, False),
        (1, False),
    ]
    assert len(fake.visits) == 2


def test_a_file_that_is_gone(plain: Bench) -> None:
    world = list_alone()
    world.push(LIST, "b", {README: None})
    world.open_pull(LIST, "b")
    world.push(LIST, "c", {"a.md": BEFORE})
    world.open_pull(LIST, "c")
    _, client = plain.open(world)
    assert read_open_changes(client, LIST, [README]).changes == (OpenChange(1, WHEN, (), True),)


def test_a_large_change_may_change_any_file(plain: Bench) -> None:
    world = list_alone()
    world.push(LIST, "b", {**{f"a/{n}.md": "x" for n in range(120)}, README: AFTER})
    world.open_pull(LIST, "b")
    _, client = plain.open(world)
    assert read_open_changes(client, LIST, [README]).changes == (OpenChange(1, WHEN, (Text(README, AFTER),), True),)
