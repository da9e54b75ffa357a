"""The answers of one redirect chain come in; the cookies that its next request carries go out. No I/O here.

Pages that set a cookie and redirect to themselves would be loops without them. Cookies end with their chain and go
back to the very host that set them: Domain and Path, which widen and narrow that, are not heeded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from bot.network.guard import read_target

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.network.answers import Answer

_PAIR = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*([\x20-\x3a\x3c-\x7e]*)")
_LONGEST = 4_096
_MOST = 20
"""Cookies of one answer; all of them together are no longer than one may be."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """What a host wants to be told the next time; `value` is None where it wants to hear no more of it."""

    name: str
    value: str | None
    secure: bool = False
    """Whether it is for secure connections only."""


def read_cookies(lines: Iterable[str], now: float) -> tuple[Cookie, ...]:
    """The cookies in the Set-Cookie headers of an answer (RFC 6265, 5.2), without those that nobody may send."""
    found: list[Cookie] = []
    room = _LONGEST
    for line in lines:
        pair, _, rest = line.partition(";")
        match = _PAIR.fullmatch(pair.strip()) if len(pair) <= room else None
        if match is None or len(found) == _MOST:
            continue
        room -= len(pair)
        attributes = {name.strip().lower(): value.strip() for name, _, value in map(_split, rest.split(";"))}
        value = None if _is_over(attributes, now) else match[2].strip()
        found.append(Cookie(match[1], value, "secure" in attributes))
    return tuple(found)


def cookies_for(url: str, chain: Iterable[Answer]) -> str:
    """The Cookie header of a request for `url` that follows on the answers of `chain`; empty for none."""
    target = read_target(url)
    kept: dict[str, str] = {}
    for answer in chain:
        if not answer.cookies or read_target(answer.url).key != target.key:
            continue
        for cookie in answer.cookies:
            if cookie.value is None:
                kept.pop(cookie.name, None)
            elif target.scheme == "https" or not cookie.secure:
                kept[cookie.name] = cookie.value
    return "; ".join(f"{name}={value}" for name, value in kept.items())


def _split(attribute: str) -> tuple[str, str, str]:
    return attribute.partition("=")


def _is_over(attributes: dict[str, str], now: float) -> bool:
    """Max-Age counts where there is one, else Expires."""
    age = attributes.get("max-age", "")
    if re.fullmatch(r"-?[0-9]{1,12}", age):
        return int(age) <= 0
    try:
        return parsedate_to_datetime(attributes.get("expires", "")).timestamp() <= now
    except (ValueError, OverflowError):
        return False
