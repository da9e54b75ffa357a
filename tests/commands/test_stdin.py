"""A list on standard input, with and without the name of its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.repositories import repository

FIREACT = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915) [[notes](notes.md)]\n"
FIXED = FIREACT.replace("org//", "org/")
MISSING = ("lint", "--select", "missing-file", "--format", "json")


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    Path("papers").mkdir()
    return folder


def found(out: str) -> tuple[list[str], list[str]]:
    """The files with findings, and the rules that were not run."""
    value = json.loads(out)
    return [each["file"] for each in value["diagnostics"]], [each["rule"] for each in value["not_run"]]


def test_without_a_name_nobody_knows_which_files_lie_beside_it() -> None:
    assert found(run(*MISSING, "-", stdin=FIREACT.encode()).out) == ([], ["missing-file"])


@pytest.mark.parametrize("arguments", [("-",), ()], ids=["dash", "no files"])
def test_with_a_name_it_is_read_as_that_file(arguments: tuple[str, ...]) -> None:
    named = (*MISSING, *arguments, "--stdin-filename", "papers/README.md")
    assert found(run(*named, stdin=FIREACT.encode()).out) == (["papers/README.md"], [])
    Path("papers/notes.md").touch()
    assert found(run(*named, stdin=FIREACT.encode()).out) == ([], [])


def test_a_list_beside_it_is_checked_as_ever() -> None:
    Path("other.md").write_text(FIREACT)
    assert found(run(*MISSING, "-", "other.md", stdin=FIREACT.encode()).out) == (["other.md"], [])


def test_the_configuration_is_that_of_the_file() -> None:
    repository(Path("papers"))
    Path("papers/.github").mkdir()
    Path("papers/.github/paperlist-bot.yml").write_text("rules: {missing-file: off}\n")
    named = ("lint", "--format", "json", "--stdin-filename", "papers/README.md")
    assert "missing-file" not in run(*named, stdin=FIREACT.encode()).out


def test_fixes_go_to_standard_output_and_never_to_the_file() -> None:
    Path("README.md").write_text("as it is on the disk\n")
    named = ("lint", "--fix", "--select", "noncanonical-link", "--stdin-filename", "README.md")
    assert run(*named, stdin=FIREACT.encode()).out == FIXED
    assert Path("README.md").read_text() == "as it is on the disk\n"


def test_it_is_compared_with_the_file_as_it_was() -> None:
    repository(Path.cwd()).commit(README=FIREACT)
    named = ("lint", "--select", "noncanonical-link", "--format", "json", "--base", "HEAD")
    assert found(run(*named, "--stdin-filename", "README.md", stdin=FIREACT.encode()).out)[0] == []
    new = FIREACT + FIREACT.replace("2310.05915", "2303.11366")
    assert found(run(*named, "--stdin-filename", "README.md", stdin=new.encode()).out)[0] == ["README.md"]


@pytest.mark.parametrize("files", [("other.md",), ("-", "README.md")], ids=["others alone", "the file itself"])
def test_a_name_for_what_is_not_read(files: tuple[str, ...]) -> None:
    for name in ("README.md", "other.md"):
        Path(name).write_text(FIREACT)
    done = run("lint", *files, "--stdin-filename", "README.md", stdin=FIREACT.encode())
    assert (done.code, done.out) == (2, "")
