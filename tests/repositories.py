"""Git repositories with a history made by the test, independent of the git settings of this machine."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SETTINGS = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository in `folder`."""

    folder: Path

    def git(self, *arguments: str) -> str:
        """Run a git command and return what it prints."""
        command = ["git", "-C", str(self.folder), *arguments]
        done = subprocess.run(command, env=os.environ | _SETTINGS, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def commit(self, **contents: str | None) -> str:
        """Commit files and return the hash (`a` is `a.md`, `b__a` is `b/a.md`, None deletes a file)."""
        for name, content in contents.items():
            path = self.folder / f"{name.replace('__', '/')}.md"
            if content is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.encode())
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "a change")
        return self.git("rev-parse", "HEAD")


def repository(folder: Path) -> Repository:
    """A new repository in `folder`, on the branch `main`."""
    folder.mkdir(exist_ok=True)
    made = Repository(folder)
    made.git("init", "--quiet", "--initial-branch", "main")
    return made
