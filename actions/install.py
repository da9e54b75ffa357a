"""The install step of the Action: an environment outside of the workspace with the libraries of `requirements.lock`.

`python -I install.py FOLDER` makes the environment in the empty folder and writes `python=PATH` to `GITHUB_OUTPUT`. uv
installs in a second what takes pip ten. It is the one on the PATH, or comes from the package index, with a hash of
`installer.lock`. Where there is neither, pip does it. Whoever installs compares each library with its hashes.

This file runs before anything is installed: it needs Python's standard library only.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = ROOT / "requirements.lock"
INSTALLER = ROOT / "installer.lock"
INDEX = "https://pypi.org/simple"
INDEX_VARIABLES = ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL")
"""Where a runner names another package index; uv and pip know them too."""
TIMEOUT = 20.0
"""Seconds for an answer to begin, and between its parts."""
LONGEST = 300.0
"""Seconds for one command."""
LARGEST = 100_000_000
"""Bytes of an answer; uv has 20 MB, and its page on the index 3 MB."""

Failure = (OSError, URLError, subprocess.SubprocessError, ValueError, LookupError, zipfile.BadZipFile)
"""Why one way to install does not work and the next is tried. A wrong hash fails each of them."""


class Machine(NamedTuple):
    """What decides which build of uv runs here."""

    system: str
    """As `sys.platform`: linux, darwin or win32."""
    processor: str
    libc: str
    """glibc, or nothing for another."""


def this_machine() -> Machine:
    """The machine that runs this."""
    return Machine(sys.platform, platform.machine(), platform.libc_ver()[0])


def is_for(name: str, machine: Machine) -> bool:
    """Whether the wheel of this file name runs on `machine`."""
    processor = {"AMD64": "amd64", "ARM64": "arm64", "x86": "win32"}.get(machine.processor, machine.processor)
    if machine.system == "win32":
        return name.endswith((f"-win_{processor}.whl", f"-{processor}.whl"))
    kinds = {"darwin": "macosx_", "linux": "manylinux_" if machine.libc == "glibc" else "musllinux_"}
    kind = kinds.get(machine.system)
    tags = name.removesuffix(".whl").rpartition("-")[2].split(".")
    return kind is not None and any(tag.startswith(kind) and tag.endswith(f"_{processor}") for tag in tags)


def choose(files: Sequence[Mapping[str, object]], lock: str, machine: Machine) -> tuple[str, str]:
    """Address and hash of the wheel for `machine`, of those that the lock allows. Raises LookupError for none."""
    allowed = frozenset(re.findall(r"sha256:([0-9a-f]{64})", lock))
    for each in sorted(files, key=lambda file: str(file.get("filename"))):
        hashes = each.get("hashes")
        digest = str(hashes.get("sha256")) if isinstance(hashes, dict) else ""
        if digest in allowed and is_for(str(each.get("filename")), machine):
            return str(each.get("url")), digest
    raise LookupError(f"installer.lock has no uv for {' '.join(machine)}")


def unpack(wheel: bytes, digest: str, folder: Path) -> Path:
    """The program of a wheel of uv, in `folder`. Raises ValueError where the wheel has another hash."""
    if hashlib.sha256(wheel).hexdigest() != digest:
        raise ValueError("the index sent a uv with another hash than installer.lock has")
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        (member,) = (name for name in archive.namelist() if re.search(r"/scripts/uv(\.exe)?$", name))
        program = folder / member.rpartition("/")[2]
        program.write_bytes(archive.read(member))
    program.chmod(0o755)
    return program


def download_uv(folder: Path, environ: Mapping[str, str]) -> str:
    """The uv of `installer.lock`, from the package index."""
    index = next((environ[name] for name in INDEX_VARIABLES if environ.get(name)), INDEX)
    page = f"{index.rstrip('/')}/uv/"
    listing = json.loads(_read(page, "application/vnd.pypi.simple.v1+json"))
    url, digest = choose(listing["files"], INSTALLER.read_text(encoding="utf-8"), this_machine())
    return str(unpack(_read(urljoin(page, url), "*/*"), digest, folder))


def _read(url: str, accept: str) -> bytes:
    if urlsplit(url).scheme != "https":
        raise ValueError("the package index is asked through https only")
    with urlopen(Request(url, headers={"Accept": accept}), timeout=TIMEOUT) as response:  # noqa: S310 - https only
        content: bytes = response.read(LARGEST)
    return content


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
    run(
        *(str(python), "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir"),
        *("--no-input", "--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", str(LIBRARIES)),
        cwd=folder,
    )
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
    yield "uv", lambda target: with_uv(download_uv(folder, environ), target)
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
