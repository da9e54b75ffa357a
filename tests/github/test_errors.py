"""Which error an answer of GitHub is, and what it says."""

from __future__ import annotations

import pytest

from bot.github import (
    ForbiddenError,
    GitHubError,
    InvalidResponseError,
    NotFoundError,
    RateLimitedError,
    TooLargeError,
    UnavailableError,
    ValidationFailedError,
    error_of_graphql,
    error_of_status,
    quote,
    rate_limit_error,
    reason,
    retry_error,
)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, ForbiddenError),
        (403, ForbiddenError),
        (404, NotFoundError),
        (410, NotFoundError),
        (409, ValidationFailedError),
        (422, ValidationFailedError),
        (406, TooLargeError),
        (429, RateLimitedError),
        (400, InvalidResponseError),
        (418, InvalidResponseError),
    ],
)
def test_statuses(status: int, kind: type[GitHubError]) -> None:
    error = error_of_status("issue 7", status, "no")
    assert type(error) is kind
    assert error.message == f"issue 7: no ({status})"
    assert error_of_status("issue 7", status, "").message == f"issue 7: no reason given ({status})"


@pytest.mark.parametrize(
    ("types", "kind"),
    [
        (["RATE_LIMITED"], RateLimitedError),
        (["RATE_LIMIT"], RateLimitedError),
        (["FORBIDDEN"], ForbiddenError),
        (["INSUFFICIENT_SCOPES"], ForbiddenError),
        (["NOT_FOUND"], NotFoundError),
        (["UNPROCESSABLE"], ValidationFailedError),
        (["OTHER"], InvalidResponseError),
        (["OTHER", "NOT_FOUND"], NotFoundError),
        (["NOT_FOUND", "FORBIDDEN"], ForbiddenError),
        ([], InvalidResponseError),
    ],
)
def test_types_of_graphql(types: list[str], kind: type[GitHubError]) -> None:
    assert type(error_of_graphql("issue 7", [{"type": each} for each in types])) is kind


def test_messages_of_graphql() -> None:
    errors = [{"message": f"m{number}"} for number in range(5)]
    assert error_of_graphql("issue 7", ["x", *errors]).message == "issue 7: m0; m1; m2"
    assert error_of_graphql("issue 7", []).message == "issue 7: no reason given"


@pytest.mark.parametrize(
    ("headers", "when"),
    [
        ({}, ""),
        ({"Retry-After": "1234"}, " for the next 1,234 seconds"),
        ({"X-RateLimit-Reset": "86460"}, " until 00:01 UTC"),
        ({"Retry-After": "60", "X-RateLimit-Reset": "86460"}, " for the next 60 seconds"),
        ({"Retry-After": "soon", "X-RateLimit-Reset": "86460"}, " until 00:01 UTC"),
        ({"Retry-After": "9" * 12}, ""),
        ({"Retry-After": "²"}, ""),
    ],
)
def test_when_a_rate_limit_ends(headers: dict[str, str], when: str) -> None:
    expected = f"issue 7: the rate limit of this token is exhausted{when}"
    assert rate_limit_error("issue 7", headers).message == expected


@pytest.mark.parametrize(
    ("status", "kind", "message"),
    [
        ("403", RateLimitedError, "issue 7: still rate-limited by GitHub"),
        ("429", RateLimitedError, "issue 7: still rate-limited by GitHub"),
        ("502", UnavailableError, "issue 7: GitHub kept failing (502)"),
        ("", UnavailableError, "issue 7: GitHub kept failing (no status)"),
    ],
)
def test_after_the_last_attempt(status: str, kind: type[GitHubError], message: str) -> None:
    error = retry_error("issue 7", status)
    assert (type(error), error.message) == (kind, message)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"message": "no"}, "no"),
        ({"message": "no", "errors": ["a", {"message": "b"}, {"code": "c"}, {}]}, "no: a: b: c"),
        ({"errors": list("abcdef")}, "a: b: c: d: e"),
        ({"message": "no", "errors": "x"}, "no"),
        (["no"], ""),
        ({}, ""),
    ],
)
def test_reasons(data: object, expected: str) -> None:
    assert reason(data) == expected


def test_quotes_are_one_short_line() -> None:
    assert quote("a\n b\u202e c") == "a b c"
    assert len(quote("x" * 5_000)) < 400
