"""A URL comes in; the target that is followed over time goes out, with its host and the shard that asks about it."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from urllib.parse import quote, unquote

from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.urls import split_url, strip_tracking
from bot.sweeps.state import LONGEST_TARGET
from bot.text import lazy_pattern

_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org", "www.doi.org"})
_DOI = lazy_pattern(r"10\.\d{4,9}/\S+")
_REPOSITORY = lazy_pattern(r"/[^/]+/[^/]+?(?:\.git)?/?")
_BADGES = "img.shields.io"
_ADDRESSES = {Scheme.ARXIV: "https://arxiv.org/abs/", Scheme.GITHUB: "https://github.com/"}
_AT_ONE_DESK = frozenset({"arxiv.org", "github.com", "doi.org", "dx.doi.org", _BADGES})
"""Hosts that are asked through interfaces whose limits count all machines of a user as one."""


@lru_cache(maxsize=65_536)
def target_of(url: str) -> str | None:
    """What is followed over time for `url`: the same for all URLs of one paper, repository, DOI or page.

    None for what is not: relative links, badges, overlong addresses.
    """
    parts = split_url(url)
    if parts is None or parts.scheme not in {"http", "https"} or not parts.host or parts.host == _BADGES:
        return None
    named = identify(url)
    if (doi := _doi(parts.host, parts.path)) is not None:
        return str(named.identifier) if _is_arxiv(named.identifier) else doi
    if _is_arxiv(named.identifier) and named.form is not None:
        return str(named.identifier)
    if named.identifier is not None and named.identifier.scheme is Scheme.GITHUB and _REPOSITORY.fullmatch(parts.path):
        return str(named.identifier)
    page = strip_tracking(url.partition("#")[0].strip())
    authority = page.partition("//")[2].partition("/")[0].partition("?")[0]
    target = f"{parts.scheme}://{authority.lower()}{page.partition('//')[2][len(authority) :] or '/'}"
    return target if len(target) <= LONGEST_TARGET else None


def url_of(target: str) -> str:
    """The address at which a person finds the target."""
    scheme, _, value = target.partition(":")
    address = _ADDRESSES.get(Scheme(scheme)) if scheme in {Scheme.ARXIV, Scheme.GITHUB} else None
    return target if address is None else f"{address}{value}"


def is_paper(target: str) -> bool:
    """Whether arXiv is asked about the target."""
    return target.startswith(f"{Scheme.ARXIV}:")


def is_repository(target: str) -> bool:
    """Whether GitHub's interface is asked about the target."""
    return target.startswith(f"{Scheme.GITHUB}:")


@lru_cache(maxsize=65_536)
def host_of(target: str) -> str:
    """The host that answers for a target or URL, without `www.`."""
    parts = split_url(url_of(target))
    return parts.host.removeprefix("www.") if parts is not None else ""


def shard_of(host: str, shards: int) -> int:
    """Which of `shards` shards, from 1 on, asks a host; arXiv, GitHub and the DOIs are with the first.

    A host is with one shard only, whatever the list: two runs agree without a word.
    """
    name = host.lower().removeprefix("www.")
    if shards <= 1 or any(f".{name}".endswith(f".{desk}") for desk in _AT_ONE_DESK):
        return 1
    return int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big") % shards + 1


def shard_of_url(url: str, shards: int) -> int:
    """Which shard asks about a URL as a list writes it."""
    return shard_of(host_of(target_of(url) or url), shards)


def _is_arxiv(identifier: Identifier | None) -> bool:
    return identifier is not None and identifier.scheme is Scheme.ARXIV


def _doi(host: str, path: str) -> str | None:
    """The one address of a DOI, which compares without case."""
    doi = unquote(path).lstrip("/").lower()
    if host not in _DOI_HOSTS or not _DOI.fullmatch(doi):
        return None
    target = f"https://doi.org/{quote(doi, safe='/:;()<>,._-')}"
    return target if len(target) <= LONGEST_TARGET else None
