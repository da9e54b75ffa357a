"""A change that adds more entries than a list has: its forms do not become the habits that it is judged by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.helpers import run
from tests.repositories import repository

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.repositories import Repository

HEAD = "# Agent training\n\n"
WORDS = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima")


def good(number: int) -> str:
    """One entry of a long list, newest first."""
    month, title = f"{2312 - number // 100:04}", f"{WORDS[number % 12]}{number}: Agents of Kind {number}"
    return f"* [{month}] [{title}](https://arxiv.org/abs/{month}.{number % 100 + 1:05})\n"


FORMS: dict[str, Callable[[str], str]] = {
    "noncanonical-link": lambda line: line.replace("arxiv.org/", "arxiv.org//"),
    "stray-space": lambda line: line.replace("\n", " (ACL 24 )\n"),
    "empty-link": lambda line: line.replace("\n", " [code]()\n"),
    "unbalanced-bracket": lambda line: line.replace("\n", " [with code\n"),
}
FIRST, *OTHERS = FORMS
EACH = (FIRST, *(pytest.param(rule, marks=pytest.mark.slow) for rule in OTHERS))
BASE = [good(number) for number in range(100)]
ADDED = [good(number) for number in range(100, 260)]


@pytest.fixture(name="repo")
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.chdir(tmp_path)
    return repository(tmp_path)


def lint(rule: str) -> tuple[int, int]:
    """How many warnings and notes the change causes."""
    out = json.loads(run("lint", "--select", rule, "--base", "HEAD", "--format", "json").out)
    return out["summary"]["warnings"], out["summary"]["notes"]


@pytest.mark.parametrize("rule", EACH)
def test_what_a_change_adds_is_no_habit(repo: Repository, rule: str) -> None:
    repo.commit(README=HEAD + "".join(BASE))
    Path("README.md").write_text(HEAD + "".join([*BASE, *map(FORMS[rule], ADDED)]))
    assert lint(rule)[0] == len(ADDED)


@pytest.mark.parametrize("rule", EACH)
def test_a_habit_of_the_list_stays_one(repo: Repository, rule: str) -> None:
    old = [FORMS[rule](line) if index % 2 else line for index, line in enumerate(BASE)]
    repo.commit(README=HEAD + "".join(old))
    Path("README.md").write_text(HEAD + "".join([*old, *map(FORMS[rule], ADDED[:3])]))
    assert lint(rule)[0] == 0


@pytest.mark.parametrize("rule", EACH)
def test_a_list_that_was_too_short_has_the_habits_of_the_change(repo: Repository, rule: str) -> None:
    repo.commit(README=HEAD + "".join(BASE[:5]))
    Path("README.md").write_text(HEAD + "".join([*BASE[:5], *map(FORMS[rule], ADDED[:100])]))
    assert lint(rule)[0] == 0


def test_a_change_does_not_decide_which_brackets_the_list_uses(repo: Repository) -> None:
    old = [line.replace("\n", " (two steps)\n") for line in BASE]
    repo.commit(README=HEAD + "".join(old))
    new = [line.replace("\n", "（two steps）\n") for line in ADDED]
    Path("README.md").write_text(HEAD + "".join([*old, *new]))
    assert lint("fullwidth-bracket") == (len(new), 0)


@pytest.mark.parametrize(("late", "expected"), [(0, (30, 0)), (40, (0, 0))], ids=["first", "as before"])
def test_many_dates_of_a_change_are_no_habit(repo: Repository, late: int, expected: tuple[int, int]) -> None:
    """Dates a year after the id: mistyped years, unless the list has had many of them."""

    def dated_later(line: str) -> str:
        return f"{line[:3]}{int(line[3:7]) + 100}{line[7:]}"

    old = [dated_later(line) if index < late else line for index, line in enumerate(BASE)]
    repo.commit(README=HEAD + "".join(old))
    Path("README.md").write_text(HEAD + "".join([*old, *map(dated_later, ADDED[:30])]))
    assert lint("date-mismatch") == expected
