"""Prism, a proxy that checks every request and answer against GitHub's own description of its API.

The packages are installed by npm into the folder that `PAPERLIST_BOT_NODE` names, or into one that lasts for this run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.github.rest import ROUTES

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
FOLDER = "PAPERLIST_BOT_NODE"
"""Environment variable: where node packages are kept from run to run."""
INSTALL_SECONDS = 300
START_SECONDS = 60
_SPEC = "@octokit/openapi/generated/api.github.com.json"
_ERRORS = (403, 404, 406, 422, 429, 502)


class NoNodeError(Exception):
    """The packages cannot be installed here, and why."""


def install(spare: Path) -> Path:
    """The folder of the installed packages, `node_modules`; raises NoNodeError."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NoNodeError("node and npm are not installed")
    folder = Path(os.environ.get(FOLDER) or spare)
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    stamp = folder / "installed.json"
    if not (stamp.exists() and stamp.read_bytes() == lock):
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise NoNodeError(f"npm ci took longer than {INSTALL_SECONDS} s") from error
        if done.returncode:
            raise NoNodeError(f"npm ci failed: {done.stderr[-300:].strip()}")
        stamp.write_bytes(lock)
    return folder / "node_modules"


@contextmanager
def proxy(modules: Path, upstream: str, folder: Path) -> Iterator[str]:
    """The address of Prism before `upstream`; it answers 4xx or 500 for what the description does not allow."""
    description = folder / "api.json"
    description.write_text(json.dumps(trim(json.loads((modules / _SPEC).read_text(encoding="utf-8")))), "utf-8")
    port = free_port()
    log = folder / "prism.log"
    command = [str(modules / ".bin" / "prism"), "proxy", "-h", "127.0.0.1", "-p", str(port), "--errors"]
    with log.open("wb") as output:
        process = subprocess.Popen([*command, str(description), upstream], stdout=output, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + START_SECONDS
        while "Prism is listening" not in log.read_text(encoding="utf-8", errors="replace"):
            if process.poll() is not None or time.monotonic() > end:
                raise NoNodeError(f"Prism does not start: {log.read_text(encoding='utf-8')[-300:]}")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def free_port() -> int:
    """A port of loopback that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def trim(spec: dict[str, object]) -> dict[str, object]:
    """The part of the description that the bot uses; GraphQL, of which it says nothing, is let through.

    What GitHub answers to anybody, whatever was asked, is not described with each operation and is added here, as is
    the raw form of contents, which the description has in its prose only.
    """
    paths = spec["paths"]
    assert isinstance(paths, dict)
    kept: dict[str, dict[str, object]] = {}
    for route in ROUTES:
        path = next(each for each in paths if _stars(each) == _stars(f"/repos/*/*/{route.path}".rstrip("/")))
        operation = paths[path][route.verb.lower()]
        for status in _ERRORS:
            operation["responses"].setdefault(str(status), _ANYTHING)
        if path.endswith("/contents/{path}"):
            operation["responses"]["200"]["content"]["application/vnd.github.raw"] = {"schema": {}}
        kept.setdefault(path, {})[route.verb.lower()] = operation
    answers = {str(status): _ANYTHING for status in (200, *_ERRORS)}
    kept["/graphql"] = {"post": {"requestBody": {"content": _ANYTHING["content"]}, "responses": answers}}
    parts = spec["components"]
    assert isinstance(parts, dict)
    return {**spec, "paths": kept, "components": _reached(kept, parts), "x-webhooks": {}}


_ANYTHING = {"description": "Anything", "content": {"application/json": {"schema": {}}}}


def _stars(path: str) -> str:
    """A path of the description, or of a route, with a star for each part that varies."""
    return re.sub(r"\{[^}]*\}|\*+", "*", path).replace("/artifacts/*/*", "/artifacts/*/zip")


def _reached(value: object, parts: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The components that something refers to, and those that they refer to."""
    found: dict[str, dict[str, object]] = {}
    row = [value]
    while row:
        for kind, name in re.findall(r'"#/components/(\w+)/([^"]+)"', json.dumps(row.pop())):
            if name not in found.setdefault(kind, {}):
                found[kind][name] = parts[kind][name]
                row.append(parts[kind][name])
    return found
