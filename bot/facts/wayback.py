"""The Wayback Machine: when its crawler met a page, and where copies are.

Its index of captures: https://github.com/internetarchive/wayback/tree/master/wayback-cdx-server. It
takes `url`, `from`, `fl` (fields), `filter`, `output=json`, and `limit=-N` for the last N captures. JSON is a row of
field names followed by a row for each capture, or `[]`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.facts.client import Client, ServiceResponse


WAYBACK_INTERVAL = 1.5
"""Seconds between requests: the archive turns away who asks more than about once a second."""
RECENT_SECONDS = 90 * 86_400.0
"""How old a capture may be to say anything about today."""
ARCHIVE = "https://web.archive.org/web"
"""Where copies are for people to read."""
_FIELDS = "timestamp,original,statuscode"
_MAX_CAPTURES = "25"
_GONE = frozenset({404, 410})


@dataclass(frozen=True, slots=True)
class Capture:
    """At `time` (seconds since the epoch) the archive's crawler met `status`; None: it did not write it down."""

    time: float
    url: str
    status: int | None

    @property
    def copy(self) -> str:
        """The address at which people read it."""
        return f"{ARCHIVE}/{datetime.fromtimestamp(self.time, UTC):%Y%m%d%H%M%S}/{self.url}"


def ask_captures(url: str, now: float, address: str, client: Client) -> tuple[tuple[Capture, ...], ServiceResponse]:
    """The captures of the last 90 days before `now`, the oldest first; none if the archive has no answer."""
    since = datetime.fromtimestamp(max(now - RECENT_SECONDS, 0.0), UTC)
    parameters = {"url": url, "output": "json", "fl": _FIELDS, "from": f"{since:%Y%m%d}", "limit": f"-{_MAX_CAPTURES}"}
    answer = client.get(address, parameters, accept="application/json")
    return read_captures(answer), answer


def ask_copy(url: str, address: str, client: Client) -> tuple[Capture | None, ServiceResponse]:
    """The last capture that met the page itself, of whatever age."""
    parameters = {"url": url, "output": "json", "fl": _FIELDS, "filter": "statuscode:200", "limit": "-1"}
    answer = client.get(address, parameters, accept="application/json")
    good = [each for each in read_captures(answer) if each.status == 200]
    return (good[-1] if good else None), answer


def read_captures(answer: ServiceResponse) -> tuple[Capture, ...]:
    """The captures of an answer, the oldest first; rows that cannot be read are left out."""
    if answer.status != 200 or answer.problem:
        return ()
    try:
        rows = json.loads(answer.body or b"[]")
    except (ValueError, RecursionError):
        return ()
    if not isinstance(rows, list) or not rows or rows[0] != _FIELDS.split(","):
        return ()
    found = (_read_row(row) for row in rows[1:])
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.time))


def is_gone(captures: Iterable[Capture], since: float) -> bool | None:
    """What captures say of a page that has failed since `since`, in seconds since the epoch.

    True: the last one met 404 or 410. False: one after `since` met the page itself. None: neither. That the page
    was there before it failed says nothing.
    """
    conclusive = [each for each in captures if each.status in _GONE or each.status == 200]
    if not conclusive:
        return None
    last = conclusive[-1]
    if last.status in _GONE:
        return True
    return False if last.time >= since else None


def _read_row(row: object) -> Capture | None:
    if not isinstance(row, list) or len(row) != 3 or not all(isinstance(each, str) for each in row):
        return None
    stamp, url, status = row
    try:
        time = datetime.strptime(stamp, "%Y%m%d%H%M%S").replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    is_status = status.isascii() and status.isdigit() and len(status) == 3
    return Capture(time, url, int(status) if is_status else None)
