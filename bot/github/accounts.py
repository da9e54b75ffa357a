"""What an account may do in a repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.github.client import repository_path
from bot.github.errors import NotFoundError
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.github.client import Client

LOGIN = lazy_pattern(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})")
_WRITING = frozenset({"admin", "write"})
"""Permissions as this part of the API names them: `maintain` is reported as `write`, `triage` as `read`."""


def may_write(client: Client, repository: str, login: str) -> bool:
    """Whether an account may push to a repository; one request.

    How an account is associated with a repository does not tell: a collaborator or member may only read.
    """
    if not LOGIN.fullmatch(login):
        return False
    what = f"permission of {login} in {repository}"
    path = repository_path(repository, "collaborators", login, "permission")
    try:
        return client.get(what, path).read(str, "permission") in _WRITING
    except NotFoundError:
        return False
