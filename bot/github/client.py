"""Ask GitHub's API: what may be sent again, how long a rate limit is waited for, and how an answer is read.

PyGithub carries the requests. Its own retry class sends a POST again after a 502 and after a lost answer, which posts
a review twice; without POST among its methods it would not wait for rate limits either.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import quote, urljoin, urlsplit

import requests
import urllib3
from github import Auth, Github, set_log_level
from github.GithubException import GithubException, RateLimitExceededExceedsMaxWait, RateLimitExceededException
from github.GithubRetry import GithubRetry
from requests.adapters import HTTPAdapter
from urllib3 import Retry
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import InvalidHeader
from urllib3.response import HTTPResponse

from bot.errors import BotError
from bot.facts.services import GITHUB as API
from bot.facts.services import is_loopback
from bot.github import (
    InvalidResponseError,
    NotFoundError,
    TooLargeError,
    error_of_graphql,
    error_of_status,
    no_answer_error,
    rate_limit_error,
    reason,
    retry_error,
    shape_error,
)
from bot.github.model import fit_body, is_hash, is_repository
from bot.links.connections import USER_AGENT
from bot.text import lazy_pattern

set_log_level(logging.CRITICAL)  # PyGithub would print its own log beside our messages

ATTEMPTS = 3
METHODS = frozenset({"GET", "DELETE", "PATCH", "POST"})
"""Those that may be sent again for one reason or another; PyGithub leaves PATCH out."""
API_VERSION = "2022-11-28"
PAGE_SIZE = 100
"""Items on a page, GitHub's maximum."""
DOWNLOAD_SECONDS = 120.0
"""A download that takes longer is aborted, even if data keeps arriving."""
LONGEST_TEXT = 2**20
"""Characters of one text; GitHub's own limit is 65,536 for a comment and about 500 kB for a file's diff."""
_CHUNK = 2**16
_REDIRECTS = frozenset({301, 302, 307, 308})
_LAST_STATUS = lazy_pattern(r"too many (\d{3}) error responses")

T = TypeVar("T", str, int, bool)


@dataclass(frozen=True, slots=True)
class Answer:
    """JSON that GitHub sent about `what`; each reader raises InvalidResponseError for another type than asked for."""

    what: str
    value: object

    def read(self, kind: type[T], *path: str) -> T:
        """The value of this type at the end of the path."""
        found = self._find(path)
        if type(found) is not kind:
            raise shape_error(self.what, f"{'.'.join(path)} is not of type {kind.__name__}")
        if isinstance(found, str) and len(found) > LONGEST_TEXT:
            raise shape_error(self.what, f"{'.'.join(path)} is too long")
        return found

    def read_or_none(self, kind: type[T], *path: str) -> T | None:
        """The value of this type at the end of the path; None if the path ends early or in null."""
        try:
            found = self._find(path)
        except InvalidResponseError:
            return None
        return None if found is None else self.read(kind, *path)

    def hash(self, *path: str) -> str:
        """The hash of a commit or another object of git."""
        found = self.read(str, *path)
        if not is_hash(found):
            raise shape_error(self.what, f"{'.'.join(path)} is not a hash")
        return found

    def number(self, *path: str) -> int:
        """A number, which GraphQL gives as a text where it may be large."""
        found = self._find(path)
        if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) < 20:
            return int(found)
        return self.read(int, *path)

    def items(self, *path: str) -> tuple[Answer, ...]:
        """The items of the list at the end of the path, without its nulls."""
        found = self._find(path)
        if not isinstance(found, list):
            raise shape_error(self.what, f"{'.'.join(path) or 'the answer'} is not a list")
        return tuple(Answer(self.what, each) for each in found if each is not None)

    def part(self, *path: str) -> Answer | None:
        """Whatever is at the end of the path; None for null."""
        found = self._find(path)
        return None if found is None else Answer(self.what, found)

    def has(self, name: str) -> bool:
        """Whether this is an object with a value of that name."""
        return isinstance(self.value, dict) and name in self.value

    def _find(self, path: tuple[str, ...]) -> object:
        value = self.value
        for name in path:
            if not isinstance(value, dict) or name not in value:
                raise shape_error(self.what, f"{'.'.join(path)} is missing")
            value = value[name]
        return value


@dataclass(frozen=True, slots=True)
class Timing:
    """How long to wait, in seconds; tests wait less."""

    timeout: int = 15
    """For an answer to begin, and between its parts."""
    secondary_wait: float = 90.0
    """After a secondary limit without Retry-After; 72 s were measured."""
    longest_wait: float = 120.0
    """A rate limit that asks for more is not waited for."""
    backoff: float = 1.0
    """Before the next attempt after a failure, growing."""


def open_client(environ: Mapping[str, str]) -> Client:
    """The API that the environment of a job names. Raises BotError if there is no token."""
    token = environ.get("GITHUB_TOKEN", "").strip()
    if not token:
        raise BotError("GITHUB_TOKEN is not set", "gh auth token prints your token")
    if not (token.isascii() and token.isprintable() and " " not in token):
        raise BotError("GITHUB_TOKEN contains an invalid character", "set it again, without line breaks and spaces")
    return Client(environ.get("GITHUB_API_URL") or API, token)


class Client:
    """The API at `api_url`, asked with `token`. Close it, or use it in a `with`; it is not for several threads.

    Every method raises a GitHubError if GitHub does not do what is asked. `what` names the request in messages.
    """

    def __init__(self, api_url: str, token: str | None, timing: Timing | None = None) -> None:
        """Raises BotError if `api_url` is not an address that a token may be sent to. No request is sent yet."""
        self.timing = timing = timing or Timing()
        self._api_url = _checked(api_url)
        self._token = token
        retry = WriteSafeRetry(
            total=ATTEMPTS - 1,
            allowed_methods=METHODS,
            backoff_factor=timing.backoff,
            secondary_rate_wait=timing.secondary_wait,
            max_rate_limit_wait=timing.longest_wait,
        )
        self._github = Github(
            base_url=self._api_url,
            auth=Auth.Token(token) if token else None,
            user_agent=USER_AGENT,
            timeout=timing.timeout,
            per_page=PAGE_SIZE,
            retry=retry,
            seconds_between_requests=None,  # pauses are for who sends many requests; a run sends about ten
            seconds_between_writes=None,
            lazy=True,
            api_version=API_VERSION,
        )
        self._session = requests.Session()
        self._session.auth = _no_netrc
        self._session.headers["User-Agent"] = USER_AGENT
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retry))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the open connections."""
        self._github.close()
        self._session.close()

    def get(self, what: str, path: str, query: Mapping[str, str | int] | None = None) -> Answer:
        """What is at `path` (quoted already, from the top of the API)."""
        return self._request(what, "GET", path, query or {}, None)[0]

    def pages(
        self, what: str, path: str, query: Mapping[str, str | int] | None = None, *, key: str = "", most: int = 30
    ) -> Iterator[Answer]:
        """The items of all pages, each a list or an object with the list under `key`. At most `most` pages."""
        for page in range(1, most + 1):
            given = {**(query or {}), "per_page": PAGE_SIZE, "page": page}
            answer, has_more = self._request(what, "GET", path, given, None)
            yield from answer.items(*([key] if key else []))
            if not has_more:
                return
        raise TooLargeError(f"{what}: more than {most * PAGE_SIZE} items")

    def write(self, what: str, verb: str, path: str, body: Mapping[str, object] | None = None) -> Answer:
        """Change something. After an InvalidResponseError a POST may still have been carried out."""
        return self._request(what, verb, path, {}, body and _fit(body))[0]

    def graphql(self, what: str, document: str, variables: Mapping[str, object], *, attempts: int = ATTEMPTS) -> Answer:
        """The `data` of GraphQL's answer. Only for what may be done twice without harm: it is sent again."""
        for attempt in range(1, attempts):
            try:
                return self._graphql(what, document, variables)
            except InvalidResponseError:
                time.sleep(self.timing.backoff * 2**attempt / 2)
        return self._graphql(what, document, variables)

    def ask_repository(
        self, what: str, repository: str, document: str, variables: Mapping[str, object], *, attempts: int = ATTEMPTS
    ) -> Answer:
        """The `repository` in GraphQL's answer to a query that takes its `owner` and `name`. Raises NotFoundError."""
        owner, name = split_repository(repository)
        given = {"owner": owner, "name": name, **variables}
        found = self.graphql(what, document, given, attempts=attempts).part("repository")
        if found is None:
            raise NotFoundError(f"{what}: there is no such repository")
        return found

    def nodes(
        self, what: str, repository: str, document: str, name: str, variables: Mapping[str, object], most: int
    ) -> Iterator[Answer]:
        """The nodes of a connection of a repository, by its name; further pages as they are needed, up to `most`."""
        after: str | None = None
        for _ in range(most):
            found = self.ask_repository(what, repository, document, {**variables, "after": after})
            yield from found.items(name, "nodes")
            if not found.read(bool, name, "pageInfo", "hasNextPage"):
                return
            after = found.read(str, name, "pageInfo", "endCursor")

    def download(self, what: str, path: str, largest: int, *, accept: str) -> tuple[str, bytes]:
        """Content type and bytes of what is at `path`, or behind one redirect, where the token is not sent."""
        url = f"{self._api_url}{path}"
        headers = {"Accept": accept, "X-GitHub-Api-Version": API_VERSION}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        with _translated(what):
            with self._open(url, headers) as response:
                if response.status_code not in _REDIRECTS:
                    return _read_body(what, response, largest)
                target = urljoin(url, response.headers.get("Location", ""))
            if urlsplit(target).scheme != "https" and urlsplit(url).scheme == "https":
                raise shape_error(what, "a redirect to an unencrypted URL")
            with self._open(target, {}) as response:
                return _read_body(what, response, largest)

    def _open(self, url: str, headers: dict[str, str]) -> requests.Response:
        return self._session.get(url, headers=headers, stream=True, timeout=self.timing.timeout, allow_redirects=False)

    def _graphql(self, what: str, document: str, variables: Mapping[str, object]) -> Answer:
        body = {"query": document, "variables": dict(variables)}
        return read_graphql(self._request(what, "POST", self._github.requester.graphql_url, {}, body)[0])

    def _request(
        self, what: str, verb: str, path: str, query: Mapping[str, str | int], body: Mapping[str, object] | None
    ) -> tuple[Answer, bool]:
        """The answer, and whether there is another page."""
        with _translated(what):
            status, headers, text = self._github.requester.requestJson(
                verb, path, parameters=dict(query), input=None if body is None else dict(body)
            )
        return _read_json(what, status, text), 'rel="next"' in str(headers.get("link", ""))


class WriteSafeRetry(GithubRetry):
    """Waits for rate limits whatever the method, up to `max_rate_limit_wait` seconds.

    Other failures of a POST are final; everything else may be done twice without harm and gets three attempts.
    """

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        """Whether a request is sent again after an answer of this status."""
        if method.upper() == "POST" and status_code >= 500:
            return False
        return super().is_retry(method, status_code, has_retry_after)

    def increment(  # type: ignore[override]
        self,
        method: str | None = None,
        url: str | None = None,
        response: HTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Retry:
        """The state for the next attempt; raises the error where there is none."""
        was_sent = error is not None and not self._is_connection_error(error)
        if error is not None and was_sent and (method or "POST").upper() == "POST":
            raise error
        try:
            if response is not None:
                self._check_wait(response)
            return super().increment(method, url, response, error, _pool, _stacktrace)
        except GithubException:
            if response is not None:
                response.close()  # urllib3 does so for its own errors only
            raise

    def _check_wait(self, response: HTTPResponse) -> None:
        """PyGithub compares its own estimates with the longest wait, but not Retry-After."""
        try:
            wait = self.get_retry_after(response)
        except InvalidHeader:
            wait = self.secondary_rate_wait
            response.headers["Retry-After"] = f"{wait:.0f}"
        if wait is not None and self.max_rate_limit_wait is not None and wait > self.max_rate_limit_wait:
            raise RateLimitExceededExceedsMaxWait(response.status, None, dict(response.headers), wait=wait)


@contextmanager
def _translated(what: str) -> Iterator[None]:
    """Raise our errors for those of PyGithub and what is below it.

    PyGithub raises RuntimeError for a redirect elsewhere, and ValueError or OverflowError for a header that should
    be a number.
    """
    try:
        yield
    except RateLimitExceededException as error:
        raise rate_limit_error(what, error.headers or {}) from error
    except GithubException as error:
        raise error_of_status(what, error.status, reason(error.data)) from error
    except requests.exceptions.RetryError as error:
        raise retry_error(what, next(iter(_LAST_STATUS.findall(str(error))), "")) from error
    except (urllib3.exceptions.HTTPError, OSError, ValueError, OverflowError, RuntimeError) as error:
        raise no_answer_error(what, error) from error  # the errors of requests are OSErrors


def _read_json(what: str, status: int, text: str) -> Answer:
    """The JSON of an answer; raises the error for its status."""
    try:
        value: object = json.loads(text) if text else None
    except (ValueError, RecursionError) as error:
        if 200 <= status < 300:
            raise shape_error(what, "not JSON") from error
        value = None
    if not 200 <= status < 300:
        raise error_of_status(what, status, reason(value))
    return Answer(what, value)


def read_graphql(answer: Answer) -> Answer:
    """The `data` of an answer; GraphQL reports errors with status 200."""
    if isinstance(answer.value, dict) and answer.value.get("errors"):
        raise error_of_graphql(answer.what, (each.value for each in answer.items("errors")))
    data = answer.part("data")
    if data is None or not isinstance(data.value, dict):
        raise shape_error(answer.what, "no data")
    return data


def _read_body(what: str, response: requests.Response, largest: int) -> tuple[str, bytes]:
    if response.status_code != 200:
        message = _read_message(response)
        if "too large" in message or "too_large" in message:
            raise TooLargeError(f"{what}: {message}")
        raise error_of_status(what, response.status_code, message)
    end = time.monotonic() + DOWNLOAD_SECONDS
    data = bytearray()
    for piece in response.iter_content(_CHUNK):
        data += piece
        if len(data) > largest:
            raise TooLargeError(f"{what}: larger than {largest:,} bytes")
        if time.monotonic() > end:
            raise TimeoutError
    return response.headers.get("Content-Type", ""), bytes(data)


def _read_message(response: requests.Response) -> str:
    """What GitHub says about a failure; never an error of its own."""
    try:
        return reason(json.loads(next(response.iter_content(_CHUNK), b"")))
    except (OSError, urllib3.exceptions.HTTPError, ValueError, RecursionError):
        return ""


def _fit(values: Mapping[str, object]) -> dict[str, object]:
    """What is sent, with each body, also those of comments on lines, in the size that GitHub takes."""
    found = dict(values)
    for name, value in values.items():
        if name == "body" and isinstance(value, str):
            found[name] = fit_body(value)
        elif name == "comments" and isinstance(value, list):
            found[name] = [_fit(each) for each in value]
    return found


def _no_netrc(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _checked(address: str) -> str:
    """An address of the API, to which a token goes encrypted or not beyond this machine."""
    try:
        parts = urlsplit(address)
        valid = bool(parts.hostname) and parts.port != 0 and not (parts.query or parts.fragment or parts.username)
    except ValueError:
        valid = False
    if not valid or not (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))):
        # The address is not shown: it may hold a password.
        raise BotError("GITHUB_API_URL is not a valid API URL", f"use a URL such as {API}, without a user name")
    return address.rstrip("/")


def repository_path(repository: str, *rest: str | int) -> str:
    """The path below a repository; each part of `rest` is one segment. Raises BotError for what is not a name."""
    owner, name = split_repository(repository)
    return "/".join(("", "repos", owner, name, *(quote(str(part), safe="") for part in rest)))


def split_repository(repository: str) -> tuple[str, str]:
    """Owner and name. Raises BotError for what is not a name of a repository."""
    if not is_repository(repository):
        raise BotError(f"not a valid repository name: {repository!r}", "write it as owner/name")
    owner, _, name = repository.partition("/")
    return owner, name
