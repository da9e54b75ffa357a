"""What GitHub answered comes in, of any shape; values of known types go out, or `UnreadableError` names the place."""

from __future__ import annotations

from typing import TypeVar
from urllib.parse import quote

from bot.errors import BotError
from bot.text import lazy_pattern

T = TypeVar("T", str, int, bool)

LONGEST_TEXT = 2**20
"""Characters of one text; GitHub's own limit for a comment is 65,536, for a file's diff about 500 kB."""
_HASH = lazy_pattern(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class UnreadableError(ValueError):
    """The answer has another shape than GitHub documents."""


def read(value: object, kind: type[T], *path: str) -> T:
    """The value of this type at the end of the path."""
    found = read_any(value, *path)
    if type(found) is not kind:
        raise UnreadableError(f"{'.'.join(path)} is no {kind.__name__}")
    if isinstance(found, str) and len(found) > LONGEST_TEXT:
        raise UnreadableError(f"{'.'.join(path)} is too long")
    return found


def read_or_none(value: object, kind: type[T], *path: str) -> T | None:
    """The value of this type at the end of the path; None where the path ends early or in null."""
    try:
        found = read_any(value, *path)
    except UnreadableError:
        return None
    return None if found is None else read(value, kind, *path)


def read_list(value: object, *path: str) -> tuple[object, ...]:
    """The list at the end of the path, without its nulls."""
    found = read_any(value, *path)
    if not isinstance(found, list):
        raise UnreadableError(f"{'.'.join(path) or 'the answer'} is no list")
    return tuple(each for each in found if each is not None)


def read_hash(value: object, *path: str) -> str:
    """The name of a commit or another object of git."""
    found = read(value, str, *path)
    if not _HASH.fullmatch(found):
        raise UnreadableError(f"{'.'.join(path)} is no hash")
    return found


def read_number(value: object, *path: str) -> int:
    """A number that GraphQL gives as a text where it may be large."""
    found = read_any(value, *path)
    if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 20:
        return int(found)
    return read(value, int, *path)


def read_any(value: object, *path: str) -> object:
    """Whatever is at the end of the path."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            raise UnreadableError(f"{'.'.join(path)} is missing")
        value = value[name]
    return value


def read_names(value: object) -> frozenset[str]:
    """What an object of the answer has."""
    if not isinstance(value, dict):
        raise UnreadableError("the answer is no object")
    return frozenset(map(str, value))


_REPOSITORY = lazy_pattern(r"[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}")


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
