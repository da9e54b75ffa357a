"""A request to GitHub's API comes in; what it answered goes out as it is, of any shape, or an error of ours is raised.

PyGithub's requester carries the JSON: it knows the token, the pace and the rate limits, and asks no other host.
Its objects are not used, for they believe what GitHub answers and ask again, unseen, for what is missing.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.clock import Pace, SystemClock
from bot.errors import BotError
from bot.links.transport import USER_AGENT
from bot.network.github.downloads import Downloads
from bot.network.github.failures import check, check_graphql, translated
from bot.network.github.fields import read_list
from bot.network.github.refusals import Oversized, UnsureError
from bot.network.github.retry import METHODS, TRIES, WriteSafeRetry
from github import Auth, Github, set_log_level

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
