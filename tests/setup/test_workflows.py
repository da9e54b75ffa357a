from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.data.yaml import read
from bot.setup.workflows import ACTION, LINT, REVIEW, SHOWN_VERSION, render_workflow
from tests.test_workflows import PINNED

ROOT = Path(__file__).parents[2]
CHECKED = ROOT / ".github" / "workflows" / "list-check.yml"
USED = re.compile(r"uses: (\S+@\S+ # (?:before )?\S+)")


def loaded(path: str, branch: str = "main") -> dict[str, object]:
    value = read(render_workflow(path, branch), "workflow").value
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize(("branch", "read_as"), [("main", "main"), ("release/1.0", "release/1.0"), ("#1", "#1")])
def test_lint_reads_and_keeps_its_report(branch: str, read_as: str) -> None:
    workflow = loaded(LINT, branch)
    (job,) = workflow["jobs"].values()  # type: ignore[attr-defined]
    checkout, bot, keep = job["steps"]
    assert workflow["on"] == {"pull_request": None, "push": {"branches": [read_as]}}
    assert (workflow["permissions"], job["permissions"]) == ({}, {"contents": "read"})
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert (bot["id"], bot["uses"]) == ("bot", ACTION)
    assert keep["with"]["path"] == "${{ steps.bot.outputs.report }}"


def test_review_checks_nothing_out_and_follows_the_lint() -> None:
    lint, review = loaded(LINT), loaded(REVIEW)
    (job,) = review["jobs"].values()  # type: ignore[attr-defined]
    assert review["on"] == {"workflow_run": {"workflows": [lint["name"]], "types": ["completed"]}}
    assert (review["permissions"], job["permissions"]) == (
        {},
        {"actions": "read", "contents": "read", "pull-requests": "write"},
    )
    assert job["steps"] == [{"uses": ACTION, "with": {"command": "post"}}]
    assert f"contains(github.event.workflow_run.path, '{LINT}')" in job["if"]


def test_actions_are_pinned_as_in_our_own_workflows() -> None:
    texts = (render_workflow(path, "main") for path in (LINT, REVIEW))
    lines = [line.strip().removeprefix("- ") for text in texts for line in text.splitlines()]
    used = [line for line in lines if line.startswith("uses:")]
    ours = f"{ACTION} # {SHOWN_VERSION}"
    assert [line for line in used if not PINNED.fullmatch(line)] == []
    others = set(USED.findall(CHECKED.read_text("utf-8")))
    assert {each for line in used for each in USED.findall(line)} == {ours, *others}
