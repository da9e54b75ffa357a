from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.data.yaml import read
from bot.scouting.proposals import KIND
from bot.setup.workflows import (
    ACTION,
    LINT,
    PUBLISH,
    REVIEW,
    SCOUT,
    SHOWN_VERSION,
    SUBMISSIONS,
    UPDATE,
    render_workflow,
)
from bot.submissions.answer import APPROVE_LABEL, COMMAND
from tests.test_workflows import PINNED

ROOT = Path(__file__).parents[2]
CHECKED = ROOT / ".github" / "workflows" / "list-check.yml"
USED = re.compile(r"uses: (\S+@\S+ # (?:pinned commit; no release yet|\S+))")


WRITE = "write"
CHECKOUT = {"persist-credentials": False}
WHOLE = {"fetch-depth": 0, "persist-credentials": False}


class Expected(NamedTuple):
    """What starts a workflow, what its jobs may do, the steps with what they are given, and parts of conditions."""

    on: dict[str, object]
    permissions: tuple[dict[str, str], ...]
    steps: tuple[tuple[str, object], ...]
    conditions: tuple[str, ...] = ()


WORKFLOWS = {
    LINT: Expected(
        {"pull_request": None, "push": {"branches": ["#1"]}},
        ({"contents": "read"},),
        (
            *(("checkout", WHOLE), (ACTION, {"online": "${{ github.event_name == 'pull_request' }}"})),
            ("upload-artifact", "${{ steps.bot.outputs.report }}"),
        ),
    ),
    REVIEW: Expected(
        {"workflow_run": {"workflows": ["Paper list"], "types": ["completed"]}},
        ({"actions": "read", "contents": "read", "pull-requests": WRITE},),
        ((ACTION, {"command": "post"}),),
        (f"contains(github.event.workflow_run.path, '{LINT}')",),
    ),
    SUBMISSIONS: Expected(
        {"issues": {"types": ["opened", "edited", "reopened", "labeled"]}, "issue_comment": {"types": ["created"]}},
        ({"contents": WRITE, "issues": WRITE, "pull-requests": WRITE},),
        ((ACTION, {"command": "submit"}),),
        ("sender.type != 'Bot'", "!github.event.issue.pull_request", f"'{COMMAND}'", f"== '{APPROVE_LABEL}'"),
    ),
    PUBLISH: Expected(
        {"push": {"branches": ["#1"]}, "workflow_dispatch": None},
        ({"contents": "read"}, {"id-token": WRITE, "pages": WRITE}),
        (
            *(("checkout", WHOLE), (ACTION, {"command": "publish"})),
            *(("upload-pages-artifact", "${{ steps.bot.outputs.site }}"), ("deploy-pages", None)),
        ),
    ),
    SCOUT: Expected(
        {"schedule": [{"cron": "43 4 * * 2"}], "workflow_dispatch": None, "issues": {"types": ["edited"]}},
        ({"contents": WRITE, "issues": WRITE, "pull-requests": WRITE},),
        (("checkout", CHECKOUT), (ACTION, {"command": "scout"})),
        (
            *("sender.type != 'Bot'", "issue.user.type == 'Bot'"),
            f"startsWith(github.event.issue.body, '{KIND.marker}')",
        ),
    ),
    UPDATE: Expected(
        {"schedule": [{"cron": "17 5 * * 3"}], "workflow_dispatch": None},
        ({"contents": WRITE, "pull-requests": WRITE},),
        (("checkout", CHECKOUT), (ACTION, {"command": "update"})),
    ),
}


@pytest.mark.parametrize(("path", "expected"), WORKFLOWS.items())
def test_what_a_workflow_may_do(path: str, expected: Expected) -> None:
    """Each job asks for what it needs, and runs nothing of the list."""
    workflow = read(render_workflow(path, "#1"), "workflow").value
    assert isinstance(workflow, dict)
    jobs = list(workflow["jobs"].values())
    steps = [step for job in jobs for step in job["steps"]]
    assert (workflow["on"], workflow["permissions"]) == (expected.on, {})
    assert tuple(job["permissions"] for job in jobs) == expected.permissions
    assert [step["uses"].removeprefix("actions/").partition("@")[0] for step in steps] == [
        name.partition("@")[0] for name, _ in expected.steps
    ]
    given = [step.get("with") for step in steps]
    assert [each.get("path", each) if each else each for each in given] == [each for _, each in expected.steps]
    assert [each for each in expected.conditions if each not in jobs[0]["if"]] == []


def test_one_account_displaces_no_job_of_another() -> None:
    """Of a group GitHub keeps one job waiting."""
    assert "github.event.sender.id" in render_workflow(SUBMISSIONS).partition("concurrency:")[2].partition("\n\n")[0]


def test_actions_are_pinned_as_in_our_own_workflows() -> None:
    texts = (render_workflow(path, "main") for path in (LINT, REVIEW))
    lines = [line.strip().removeprefix("- ") for text in texts for line in text.splitlines()]
    used = [line for line in lines if line.startswith("uses:")]
    ours = f"{ACTION} # {SHOWN_VERSION}"
    assert [line for line in used if not PINNED.fullmatch(line)] == []
    others = set(USED.findall(CHECKED.read_text("utf-8")))
    assert {each for line in used for each in USED.findall(line)} == {ours, *others}
