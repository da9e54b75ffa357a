"""Lists of a change that take too long: the run ends with 3, says so and posts nothing."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.linter import engine
from bot.linter.schema import Problem, Validator
from tests.commands.changes import one
from tests.commands.helpers import run
from tests.repositories import repository
from tests.sample_list import LINES, LIST

MESSAGE = "error: the change was not checked: the lists took more than 60 seconds\n"


@pytest.fixture(name="_slow", params=["parse", "_check_one"])
def slow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes 25 seconds ahead with each list that is parsed, or checked."""
    ahead, monotonic = [0.0], time.monotonic
    from bot.linter import survey

    module = survey if request.param == "parse" else engine
    function = getattr(module, request.param)

    def wait(*given: object) -> object:
        ahead[0] += 25 if request.param == "parse" else 61
        return function(*given)

    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + ahead[0])
    monkeypatch.setattr(module, request.param, wait)


def paths(tmp_path: Path) -> list[str]:
    made = repository(tmp_path)
    made.commit(README=LIST, OTHER=LIST, THIRD=LIST)
    for name in ("README.md", "OTHER.md", "THIRD.md"):
        Path(name).write_text(LIST.replace(LINES[3], ""))
    return ["README.md", "OTHER.md", "THIRD.md"]


@pytest.mark.usefixtures("_slow")
def test_lint_of_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("lint", "--base", "HEAD", *paths(tmp_path))
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(MESSAGE)


def test_the_time_is_asked_between_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A schema of a stranger may take a second for each."""
    monkeypatch.chdir(tmp_path)
    names = paths(tmp_path)
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text("entry:\n  schema: {properties: {title: {pattern: a}}}\n")
    ahead, monotonic, compared = [0.0], time.monotonic, []

    def wait(self: Validator, value: object) -> tuple[Problem, ...]:
        if isinstance(value, dict) and "title" in value:  # an entry, and no configuration
            ahead[0] += 25
            compared.append(self)
        return ()

    monkeypatch.setattr(Validator, "problems", wait)
    Path(names[0]).write_text(LIST)
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + ahead[0])
    done = run("lint", "--base", "HEAD", *names)
    assert (done.code, len(compared)) == (3, 3)


@pytest.mark.usefixtures("_slow")
def test_lint_of_whole_lists_takes_as_long_as_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("lint", *paths(tmp_path)).code == 0


def test_a_review_posts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a check would call what it did not look for fixed."""
    with one() as github:
        github.review()
        monkeypatch.setattr("bot.reviews.change.Stopwatch", lambda: engine.Stopwatch(-1))
        before = github.posted
        done = github.review()
        assert (done.code, done.out) == (3, "")
        assert done.err.startswith(MESSAGE)
        assert github.posted == before
