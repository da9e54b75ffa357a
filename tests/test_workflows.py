"""Our workflows have only the permissions they need."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

WORKFLOWS = sorted((Path(__file__).parents[1] / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(
    r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # (?:pinned commit; no release yet|v\d+(\.\d+)*)|uses: (\./|\$/).*"
)


def _steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job.get("steps", ())]


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.name)
def text(request: pytest.FixtureRequest) -> str:
    path: Path = request.param
    return path.read_text(encoding="utf-8")


def test_each_job_states_its_permissions(text: str) -> None:
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    assert [name for name, job in workflow["jobs"].items() if "permissions" not in job] == []
    assert [name for name, job in workflow["jobs"].items() if "timeout-minutes" not in job] == []


def test_actions_are_pinned(text: str) -> None:
    used = [line.strip().removeprefix("- ") for line in text.splitlines() if "uses:" in line]
    assert [line for line in used if not PINNED.fullmatch(line)] == []


def test_checkouts_keep_no_credentials(text: str) -> None:
    checkouts = [step for step in _steps(yaml.safe_load(text)) if "actions/checkout@" in step.get("uses", "")]
    assert [step for step in checkouts if step.get("with", {}).get("persist-credentials") is not False] == []


def test_nothing_is_expanded_in_scripts(text: str) -> None:
    """The shell runs what GitHub expands in a script: values must be passed as environment variables."""
    assert [step["run"] for step in _steps(yaml.safe_load(text)) if "${{" in step.get("run", "")] == []
