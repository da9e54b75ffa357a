"""Whole texts from the web, such as feeds: through the address guard, with redirects, bounded in time and size."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from bot.links.address_guard import ATTEMPT
from bot.links.connections import GuardedPools
from bot.links.messages import Request
from bot.links.transport import decode, describe

if TYPE_CHECKING:
    import ssl

    from bot.links.address_guard import Guard
    from bot.links.connections import FinalResponse

LARGEST = 24 * 2**20
"""Bytes of a text, and that it may unpack to."""
_SECONDS = 60.0
_MOST_REDIRECTS = 5
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CHUNK = 2**16


class Download(NamedTuple):
    """The text at a URL, or why there is none."""

    url: str
    """After redirects."""
    text: str = ""
    problem: str = ""


class _ProblemError(Exception):
    """Why there is no text, as messages say it."""


def download(url: str, guard: Guard, context: ssl.SSLContext) -> Download:
    """Get the text at a URL; never raises for what the network does."""
    end = time.monotonic() + _SECONDS
    address = url
    with closing(GuardedPools(guard, context)) as pools:
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                ATTEMPT.begin(end - time.monotonic())
                response = pools.send(Request(address, keep=False))
                with closing(response.connection):
                    target = response.headers.get("Location", "")
                    if response.status not in _REDIRECTS or not target:
                        return Download(address, _read(response))
                address = urljoin(address, target)
        except _ProblemError as error:
            return Download(address, problem=str(error))
        except Exception as error:  # noqa: BLE001 - what the guard and the libraries raise has no common class
            return Download(address, problem=describe(error))
    return Download(address, problem="too many redirects")


def _read(response: FinalResponse) -> str:
    if response.status != 200:
        raise _ProblemError(f"it answered {response.status}")
    body = bytearray()
    while piece := response.read1(_CHUNK):
        body += piece
        if len(body) > LARGEST:
            raise _ProblemError(f"it is larger than {LARGEST // 2**20} MiB")
    if response.length:
        raise _ProblemError("the answer was incomplete")
    kind = response.headers.get("Content-Type", "")
    text = decode(bytes(body), response.headers.get("Content-Encoding", ""), kind, LARGEST)
    if body and not text:
        raise _ProblemError("the answer cannot be unpacked")
    return text
