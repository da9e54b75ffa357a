"""Which lists of a pull request are looked at, by whose configuration, and what they are compared with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import pytest

from bot.document import parse
from bot.github.client import Client
from bot.github.pulls import Trees, read_pull
from bot.linter.config import Config
from bot.listing import read
from bot.reviews.change import CommitFiles, read_lists
from bot.text import Text
from tests.commands.hub import LIST as NAME
from tests.commands.hub import Hub, hub
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

README = "README.md"
CONFIG = ".github/paperlist-bot.yml"
NEW = "* [2310] [AgentTuning: Enabling Generalized Agent Abilities](https://arxiv.org//abs/2310.12823)\n"
OTHER = NEW.replace("AgentTuning: Enabling Generalized Agent", "Another Title for Quite Different").replace(
    "128", "129"
)


def found(github: Hub, path: Path, *arguments: str) -> list[tuple[str, int, str]]:
    """File, line and rule of each finding of a review."""
    done = github.review("--output", f"json={path / 'report.json'}", *arguments)
    assert done.code in {0, 1}, done.err
    value = json.loads((path / "report.json").read_text())
    return [(each["file"], each["line"], each["rule"]) for each in value["diagnostics"]]


def test_the_configuration_is_that_of_the_base_branch(tmp_path: Path) -> None:
    """A change that turns a rule off is judged by it all the same."""
    off = {CONFIG: "rules:\n  noncanonical-link: off\n"}
    with hub({README: LIST}, {README: LIST + NEW, **off}) as github:
        assert found(github, tmp_path) == [(README, 15, "noncanonical-link")]
    with hub({README: LIST, **off}, {README: LIST + NEW, CONFIG: None}) as github:
        assert found(github, tmp_path) == []


def test_the_newest_configuration_of_the_base_branch_counts(tmp_path: Path) -> None:
    with hub({README: LIST}, {README: LIST + NEW}) as github:
        github.world.push(NAME, "main", {".github/paperlist-bot.yaml": "rules:\n  noncanonical-link: off\n"})
        assert found(github, tmp_path) == []


def test_another_configuration_may_be_named(tmp_path: Path) -> None:
    off = {CONFIG: "rules:\n  noncanonical-link: off\n", "other.yml": "fail_on: note\n"}
    with hub({README: LIST, **off}, {README: LIST + NEW}) as github:
        assert len(found(github, tmp_path, "--config", "./other.yml")) == 1
        assert len(found(github, tmp_path, "--isolated")) == 1
        done = github.review("--config", "no.yml")
        assert (done.code, done.err.startswith("error: file not found: no.yml at ")) == (2, True)


@pytest.mark.parametrize("reference", ["shared/lists.yml", "octo/shared"], ids=["a file", "a repository"])
def test_a_configuration_that_extends_another_one(reference: str, tmp_path: Path) -> None:
    off = "rules:\n  noncanonical-link: off\n"
    base = {README: LIST, CONFIG: f"extends: {reference}\n"}
    with hub(base | ({reference: off} if "." in reference else {}), {README: LIST + NEW}) as github:
        if "." not in reference:
            github.world.create(reference, {CONFIG: off})
        assert found(github, tmp_path) == []
        github.world.push(NAME, "main", {CONFIG: f"extends: {reference}s.yml\n"})
        assert f"extends: file not found: {reference}s.yml at " in github.review().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("fail_on: never\n", f"error: {CONFIG}:1: "),
        (b"\xff", f"error: {CONFIG} is not UTF-8"),
        ("- [", f"error: {CONFIG}:"),
    ],
    ids=["value", "bytes", "yaml"],
)
def test_a_broken_configuration_is_said(content: str | bytes, message: str) -> None:
    with hub({README: LIST, CONFIG: cast("str", content)}, {README: LIST + NEW}) as github:
        done = github.review()
        assert (done.code, done.err.startswith(message), github.posted) == (2, True, ""), done.err


def test_what_the_base_branch_got_meanwhile_is_not_part_of_the_change(tmp_path: Path) -> None:
    with hub({README: LIST}, {README: LIST + NEW}) as github:
        github.world.push(NAME, "main", {README: "# Rewritten\n"})
        assert found(github, tmp_path) == [(README, 15, "noncanonical-link")]


LISTS = {CONFIG: "lists: [README.md, papers/*.md]\n"}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({}, {"papers/a.md": f"# A\n\n{NEW}"}, [("papers/a.md", 3, "noncanonical-link")], id="new list"),
        pytest.param(
            {"papers/a.md": LIST}, {"papers/a.md": LIST + NEW}, [("papers/a.md", 15, "noncanonical-link")], id="changed"
        ),
        pytest.param(
            {"papers/a.md": f"{LIST}{NEW}"}, {"papers/a.md": None, "papers/b.md": f"{LIST}{NEW}"}, [], id="renamed"
        ),
        pytest.param({}, {"papers/b/c.md": f"{LIST}{NEW}", "notes.md": NEW}, [], id="no lists"),
        pytest.param(
            {"papers/a.md": f"# A\n\n{NEW}"},
            {"tool.py": "x\n", "papers/b.md": "# B\n"},
            [],
            id="old findings elsewhere",
        ),
    ],
)
def test_lists_by_pattern(
    before: dict[str, str], after: dict[str, str | None], expected: list[tuple[str, int, str]], tmp_path: Path
) -> None:
    start = {README: "# Papers\n", **LISTS, **before}
    with hub(start, after) as github:
        assert [each for each in found(github, tmp_path) if each[2] == "noncanonical-link"] == expected


def test_a_list_is_compared_with_what_it_was_under_its_old_name() -> None:
    with hub({"old.md": LIST}, {"old.md": None, README: LIST}) as github, Client(github.url, "review-token") as client:
        pull = read_pull(client, NAME, 1)
        lists = read_lists(Trees(client, pull), Config())
    assert (lists.now, lists.then) == ((Text(README, LIST),),) * 2


def test_lists_are_read_together(tmp_path: Path) -> None:
    """A new entry that stands in another list already, which the change does not touch."""
    config = {CONFIG: "lists: [README.md, more.md]\nrules:\n  cross-listed-entry: warning\n"}
    with hub({README: LIST, "more.md": "# More\n", **config}, {"more.md": f"# More\n\n{LINES[3]}"}) as github:
        assert ("more.md", 3, "cross-listed-entry") in found(github, tmp_path)


def test_a_list_that_was_split_keeps_its_entries(tmp_path: Path) -> None:
    """They come from a list that is gone: they are not changed."""
    config = {CONFIG: "lists: [old.md, new.md]\n"}
    with hub(
        {"old.md": f"{LIST}{NEW}", "new.md": "# New\n", **config}, {"old.md": None, "new.md": f"# New\n\n{NEW}"}
    ) as github:
        assert found(github, tmp_path) == []


def test_no_list_is_said() -> None:
    with hub({"paper.md": LIST}, {"paper.md": LIST + NEW}) as github:
        done = github.review()
        assert (done.code, done.err.splitlines()[0]) == (2, f'error: no file matches "README.md" in {NAME}')


def test_a_list_that_is_taken_away_takes_its_findings_along() -> None:
    with hub({README: LIST}, {README: LIST + NEW}) as github:
        github.review()
        github.world.push(NAME, "patch-1", {README: None})
        assert github.review().code == 0
        assert github.live == []


def test_a_list_that_cannot_be_read_is_named() -> None:
    config = {CONFIG: "lists: [README.md, b.md]\n"}
    with hub({README: LIST, "b.md": "b", **config}, {README: LIST + NEW, "b.md": cast("str", b"\xff")}) as github:
        done = github.review()
        assert (done.code, done.err) == (3, "error: `b.md` was not read: it is not UTF-8.\n")
        assert "b.md` was not read: it is not UTF-8." in github.summary.body.replace("\\", "")


def test_a_change_that_breaks_the_encoding_is_not_all_right() -> None:
    with hub({README: LIST}, {README: cast("str", b"\xff")}) as github:
        done = github.review()
        assert (done.code, done.err) == (3, "error: `README.md` was not read: it is not UTF-8.\n")
        assert github.writes == []


# Files that lists point to

POINTING = f"{LIST}\n[a](docs/a.md) [folder](docs) [top](/docs/a.md) [gone](docs/old.md)\n"
DOCS = {"docs/a.md": "a\n"}


def test_a_file_taken_away_is_missed(tmp_path: Path) -> None:
    """The list itself is not touched; what was missing before is older."""
    with hub({README: POINTING, **DOCS, "docs/b.md": "b"}, {"docs/a.md": None}) as github:
        assert found(github, tmp_path) == [(README, 16, "missing-file")] * 2
        assert "1 older error or warning in the list is not shown." in github.summary.body


def test_files_that_the_change_brings_are_there(tmp_path: Path) -> None:
    with hub({README: LIST}, {README: POINTING, **DOCS}) as github:
        assert found(github, tmp_path) == [(README, 16, "missing-file")]


def test_where_github_does_not_tell_all_files_none_is_missed() -> None:
    with hub({README: LIST}, {README: POINTING + NEW}) as github:
        github.world.most_tree_entries = 0
        assert github.review().code == 0
        assert "`missing-file`" in github.summary.body.partition("Not checked")[2]


class Listed:
    """Lists these files and folders, and counts how often it is asked."""

    def __init__(self, names: frozenset[str] | None) -> None:
        self.names = names
        self.asked = 0

    def __call__(self) -> frozenset[str] | None:
        self.asked += 1
        return self.names


NAMES = frozenset({"README.md", "docs", "docs/a.md", "docs/link", "module", "docs/sub", "docs/sub/b.md"})


@pytest.mark.parametrize(
    ("target", "holds"),
    [
        ("docs/a.md", True),
        ("docs/", True),
        (".", True),
        ("docs/../README.md", True),
        ("/docs/a.md#top", True),
        ("docs/no.md", False),
        ("docs/sub/no.md", False),
        ("no/a.md", False),
        ("DOCS/a.md", False),
        ("docs/link/x.md", True),
        ("module/x.md", True),
        ("../../issues", True),
        ("https://example.org/no", True),
    ],
)
def test_what_a_tree_holds(target: str, holds: bool) -> None:
    """What is behind a symbolic link, in a submodule or above the repository is not known."""
    tree = CommitFiles(Listed(NAMES))
    listing = read(parse(Text("README.md", f"[x]({target})\n")))
    assert tree.missing((listing,)) == (frozenset() if holds else frozenset({("README.md", target)}))


@pytest.mark.parametrize("path", ["README.md", "docs/README.md"])
def test_relative_targets_start_at_the_list(path: str) -> None:
    tree = CommitFiles(Listed(NAMES))
    listing = read(parse(Text(path, "[x](a.md)\n")))
    assert tree.missing((listing,)) == (frozenset() if path.startswith("docs") else frozenset({(path, "a.md")}))


@pytest.mark.parametrize(
    ("content", "names", "asked", "missing"),
    [
        ("[x](https://example.org) [y](#z)\n", NAMES, 0, frozenset()),
        ("[x](a.md) [y](b.md)\n", NAMES, 1, frozenset({("README.md", "a.md"), ("README.md", "b.md")})),
        ("[x](a.md) [y](b.md)\n", None, 1, None),
    ],
    ids=["never", "once", "unlisted"],
)
def test_a_tree_is_asked_for_when_it_is_needed(
    content: str, names: frozenset[str] | None, asked: int, missing: object
) -> None:
    listed = Listed(names)
    tree = CommitFiles(listed)
    listing = read(parse(Text("README.md", content)))
    assert (tree.missing((listing,)), listed.asked) == (missing, asked)


def test_many_lists_are_too_many() -> None:
    lists: Mapping[str, str] = {f"papers/{number}.md": "# A\n" for number in range(101)}
    with hub({README: "", **LISTS, **lists}, {"a": "a"}) as github:
        done = github.review()
        assert (done.code, done.err.splitlines()[0]) == (
            3,
            "error: the configuration names 102 lists, and a review reads at most 100",
        )
