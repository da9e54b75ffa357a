"""The report as SARIF, checked by the SARIF SDK: its schema, and what code scanning on GitHub requires."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.helpers import run
from tests.github.prism import NoNodeError, install

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(sys.platform != "linux", reason="the validator is installed for Linux only"),
]

ROOT = Path(__file__).parents[2]
SECONDS = 120


@pytest.fixture(scope="module")
def validator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of the SDK."""
    try:
        program = install(tmp_path_factory.mktemp("node")) / "@microsoft/sarif-multitool-linux/Sarif.Multitool"
    except NoNodeError as error:
        pytest.skip(str(error))
    program.chmod(0o755)
    return program


def complaints(validator: Path, log: str, folder: Path) -> list[tuple[str, str]]:
    """Rule and message of each error and warning that the validator has."""
    written, found = folder / "report.sarif", folder / "found.sarif"
    written.write_text(log, encoding="utf-8")
    arguments = ("--rule-kind", "Sarif;Ghas", "--level", "Error;Warning", "--log", "ForceOverwrite")
    subprocess.run(
        [validator, "validate", written, "--output", found, *arguments],
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    results = json.loads(found.read_text(encoding="utf-8-sig"))["runs"][0]["results"]
    return [(each["ruleId"], each["message"].get("text", str(each["message"]))) for each in results]


def lint(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    monkeypatch.chdir(ROOT)
    return run("lint", "examples/agent-training.md", "--format", "sarif", "--exit-zero", *arguments).out


@pytest.mark.parametrize("arguments", [(), ("--verbose",), ("--isolated", "--select", "dead-link")], ids=str)
def test_report_is_valid(
    arguments: tuple[str, ...], validator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert complaints(validator, lint(monkeypatch, *arguments), tmp_path) == []


def test_validator_would_complain(validator: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fix without its replacements, and a rule without the description that GitHub wants."""
    log = json.loads(lint(monkeypatch))
    log["runs"][0]["tool"]["driver"]["rules"][0].pop("fullDescription")
    next(each for each in log["runs"][0]["results"] if "fixes" in each)["fixes"][0]["artifactChanges"] = []
    found = {rule for rule, _ in complaints(validator, json.dumps(log), tmp_path)}
    assert {"GH2012", "JSON1017"} & found
    assert len(found) > 1
