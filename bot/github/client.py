"""A request that failed comes in; whether it may be sent again goes out: a POST only where GitHub surely did not act.

PyGithub's own class sends a POST again after a 502 and after an answer that did not come, which posts a review twice.
Taking POST out of its methods would be no mend: then it does not wait for rate limits either.
"""

from __future__ import annotations

import json
import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from github import Auth, Github, set_log_level
from github.GithubException import RateLimitExceededExceedsMaxWait
from github.GithubRetry import GithubRetry
from requests.adapters import HTTPAdapter
from urllib3.exceptions import InvalidHeader

from bot.errors import BotError
from bot.github.errors import Oversized, UnsureError, check, check_graphql, clean, of_status, translated
from bot.github.fields import UnreadableError, read_list, read_or_none
from bot.links.clock import Pace, SystemClock
from bot.links.transport import USER_AGENT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from urllib3 import Retry
    from urllib3.connectionpool import ConnectionPool
    from urllib3.response import HTTPResponse


TRIES = 3
METHODS = frozenset({"GET", "DELETE", "PATCH", "POST"})
"""Those that may be sent again for one reason or another; PyGithub leaves PATCH out."""


class WriteSafeRetry(GithubRetry):
    """Waits for rate limits whatever the method, up to `max_rate_limit_wait` seconds; fails otherwise at once
    for a POST, after three tries for the rest, which may be done twice without harm.
    """

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        """Whether an answer of this status is asked for again."""
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
        """The state for the next try; raises the error where there is none."""
        sent = error is not None and not self._is_connection_error(error)
        if error is not None and sent and (method or "POST").upper() == "POST":
            raise error
        if response is not None:
            self._check_wait(response)
        return super().increment(method, url, response, error, _pool, _stacktrace)

    def _check_wait(self, response: HTTPResponse) -> None:
        """PyGithub holds its own estimates against the longest wait, but not what Retry-After says."""
        try:
            wait = self.get_retry_after(response)
        except InvalidHeader:
            wait = self.secondary_rate_wait
            response.headers["Retry-After"] = f"{wait:.0f}"
        if wait is not None and self.max_rate_limit_wait is not None and wait > self.max_rate_limit_wait:
            raise RateLimitExceededExceedsMaxWait(response.status, None, dict(response.headers), wait=wait)


WHOLE_SECONDS = 120.0
"""An answer that drips is dropped after so long."""
_CHUNK = 2**16
_REDIRECTS = frozenset({301, 302, 307, 308})


class Downloads:
    """Files of the API at `address`; the token is sent there and nowhere else."""

    def __init__(self, address: str, token: str | None, retry: Retry, timeout: int) -> None:
        self._address = address
        self._token = token
        self._timeout = timeout
        self._session = requests.Session()
        self._session.auth = _no_netrc
        self._session.headers["User-Agent"] = USER_AGENT
        for scheme in ("http://", "https://"):
            self._session.mount(scheme, HTTPAdapter(max_retries=retry))

    def close(self) -> None:
        """Close the connections that were kept."""
        self._session.close()

    def get(self, doing: str, path: str, largest: int, accept: str) -> tuple[str, bytes]:
        """Content type and bytes. Raises a GitHubError, or what `requests` raises."""
        url = f"{self._address}{path}"
        headers = {"Accept": accept, "X-GitHub-Api-Version": "2022-11-28"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        answer = self._open(url, headers)
        with answer:
            if answer.status_code not in _REDIRECTS:
                return _read(doing, answer, largest)
            target = urljoin(url, answer.headers.get("Location", ""))
        if urlsplit(target).scheme != "https" and urlsplit(url).scheme == "https":
            raise UnreadableError("redirect to an address without encryption")
        with self._open(target, {}) as stored:
            return _read(doing, stored, largest)

    def _open(self, url: str, headers: dict[str, str]) -> requests.Response:
        return self._session.get(url, headers=headers, stream=True, timeout=self._timeout, allow_redirects=False)


def _read(doing: str, answer: requests.Response, largest: int) -> tuple[str, bytes]:
    if answer.status_code != 200:
        message = _message(answer)
        if "too large" in message or "too_large" in message:
            raise Oversized(f"{doing}: {message}")
        raise of_status(doing, answer.status_code, message)
    return answer.headers.get("Content-Type", ""), _body(doing, answer, largest)


def _body(doing: str, answer: requests.Response, largest: int) -> bytes:
    end = time.monotonic() + WHOLE_SECONDS
    data = bytearray()
    for piece in answer.iter_content(_CHUNK):
        data += piece
        if len(data) > largest:
            raise Oversized(f"{doing}: larger than {largest:,} bytes")
        if time.monotonic() > end:
            raise TimeoutError
    return bytes(data)


def _message(answer: requests.Response) -> str:
    """What GitHub says about a failure; never an error of its own."""
    try:
        body: object = json.loads(next(answer.iter_content(_CHUNK), b""))
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError, RecursionError):
        return ""
    return clean(read_or_none(body, str, "message") or "")


def _no_netrc(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


set_log_level(logging.CRITICAL)  # PyGithub prints its log, unguarded, beside what we say of the same

VERSION = "2022-11-28"
PAGE = 100
"""Items of a page; GitHub gives no more."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How fast to ask, and how long to wait; seconds. The defaults follow GitHub's advice; tests need not wait."""

    between_requests: float = 0.0
    """One at a time is all that is asked for."""
    between_writes: float = 1.0
    timeout: int = 15
    """For each answer to begin, and between its parts."""
    secondary_wait: float = 90.0
    """After a secondary limit without Retry-After; 72 s were measured."""
    longest_wait: float = 120.0
    """A limit that asks for more is not waited for."""
    backoff: float = 1.0
    """Before reading again after a failure, growing."""


class Wire:
    """The API at `api_url`, asked with `token`; `sent` counts requests, second tries and redirects apart."""

    def __init__(self, api_url: str, token: str | None, manners: Manners) -> None:
        """Raises BotError where `api_url` is no address that a token may be sent to."""
        self.manners = manners
        self.sent = 0
        address = _checked(api_url)
        retry = WriteSafeRetry(
            total=TRIES - 1,
            allowed_methods=METHODS,
            backoff_factor=manners.backoff,
            secondary_rate_wait=manners.secondary_wait,
            max_rate_limit_wait=manners.longest_wait,
        )
        self._github = Github(
            base_url=address,
            auth=Auth.Token(token) if token else None,
            user_agent=USER_AGENT,
            timeout=manners.timeout,
            per_page=PAGE,
            retry=retry,
            seconds_between_requests=manners.between_requests or None,
            seconds_between_writes=None,  # it would take a question in GraphQL, being a POST, for a write
            lazy=True,
            api_version=VERSION,
        )
        self._writes = Pace(manners.between_writes, SystemClock())
        self._downloads = Downloads(address, token, retry, manners.timeout)

    def close(self) -> None:
        """Close the connections that were kept."""
        self._github.close()
        self._downloads.close()

    def get(self, doing: str, path: str, query: Mapping[str, str | int] | None = None) -> object:
        """What is at `path` (quoted already, from the top of the API)."""
        return self._request(doing, "GET", path, query or {}, None)[0]

    def pages(
        self, doing: str, path: str, query: Mapping[str, str | int] | None = None, *, key: str = "", most: int = 30
    ) -> Iterator[object]:
        """The items of all pages; those under `key` where a page is no list. Raises Oversized after `most` pages."""
        for page in range(1, most + 1):
            answer, more = self._request(doing, "GET", path, {**(query or {}), "per_page": PAGE, "page": page}, None)
            with translated(doing):
                items = read_list(answer, *([key] if key else []))
            yield from items
            if not more:
                return
        raise Oversized(f"{doing}: more than {most * PAGE} items")

    def write(self, doing: str, verb: str, path: str, body: Mapping[str, object] | None = None) -> object:
        """Change something. Raises UnsureError where a POST may have been carried out all the same."""
        with self._paced():
            return self._request(doing, verb, path, {}, body)[0]

    def change(self, doing: str, document: str, variables: Mapping[str, object]) -> object:
        """Change something by GraphQL that may be changed twice without harm."""
        with self._paced():
            return self.graphql(doing, document, variables)

    def graphql(self, doing: str, document: str, variables: Mapping[str, object]) -> object:
        """The `data` that GraphQL answers. Only for what may be done twice without harm: it is tried again."""
        for again in range(1, TRIES):
            try:
                return self._graphql(doing, document, variables)
            except UnsureError:
                time.sleep(self.manners.backoff * 2**again / 2)
        return self._graphql(doing, document, variables)

    def download(self, doing: str, path: str, largest: int, *, accept: str) -> tuple[str, bytes]:
        """The content type and the bytes at `path`, which may lie behind a redirect that gets no token."""
        self.sent += 1
        with translated(doing):
            return self._downloads.get(doing, path, largest, accept)

    @contextmanager
    def _paced(self) -> Iterator[None]:
        self._writes.wait()
        try:
            yield
        finally:
            self._writes.rest()

    def _graphql(self, doing: str, document: str, variables: Mapping[str, object]) -> object:
        body = {"query": document, "variables": dict(variables)}
        answer = self._request(doing, "POST", self._github.requester.graphql_url, {}, body)[0]
        with translated(doing):
            return check_graphql(doing, answer)

    def _request(
        self, doing: str, verb: str, path: str, query: Mapping[str, str | int], body: Mapping[str, object] | None
    ) -> tuple[object, bool]:
        """What was answered, and whether there is another page."""
        self.sent += 1
        with translated(doing):
            status, headers, text = self._github.requester.requestJson(
                verb, path, parameters=dict(query), input=None if body is None else dict(body)
            )
            return check(doing, status, text), 'rel="next"' in str(headers.get("link", ""))


def _checked(address: str) -> str:
    """A token goes out encrypted, or not beyond this machine."""
    try:
        parts = urlsplit(address)
        valid = bool(parts.hostname) and parts.port != 0 and not (parts.query or parts.fragment or parts.username)
    except ValueError:
        valid = False
    if not valid or not (parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname or ""))):
        raise BotError(f"no address of an API: {address!r}", "GITHUB_API_URL is to be https://api.github.com or alike")
    return address.rstrip("/")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
