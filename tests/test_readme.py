"""The README shows what the program does."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from bot.cli import main
from bot.linter.rule import Need
from bot.rules import RULES
from bot.setup.workflows import COMMIT
from tests.commands.helpers import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = "examples/agent-training.md"
PLACES = re.compile(r"^\S+:\d+:\d+ (?:error|warning|note) ([a-z-]+) ", re.MULTILINE)


def blocks(language: str) -> list[str]:
    """The fenced code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("_in_the_checkout")
def test_first_command_lints_the_example() -> None:
    set_up, lint = blocks("sh")[0].rsplit(" && .venv/bin/bot ", 1)
    assert set_up == "python3 -m venv .venv && .venv/bin/pip install --quiet ."
    done = run(*shlex.split(lint))
    assert (done.code, done.err) == (0, "")
    assert "Found" in done.out


def test_second_command_runs_the_tests() -> None:
    """`.ci/run` takes it from here."""
    assert blocks("sh")[1].rsplit(" && ", 1)[1].strip() == ".venv/bin/pytest"


def test_it_is_read_in_a_minute() -> None:
    assert len(README.splitlines()) < 150


def test_promises_have_the_figures_of_the_evidence() -> None:
    evidence = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    promises = README[README.index("- **It reads") : README.index("![bot lint")]
    figures = re.findall(r"\d[\d.,]*%?", promises)
    assert figures == ["43", "96%", "148", "154", "145"]
    assert [each for each in figures if each.rstrip(".,") not in evidence] == []


@pytest.mark.usefixtures("_in_the_checkout")
def test_shown_findings_are_found() -> None:
    found = run("lint", EXAMPLE, "--exit-zero").out
    shown = blocks("text")[0].strip().split("\n\n")
    assert [part for part in shown if f"{part}\n" not in found] == []


@pytest.mark.usefixtures("_in_the_checkout")
def test_shown_fixes_are_made() -> None:
    page = (ROOT / "docs" / "adopting.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```diff\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert shown in run("lint", EXAMPLE, "--diff", "--exit-zero").out


@pytest.mark.usefixtures("_in_the_checkout")
def test_example_has_a_finding_of_every_rule() -> None:
    """Of all rules that need only a list and are on by default."""
    found = set(PLACES.findall(run("lint", EXAMPLE, "--exit-zero", "--verbose").out))
    able = {rule.slug for rule in RULES if rule.enabled and not rule.needs & Need.RECORDS}
    able -= {"oversized-readme", "misspelt-label", "stale-render"}  # need a long list, or a second file
    able -= {"conflict-marker"}  # is of a page that was left half done
    without_facts = {rule.slug for rule in RULES if not any(getattr(each, "facts", None) for each in rule.examples)}
    assert able & without_facts - {"schema-violation"} - found == set()


def test_named_commands_and_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for line in re.findall(r"^\| `bot ([^`]+)` \|", README, re.MULTILINE):
        command, *arguments = line.split()
        assert main([command, "--help"]) == 0
        page = capsys.readouterr().out
        assert page.startswith(f"usage: bot {command}")
        assert [each for each in arguments if each.startswith("--") and each not in page] == []


def test_named_rules_exist() -> None:
    named = re.findall(r"bot: allow ([a-z-]+)", README) + re.findall(r"bot explain ([a-z-]+)", README)
    assert set(named) <= {rule.slug for rule in RULES}


def test_workflow_is_short_and_has_minimal_permissions() -> None:
    workflow = yaml.safe_load(blocks("yaml")[0])
    permissions = [job["permissions"] for job in workflow["jobs"].values()]
    assert (workflow["permissions"], permissions) == ({}, [{"contents": "read", "pull-requests": "write"}])
    assert len(blocks("yaml")[0].splitlines()) == 12


def test_hooks_exist() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    block = page.partition("## pre-commit\n\n```yaml\n")[2].partition("```")[0]
    shown = yaml.safe_load(block)["repos"][0]["hooks"]
    assert {hook["id"] for hook in shown} <= {hook["id"] for hook in hooks}


def test_links_lead_to_files() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_pinned_commit_is_in_the_history() -> None:
    """Before a release, the pages pin a commit of the main branch."""
    history = subprocess.run(["git", "rev-list", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if len(history.stdout.split()) < 2:
        pytest.skip("this checkout has no history")
    assert COMMIT in history.stdout.split()
