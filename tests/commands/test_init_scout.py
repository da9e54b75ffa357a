"""`bot init --scout`: the workflow that keeps the issue with candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.data.yaml import read
from bot.scouting.proposals import KIND
from bot.setup.workflows import ACTION, SCOUT, render_workflow
from tests.commands.helpers import run
from tests.sample_list import LIST

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "README.md").write_text(LIST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / SCOUT


def test_the_workflow_is_written_once(written: Path) -> None:
    assert run("init", "--scout").code == 0
    assert written.read_text(encoding="utf-8") == render_workflow(SCOUT)
    assert run("init", "--scout").err.splitlines()[-1] == f"{SCOUT} is up to date"
    assert run("init", "--scout", "--force").code == 0


def test_a_tick_of_a_person_starts_it_and_it_runs_nothing_of_the_list() -> None:
    workflow = read(render_workflow(SCOUT), "workflow").value
    assert isinstance(workflow, dict)
    (job,) = workflow["jobs"].values()
    assert (workflow["permissions"], workflow["on"]) == (
        {},
        {"schedule": [{"cron": "43 4 * * 2"}], "workflow_dispatch": None, "issues": {"types": ["edited"]}},
    )
    assert job["permissions"] == {"contents": "write", "issues": "write", "pull-requests": "write"}
    checkout, bot = job["steps"]
    assert checkout["with"] == {"persist-credentials": False}
    assert (bot["uses"], bot["with"]) == (ACTION, {"command": "scout"})
    for part in (
        "sender.type != 'Bot'",
        "issue.user.type == 'Bot'",
        f"startsWith(github.event.issue.body, '{KIND.marker}')",
    ):
        assert part in job["if"]
