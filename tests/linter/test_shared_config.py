"""A configuration in another repository: read on a desk and for a pull request, kept, and used without a network."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.errors import CANNOT_RUN, BotError
from bot.facts.cache import default_path
from bot.linter.config_reader import fetch_shared
from tests.commands.helpers import run
from tests.github import FakeGitHub, World
from tests.sample_list import LIST

CONFIG = ".github/paperlist-bot.yml"
SHARED = "entry:\n  required: [venue]\n"
OWN = "extends: octo/.github\nlists: [README.md]\n"
CHANGED = LIST.replace("UI-TARS-2", "UI-TARS 2", 1)
DAY = 86_400


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    Path("README.md").write_text(CHANGED, encoding="utf-8")
    Path(".github").mkdir()
    Path(CONFIG).write_text(OWN, encoding="utf-8")
    return folder


def shared(files: dict[str, str]) -> FakeGitHub:
    world = World()
    world.create("octo/.github", files)
    return FakeGitHub(world)


def test_a_desk_reads_it_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    with shared({CONFIG: SHARED}) as github:
        monkeypatch.setenv("GITHUB_API_URL", github.url)
        assert [run("lint", "--quiet").code for _ in range(2)] == [1, 1]
        assert len(github.visits) == 1


@pytest.mark.parametrize(
    ("days", "is_used"),
    [pytest.param(0.5, True, id="new"), pytest.param(20, True, id="old"), pytest.param(31, False, id="too old")],
)
def test_without_a_network_a_copy_is_used_for_a_month(
    monkeypatch: pytest.MonkeyPatch, days: float, is_used: bool
) -> None:
    with shared({CONFIG: SHARED}) as github:
        monkeypatch.setenv("GITHUB_API_URL", github.url)
        fetch_shared("octo/.github")
    (copy,) = (default_path().parent / "shared").iterdir()
    written = copy.stat().st_mtime - days * DAY
    os.utime(copy, (written, written))
    if is_used:
        assert fetch_shared("octo/.github").text == SHARED
    else:
        with pytest.raises(BotError, match="could not be read") as caught:
            fetch_shared("octo/.github")
        assert caught.value.code == CANNOT_RUN


def test_a_repository_without_one_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with shared({"README.md": LIST}) as github:
        monkeypatch.setenv("GITHUB_API_URL", github.url)
        done = run("lint")
    assert (done.code, f"extends: octo/.github has no {CONFIG}" in done.err) == (CANNOT_RUN, True)
