"""`action.yml` matches the documentation, and runs only what it names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.action import MEANINGS, PREFIX
from bot.commands.init import WORKFLOWS
from bot.setup.workflows import render_workflow

ROOT = Path(__file__).parents[2]
ACTION = (ROOT / "action.yml").read_text(encoding="utf-8")
DOCS = (ROOT / "docs" / "action.md").read_text(encoding="utf-8")
WRITTEN = [path for paths in WORKFLOWS.values() for path in paths]
LINTED = DOCS[DOCS.index("## As a reusable workflow") :]


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    value = yaml.safe_load(ACTION)
    assert isinstance(value, dict)
    return value


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading of docs/action.md, without the header."""
    table = DOCS[DOCS.index(f"\n## {heading}\n") :].split("\n\n| ", 1)[1].split("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in f"| {table}".splitlines()]
    return [[cell.strip("`") for cell in row] for row in cells[2:]]


def commands_with(name: str) -> str:
    commands = [command for command, inputs in MEANINGS.items() if name in inputs]
    return ", ".join(commands) or "all"


def test_the_marketplace_takes_name_description_and_branding(action: dict[str, Any]) -> None:
    assert action["name"] == "paperlist-bot"  # the name of its organization, which nobody else may take
    assert 0 < len(action["description"]) < 125
    assert action["branding"]["color"] in "white black yellow blue green orange red purple gray-dark".split()
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", action["branding"]["icon"])
    assert action["author"] != ""


def test_inputs_are_documented(action: dict[str, Any]) -> None:
    documented = [(row[0], row[1], row[2] if len(row) > 3 else "") for row in rows("Inputs")]
    assert documented == [(name, commands_with(name), str(each["default"])) for name, each in action["inputs"].items()]


def test_outputs_are_documented(action: dict[str, Any]) -> None:
    assert [row[0] for row in rows("Outputs")] == list(action["outputs"])


def test_outputs_are_those_of_the_last_step(action: dict[str, Any]) -> None:
    assert {name: each["value"] for name, each in action["outputs"].items()} == {
        name: f"${{{{ steps.run.outputs.{name} }}}}" for name in ("findings", "errors", "report", "site", "exit-code")
    }


def test_inputs_are_passed_as_variables_only(action: dict[str, Any]) -> None:
    steps = {step["id"]: step for step in action["runs"]["steps"]}
    passed = {name: value for name, value in steps["run"]["env"].items() if name.startswith(PREFIX)}
    elsewhere = {"token", "python-version"}
    assert passed == {
        f"{PREFIX}{name.upper().replace('-', '_')}": f"${{{{ inputs.{name} }}}}"
        for name in action["inputs"]
        if name not in elsewhere
    }
    assert steps["run"]["env"]["GITHUB_TOKEN"] == "${{ inputs.token }}"
    assert [name for name, step in steps.items() if "${{" in step.get("run", "")] == []


def test_python_never_imports_from_the_current_folder() -> None:
    calls = re.findall(r'"\$BOT_PYTHON" (-.*)$', ACTION, re.MULTILINE)
    assert calls == ['-I "$GITHUB_ACTION_PATH/actions/install.py" "$folder"', "-P -m bot.action"]
    installed = (ROOT / "actions" / "install.py").read_text(encoding="utf-8")
    assert installed.count('"-m"') == installed.count('"-I", "-m"') == 2


def test_libraries_come_with_hashes_and_as_wheels() -> None:
    installed = (ROOT / "actions" / "install.py").read_text(encoding="utf-8")
    pip, uv = re.findall(r'"pip",\s"install",.*?\n *\)', installed, re.DOTALL)
    assert len(re.findall(r'\*PIP, "--requirement", str\((?:lock|LIBRARIES)\)', installed)) == 2
    assert '"--requirement", str(LIBRARIES)' in uv
    assert {'"--require-hashes"', '"--no-deps"', '"--no-build"'} <= set(re.findall(r'"--[\w-]+"', uv))
    assert {'"--require-hashes"', '"--no-deps"', '"--only-binary"'} <= set(re.findall(r'"--[\w-]+"', pip))


def test_the_other_action_differs_only_by_its_folder() -> None:
    other = (ROOT / "actions" / "run" / "action.yml").read_text(encoding="utf-8")
    comment, rest = other.split("\nname:", 1)
    assert [line for line in comment.splitlines() if not line.startswith("# ")] == []
    assert f"name:{rest}" == ACTION.replace("$GITHUB_ACTION_PATH", "$GITHUB_ACTION_PATH/../..")


def test_callers_grant_the_permissions_of_the_reusable_workflow() -> None:
    called = yaml.safe_load((ROOT / ".github" / "workflows" / "list-check.yml").read_text(encoding="utf-8"))
    caller = yaml.safe_load(re.findall(r"^```yaml\n(.*?)^```$", LINTED, re.DOTALL | re.MULTILINE)[0])
    assert caller["jobs"]["lint"]["permissions"] == called["jobs"]["lint"]["permissions"]
    assert set(called[True]["workflow_call"]["inputs"]) == set(MEANINGS["lint"])


def test_permissions_are_explained() -> None:
    """Each permission in a workflow of docs/action.md or of `bot init` has its row, and no other does."""
    asked: set[tuple[str, str]] = set()
    shown = re.findall(r"^```yaml\n(.*?)^```$", DOCS, re.DOTALL | re.MULTILINE)
    for block in (*shown, *(render_workflow(path, "main") for path in WRITTEN)):
        jobs = yaml.safe_load(block)["jobs"].values()
        steps = [step for job in jobs for step in job.get("steps", ())]
        for job in jobs:
            used = [step for step in (*job.get("steps", ()), *steps) if "paperlist-bot/" in step["uses"]]
            command = used[0].get("with", {}).get("command", "lint") if used else "lint"
            asked |= {(command, f"{name}: {value}") for name, value in job["permissions"].items()}
    assert sorted(asked) == sorted((row[0], each) for row in rows("Permissions") for each in row[1].split("`, `"))
