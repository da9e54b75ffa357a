"""Lists of a change that take too long: lint reports what it has checked until then, and a review posts nothing."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.linter import engine
from bot.linter.rule import Need
from bot.linter.schema import Problem, Validator
from bot.rules import RULES
from bot.rules.stray_space import StraySpace
from bot.text import join, plural
from tests.commands.changes import one
from tests.commands.helpers import run
from tests.commands.slow import Clock, slow_rule
from tests.repositories import repository
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from bot.linter.rule import Rule

MESSAGE = "error: the change was not checked: the lists took more than 60 seconds\n"
ABLE = [rule.slug for rule in RULES if rule.enabled and not rule.needs & (Need.FACTS | Need.RECORDS)]
"""The rules that can run on a list in Markdown without facts, in their order."""


@pytest.fixture(name="clock")
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


@pytest.fixture(name="_slow", params=["parse", "_run_rules"])
def slow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """The clock goes 25 seconds ahead with each list that is parsed, or 61 with each that is checked."""
    from bot.linter import survey

    module = survey if request.param == "parse" else engine
    function = getattr(module, request.param)

    def wait(*given: object) -> object:
        clock.ahead += 25 if request.param == "parse" else 61
        return function(*given)

    monkeypatch.setattr(module, request.param, wait)


def paths(tmp_path: Path) -> list[str]:
    made = repository(tmp_path)
    made.commit(README=LIST, OTHER=LIST, THIRD=LIST)
    for name in ("README.md", "OTHER.md", "THIRD.md"):
        Path(name).write_text(LIST.replace(LINES[3], ""))
    return ["README.md", "OTHER.md", "THIRD.md"]


@pytest.mark.usefixtures("_slow")
def test_lint_of_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Where no time is left once the lists are read, nothing was checked; else what was not is named."""
    monkeypatch.chdir(tmp_path)
    done = run("lint", "--base", "HEAD", *paths(tmp_path))
    assert done.code == 3
    if "parse" in request.node.name:
        assert done.out == ""
        assert done.err.startswith(MESSAGE)
    else:
        lists = join([f"{len(ABLE)} rules in {name}" for name in ("README.md", "OTHER.md", "THIRD.md")], "and")
        assert f"Stopped after 60 seconds; not finished: {lists}.\n" in done.out
        assert "Found nothing so far" in done.out


EDITED = LIST.replace(LINES[3], LINES[3].replace("SPA-RL: ", "SPA-RL:  ")) + LINES[5]
"""Two spaces in a row, and a paper that is listed already."""


@pytest.fixture(name="_edited")
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = repository(tmp_path)
    made.commit(README=LIST.replace(LINES[8], LINES[8].replace("Math ", "Math  ")))
    Path("README.md").write_text(EDITED)


@pytest.mark.usefixtures("_edited")
@pytest.mark.parametrize(
    ("rule", "seconds", "late", "unfinished"),
    [
        (StraySpace, (31,), ABLE[ABLE.index("stray-space") :], "the list takes more than half of the time"),
        (StraySpace, (29, 32), ["stray-space"], "the old list takes more than the rest of it"),
    ],
)
def test_what_was_checked_until_then_is_reported(
    rule: type[Rule],
    seconds: tuple[float, ...],
    late: list[str],
    unfinished: str,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
) -> None:
    """`stray-space` is not finished, and neither are the rules behind it on which it depends what is new."""
    slow_rule(rule, seconds, monkeypatch, clock)
    done = run("lint", "--base", "HEAD", "--format", "json", "--fail-on", "warning")
    report = json.loads(done.out)
    assert done.code == 1, unfinished
    assert {each["rule"] for each in report["diagnostics"]} == {"duplicate-entry"}
    assert [each["rule"] for each in report["not_run"] if each["reason"] == "the time was up"] == late
    stopped = f"Stopped after 60 seconds; not finished: {plural(len(late), 'rule')} in README.md."
    assert done.err == f"error: {stopped}\n"


@pytest.mark.usefixtures("_edited")
def test_one_rule_alone_has_no_time(monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """Those before it are finished."""
    slow_rule(StraySpace, (31,), monkeypatch, clock)
    done = run("lint", "--base", "HEAD", "--select", "stray-space,duplicate-entry", "--verbose")
    assert done.code == 1
    assert "Stopped after 60 seconds; not finished: 1 rule in README.md.\n" in done.out
    assert "Not run: stray-space (the time was up)." in done.out
    assert "duplicate-entry" in done.out


@pytest.mark.usefixtures("_edited")
@pytest.mark.parametrize(("options", "code"), [((), 1), (("--exit-zero",), 0), (("--ignore", "duplicate-entry"), 3)])
def test_the_summary_says_what_was_not_checked(
    options: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    slow_rule(StraySpace, (31,), monkeypatch, clock)
    done = run("lint", "--base", "HEAD", *options)
    assert done.code == code
    assert ("duplicate-entry" in done.out) == (code != 3)
    late = len(ABLE[ABLE.index("stray-space") :])
    assert f"Stopped after 60 seconds; not finished: {late} rules in README.md.\n" in done.out
    assert "did not run (" not in done.out  # each rule is counted once
    named = run("lint", "--base", "HEAD", "--verbose").out
    assert "unused-allow" not in named  # the second run had the time


@pytest.mark.usefixtures("_edited")
@pytest.mark.parametrize("option", ["--fix", "--diff"])
def test_half_a_check_fixes_nothing(option: str, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """What a fix would break may be what nobody looked for."""
    slow_rule(StraySpace, (61,), monkeypatch, clock)
    done = run("lint", "--base", "HEAD", option)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(MESSAGE)
    assert Path("README.md").read_text() == EDITED


def test_the_time_is_asked_between_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    """A schema of a stranger may take a second for each."""
    monkeypatch.chdir(tmp_path)
    names = paths(tmp_path)
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text("entry:\n  schema: {properties: {title: {pattern: a}}}\n")
    compared = []

    def wait(self: Validator, value: object) -> tuple[Problem, ...]:
        if isinstance(value, dict) and "title" in value:  # an entry, and no configuration
            clock.ahead += 16
            compared.append(self)
        return ()

    monkeypatch.setattr(Validator, "problems", wait)
    Path(names[0]).write_text(LIST)
    done = run("lint", "--base", "HEAD", *names)
    assert (done.code, len(compared)) == (3, 2)  # half of the time is for the old lists


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
