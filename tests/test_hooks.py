"""The pre-commit hooks, run by the real pre-commit."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
LIST = "# Papers\n\n* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org//abs/2310.05915)\n"
"""A doubled slash: a warning with a safe fix."""
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
}


def test_hooks_run_the_linter() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [tuple(hook[key] for key in ("id", "entry", "language", "pass_filenames", "verbose")) for hook in hooks] == [
        ("paperlist-bot", "bot lint", "python", False, True),
        ("paperlist-bot-fix", "bot lint --fix", "python", False, True),
    ]
    for name in ("README.md", "papers.yaml", "papers.yml", "data/papers.csv", "papers.tsv", "papers.bib", "list.MD"):
        assert all(re.search(hook["files"], name) for hook in hooks), name
    assert not any(re.search(hook["files"], "main.py") for hook in hooks)


def git(folder: Path, *arguments: str) -> str:
    run = subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, text=True, env=os.environ | GIT
    )
    return run.stdout


def commit_all(folder: Path) -> None:
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This checkout, including uncommitted files, in a separate repository."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout")
    folder = tmp_path_factory.mktemp("hooks")
    for name in git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)
    commit_all(folder)
    return folder


def run_hook(hooks: Path, cache: Path, folder: Path, hook: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hooks), hook, "--all-files"]
    env = os.environ | GIT | {"PRE_COMMIT_HOME": str(cache), "PRE_COMMIT_COLOR": "never", "NO_COLOR": "1"}
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=env, check=False, timeout=300)
    return run.returncode, run.stdout + run.stderr


@pytest.mark.slow
def test_hooks_with_the_real_pre_commit(hooks: Path, tmp_path: Path) -> None:
    """One test for both hooks, because building their environment takes most of the time."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "README.md").write_text(LIST, encoding="utf-8", newline="\n")
    commit_all(folder)
    cache = tmp_path / "cache"

    code, output = run_hook(hooks, cache, folder, "paperlist-bot")
    assert (code, "noncanonical-link" in output) == (0, True), output

    code, output = run_hook(hooks, cache, folder, "paperlist-bot-fix")
    assert (code, "files were modified by this hook" in output) == (1, True), output
    assert (folder / "README.md").read_text(encoding="utf-8") == LIST.replace("org//", "org/")

    code, output = run_hook(hooks, cache, folder, "paperlist-bot-fix")
    assert code == 0, output

    git(folder, "mv", "README.md", "papers.csv")
    (folder / "papers.csv").write_text("title,arxiv\nFireAct,2310.05915\nReflexion,2303.1136\n", encoding="utf-8")
    (folder / ".github").mkdir()
    (folder / ".github" / "paperlist-bot.yml").write_text("lists: [papers.csv]\n", encoding="utf-8")
    git(folder, "add", "--all")
    code, output = run_hook(hooks, cache, folder, "paperlist-bot")
    assert ("(no files to check)" in output, "papers.csv" in output) == (False, True), output
