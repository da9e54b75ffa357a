"""The install step of the Action: an environment outside of the workspace with the libraries of `requirements.lock`.

`python -I install.py FOLDER` makes the environment in the empty folder and writes `python=PATH` to `GITHUB_OUTPUT`. uv
installs in a second what takes pip ten. It is the one on the PATH, or pip fetches it, with a hash of `installer.lock`.
Where there is neither, pip installs all. Whoever installs compares each library with its hashes.

This file runs before anything is installed: it needs Python's standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ROOT / "requirements.lock"
INSTALLER = ROOT / "installer.lock"
PIP = (
    *("-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-input"),
    *("--no-deps", "--only-binary", ":all:", "--require-hashes"),
)
"""Wheels alone, none whose hash is not in the lock file."""
LONGEST = 300.0
"""Seconds for one command."""

Failure = (OSError, subprocess.SubprocessError)
"""Why one way to install does not work and the next is tried. A wrong hash fails each of them."""


def fetch_uv(folder: Path, lock: Path = INSTALLER) -> str:
    """The uv of a lock file, which pip takes from the package index and compares with its hashes."""
    target = folder / "uv"
    run(sys.executable, *PIP, "--requirement", str(lock), "--target", str(target), cwd=folder)
    return str(target / "bin" / ("uv.exe" if sys.platform == "win32" else "uv"))


def with_uv(uv: str, folder: Path) -> Path:
    """An environment in `folder`, made and filled by this uv."""
    run(uv, "venv", "--quiet", "--no-project", "--python", sys.executable, str(folder), cwd=folder.parent)
    python = python_of(folder)
    run(
        *(uv, "pip", "install", "--quiet", "--python", str(python), "--no-deps", "--no-build", "--require-hashes"),
        *("--requirement", str(LIBRARIES)),
        cwd=folder,
    )
    return python


def with_pip(folder: Path) -> Path:
    """An environment in `folder`, made and filled by what comes with Python."""
    run(sys.executable, "-I", "-m", "venv", str(folder), cwd=folder.parent)
    python = python_of(folder)
    run(str(python), *PIP, "--requirement", str(LIBRARIES), cwd=folder)
    return python


def python_of(folder: Path) -> Path:
    """The interpreter of an environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run(*command: str, cwd: Path) -> None:
    """Run a command in a folder that holds nothing of the workspace; raises CalledProcessError for a failure."""
    subprocess.run(command, cwd=cwd, check=True, timeout=LONGEST, stdin=subprocess.DEVNULL)  # noqa: S603 - no shell


def ways(folder: Path, environ: Mapping[str, str]) -> Iterator[tuple[str, Callable[[Path], Path]]]:
    """The ways to install, the fastest first."""
    found = shutil.which("uv", path=environ.get("PATH", ""))
    if found:
        yield "the uv of this machine", lambda target: with_uv(found, target)
    yield "uv", lambda target: with_uv(fetch_uv(folder), target)
    yield "pip", with_pip


def install(folder: Path, environ: Mapping[str, str]) -> Path:
    """The interpreter of a new environment below the empty `folder`. Raises RuntimeError where no way works."""
    for number, (name, way) in enumerate(ways(folder, environ)):
        start = time.monotonic()
        try:
            python = way(folder / f"environment-{number}")
        except Failure as error:
            print(f"paperlist-bot: could not install with {name}: {error}", file=sys.stderr)
        else:
            print(f"paperlist-bot: installed with {name} in {time.monotonic() - start:.1f} s")
            return python
    raise RuntimeError("the libraries could not be installed: is the package index out of reach?")


def main(arguments: Sequence[str]) -> int:
    """Install below the folder that is named, and tell the next step where; the exit code."""
    folder = Path(arguments[0])
    os.chdir(folder)  # on Windows a program is looked for in the current folder first, which is a checkout
    try:
        python = install(folder, os.environ)
    except RuntimeError as error:
        print(f"::error title=paperlist-bot::{error}")
        return 3
    with Path(os.environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(f"python={python}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
