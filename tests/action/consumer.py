"""A repository with a list and its workflows, which act runs with the real Action.

act replaces GitHub's runner: it reads the workflow, fetches actions (here from folders), and runs the steps
on this machine. It does not simulate permissions, limits of annotations or `$/`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bot.setup.workflows import ACTION, LINT, REVIEW, render_workflow
from tests.action.tools import tool
from tests.repositories import Repository, repository

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
SHIPPED = ("action.yml", "actions", "requirements.lock", "installer.lock", "bot", "schemas")
"""The files of this repository that the Action needs; act gets nothing else."""
LONGEST = 180
"""Seconds that a run may take."""
TOKEN = "token-of-the-job"
USED = re.compile(r"uses: (actions/[\w-]+@[0-9a-f]{40})")
PYTHON = """\
name: stub
description: Outputs the Python that runs the tests.
outputs:
  python-path:
    description: Same as in the real action.
    value: ${{ steps.path.outputs.path }}
runs:
  using: composite
  steps:
    - id: path
      shell: bash
      run: echo "path=$STUB_PYTHON" >> "$GITHUB_OUTPUT"
"""
UPLOAD = """\
name: stub
description: Copies the file into a folder of the test.
inputs:
  name:
    description: Same as in the real action.
  path:
    description: Same as in the real action.
runs:
  using: composite
  steps:
    - shell: bash
      env:
        NAME: ${{ inputs.name }}
        FILE: ${{ inputs.path }}
      run: mkdir -p "$STUB_ARTIFACTS/$NAME" && cp "$FILE" "$STUB_ARTIFACTS/$NAME"
"""


@dataclass(frozen=True, slots=True)
class Run:
    """The results of a workflow run."""

    succeeded: bool
    log: str
    outputs: Mapping[str, str]
    """The outputs of the Action; the last value that was set."""
    artifacts: Mapping[str, bytes]
    """The files that were uploaded, as `artifact/file`."""

    @property
    def annotations(self) -> list[str]:
        """The error, warning and notice commands that the Action printed."""
        return re.findall(r"::(?:error|warning|notice)[ :].*", self.log)


@dataclass(frozen=True, slots=True)
class Consumer:
    """A repository with a list and the workflows that `bot init` writes."""

    folder: Path
    """The folder for all files; the repository is a folder in it."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """Environment variables of the job, in addition to those of this machine."""

    @property
    def list(self) -> Repository:
        """The repository."""
        return Repository(self.folder / "list")

    def run(self, workflow: str, kind: str, event: Mapping[str, object], *, token: str = TOKEN, **environ: str) -> Run:
        """Run the workflow at a path for an event, with a token for the job and more variables."""
        path = self.folder / "event.json"
        path.write_text(json.dumps(event), encoding="utf-8")
        artifacts = self.folder / "artifacts"
        shutil.rmtree(artifacts, ignore_errors=True)
        given = {**self.environ, "STUB_PYTHON": sys.executable, "STUB_ARTIFACTS": str(artifacts), **environ}
        command = [tool("act"), kind, "--workflows", workflow, "--eventpath", str(path), "--action-offline-mode"]
        command += [
            "--platform",
            "ubuntu-latest=-self-hosted",
            "--no-cache-server",
            "--secret",
            f"GITHUB_TOKEN={token}",
        ]
        command += [f"--local-repository={name}={place}" for name, place in self._actions().items()]
        command += [f"--env={name}={value}" for name, value in given.items()]
        done = subprocess.run(
            command, cwd=self.list.folder, env=self._own(), capture_output=True, text=True, check=False, timeout=LONGEST
        )
        log = done.stdout + done.stderr
        outputs = re.findall(r"::set-output:: (findings|errors|report|exit-code)=(.*)", log)
        uploaded = {
            each.relative_to(artifacts).as_posix(): each.read_bytes() for each in artifacts.rglob("*") if each.is_file()
        }
        return Run(done.returncode == 0, log, dict(outputs), uploaded)

    def _own(self) -> Mapping[str, str]:
        """The environment of this machine with another home, for the files of act.

        The pip settings of the real home still apply.
        """
        settings = next((each for each in _settings_of_pip() if each.is_file()), None)
        given = {"PIP_CONFIG_FILE": str(settings)} if settings and "PIP_CONFIG_FILE" not in os.environ else {}
        return {**os.environ, **given, "HOME": str(self.folder / "home"), "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""}

    def _actions(self) -> Mapping[str, Path]:
        used = {name for path in (LINT, REVIEW) for name in USED.findall(render_workflow(path, "main"))}
        used |= set(USED.findall((ROOT / "action.yml").read_text(encoding="utf-8")))
        stubs = {name: self.folder / "stubs" / name.partition("@")[0].partition("/")[2] for name in used}
        return {ACTION: self.folder / "action", **{name: place for name, place in stubs.items() if place.is_dir()}}


def consumer(folder: Path, environ: Mapping[str, str], *, online: bool = False) -> Consumer:
    """A new repository in `folder` with the workflows, not committed yet; they ask no service unless `online`."""
    made = Consumer(folder, environ)
    (folder / "home").mkdir(parents=True)
    for name in SHIPPED:
        source, target = ROOT / name, folder / "action" / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    for name, definition in (("setup-python", PYTHON), ("upload-artifact", UPLOAD)):
        (folder / "stubs" / name).mkdir(parents=True)
        (folder / "stubs" / name / "action.yml").write_text(definition, encoding="utf-8")
    repository(made.list.folder)
    for path in (LINT, REVIEW):
        content = render_workflow(path, "main")
        write(made, path, content if online else content.replace("online: ${{", "online: false # ${{"))
    return made


def write(made: Consumer, path: str, content: str) -> None:
    """Write a file into the repository, for the next commit."""
    target = made.list.folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(content, encoding="utf-8", newline="\n")


def _settings_of_pip() -> tuple[Path, ...]:
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return (config / "pip" / "pip.conf", Path.home() / ".pip" / "pip.conf")


__all__ = ["LINT", "REVIEW", "Consumer", "Run", "consumer", "write"]
