"""URLs as text: their parts, the URL that they wrap, and the same URL without trackers."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from bot.text import lazy_pattern

_URL = lazy_pattern(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?//([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_WRAPPER = lazy_pattern(
    r"https?://(?:link\.zhihu\.com/\?(?:.*&)?target|(?:www\.)?google\.[a-z.]+/url\?(?:.*&)?(?:q|url)"
    r"|scholar\.google\.[a-z.]+/scholar_url\?(?:.*&)?url|link\.csdn\.net/\?(?:.*&)?target"
    r"|l\.facebook\.com/l\.php\?(?:.*&)?u)=([^&#]+)",
    re.IGNORECASE,
)
_SEARCH = lazy_pattern(
    r"https?://(?:(?:www\.)?google\.[a-z.]{2,6}/search|scholar\.google\.[a-z.]{2,6}/scholar|(?:www\.|cn\.)?bing\.com/search"
    r"|duckduckgo\.com/|(?:www\.)?baidu\.com/s)\?(?:[^#]*&)?(?:q|wd)=((?:https?(?::|%3A)(?:/|%2F){2}|www\.)[^&#\s]+)",
    re.IGNORECASE,
)
_TRACKER = lazy_pattern(
    r"(?:utm_\w+|fbclid|gclid|dclid|msclkid|spm|trk|mc_[ce]id|igshid|yclid)(?:=.*)?",
    re.DOTALL | re.IGNORECASE,
)

_REDIRECTORS = (
    *("doi.org", "hdl.handle.net", "handle.net", "n2t.net", "purl.org", "w3id.org", "bit.ly", "aka.ms", "t.co"),
    *("goo.gl", "tinyurl.com", "t.ly", "rebrand.ly", "git.io", "g.co", "youtu.be", "forms.gle", "lnkd.in"),
)


class Url(NamedTuple):
    """A URL in its parts: `query` and `fragment` begin with their mark or are empty."""

    scheme: str
    """In lower case; empty if the URL has none."""
    host: str
    """In lower case, without user, port and final dot."""
    path: str
    query: str
    fragment: str


def split_url(text: str) -> Url | None:
    """The parts of an absolute URL, as written; None for anything else. Never raises."""
    if (match := _URL.fullmatch(text)) is None:
        return None
    scheme, authority, path, query, fragment = match.groups(default="")
    host = authority.rpartition("@")[2].partition(":")[0].rstrip(".").lower()
    return Url(scheme.lower(), host, path, query, fragment)


def unwrap(text: str) -> str | None:
    """The URL inside another site's redirect (`link.zhihu.com/?target=`), decoded once; else None."""
    match = _WRAPPER.match(text) if "?" in text else None
    return unquote(match[1]) if match else None


def searched_url(text: str) -> str | None:
    """The URL that a search is made for (`google.com/search?q=https://...`), decoded once; else None."""
    match = _SEARCH.match(text) if "?" in text else None
    return unquote(match[1]) if match else None


def strip_tracking(url: str) -> str:
    """The URL without parameters that only track (`utm_source`, `fbclid` ...); all else stays as written."""
    before, mark, rest = url.partition("?")
    query, hash_, fragment = rest.partition("#")
    if not mark or "#" in before:
        return url
    parts = query.split("&")
    others = [part for part in parts if not _TRACKER.fullmatch(part)]
    if len(others) == len(parts):
        return url
    return before + ("?" + "&".join(others) if others else "") + hash_ + fragment


def is_redirector(url: str) -> bool:
    """Whether a URL is meant to stay as it is although it redirects, because its target changes."""
    parts = split_url(url)
    host = f".{parts.host}" if parts is not None else ""
    return any(host.endswith(f".{name}") for name in _REDIRECTORS) or "/releases/latest" in url
