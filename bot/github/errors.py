"""The ways in which GitHub says no, each as an error of its own that a person can act on."""

from __future__ import annotations

import json
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import requests
import urllib3
from github.GithubException import BadAttributeException, GithubException, RateLimitExceededException

from bot.errors import CANNOT_RUN, BotError
from bot.github.fields import UnreadableError, read_list
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class GitHubError(BotError):
    """GitHub did not do what was asked; what follows depends on the class."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, CANNOT_RUN)


class Refused(GitHubError):  # noqa: N818
    """The token may not do this (401, 403): the one of a fork's pull request may only read, for instance."""


class Rejected(GitHubError):  # noqa: N818
    """GitHub does not take it as it is (422): a line outside of the diff, a body too long; nothing was written."""


class Missing(GitHubError):  # noqa: N818
    """What was asked for is not there, or hidden from the token (404)."""


class Unavailable(GitHubError):  # noqa: N818
    """GitHub does not answer, has no time (rate limits, 5xx), or its answer cannot be read: a later run may do."""


class Oversized(GitHubError):  # noqa: N818
    """The answer is larger than the bot is ready to read."""


class UnsureError(Unavailable):
    """Nobody knows whether GitHub did it: the answer did not come, or it was a 5xx."""


_LONGEST = 300
_LATER = "run again later"
_PERMISSIONS = "see whether GITHUB_TOKEN is right and may do this: `permissions:` of the workflow"
_GIVEN_UP = lazy_pattern(r"too many (\d{3}) error responses")
_BROKEN = (
    requests.RequestException,
    urllib3.exceptions.HTTPError,
    BadAttributeException,
    OSError,
    ValueError,
    AssertionError,
    RuntimeError,
    AttributeError,
    TypeError,
    LookupError,
)
"""No answer, one that broke off, or one that PyGithub or we cannot read; its checks are asserts."""


@contextmanager
def translated(doing: str) -> Iterator[None]:
    """Raise errors of ours for those of PyGithub; `doing` names what failed, for people."""
    try:
        yield
    except GitHubError:
        raise
    except RateLimitExceededException as error:
        raise limited(doing, error.headers or {}) from error
    except GithubException as error:
        raise of_status(doing, error.status, _reason(error.data)) from error
    except requests.exceptions.RetryError as error:
        raise _given_up(doing, error) from error
    except _BROKEN as error:
        raise UnsureError(f"{doing}: no usable answer of GitHub ({type(error).__name__})", _LATER) from error


def check(doing: str, status: int, text: str) -> object:
    """The JSON of an answer; raises the error that its status stands for, or ValueError for what is no JSON."""
    if 200 <= status < 300:
        return json.loads(text) if text else None
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    raise of_status(doing, status, _reason(data))


def check_graphql(doing: str, answer: object) -> object:
    """The `data` of an answer; GraphQL says with 200 that something went wrong."""
    if not isinstance(answer, dict):
        raise UnreadableError("no object")
    if answer.get("errors"):
        raise _of_graphql(doing, read_list(answer, "errors"))
    if not isinstance(answer.get("data"), dict):
        raise UnreadableError("no data")
    return answer["data"]


def _given_up(doing: str, error: requests.exceptions.RetryError) -> Unavailable:
    """Every try failed. A POST is tried again after limits only, so that it was surely not carried out."""
    status = next(iter(_GIVEN_UP.findall(str(error))), "")
    if status in {"403", "429"}:
        return Unavailable(f"{doing}: GitHub asks to be left alone for a while", _LATER)
    return Unavailable(f"{doing}: GitHub failed again and again ({status or type(error).__name__})", _LATER)


def of_status(doing: str, status: int, message: str) -> GitHubError:
    """The error that a status stands for."""
    line = f"{doing}: {message or 'no reason given'} ({status})"
    if status in {401, 403}:
        return Refused(line, _PERMISSIONS)
    if status in {404, 410}:
        return Missing(line, "see whether the name is right and the token may see it")
    if status in {409, 422}:
        return Rejected(line)
    if status == 406:
        return Oversized(line)
    if status == 429:
        return Unavailable(line, _LATER)
    return UnsureError(line, _LATER)


def limited(doing: str, headers: Mapping[str, str]) -> Unavailable:
    """The error for a rate limit that is not waited for.

    Of a secondary limit only Retry-After says when it ends: the other headers are about the primary one.
    """
    given = {name.lower(): value for name, value in headers.items()}
    after, reset = (given.get(name, "") for name in ("retry-after", "x-ratelimit-reset"))
    when = ""
    if _is_number(after):
        when = f" for the next {int(after):,} seconds"
    elif _is_number(reset):
        when = f" until {datetime.fromtimestamp(int(reset), UTC):%H:%M} UTC"
    return Unavailable(f"{doing}: GitHub's limit for this token is spent{when}", _LATER)


def _is_number(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) < 12


def clean(text: object) -> str:
    """One short line without control characters; what others wrote may stand in it."""
    words = "".join(letter if letter.isprintable() else " " for letter in str(text)[: 4 * _LONGEST]).split()
    line = " ".join(words)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _of_graphql(doing: str, errors: tuple[object, ...]) -> GitHubError:
    """What went wrong stands in `type`."""
    known = [each for each in errors if isinstance(each, dict)]
    kinds = {str(each.get("type", "")) for each in known}
    line = f"{doing}: {clean('; '.join(str(each.get('message', '')) for each in known[:3])) or 'no reason given'}"
    if kinds & {"RATE_LIMITED", "RATE_LIMIT"}:  # GitHub has said both
        return limited(doing, {})
    if kinds & {"FORBIDDEN", "INSUFFICIENT_SCOPES"}:
        return Refused(line, _PERMISSIONS)
    if "NOT_FOUND" in kinds:
        return Missing(line, "see whether the name is right and the token may see it")
    if "UNPROCESSABLE" in kinds:
        return Rejected(line)
    return UnsureError(line, _LATER)


def _reason(data: object) -> str:
    """The message, and what `errors` adds to it: GitHub has used texts and objects for them."""
    if not isinstance(data, dict):
        return ""
    errors = data.get("errors")
    details = [
        str(each.get("message") or each.get("code", "")) if isinstance(each, dict) else str(each)
        for each in (errors[:5] if isinstance(errors, list) else ())
    ]
    return clean(": ".join(part for part in (str(data.get("message", "")), *details) if part))
