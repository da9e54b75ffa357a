"""All workflows and actions of ours, also those for users, pass zizmor's strictest audit and GitHub's schemas."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from bot.commands.init import WORKFLOWS
from bot.setup.workflows import COMMIT, LINT, SHOWN_VERSION, render_workflow
from bot.submissions.form import render_template
from tests.action.tools import tool

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("**/*.md"))]
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.DOTALL | re.MULTILINE)
UNEXPLAINED = re.compile(r"# zizmor: ignore\[[\w-]+\]\s*$", re.MULTILINE)


def shown() -> dict[str, str]:
    """The workflows in README and docs, by a unique name."""
    return {
        f"{page.stem.lower()}-{number}.yml": block
        for page in PAGES
        for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
        if re.search(r"^jobs:", block, re.MULTILINE)
    }


def run(name: str, *arguments: str) -> tuple[int, str]:
    done = subprocess.run([tool(name), *arguments], capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout + done.stderr


def audit(*paths: Path) -> tuple[int, str]:
    return run("zizmor", "--offline", "--persona=auditor", "--no-progress", "--no-config", *map(str, paths))


def validate(schema: str, *paths: Path) -> tuple[int, str]:
    return run("check-jsonschema", "--builtin-schema", schema, *map(str, paths))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the workflows in README and docs, and those that `bot init` writes."""
    folder = tmp_path_factory.mktemp("repository") / ".github" / "workflows"
    folder.mkdir(parents=True)
    for name, content in shown().items():
        (folder / name).write_text(content, encoding="utf-8")
    for branch in ("main", "#1"):
        for path in (path for paths in WORKFLOWS.values() for path in paths):
            name = f"init-{branch.strip('#')}-{Path(path).name}"
            (folder / name).write_text(render_workflow(path, branch), encoding="utf-8")
    return folder


def test_workflows_in_the_docs_are_found() -> None:
    assert len([name for name in shown() if name.startswith("action-")]) == 2


def test_workflows_in_the_docs_use_this_release_and_our_pins() -> None:
    """Fails if a release or a new pin is missing on a page."""
    ours = "".join(path.read_text(encoding="utf-8") for path in GITHUB.glob("workflows/*.yml"))
    pins = set(re.findall(r"uses: (\S+@[0-9a-f]{40} # \S+)", ours))
    for name, block in shown().items():
        named = re.findall(r"uses: paperlist-bot/[^@]+@(\S+?)(?:,.*)? # (.+)", block)
        assert set(named) <= {(COMMIT, SHOWN_VERSION)}, name
        assert len(named) == block.count("uses: paperlist-bot/"), name
        assert set(re.findall(r"uses: (actions/.*)", block)) <= pins, name


def test_our_workflows_pass_the_audit() -> None:
    code, output = audit(GITHUB, ROOT / "action.yml", ROOT / "actions")
    assert code == 0, output


def test_workflows_for_users_pass_the_audit(written: Path) -> None:
    code, output = audit(written)
    assert code == 0, output


def test_the_audit_finds_what_is_wrong(tmp_path: Path) -> None:
    """Shows that the two tests above can fail."""
    bad = tmp_path / "bad.yml"
    bad.write_text(render_workflow(LINT, "main").replace("permissions: {}\n", ""), "utf-8")
    code, output = audit(bad)
    assert (code > 0, "excessive-permissions" in output) == (True, True), output


@pytest.mark.slow
def test_all_match_the_schemas(written: Path, tmp_path: Path) -> None:
    assert validate("vendor.github-workflows", *GITHUB.glob("workflows/*.yml"), *written.iterdir())[0] == 0
    assert validate("vendor.github-actions", ROOT / "action.yml", ROOT / "actions" / "run" / "action.yml")[0] == 0
    form = tmp_path / "add-paper.yml"
    form.write_text(render_template(["Planning", 'Yes: "no" #1']), encoding="utf-8")
    assert validate("vendor.github-issue-forms", form)[0] == 0
    assert validate("vendor.dependabot", GITHUB / "dependabot.yml")[0] == 0


@pytest.mark.slow
def test_the_schemas_find_what_is_wrong(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text(render_workflow(LINT, "main").replace("runs-on", "run-on"), "utf-8")
    assert validate("vendor.github-workflows", bad)[0] == 1


def test_ignored_audits_are_explained(written: Path) -> None:
    ours = [*GITHUB.rglob("*.yml"), ROOT / "action.yml", *written.iterdir()]
    found = {path.name for path in ours if UNEXPLAINED.search(path.read_text(encoding="utf-8"))}
    assert found == set()
