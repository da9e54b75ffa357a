from __future__ import annotations

import os
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from bot.linter.config_reader import load_config
from bot.rules import RULES
from bot.setup.profile import AGENTS
from bot.setup.workflows import LINT, PUBLISH, REBASE, REVIEW, SCOUT, SUBMISSIONS, SWEEP, UPDATE, render_workflow
from bot.submissions.form import TEMPLATE
from tests.commands.helpers import run
from tests.repositories import repository
from tests.sample_list import LINES, LIST

CONFIG = ".github/paperlist-bot.yml"
WORKFLOWS = (".github/workflows/paperlist-bot.yml", ".github/workflows/paperlist-bot-review.yml")
WORKFLOW = WORKFLOWS[0]
PAGE = "CONTRIBUTING.md"


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    """A repository with a list."""
    (folder / ".git").mkdir()
    (folder / "README.md").write_text(LIST)
    return folder


NEXT = "Commit these files and push them to the default branch: workflows run from there."


def test_the_configuration_is_written() -> None:
    done = run("init")
    assert (done.code, done.out, done.err) == (0, "", f"wrote {CONFIG}\n")
    written = Path(CONFIG).read_text()
    assert [path.name for path in Path(".github").iterdir()] == ["paperlist-bot.yml"]
    config = load_config(Path(CONFIG), RULES)
    assert (config.lists, config.entry.required, config.rules) == (("README.md",), (), ())
    assert (config.conventions.order, config.conventions.arxiv_form) == (None, None)
    assert "#   order: newest-first  # 11 of 11 neighbours" in written
    assert len(written.splitlines()) < 25
    assert run("lint").code == 0


def test_errors_of_the_list_fail_the_run_after_it() -> None:
    Path("README.md").write_text(LIST + LINES[0])
    done = run("init")
    assert done.err.splitlines()[1] == "README.md has 1 error: bot lint exits with 1 until they are fixed"
    assert run("lint").code == 1


def test_warnings_of_the_list_do_not() -> None:
    Path("README.md").write_text(LIST.replace("] [", "] \u200b[", 1))
    assert run("init").err == f"wrote {CONFIG}\n"
    assert run("lint").code == 0


def test_what_the_list_keeps_today_fails_nobody_later() -> None:
    run("init")
    Path("README.md").write_text(LIST.replace("] [", "] \u200b[", 1))
    assert (run("lint").code, run("lint", "--isolated").code) == (0, 0)


def test_a_dry_run_writes_nothing() -> None:
    plan = "".join(f"would write {name}\n" for name in (CONFIG, *WORKFLOWS, PAGE))
    named = run("init", "--dry-run", "--workflow")
    shown = run("init", "--dry-run", "-v", "--workflow")
    assert (named.code, named.out, named.err, shown.code, shown.err) == (0, "", plan, 0, plan)
    assert [path.name for path in Path().iterdir() if path.name != ".git"] == ["README.md"]
    run("init", "--workflow")
    assert shown.out == "\n".join(f"==> {name} <==\n{Path(name).read_text()}" for name in (CONFIG, *WORKFLOWS, PAGE))
    assert run("init", "--dry-run", "-v").out == f"==> {CONFIG} <==\n{Path(CONFIG).read_text()}"


def test_nothing_is_overwritten_unasked() -> None:
    Path(".github").mkdir()
    Path(CONFIG).write_text("fail_on: note\n")
    done = run("init")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"error: {CONFIG} already exists\nhint: use --force to overwrite, --dry-run -v to see what would be written\n"
    )
    assert Path(CONFIG).read_text() == "fail_on: note\n"
    assert run("init", "--force").code == 0
    assert "\nlists:\n  - README.md\n" in Path(CONFIG).read_text()


def test_the_workflows_join_a_configuration_that_is_there() -> None:
    Path(".github").mkdir()
    Path(CONFIG).write_text("fail_on: note\n")
    done = run("init", "--workflow")
    wrote = "".join(f"wrote {name}\n" for name in (*WORKFLOWS, PAGE))
    assert (done.code, done.out, done.err) == (0, "", f"{CONFIG} already exists, not changed\n{wrote}{NEXT}\n")
    assert Path(CONFIG).read_text() == "fail_on: note\n"
    again = run("init", "--workflow")
    kept = "".join(f"{name} is up to date\n" for name in WORKFLOWS)
    assert (again.code, again.out, again.err) == (
        0,
        "",
        f"{CONFIG} already exists, not changed\n{kept}{PAGE} already exists, not changed\n",
    )


@pytest.mark.parametrize("arguments", [(), ("--force",)], ids=["kept", "kept even by force"])
def test_a_page_for_contributors_is_a_person_s(arguments: tuple[str, ...]) -> None:
    Path("contributing.md").write_text("Be kind.\n")
    done = run("init", "--workflow", *arguments)
    assert "contributing.md already exists, not changed" in done.err.splitlines()
    assert Path("contributing.md").read_text() == "Be kind.\n"
    shown = run("init", "--workflow", "--dry-run", "-v").out
    assert "\n==> contributing.md <==\n## Contributing\n\nAn entry looks like this:\n" in shown
    assert sorted(path.name for path in Path().iterdir()) == [".git", ".github", "README.md", "contributing.md"]


def test_without_workflows_there_is_no_page() -> None:
    run("init")
    assert not Path(PAGE).exists()


def test_the_other_ending_is_overwritten_too() -> None:
    Path(".github").mkdir()
    other = Path(".github/paperlist-bot.yaml")
    other.write_text("lists: ['*.md']\n")
    assert run("init").err.startswith(f"error: {other.as_posix()} already exists")
    done = run("init", "--force")
    assert (done.err, Path(CONFIG).exists()) == (f"wrote {other.as_posix()}\n", False)
    assert load_config(other, RULES).lists == ("*.md",)


def test_lists_of_any_name_are_named_from_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["papers/2024.md", "papers/[old] ones.md", "#1.md"]
    for name in names:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(LIST)
    monkeypatch.chdir("papers")
    assert run("init", "2024.md", "[old] ones.md", "../#1.md").code == 0
    monkeypatch.chdir("..")
    assert load_config(Path(CONFIG), RULES).lists == ("papers/2024.md", "papers/[[]old] ones.md", "#1.md")
    assert [line for line in run("lint", "--verbose").out.splitlines() if line.startswith("papers/[old] ones.md:3")]


def test_the_default_branch_is_named(folder: Path) -> None:
    (folder / ".git").rmdir()
    repository(folder).git("branch", "--move", "master")
    run("init", "--workflow")
    assert "branches: [master]" in Path(WORKFLOW).read_text()


def test_outside_of_a_repository(folder: Path) -> None:
    (folder / ".git").rmdir()
    (folder / "papers").mkdir()
    (folder / "papers" / "a.md").write_text(LIST)
    if any(os.path.lexists(above / ".git") for above in folder.parents):
        pytest.skip("the tests themselves run in a repository")
    assert run("init", "papers/a.md").code == 0
    assert load_config(Path(CONFIG), RULES).lists == ("papers/a.md",)


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        pytest.param(("-",), "a configuration cannot name standard input", "name the files", id="stdin"),
        pytest.param(("no.md",), "file not found: no.md", "check the path", id="no file"),
        pytest.param(("README.md", "../b.md"), "../b.md is outside of ", "name files of this repository", id="outside"),
        pytest.param(("a\u200bb.md",), "'a\\u200bb.md' cannot be named", "rename the file", id="odd name"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str, hint: str, folder: Path) -> None:
    (folder.parent / "b.md").write_text(LIST)
    (folder / "a\u200bb.md").write_text(LIST)
    done = run("init", *arguments)
    error, advice = done.err.splitlines()[-2:]
    assert (done.code, done.out, Path(".github").exists()) == (2, "", False)
    assert error.startswith(f"error: {message}")
    assert advice.startswith(f"hint: {hint}")


def test_a_file_without_papers() -> None:
    Path("README.md").write_text("# A project\n\nWords.\n")
    done = run("init")
    assert done.code == 0
    assert done.err.splitlines()[1:] == [
        "warning: no papers found in README.md",
        "hint: name the files of the list: bot init FILES",
    ]


def test_a_configuration_is_not_replaced_for_a_file_without_papers() -> None:
    run("init")
    before = Path(CONFIG).read_text()
    Path("notes.md").write_text("# Notes\n\nWords.\n")
    done = run("init", "--force", "notes.md")
    assert (done.code, done.out, Path(CONFIG).read_text()) == (3, "", before)
    assert done.err.startswith(
        "error: no papers found in notes.md: nothing was written\nhint: name the files of the list\n"
    )


def test_nothing_is_written_where_one_file_refuses() -> None:
    Path(".github/workflows").mkdir(parents=True)
    Path(WORKFLOW).write_text("old")
    Path(WORKFLOW).chmod(0o444)
    done = run("init", "--workflow", "--force")
    assert (done.code, Path(CONFIG).exists()) == (3, False)
    assert done.err.startswith(f"error: {WORKFLOW} is read-only")


def contents() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path().rglob("*")) if path.is_file()}


@pytest.mark.parametrize(("option", "path"), [("--scout", SCOUT), ("--publish", PUBLISH), ("--update", UPDATE)])
def test_a_workflow_is_written_once(option: str, path: str) -> None:
    assert run("init", option).code == 0
    assert Path(path).read_text(encoding="utf-8") == render_workflow(path, "main")
    assert run("init", option).err.splitlines()[-1] == f"{path} is up to date"


@pytest.mark.parametrize("again", [(), ("--force",)], ids=["as it is", "force"])
def test_everything_at_once_and_a_second_time(again: tuple[str, ...]) -> None:
    done = run("init", "--all")
    assert done.code == 0
    workflows = [LINT, REVIEW, SUBMISSIONS, PUBLISH, SCOUT, UPDATE, SWEEP, REBASE]
    new = [CONFIG, *workflows, TEMPLATE, PAGE, AGENTS, ".gitattributes"]
    *lines, commit, pulls, _, name, driver = done.err.splitlines()
    assert sorted(lines) == sorted(f"wrote {path}" for path in new)
    assert commit == NEXT
    assert pulls.endswith("> General, allow GitHub Actions to create and approve pull requests.")
    assert name.strip().startswith("git config merge.paperlist.name ")
    assert driver.strip().startswith("git config merge.paperlist.driver ")
    assert Path(".gitattributes").read_text() == "README.md merge=paperlist\n"
    written = contents()
    assert sorted(written) == sorted([*new, "README.md"])
    assert run("init", "--all", *again).code == 0
    assert contents() == written


def test_a_workflow_of_an_earlier_version_is_renewed_unless_somebody_changed_it() -> None:
    run("init", "--sweep")
    written = Path(SWEEP).read_text()
    old = written.replace("timeout-minutes: 120", "timeout-minutes: 90")
    body, _, checksum = old.rstrip().rpartition(": ")
    body = body.rpartition("\n")[0] + "\n"
    sealed = old.replace(checksum, sha256(re.sub(r"@[0-9a-f]{40} # .*", "@", body).encode()).hexdigest()[:12])
    Path(SWEEP).write_text(sealed.replace("# v7.0.1", "# v7.0.2"))  # as Dependabot does
    done = run("init", "--sweep")
    assert (done.out, done.err.splitlines()[1:-1], Path(SWEEP).read_text()) == ("", [f"wrote {SWEEP}"], written)
    Path(SWEEP).write_text(old)
    done = run("init", "--sweep")
    assert done.err.splitlines()[1:] == [f"{SWEEP} is not as this version writes it, kept: --force overwrites it"]
    assert "\n-    timeout-minutes: 90\n+    timeout-minutes: 120\n" in done.out
    assert Path(SWEEP).read_text() == old


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", "README.md merge=paperlist\n", id="empty"),
        pytest.param("*.png binary", "*.png binary\nREADME.md merge=paperlist\n", id="no final newline"),
        pytest.param("README.md merge=paperlist\n", "README.md merge=paperlist\n", id="there"),
        pytest.param(
            "docs/README.md merge=paperlist\n",
            "docs/README.md merge=paperlist\nREADME.md merge=paperlist\n",
            id="that of another list",
        ),
    ],
)
def test_the_merge_driver_is_named_once(before: str, after: str) -> None:
    Path(".gitattributes").write_text(before)
    run("init", "--rebase")
    assert Path(".gitattributes").read_text() == after


@pytest.mark.parametrize("name", ["a b.md", "#a.md", "!a.md", '"a".md', '"a" b.md', "[a].md", "a*.md", "-a.md"])
def test_git_finds_the_driver_of_a_list_of_any_name(name: str) -> None:
    Path(name).write_text(Path("README.md").read_text())
    assert run("init", "--rebase", "--", name).code == 0
    subprocess.run(["git", "init", "-q"], check=True)
    found = subprocess.run(["git", "check-attr", "-z", "merge", "--", name], check=True, capture_output=True, text=True)
    assert found.stdout.split("\0")[:3] == [name, "merge", "paperlist"]


@pytest.mark.parametrize("link", [".github", ".github/workflows"])
def test_nothing_is_written_through_a_link_out_of_the_repository(
    link: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    Path(link).parent.mkdir(exist_ok=True)
    Path(link).symlink_to(outside)
    done = run("init", "--workflow")
    assert (done.code, list(outside.iterdir())) == (2, [])
    assert "is not in the working tree of the repository" in done.err
