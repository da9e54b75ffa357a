"""`bot init --submissions`: the form to propose papers, and the workflow that answers it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bot.data.yaml import read
from bot.setup.workflows import ACTION, SUBMISSIONS, render_submissions
from bot.submissions.form import TEMPLATE
from bot.submissions.tasks import APPROVE_LABEL, COMMAND
from tests.commands.helpers import run
from tests.commands.office import README
from tests.repositories import repository


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    repository(tmp_path).commit(README=README)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_form_and_workflow_are_written() -> None:
    done = run("init", "--submissions")
    assert done.code == 0
    assert done.err.splitlines()[:3] == [
        "wrote .github/paperlist-bot.yml",
        f"wrote {TEMPLATE}",
        f"wrote {SUBMISSIONS}",
    ]
    assert Path(SUBMISSIONS).read_text() == render_submissions()[SUBMISSIONS]
    section = yaml.safe_load(Path(TEMPLATE).read_text())["body"][1]
    assert section["attributes"]["options"] == ["Not sure: the bot proposes one", "Planning", "Memory"]


def test_they_join_a_configuration_that_is_there() -> None:
    run("init")
    before = Path(".github/paperlist-bot.yml").read_text()
    done = run("init", "--submissions")
    assert (done.code, ".github/paperlist-bot.yml already exists, not changed" in done.err) == (0, True)
    assert Path(".github/paperlist-bot.yml").read_text() == before
    assert Path(TEMPLATE).exists()


def test_a_form_that_is_there_is_kept() -> None:
    run("init", "--submissions")
    Path(TEMPLATE).write_text("mine\n")
    assert run("init", "--submissions").code == 2
    assert Path(TEMPLATE).read_text() == "mine\n"
    Path(TEMPLATE).unlink()
    assert run("init", "--submissions").code == 0
    assert "Planning" in Path(TEMPLATE).read_text()


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    done = run("init", "--submissions", "--dry-run")
    assert (done.code, "name: Paper submissions" in done.out, "name: Add a paper" in done.out) == (0, True, True)
    assert not (folder / ".github").exists()


def test_the_workflow() -> None:
    """It checks nothing out, starts for what the bot reads, and not for programs."""
    workflow = read(render_submissions()[SUBMISSIONS], "workflow").value
    assert isinstance(workflow, dict)
    (job,) = workflow["jobs"].values()
    assert workflow["on"] == {
        "issues": {"types": ["opened", "edited", "reopened", "labeled"]},
        "issue_comment": {"types": ["created"]},
    }
    assert (workflow["permissions"], job["permissions"]) == (
        {},
        {"contents": "write", "issues": "write", "pull-requests": "write"},
    )
    assert job["steps"] == [{"uses": ACTION, "with": {"command": "submit"}}]
    # Of a group GitHub keeps one job waiting: what one account writes displaces no job of another.
    assert "github.event.sender.id" in job["concurrency"]["group"]
    for part in ("sender.type != 'Bot'", "!github.event.issue.pull_request", f"'{COMMAND}'", f"== '{APPROVE_LABEL}'"):
        assert part in job["if"]
