"""Pull requests, their files and contents, as the bot reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.github import NotFoundError, TooLargeError
from bot.github.events import RunEvent
from bot.github.model import ChangedFile, Pull
from bot.github.pulls import Trees, find_pull, list_changed_files, read_file, read_pull
from tests.github.scenarios import AFTER, BEFORE, FORK, LIST, NEW, README, fork, list_alone, only_pull, pull
from tests.github.world import World

if TYPE_CHECKING:
    from tests.github.conftest import Bench


def test_pull_with_its_files_takes_two_requests(bench: Bench) -> None:
    world = pull()
    fake, github = bench.open(world)
    base = world.repositories[LIST].branches["main"]
    found = read_pull(github, LIST, 1)
    files = list_changed_files(github, found)
    assert found == Pull(LIST, 1, only_pull(world).head, base, base, LIST)
    assert [(each.path, each.old_path) for each in files] == [(README, README)]
    assert f"+{NEW}" in f"{files[0].patch}\n"
    assert sum(fake.count().values()) == 2


def test_base_branch_moves_on(bench: Bench) -> None:
    """The configuration counts as it is now, the merge base stays."""
    world = pull()
    origin = world.repositories[LIST].branches["main"]
    newest = world.push(LIST, "main", {"docs/about.md": "# More\n"})
    _, github = bench.open(world)
    found = read_pull(github, LIST, 1)
    assert (found.merge_base, found.base) == (origin, newest)
    assert [each.path for each in list_changed_files(github, found)] == [README]


@pytest.mark.parametrize("branch", ["release/2026", "a b", "ümlaut", "50%", "a#b&c=d"])
def test_base_branch_of_any_name(plain: Bench, branch: str) -> None:
    world = list_alone()
    world.push(LIST, branch, {})
    world.push(LIST, "more", {README: AFTER})
    world.open_pull(LIST, "more", base=branch)
    _, github = plain.open(world)
    assert read_pull(github, LIST, 1).base == world.repositories[LIST].branches[branch]


def test_fork(bench: Bench) -> None:
    _, github = bench.open(fork(), "fork-token")
    found = read_pull(github, LIST, 1)
    assert found.head_repository == FORK


def test_fork_that_is_gone(plain: Bench) -> None:
    """GitHub answers null, which its own description does not allow."""
    world = fork()
    _, github = plain.open(world, "fork-token")
    only_pull(world).head_repository = None
    gone = read_pull(github, LIST, 1)
    assert gone.head_repository is None


def test_closed_pull_is_not_compared(bench: Bench) -> None:
    world = pull()
    only_pull(world).issue.state = "closed"
    fake, github = bench.open(world)
    found = read_pull(github, LIST, 1)
    assert (found.is_open, sum(fake.count().values())) == (False, 1)


FILES: dict[str, str | bytes] = {
    README: BEFORE,
    "old.md": "# Old\n\ntext\n",
    "gone.md": "# Gone\n",
    "logo.png": b"\x89PNG\0\1",
    "big.md": "a\n",
}
CHANGES: dict[str, str | bytes | None] = {
    README: AFTER,
    "old.md": None,
    "new name.md": "# Old\n\ntext\n",
    "gone.md": None,
    "added.md": "# Added",
    "logo.png": b"\x89PNG\0\2",
    "big.md": "b\n" * 30,
}


def changed_world() -> World:
    world = World(longest_patch=20)
    world.create(LIST, FILES)
    world.push(LIST, "more", CHANGES)
    world.open_pull(LIST, "more")
    return world


def test_changed_files_of_every_kind(bench: Bench) -> None:
    _, github, found = bench.pull(changed_world())
    files = {each.path: each for each in list_changed_files(github, found)}
    patch = files.pop(README).patch
    assert patch is not None
    assert patch.startswith("@@ -9,4 +9,5 @@")
    assert list(files.values()) == [
        ChangedFile("added.md", None, "@@ -0,0 +1 @@\n+# Added\n\\ No newline at end of file"),
        ChangedFile("big.md", "big.md", None),
        ChangedFile("logo.png", "logo.png", None),
        ChangedFile("new name.md", "old.md", ""),
    ]


@pytest.mark.parametrize("to_head", [True, False])
def test_one_tree_leads_to_the_other(plain: Bench, to_head: bool) -> None:
    """Added, removed and renamed files, and the folders that come and go with them."""
    world = World()
    world.create(LIST, {README: BEFORE, "a/b/only.md": "x", "a/kept.md": "y", "old.md": "# Old\n\ntext\n"})
    world.push(LIST, "more", {"a/b/only.md": None, "new/c/d.md": "z", "old.md": None, "e/new.md": "# Old\n\ntext\n"})
    world.open_pull(LIST, "more")
    _, github, found = plain.pull(world)
    fake, other, same = plain.pull(world)
    first, second = (found.merge_base, found.head) if to_head else (found.head, found.merge_base)
    trees = Trees(other, same)
    trees.paths(first)
    asked = len(fake.visits)
    expected = Trees(github, found).paths(second)
    assert (trees.paths(second), len(fake.visits)) == (expected, asked)


@pytest.mark.parametrize(("count", "asked"), [(299, 0), (300, 3), (450, 5)])
def test_many_files_are_listed_apart(bench: Bench, count: int, asked: int) -> None:
    world = list_alone()
    world.push(LIST, "more", {f"{index:03}.md": f"{index}\n" for index in range(count)})
    world.open_pull(LIST, "more")
    fake, github, found = bench.pull(world)
    files = list_changed_files(github, found)
    assert [each.path for each in files] == [f"{index:03}.md" for index in range(count)]
    assert all(each.patch for each in files)
    assert sum(fake.count().values()) == asked


def test_diff_too_large_for_github(bench: Bench) -> None:
    """406: the trees tell what differs, without hunks."""
    world = changed_world()
    world.largest_diff = 5
    _, github, found = bench.pull(world)
    assert found.merge_base == world.repositories[LIST].branches["main"]
    names = ["README.md", "added.md", "big.md", "logo.png", "new name.md"]
    files = list_changed_files(github, found)
    assert [each.path for each in files] == names
    assert [each.old_path for each in files] == ["README.md", None, "big.md", "logo.png", None]
    assert {each.patch for each in files} == {None}
    world.most_tree_entries = 3
    with pytest.raises(TooLargeError, match="more than GitHub lists"):
        list_changed_files(github, found)


PLACES = {
    "file": (README, BEFORE.encode()),
    "in a folder": ("docs/about.md", b"# About\n"),
    "name that needs quotes": ("docs/a #1?&%41.md", b"quoted\r\n"),
    "not there": ("nothing.md", None),
    "folder": ("docs", None),
    "empty": ("", None),
    "up": ("../../octo/other/contents/README.md", None),
    "up within": ("docs/../README.md", None),
    "double": ("docs//about.md", None),
    "null": ("docs/\0", None),
}


@pytest.mark.parametrize(("path", "content"), PLACES.values(), ids=PLACES)
def test_content(bench: Bench, path: str, content: bytes | None) -> None:
    world = World()
    world.create(LIST, {README: BEFORE, "docs/about.md": "# About\n", "docs/a #1?&%41.md": "quoted\r\n"})
    fake, github = bench.open(world)
    assert read_file(github, LIST, path, "main") == content
    assert all("/octo/list/contents/" in visit.path for visit in fake.visits)


def test_content_at_a_commit(bench: Bench) -> None:
    world = pull()
    _, github = bench.open(world)
    found = read_pull(github, LIST, 1)
    assert read_file(github, LIST, README, found.merge_base) == BEFORE.encode()
    assert read_file(github, LIST, README, found.head) == AFTER.encode()
    assert read_file(github, LIST, README, "0" * 40) is None


def test_content_is_bytes(plain: Bench) -> None:
    """No end of line and no letter is touched; Prism would take them for UTF-8."""
    content = b"\xef\xbb\xbf\xff\r\n\r\0" + bytes(range(256))
    world = World()
    world.create(LIST, {README: content})
    _, github = plain.open(world)
    assert read_file(github, LIST, README, "main") == content


def test_content_without_end(plain: Bench) -> None:
    world = World()
    world.create(LIST, {README: b"x" * 20_000_001, "just.md": b"x" * 20_000_000})
    _, github = plain.open(world)
    assert len(read_file(github, LIST, "just.md", "main") or b"") == 20_000_000
    with pytest.raises(TooLargeError, match="20,000,000 bytes"):
        read_file(github, LIST, README, "main")


def test_paths(bench: Bench) -> None:
    world = World()
    world.create(LIST, {"a/b/c.md": "", "d.md": ""})
    _, github = bench.open(world)
    trees = Trees(github, Pull(LIST, 1, "head", "base", "base", LIST))
    commit = world.repositories[LIST].branches["main"]
    assert trees.paths(commit) == frozenset({"a", "a/b", "a/b/c.md", "d.md"})
    world.most_tree_entries = 3
    assert trees.paths("main") is None


def test_what_is_not_there(bench: Bench) -> None:
    _, github = bench.open(list_alone())
    with pytest.raises(NotFoundError, match=r"octo/list#9: Not Found \(404\)"):
        read_pull(github, LIST, 9)
    with pytest.raises(NotFoundError):
        read_pull(github, "octo/nothing", 1)


# The pull request of a run on a fork: only what the event says of it counts


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
