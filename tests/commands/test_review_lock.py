"""A review and a lint of a change check known papers from the lock file, with no request to any service."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.commands.hub import Hub, hub
from tests.repositories import repository

README = "README.md"
LOCK = "papers.lock.jsonl"
OLD = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
WRONG = "* [A Cookbook of Vegetable Soups for Everybody](https://arxiv.org/abs/2210.03629)\n"
UNKNOWN = "* [A Paper That Nobody Looked Up Yet](https://arxiv.org/abs/2305.00001)\n"
LINES = "".join(
    f'{{"id":"arXiv:{value}","title":"{title}","checked":"2026-11-20"}}\n'
    for value, title in (
        ("2210.03629", "ReAct: Synergizing Reasoning and Acting in Language Models"),
        ("2310.05915", "FireAct: Toward Language Agent Fine-tuning"),
    )
)
BEFORE = {README: f"# Papers\n\n{OLD}", LOCK: LINES}
AFTER = f"# Papers\n\n{OLD}{WRONG}{UNKNOWN}"


def found(github: Hub, path: Path) -> tuple[list[str], list[dict[str, object]]]:
    """The rules of what is found, and what could not be checked."""
    done = github.review("--output", f"json={path / 'report.json'}")
    assert done.code in {0, 1}, done.err
    value = json.loads((path / "report.json").read_text())
    return [each["rule"] for each in value["diagnostics"]], value["unchecked"]


UNCHECKED = {"kind": "paper", "service": LOCK, "reason": f"not in {LOCK}", "count": 1}


def test_known_papers_are_reviewed(tmp_path: Path) -> None:
    with hub(BEFORE, {README: AFTER}) as github:
        assert found(github, tmp_path) == (["wrong-paper"], [UNCHECKED])
        assert "ReAct: Synergizing Reasoning and Acting" in github.posted


def test_a_change_cannot_vouch_for_itself(tmp_path: Path) -> None:
    forged = LINES.replace("ReAct: Synergizing Reasoning and Acting in Language Models", WRONG[3:45])
    with hub(BEFORE, {README: AFTER, LOCK: forged}) as github:
        assert found(github, tmp_path) == (["wrong-paper"], [UNCHECKED])


def test_a_file_that_the_change_brings_is_not_used(tmp_path: Path) -> None:
    with hub({README: BEFORE[README]}, {README: AFTER, LOCK: LINES}) as github:
        assert found(github, tmp_path) == ([], [])


@pytest.mark.parametrize("content", ["<<<<<<< HEAD\n", "\\xff"], ids=["conflict", "no JSON"])
def test_a_broken_file_stops_no_review(content: str, tmp_path: Path) -> None:
    with hub({README: BEFORE[README], LOCK: content}, {README: AFTER + OLD}) as github:
        assert found(github, tmp_path) == (["duplicate-entry"], [])
        assert f"The lock file was not used: {LOCK}, line 1: not valid JSON." in github.summary.body


def test_a_lint_of_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(LOCK).write_text(LINES)
    repository(tmp_path).commit(README=BEFORE[README])
    Path(README).write_text(AFTER)
    for more in ((), ("--offline", "--cache", "none.sqlite")):
        done = run("lint", README, "--base", "HEAD", "--format", "json", *more)
        value = json.loads(done.out)
        assert (done.code, [each["rule"] for each in value["diagnostics"]]) == (1, ["wrong-paper"])
        assert [each["count"] for each in value["unchecked"] if each["kind"] == "paper"] == [1]


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in which a change adds entries; its base has a lock file."""
    monkeypatch.chdir(tmp_path)
    Path(LOCK).write_text(LINES)
    repository(tmp_path).commit(README=BEFORE[README])
    Path(README).write_text(AFTER)
    return tmp_path


FORGED = LINES.replace("ReAct: Synergizing Reasoning and Acting in Language Models", WRONG[3:45])


@pytest.mark.usefixtures("change")
@pytest.mark.parametrize(
    ("forged", "more"),
    [(FORGED, ()), (None, ("--format", "json")), ("<<<<<<< HEAD\n", ("--offline", "--cache", "none.sqlite"))],
    ids=["edited", "deleted", "broken"],
)
def test_a_change_cannot_vouch_for_itself_in_lint(forged: str | None, more: tuple[str, ...]) -> None:
    if forged is None:
        Path(LOCK).unlink()
    else:
        Path(LOCK).write_text(forged)
    done = run("lint", README, "--base", "HEAD", *more)
    assert (done.code, "wrong-paper" in done.out) == (1, True)


@pytest.mark.usefixtures("change")
def test_what_only_the_lock_file_of_a_change_says_is_unknown() -> None:
    Path(LOCK).write_text(
        LINES + '{"id":"arXiv:2305.00001","title":"A Paper That Nobody Looked Up Yet","checked":"2026-11-20"}\n'
    )
    value = json.loads(run("lint", README, "--base", "HEAD", "--format", "json").out)
    assert value["unchecked"] == [UNCHECKED]


def test_a_lock_file_that_a_change_brings_is_not_used_in_lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    repository(tmp_path).commit(README=BEFORE[README])
    Path(LOCK).write_text(LINES)
    Path(README).write_text(AFTER)
    value = json.loads(run("lint", README, "--base", "HEAD", "--format", "json").out)
    assert (value["diagnostics"], value["unchecked"]) == ([], [])
