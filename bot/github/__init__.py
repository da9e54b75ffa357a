"""GitHub about the list itself: pull requests, reviews, issues, branches and the events of Actions.

Functions take a `Client` and return the values of `model`; no type of PyGithub leaves this package, and no answer is
trusted to have the documented shape.

What can go wrong is told by what the caller can do about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from bot.errors import CANNOT_RUN, BotError
from bot.text import one_line, shorten


class GitHubError(BotError):
    """GitHub did not do what was asked."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint, CANNOT_RUN)


class ForbiddenError(GitHubError):
    """The token is not valid or lacks a permission (401, 403): that of a fork's pull request may only read."""


class NotFoundError(GitHubError):
    """What was asked for does not exist, or is hidden from the token (404, 410)."""


class ValidationFailedError(GitHubError):
    """GitHub does not accept the request (409, 422), as for a line outside the diff; nothing was written."""


class TooLargeError(GitHubError):
    """The answer is larger than the bot accepts, or than GitHub delivers (406)."""


class UnavailableError(GitHubError):
    """GitHub cannot answer now; a later run may succeed."""


class RateLimitedError(UnavailableError):
    """A rate limit lasts longer than the bot waits."""


class InvalidResponseError(UnavailableError):
    """No answer, a 5xx, or an answer of undocumented shape: a write may have been carried out or not."""


_LONGEST = 300
_LATER = "run again later"
_PERMISSIONS = "check GITHUB_TOKEN and the `permissions:` of the workflow"
_NAME = "check the name, and that the token can access it"


def shape_error(what: str, problem: str) -> InvalidResponseError:
    """The error for JSON of another shape."""
    return InvalidResponseError(f"{what}: unexpected answer from GitHub ({problem})", _LATER)


def no_answer_error(what: str, cause: Exception) -> InvalidResponseError:
    """The error for an answer that did not come, or broke off."""
    return InvalidResponseError(f"{what}: no valid answer from GitHub ({type(cause).__name__})", _LATER)


def error_of_status(what: str, status: int, message: str) -> GitHubError:
    """The error for the status of an answer."""
    line = f"{what}: {message or 'no reason given'} ({status})"
    if status in {401, 403}:
        return ForbiddenError(line, _PERMISSIONS)
    if status in {404, 410}:
        return NotFoundError(line, _NAME)
    if status in {409, 422}:
        return ValidationFailedError(line)
    if status == 406:
        return TooLargeError(line)
    if status == 429:
        return RateLimitedError(line, _LATER)
    return InvalidResponseError(line, _LATER)


def error_of_graphql(what: str, errors: Iterable[object]) -> GitHubError:
    """The error for the `errors` of a GraphQL answer, by their `type`."""
    known = [each for each in errors if isinstance(each, dict)]
    types = {str(each.get("type", "")) for each in known}
    line = f"{what}: {quote('; '.join(str(each.get('message', '')) for each in known[:3])) or 'no reason given'}"
    if types & {"RATE_LIMITED", "RATE_LIMIT"}:  # GitHub has used both
        return rate_limit_error(what, {})
    if types & {"FORBIDDEN", "INSUFFICIENT_SCOPES"}:
        return ForbiddenError(line, _PERMISSIONS)
    if "NOT_FOUND" in types:
        return NotFoundError(line, _NAME)
    if "UNPROCESSABLE" in types:
        return ValidationFailedError(line)
    return InvalidResponseError(line, _LATER)


def rate_limit_error(what: str, headers: Mapping[str, str]) -> RateLimitedError:
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
    return RateLimitedError(f"{what}: the rate limit of this token is exhausted{when}", _LATER)


def retry_error(what: str, status: str) -> UnavailableError:
    """The error after the last attempt; GitHub carried none of them out. `status` is empty if it is not known."""
    if status in {"403", "429"}:
        return RateLimitedError(f"{what}: still rate-limited by GitHub", _LATER)
    return UnavailableError(f"{what}: GitHub kept failing ({status or 'no status'})", _LATER)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12


def reason(data: object) -> str:
    """The `message` of a failure, and what `errors` adds to it: GitHub uses both strings and objects there."""
    if not isinstance(data, dict):
        return ""
    errors = data.get("errors")
    details = [
        str(each.get("message") or each.get("code", "")) if isinstance(each, dict) else str(each)
        for each in (errors[:5] if isinstance(errors, list) else ())
    ]
    return quote(": ".join(part for part in (str(data.get("message", "")), *details) if part))


def quote(text: str) -> str:
    """One short line of other people's text."""
    return shorten(one_line(text[: 4 * _LONGEST]), _LONGEST)
