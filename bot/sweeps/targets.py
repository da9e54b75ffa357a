"""What is followed over time for a URL: one target for all URLs of a paper, repository, DOI or page, and its shard."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote

from bot.facts.questions import BADGES, find_route, is_badge
from bot.papers.identifiers import Identifier, Scheme, page_url
from bot.papers.urls import split_url, strip_tracking
from bot.sweeps.state import LONGEST_TARGET

_SHARED_LIMITS = frozenset({"arxiv.org", "github.com", "doi.org", "dx.doi.org", BADGES})
"""Hosts whose APIs have limits that count all machines of a user as one."""


@lru_cache(maxsize=65_536)
def target_of(url: str) -> str | None:
    """What is followed over time for `url`: the same for all URLs of one paper, repository, DOI or page.

    None for what is not: relative links, badges, overlong addresses.
    """
    parts, route = split_url(url), find_route(url)
    if parts is None or route.reason or is_badge(url):
        return None
    if route.paper is not None and not route.page:
        return str(route.paper)
    if (
        route.doi is not None
        and len(target := f"https://doi.org/{quote(route.doi, safe='/:;()<>,._-')}") <= LONGEST_TARGET
    ):
        return target
    if route.repository is not None and not route.page:
        return str(route.repository)
    page = strip_tracking(url.partition("#")[0].strip())
    authority = page.partition("//")[2].partition("/")[0].partition("?")[0]
    target = f"{parts.scheme}://{authority.lower()}{page.partition('//')[2][len(authority) :] or '/'}"
    return target if len(target) <= LONGEST_TARGET else None


def url_of(target: str) -> str:
    """The URL of the target."""
    scheme, _, value = target.partition(":")
    return page_url(Identifier(Scheme(scheme), value)) if scheme in {Scheme.ARXIV, Scheme.GITHUB} else target


def name_in(url: str, target: str) -> str:
    """The repository of `target` as `url` writes it, `Owner/Name`; empty where the target has it so, or it has none."""
    name = target.removeprefix(f"{Scheme.GITHUB}:")
    start = url.lower().find(name) if name != target and url.isascii() else -1
    written = url[start : start + len(name)] if start >= 0 else ""
    return "" if written == name else written


def is_paper(target: str) -> bool:
    """Whether arXiv's API answers for the target."""
    return target.startswith(f"{Scheme.ARXIV}:")


def is_repository(target: str) -> bool:
    """Whether GitHub's API answers for the target."""
    return target.startswith(f"{Scheme.GITHUB}:")


@lru_cache(maxsize=65_536)
def host_of(target: str) -> str:
    """The host that answers for a target or URL, without `www.`."""
    parts = split_url(url_of(target))
    return parts.host.removeprefix("www.") if parts is not None else ""


def shard_of(host: str, shards: int) -> int:
    """Which of `shards` shards, from 1 on, checks a host: always the same one; for arXiv, GitHub and DOIs the first."""
    name = host.lower().removeprefix("www.")
    if shards <= 1 or any(f".{name}".endswith(f".{shared}") for shared in _SHARED_LIMITS):
        return 1
    return int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big") % shards + 1


def shard_of_url(url: str, shards: int) -> int:
    """Which shard checks a URL as a list writes it."""
    return shard_of(host_of(target_of(url) or url), shards)
