"""The configuration of another repository, which `extends: owner/name` names: asked for once a day."""

from __future__ import annotations

import hashlib
import os
import time
from typing import TYPE_CHECKING

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.linter.config import NAMES
from bot.linter.extends import Source

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.github.client import Client

_FRESH = 86_400.0
"""Seconds for which a copy is used without asking whether it is the newest."""
_USABLE = 30 * _FRESH
"""Seconds for which a copy is used where GitHub does not answer."""


def fetch_shared(repository: str, environ: Mapping[str, str] = os.environ) -> Source:
    """The configuration at the top of a repository's default branch, from GitHub or the copy of an earlier run.

    Raises BotError where there is none, or where GitHub does not answer and no copy of the last 30 days exists.
    """
    from bot.facts.cache import default_path
    from bot.facts.services import GITHUB as API
    from bot.github.client import Client, Timing
    from bot.github.errors import GitHubError, NotFoundError

    api = environ.get("GITHUB_API_URL") or API
    copy = (
        default_path().parent / "shared" / f"{hashlib.sha256(f'{api} {repository.lower()}'.encode()).hexdigest()}.yml"
    )
    age = _age(copy)
    if age is None or age > _FRESH:
        try:
            with Client(api, environ.get("GITHUB_TOKEN", "").strip() or None, Timing(longest_wait=0)) as client:
                source = read_shared(client, repository)
        except NotFoundError:
            raise
        except GitHubError as error:
            if age is None or age > _USABLE:
                hint = "run again with a connection, or copy the file and name its path after `extends`"
                raise BotError(f"extends: {repository} could not be read: {error.message}", hint, CANNOT_RUN) from error
        else:
            _keep(copy, source.text)
            return source
    return Source(f"{repository}:{NAMES[0]}", files.read(str(copy)).content)


def read_shared(client: Client, repository: str) -> Source:
    """The configuration at the top of a repository's default branch. Raises BotError where there is none."""
    from bot.github.errors import NotFoundError
    from bot.github.pulls import read_file

    for name in NAMES:
        if (content := read_file(client, repository, name)) is not None:
            return Source(f"{repository}:{name}", content.decode("utf-8", "replace").removeprefix("\ufeff"))
    raise NotFoundError(f"extends: {repository} has no {NAMES[0]}", "check the name, and that the token can access it")


def _age(copy: Path) -> float | None:
    """Seconds since a copy was written; None if there is none."""
    try:
        return max(time.time() - copy.stat().st_mtime, 0.0)
    except OSError:
        return None


def _keep(copy: Path, text: str) -> None:
    try:
        files.save(copy, text)
    except BotError:
        return  # the next run asks again
