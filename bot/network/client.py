"""A request to a service comes in; its answer goes out, whatever happens: a status and a body, or a problem."""

from __future__ import annotations

from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import requests
import urllib3

from bot import __version__
from bot.network.adapter import CONNECT_SECONDS, DeadlineAdapter, open_context
from bot.network.sockets import ATTEMPT

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

    from bot.network.clock import Clock

USER_AGENT = f"paperlist-bot/{__version__} (+https://github.com/paperlist-bot/paperlist-bot)"
READ_SECONDS = 60.0
WHOLE_SECONDS = 120.0
"""An answer that drips is dropped after so long, however steadily it does."""
LARGEST = 24 * 2**20
"""Bytes of a decoded answer: 200 papers of large collaborations are about 10 MiB."""
_CHUNK = 2**16


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: `status` is None where nothing did, and `problem` says why there is no usable body."""

    url: str
    """As asked, with its query."""
    time: float
    """When the answer was complete, in seconds since the epoch."""
    status: int | None
    body: bytes = b""
    problem: str = ""
    retry_after: float | None = None
    """Seconds that the service asks to be left alone."""


class Client:
    """One connection to one service. Not to be shared by threads."""

    def __init__(self, session: requests.Session, clock: Clock, seconds: float = WHOLE_SECONDS) -> None:
        self._session = session
        self._clock = clock
        self._seconds = seconds

    def get(self, url: str, parameters: Mapping[str, str] | None = None, accept: str = "*/*") -> Answer:
        """Ask with GET; never raises for what the network does."""
        request = requests.Request("GET", url, params=parameters, headers={"Accept": accept})
        return self._send(request)

    def post(self, url: str, json: Mapping[str, object], headers: Mapping[str, str]) -> Answer:
        """Ask with POST; never raises for what the network does."""
        return self._send(requests.Request("POST", url, json=json, headers=dict(headers)))

    def _send(self, request: requests.Request) -> Answer:
        ATTEMPT.begin(self._seconds)
        try:
            prepared = self._session.prepare_request(request)
            response = self._session.send(
                prepared, stream=True, timeout=(CONNECT_SECONDS, READ_SECONDS), allow_redirects=False
            )
            with response:
                body, problem = _read(response)
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            return Answer(str(request.url), self._clock.now(), None, problem=_describe(error))
        return Answer(
            url=response.url or str(request.url),
            time=self._clock.now(),
            status=response.status_code,
            body=body,
            problem=problem,
            retry_after=_retry_after(response.headers.get("Retry-After", ""), self._clock.now()),
        )


def open_session(context: ssl.SSLContext | None = None) -> requests.Session:
    """A session that knows no proxy, netrc or cookie of this machine. Raises BotError as `open_context` does."""
    session = requests.Session()
    session.trust_env = False
    adapter = DeadlineAdapter(context or open_context())
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    session.headers["User-Agent"] = USER_AGENT
    return session


def _read(response: requests.Response) -> tuple[bytes, str]:
    """The body, and what kept it from being whole."""
    pieces: list[bytes] = []
    length = 0
    for piece in response.iter_content(_CHUNK):
        pieces.append(piece)
        length += len(piece)
        if length > LARGEST:
            return b"", f"the answer is larger than {LARGEST // 2**20} MiB"
    return b"".join(pieces), ""


def _describe(error: Exception) -> str:
    late = (requests.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)
    if any(isinstance(each, late) for each in (error, *error.args)):
        return "no answer in time"
    if isinstance(error, requests.exceptions.SSLError):
        return "no secure connection"
    if isinstance(error, requests.exceptions.ChunkedEncodingError | urllib3.exceptions.ProtocolError):
        return "the answer broke off"
    if isinstance(error, requests.ConnectionError | OSError) and not isinstance(error, ValueError):
        return "no connection"
    return f"no usable answer ({type(error).__name__})"


def _retry_after(value: str, now: float) -> float | None:
    """Seconds from a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3)."""
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0) if text else None
    except (ValueError, OverflowError):
        return None
