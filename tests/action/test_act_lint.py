"""The lint of a pull request, run by act: the real workflow and Action, a checkout with malicious modules."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.action.consumer import LINT, Consumer, consumer, write
from tests.action.tools import tool
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.act

PLANTED = ("yaml", "github", "pip", "venv", "json", "requests", "jsonschema", "sitecustomize", "bot/__init__")
OLD_ERROR = LIST.replace("] [", "] \u200b[", 1)


@pytest.fixture
def made(tmp_path: Path) -> Consumer:
    """A list with an old error, and Python modules that write a file when they are imported."""
    tool("act")
    found = consumer(tmp_path, {"GITHUB_REPOSITORY": "octo/list"})
    for name in PLANTED:
        write(
            found, f"{name}.py", f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\nraise SystemExit(99)\n"
        )
    return found


def lint(made: Consumer, before: str, after: str, **environ: str) -> tuple[bool, list[str], dict[str, str], list[str]]:
    """Lint a change; return whether the job succeeded, its annotations, its numbers and the rules in its report."""
    base = made.list.commit(README=before)
    head = made.list.commit(README=after)
    pull = {"number": 7, "base": {"sha": base, "ref": "main"}, "head": {"sha": head, "ref": "change"}}
    done = made.run(LINT, "pull_request", {"pull_request": pull, "number": 7}, **environ)
    report = done.artifacts.get("paperlist-bot-report/report.json")
    found = [each["rule"] for each in json.loads(report)["diagnostics"]] if report else []
    numbers = {name: value for name, value in done.outputs.items() if name != "report"}
    assert set(done.outputs) == {"findings", "errors", "report", "exit-code"}, done.log
    return done.succeeded, done.annotations, numbers, found


def test_an_error_in_the_change_fails_the_job(made: Consumer) -> None:
    succeeded, annotations, numbers, found = lint(made, OLD_ERROR, OLD_ERROR + LINES[3])
    assert (succeeded, numbers) == (False, {"findings": "1", "errors": "1", "exit-code": "1"})
    assert found == ["duplicate-entry"]
    assert [each.partition(" ")[0] for each in annotations] == ["::error"]
    assert not (made.folder / "imported").exists()


def test_an_older_error_does_not_fail_the_job(made: Consumer) -> None:
    succeeded, annotations, numbers, found = lint(made, OLD_ERROR, OLD_ERROR.replace(LINES[-1], ""))
    assert (succeeded, annotations, found) == (True, [], [])
    assert numbers == {"findings": "0", "errors": "0", "exit-code": "0"}
    assert not (made.folder / "imported").exists()


def test_hostile_file_names_are_not_executed(made: Consumer) -> None:
    text = (made.list.folder / LINT).read_text(encoding="utf-8")
    hostile = "files: '--fix; touch $PWNED; `touch $PWNED`'"
    write(
        made,
        LINT,
        text.replace("        with:\n          online:", f"        with:\n          {hostile}\n          online:"),
    )
    pwned = made.folder / "pwned"
    succeeded, annotations, numbers, _ = lint(made, LIST, OLD_ERROR, PWNED=str(pwned))
    assert (succeeded, numbers) == (False, {"findings": "", "errors": "", "exit-code": "2"})
    assert annotations == ["::error title=paperlist-bot::file not found: ./--fix; touch $PWNED; `touch $PWNED`"]
    assert not pwned.exists()


def test_the_malicious_modules_would_be_imported(made: Consumer) -> None:
    """Shows that the tests above can fail."""
    subprocess.run([sys.executable, "-m", "venv", "--help"], cwd=made.list.folder, check=False, capture_output=True)
    assert (made.folder / "imported").read_text().split() in (["venv"], ["sitecustomize"])
