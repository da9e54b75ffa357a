"""Names that GitHub knows come in; the paths of its API go out, quoted so that no name leads anywhere else."""

from __future__ import annotations

import re
from urllib.parse import quote

from bot.errors import BotError

_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")


def repository_path(repository: str, *rest: str | int) -> str:
    """The path below a repository; each part of `rest` is one segment. Raises BotError for what is no name."""
    owner, name = split(repository)
    return "/".join(("", "repos", owner, name, *(quote(str(part), safe="") for part in rest)))


def file_path(repository: str, path: str) -> str | None:
    """The path of a file's contents; None where no file can be called so: `..` would lead elsewhere in the API."""
    parts = path.split("/")
    if any(part in {"", ".", ".."} for part in parts) or "\0" in path:
        return None
    return repository_path(repository, "contents", path)


def split(repository: str) -> tuple[str, str]:
    """Owner and name. Raises BotError for what is no name of a repository."""
    owner, _, name = repository.partition("/")
    if not _REPOSITORY.fullmatch(repository) or {owner, name} & {".", ".."}:
        raise BotError(f"no name of a repository: {repository!r}", "write it as owner/name")
    return owner, name
