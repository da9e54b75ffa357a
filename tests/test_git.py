from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.errors import CANNOT_RUN, USAGE, BotError
from bot.git import (
    Commit,
    Snapshot,
    default_branch,
    find_added,
    find_commit,
    find_on_path,
    find_repository,
    read_at,
    read_history,
)
from bot.papers.identity import name_on_lines
from bot.text import Text
from tests.repositories import Repository, repository

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return repository(tmp_path / "repo")


def then(repo: Repository, revision: str, *names: str) -> list[tuple[str, str]]:
    past = read_at(revision, [str(repo.folder / name) for name in names])
    return [(Path(text.path).relative_to(repo.folder).as_posix(), text.content) for text in past.texts]


def test_files_are_read_at_the_revision(repo: Repository) -> None:
    first = repo.commit(a="\ufeffé\r\n", papers__b="one")
    repo.git("tag", "v1")
    repo.commit(a="two", papers__b="two", c="new")
    (repo.folder / "a.md").write_text("not committed")
    before = [("a.md", "\ufeffé\r\n"), ("papers/b.md", "one")]
    for revision in (first, first[:8], "HEAD~1", "v1"):
        assert then(repo, revision, "a.md", "papers/b.md", "c.md") == before
    assert then(repo, "HEAD", "a.md", "c.md") == [("a.md", "two"), ("c.md", "new")]


def test_files_are_read_at_the_merge_base(repo: Repository) -> None:
    repo.commit(a="old")
    repo.git("switch", "--quiet", "--create", "work")
    repo.commit(a="mine")
    repo.git("switch", "--quiet", "main")
    repo.commit(a="theirs")
    repo.git("switch", "--quiet", "work")
    assert then(repo, "main", "a.md") == [("a.md", "old")]


def test_a_branch_with_an_unrelated_history_is_compared_as_it_is(repo: Repository) -> None:
    repo.commit(a="old")
    repo.git("switch", "--quiet", "--orphan", "other")
    repo.commit(a="other")
    assert then(repo, "main", "a.md") == [("a.md", "old")]


def test_which_files_existed(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "outside").touch()
    repo.commit(a="a", docs__deep__b="b")
    repo.commit(a="a", docs__deep__b=None, new="")
    past = read_at("HEAD~1", [str(repo.folder / "a.md")])
    asked = ("a.md", "docs", "docs/deep", "docs/deep/b.md", ".", "new.md", "docs/x", "../outside", "../inside")
    assert [name for name in asked if past.contains(str(repo.folder / name))] == [
        *("a.md", "docs", "docs/deep", "docs/deep/b.md", ".", "../outside")
    ]


def test_files_that_git_does_not_know_are_looked_up_on_disk(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    past = Snapshot((), str(tmp_path), None)
    assert (past.contains(str(tmp_path / "a")), past.contains(str(tmp_path / "b"))) == (True, False)


def fails(revision: str, *paths: Path) -> tuple[str, str, int]:
    with pytest.raises(BotError) as caught:
        read_at(revision, [str(path) for path in paths])
    return caught.value.message, caught.value.hint, caught.value.code


@pytest.mark.parametrize("revision", ["nope", "", "-h", "--all", "HEAD..HEAD", "a\0b", "HEAD:a.md", "v1^{tree}"])
def test_unknown_revisions(repo: Repository, revision: str) -> None:
    repo.commit(a="a")
    hint = "git branch --all and git tag list the revisions; git fetch gets missing ones"
    assert fails(revision, repo.folder / "a.md") == (f'unknown revision "{revision}"', hint, USAGE)


def test_a_shallow_clone_has_its_own_error(repo: Repository, tmp_path: Path) -> None:
    repo.commit(a="one")
    repo.commit(a="two")
    shallow = tmp_path / "shallow"
    repo.git("clone", "--quiet", "--depth", "1", repo.folder.as_uri(), str(shallow))
    message, hint, _ = fails("HEAD~1", shallow / "a.md")
    assert message == 'unknown revision "HEAD~1"'
    assert hint == "the clone is shallow: git fetch --unshallow, or fetch-depth: 0 for actions/checkout"
    assert then(Repository(shallow), "HEAD", "a.md") == [("a.md", "two")]


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    path = tmp_path / "a.md"
    path.touch()
    assert fails("HEAD", path) == (f"{path} is not in a git repository", "leave out --base", CANNOT_RUN)


def test_two_repositories(repo: Repository, tmp_path: Path) -> None:
    other = repository(tmp_path / "other")
    repo.commit(a="a")
    other.commit(a="a")
    message = "the lists are in different repositories"
    assert fails("HEAD", repo.folder / "a.md", other.folder / "a.md")[0] == message


def test_no_git(repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert fails("HEAD", repo.folder / "a.md") == (
        "git is not installed, or not on the PATH",
        "install git",
        CANNOT_RUN,
    )
    assert default_branch(str(repo.folder)) == "main"


def test_the_first_commit_that_is_there_is_found(repo: Repository, tmp_path: Path) -> None:
    first, second = repo.commit(a="one"), repo.commit(a="two")
    folder = str(repo.folder)
    assert find_commit(folder, ["0" * 40, first, second]) == first
    assert find_commit(folder, ["0" * 40, "HEAD^"]) == first
    assert find_commit(folder, ["--help", "", "HEAD^^"]) == ""
    assert find_commit(str(tmp_path), ["HEAD"]) == ""


def test_variables_that_git_sets_for_hooks_do_not_matter(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    repo.commit(a="a")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert [text.content for text in read_at("HEAD", [str(repo.folder / "a.md")]).texts] == ["a"]


def test_a_file_that_was_not_text_is_not_an_error(repo: Repository) -> None:
    (repo.folder / "a.md").write_bytes(b"caf\xe9")
    repo.commit()
    path = str(repo.folder / "a.md")
    assert read_at("HEAD", [path]).texts == (Text(path, "caf\ufffd"),)


@pytest.mark.parametrize(
    ("url", "server", "name"),
    [
        ("https://github.com/o/r.git", "https://github.com", "o/r"),
        ("https://token@github.com/o/r", "https://github.com", "o/r"),
        ("git@github.com:o/r.git", "https://github.com", "o/r"),
        ("ssh://git@github.example/o/r/", "https://github.example", "o/r"),
        ("https://gitlab.com/o/r.git", "https://github.com", ""),
        ("../elsewhere", "https://github.com", ""),
    ],
)
def test_repository_that_a_clone_is_of(repo: Repository, url: str, server: str, name: str) -> None:
    assert find_repository(str(repo.folder), server) == ""
    repo.git("remote", "add", "origin", url)
    assert find_repository(str(repo.folder), server) == name


def test_default_branch(repo: Repository, tmp_path: Path) -> None:
    repo.commit(a="a")
    assert default_branch(str(repo.folder)) == "main"
    repo.git("branch", "--move", "trunk")
    assert default_branch(str(repo.folder)) == "main"
    clone = tmp_path / "clone"
    repo.git("clone", "--quiet", str(repo.folder), str(clone))
    Repository(clone).git("switch", "--quiet", "--create", "work")
    assert default_branch(str(clone)) == "trunk"
    repo.git("branch", "--move", "master")
    assert default_branch(str(repo.folder)) == "master"
    assert default_branch(str(tmp_path)) == "main"


def test_the_current_folder_is_not_searched_for_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git.exe").touch()
    monkeypatch.chdir(tmp_path)
    assert find_on_path("git.exe", ["", ".", "bin"]) is None
    assert find_on_path("git.exe", ["", ".", str(tmp_path)]) == str(tmp_path / "git.exe")


def changes(repo: Repository, name: str = "a.md") -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(commit.added, commit.removed) for commit in read_history(str(repo.folder / name)).commits]


def test_history_of_a_file(repo: Repository) -> None:
    first = repo.commit(b="1\n")
    repo.commit(a="one\r\n+++ two\n")
    repo.commit(b="2\n")
    repo.commit(a="one\r\n@@ three\n--- four")
    history = read_history(str(repo.folder / "a.md"))
    assert changes(repo) == [(("@@ three", "--- four"), ("+++ two",)), (("one", "+++ two"), ())]
    assert history.origin == first
    assert history.commits[0].time == int(repo.git("show", "--no-patch", "--format=%ct", "HEAD"))


def test_history_goes_on_under_an_old_name(repo: Repository) -> None:
    lines = "".join(f"line {number}\n" for number in range(9))
    repo.commit(old=lines)
    repo.commit(old=None, a=lines)
    repo.commit(a=f"{lines}new\n")
    assert changes(repo)[0] == (("new",), ())
    assert changes(repo)[-1] == (tuple(lines.splitlines()), ())


def test_a_merge_brings_what_its_branch_added(repo: Repository) -> None:
    repo.commit(a="one\n")
    repo.git("switch", "--quiet", "--create", "work")
    repo.commit(a="one\ntwo\n")
    repo.commit(a="one\ntwo\nthree\n")
    repo.git("switch", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "--message", "merge", "work")
    assert changes(repo) == [(("two", "three"), ()), (("one",), ())]


def test_history_of_a_shallow_clone_ends_where_it_was_cut_off(repo: Repository, tmp_path: Path) -> None:
    repo.commit(a="one\n")
    repo.commit(a="one\ntwo\n")
    repo.commit(a="one\ntwo\nthree\n")
    repo.git("clone", "--quiet", "--depth=2", repo.folder.as_uri(), str(tmp_path / "clone"))
    history = read_history(str(tmp_path / "clone" / "a.md"))
    assert [commit.added for commit in history.commits] == [("three",)]
    assert history.origin == ""


def test_history_of_a_new_file_and_of_an_empty_repository(repo: Repository) -> None:
    assert read_history(str(repo.folder / "a.md")).commits == ()
    repo.commit(b="b")
    assert read_history(str(repo.folder / "a.md")).commits == ()


def test_history_needs_a_repository(tmp_path: Path) -> None:
    with pytest.raises(BotError) as error:
        read_history(str(tmp_path / "a.md"))
    assert error.value.code == CANNOT_RUN


def test_settings_of_a_stranger_do_not_change_a_history(repo: Repository) -> None:
    repo.commit(a="one\n")
    for setting in ("log.showSignature=true", "diff.noprefix=true", "color.ui=always", "diff.external=false"):
        repo.git("config", *setting.split("="))
    (repo.folder / ".gitattributes").write_text("*.md diff=evil\n")
    repo.git("config", "diff.evil.textconv", "false")
    history = read_history(str(repo.folder / "a.md"))
    assert history.commits == (Commit(history.commits[0].time, ("one",), ()),)


def test_a_history_is_read_whatever_is_in_the_file(repo: Repository) -> None:
    (repo.folder / ".gitattributes").write_text("*.md diff\n")
    repo.commit(a="one\0two\0x 999\nthree\n")
    repo.commit(a="\0\n@@ -1 +1 @@\n+four\n")
    assert changes(repo) == [((), ("one",)), (("one",), ())]


PAPER = "* [Acting Step by Step](https://arxiv.org/abs/2405.00451v2)"
PAGE = "* [Acting Twice](https://example.org/acting_(twice)/)"


def test_an_entry_is_added_by_the_newest_commit_that_does_not_remove_it() -> None:
    page = name_on_lines("", "https://example.org/acting_(twice)/")
    names = [name_on_lines("2405.00451", "https://arxiv.org/abs/2405.00451v2"), page]
    history = (Commit(3, (PAPER,), (PAPER.replace("Acting", "Act"),)), Commit(2, (PAGE,), ()), Commit(1, (PAPER,), ()))
    found = [(commit.time, sorted(added)) for commit, added in find_added(names, history)]
    assert found == [(3, []), (2, [page]), (1, ["2405.00451"])]


def test_what_has_neither_an_id_nor_an_address_has_no_name() -> None:
    assert name_on_lines("", "") == ""


def test_nothing_is_read_once_all_are_found() -> None:
    def history() -> Iterator[Commit]:
        yield Commit(2, (PAPER,), ())
        raise AssertionError

    assert [commit.time for commit, _ in find_added(["2405.00451"], history())] == [2]
