from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.workflow import render
from bot.yamltext import read
from tests.test_workflows import PINNED

OURS = Path(__file__).parents[1] / ".github" / "workflows" / "ci.yml"
USED = re.compile(r"uses: (\S+@\S+ # \S+)")


@pytest.mark.parametrize(("branch", "read_as"), [("main", "main"), ("release/1.0", "release/1.0"), ("#1", "#1")])
def test_what_the_workflow_does(branch: str, read_as: str) -> None:
    value = read(render(branch), "workflow").value
    assert isinstance(value, dict)
    (job,) = value["jobs"].values()
    assert value["on"] == {"pull_request": None, "push": {"branches": [read_as]}}
    assert (value["permissions"], job["permissions"]) == ({}, {"contents": "read"})
    assert [step.get("run") for step in job["steps"]] == [
        None,
        None,
        "pip install paperlist-bot",
        "bot lint --format github",
    ]
    assert job["steps"][0]["with"] == {"persist-credentials": False}


def test_actions_are_pinned_as_ours_are() -> None:
    lines = [line.strip().removeprefix("- ") for line in render("main").splitlines() if "uses:" in line]
    assert [line for line in lines if not PINNED.fullmatch(line)] == []
    assert set(USED.findall(render("main"))) <= set(USED.findall(OURS.read_text(encoding="utf-8")))
