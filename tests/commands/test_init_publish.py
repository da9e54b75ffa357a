"""`bot init --publish`: the workflow that puts the list on GitHub Pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.data.yaml import read
from bot.setup.workflows import ACTION, PUBLISH, render_workflow
from tests.commands.helpers import run
from tests.sample_list import LIST

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "README.md").write_text(LIST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path / PUBLISH


def test_the_workflow_is_written_once(written: Path) -> None:
    assert run("init", "--publish").code == 0
    assert written.read_text(encoding="utf-8") == render_workflow(PUBLISH, "main")
    assert run("init", "--publish").err.splitlines()[-1] == f"{PUBLISH} is up to date"
    assert run("init", "--publish", "--force").code == 0


def test_only_the_second_job_may_write_and_it_runs_nothing_of_the_list() -> None:
    workflow = read(render_workflow(PUBLISH, "#1"), "workflow").value
    assert isinstance(workflow, dict)
    build, deploy = workflow["jobs"]["build"], workflow["jobs"]["deploy"]
    assert (workflow["permissions"], workflow["on"]["push"]) == ({}, {"branches": ["#1"]})
    assert (build["permissions"], deploy["permissions"]) == (
        {"contents": "read"},
        {"id-token": "write", "pages": "write"},
    )
    checkout, bot, upload = build["steps"]
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert (bot["uses"], bot["with"]) == (ACTION, {"command": "publish"})
    assert upload["with"]["path"] == "${{ steps.bot.outputs.site }}"
    assert [step["uses"].partition("@")[0] for step in deploy["steps"]] == ["actions/deploy-pages"]
