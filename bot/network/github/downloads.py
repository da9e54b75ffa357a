"""The path of a file on GitHub comes in; its bytes go out, no more of them than are wanted.

PyGithub decodes what it gets as text, and refuses the redirect from an artifact to where its bytes are stored.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import requests
import urllib3
from requests.adapters import HTTPAdapter

from bot.links.transport import USER_AGENT
from bot.network.github.failures import clean, of_status
from bot.network.github.fields import UnreadableError, read_or_none
from bot.network.github.refusals import Oversized

if TYPE_CHECKING:
    from urllib3 import Retry

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
