"""The ways in which GitHub says no, each as an error of its own that a person can act on."""

# ruff: noqa: N818 - the names say what GitHub did
from __future__ import annotations

from bot.errors import CANNOT_RUN, BotError


class GitHubError(BotError):
    """GitHub did not do what was asked; what follows depends on the class."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, CANNOT_RUN)


class Refused(GitHubError):
    """The token may not do this (401, 403): the one of a fork's pull request may only read, for instance."""


class Rejected(GitHubError):
    """GitHub does not take it as it is (422): a line outside of the diff, a body too long; nothing was written."""


class Missing(GitHubError):
    """What was asked for is not there, or hidden from the token (404)."""


class Unavailable(GitHubError):
    """GitHub does not answer, has no time (rate limits, 5xx), or its answer cannot be read: a later run may do."""


class Oversized(GitHubError):
    """The answer is larger than the bot is ready to read."""


class UnsureError(Unavailable):
    """Nobody knows whether GitHub did it: the answer did not come, or it was a 5xx."""
