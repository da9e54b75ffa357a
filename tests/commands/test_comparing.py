from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.helpers import run
from tests.repositories import repository
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from tests.repositories import Repository

HTTP = LIST.replace("arxiv.org/", "arxiv.org//", 1)
NEW = "* [2310] [AgentTuning: Enabling Generalized Agent Abilities](https://arxiv.org//abs/2310.12823)\n"
RULES = ("--select", "noncanonical-link,duplicate-entry,missing-file,stale-count")


@pytest.fixture(autouse=True)
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository whose list has one old finding."""
    made = repository(tmp_path)
    monkeypatch.chdir(tmp_path)
    made.commit(README=HTTP)
    return made


def lint(content: str | None, *arguments: str) -> tuple[int, list[tuple[int, str]], int]:
    """The exit code, line and rule of what is shown, and the number of older findings."""
    if content is not None:
        Path("README.md").write_bytes(content.encode())
    done = run("lint", *RULES, "--base", "HEAD", "--format", "json", *arguments)
    value = json.loads(done.out)
    return done.code, [(each["line"], each["rule"]) for each in value["diagnostics"]], value["summary"]["older"]


def test_old_findings_are_counted_only() -> None:
    done = run("lint", *RULES, "--base", "HEAD")
    assert (done.code, done.out, done.err) == (0, "All checks passed; 1 older error or warning not shown.\n", "")
    assert run("lint", *RULES, "--base", "HEAD", "--format", "github").out == ""
    assert json.loads(run("lint", *RULES, "--base", "HEAD", "--format", "sarif").out)["runs"][0]["results"] == []


def test_new_findings_are_shown() -> None:
    Path("README.md").write_text(HTTP + NEW)
    out = run("lint", *RULES, "--base", "HEAD").out
    assert "line 15, fixable with --fix" in out
    assert out.endswith("\nFound 1 warning (up to 1 fixable with --fix); 1 older error or warning not shown.\n")


@pytest.mark.parametrize(
    ("content", "code", "shown", "older"),
    [
        pytest.param("\n\n" + HTTP, 0, [], 1, id="lines moved"),
        pytest.param(HTTP.replace("\n", "\r\n"), 0, [], 1, id="line ends"),
        pytest.param(HTTP.replace("2509]", "2508]"), 0, [], 1, id="elsewhere in an edited entry"),
        pytest.param(HTTP + "\n" + LINES[5], 1, [(16, "duplicate-entry")], 1, id="duplicate"),
        pytest.param(
            "# Agent training\n\n" + LINES[5] + HTTP[18:], 1, [(3, "duplicate-entry")], 1, id="duplicate above"
        ),
        pytest.param(HTTP + "\n[a](no.md)\n", 1, [(16, "missing-file")], 1, id="outside of entries"),
    ],
)
def test_what_a_change_causes(content: str, code: int, shown: list[tuple[int, str]], older: int) -> None:
    assert lint(content) == (code, shown, older)


def test_a_file_taken_away_is_missed(repo: Repository) -> None:
    """The link to it was there before, and the file too."""
    repo.commit(README=HTTP + "\n[a](docs/a.md) [b](docs/b.md)\n", docs__a="a")
    assert lint(None) == (0, [], 2)
    Path("docs/a.md").unlink()
    assert lint(None) == (1, [(16, "missing-file")], 2)


def test_a_list_that_was_not_there_is_new() -> None:
    Path("b.md").write_text("# More\n\n" + NEW)
    assert lint(None, "README.md", "b.md") == (0, [(3, "noncanonical-link")], 1)


@pytest.mark.parametrize("is_committed", [True, False], ids=["committed", "staged"])
def test_a_renamed_list_is_compared_with_what_it_was(repo: Repository, is_committed: bool) -> None:
    base = repo.git("rev-parse", "HEAD")
    Path("docs").mkdir()
    Path("docs/papers.md").write_text(Path("README.md").read_text() + NEW)
    Path("README.md").unlink()
    repo.git("add", "--all")
    if is_committed:
        repo.commit()
    done = run("lint", *RULES, "--base", base, "--format", "json", "docs/papers.md")
    value = json.loads(done.out)
    assert ([each["line"] for each in value["diagnostics"]], value["summary"]["older"]) == ([15], 1)


def test_a_base_that_is_not_text_is_no_obstacle(repo: Repository) -> None:
    Path("README.md").write_bytes(b"# Papers\n\n\xff\xfe\0\n" + HTTP.encode())
    repo.commit()
    assert lint(HTTP) == (0, [], 1)


def test_only_what_is_shown_is_fixed() -> None:
    Path("README.md").write_text(HTTP + NEW)
    done = run("lint", *RULES, "--base", "HEAD", "--fix")
    assert done.out == "Fixed 1 finding: noncanonical-link 1. All checks passed; 1 older error or warning not shown.\n"
    assert Path("README.md").read_text() == HTTP + NEW.replace("org//", "org/")
    diff = run("lint", *RULES, "--base", "HEAD", "--diff").out
    assert diff == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(("--base", "nope"), 2, 'unknown revision "nope"', id="revision"),
        pytest.param(("--base", "HEAD", "-"), 2, "--base compares files, not standard input", id="stdin"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], code: int, message: str) -> None:
    done = run("lint", *arguments, stdin=b"")
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(f"error: {message}\nhint: ")
