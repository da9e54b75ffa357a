"""The services that the bot asks: their addresses, as the environment names them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.errors import BotError
from bot.papers.urls import split_url
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping


GITHUB = "https://api.github.com"
_MAIL = lazy_pattern(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Services:
    """Where to ask; the defaults are the public services."""

    arxiv: str = "https://export.arxiv.org/api/query"
    oai: str = "https://oaipmh.arxiv.org/oai"
    datacite: str = "https://api.datacite.org/dois"
    handles: str = "https://doi.org/api/handles"
    crossref: str = "https://api.crossref.org/works"
    wayback: str = "https://web.archive.org/cdx/search/cdx"
    daily_papers: str = "https://huggingface.co/api/daily_papers?limit=100"
    graphql: str = f"{GITHUB}/graphql"
    token: str | None = field(default=None, repr=False)
    """For GitHub; None if there is none, or if it must not be sent to that address."""
    mailto: str | None = None
    """A mail address for Crossref and DataCite, which give better service to clients that name one."""


CONNECTIVITY_PROBES = (
    "https://www.wikipedia.org/",
    "https://www.python.org/",
    "https://www.debian.org/",
    "https://www.w3.org/",
    "https://www.iana.org/",
)
"""Pages of five owners that are practically always there: where most of them fail, it is our network."""
_PROBES = "BOT_CONNECTIVITY_PROBES"
"""Addresses with spaces between, or `none`."""


def read_probes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The connectivity probes that the environment names, else the usual ones; raises BotError for an invalid URL."""
    urls = environment.get(_PROBES, "").split()
    if not urls:
        return CONNECTIVITY_PROBES
    if urls == ["none"]:
        return ()
    for url in urls:
        parts = split_url(url)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{_PROBES} is not a valid URL: {url}", "write URLs separated by spaces, or none")
    return tuple(dict.fromkeys(urls))


def read_services(environment: Mapping[str, str]) -> Services:
    """The addresses that the environment names, and GitHub's token; raises BotError for an invalid URL."""
    default = Services()
    graphql = _graphql(environment)
    token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or None
    return Services(
        arxiv=_address(environment, "BOT_ARXIV_API", default.arxiv),
        oai=_address(environment, "BOT_ARXIV_OAI", default.oai),
        datacite=_with_end(_address(environment, "BOT_DATACITE_API", default.datacite), "dois"),
        handles=_with_end(_address(environment, "BOT_DOI_API", default.handles), "handles"),
        crossref=_with_end(_address(environment, "BOT_CROSSREF_API", default.crossref), "works"),
        wayback=_address(environment, "BOT_WAYBACK_API", default.wayback),
        daily_papers=_address(environment, "BOT_DAILY_PAPERS_API", default.daily_papers),
        graphql=graphql,
        token=token if _knows_public_repositories(graphql) else None,
        mailto=_mailto(environment),
    )


def _mailto(environment: Mapping[str, str]) -> str | None:
    text = environment.get("BOT_MAILTO", "").strip()
    if text and _MAIL.fullmatch(text) is None:
        raise BotError(
            f"BOT_MAILTO is not a valid mail address: {text}", "write one such as name@example.org, or unset it"
        )
    return text or None


def _graphql(environment: Mapping[str, str]) -> str:
    """Runners name both addresses of GitHub; where only the API's was changed, the other follows it."""
    default = f"{GITHUB}/graphql"
    named = _address(environment, "GITHUB_GRAPHQL_URL", default)
    api = _address(environment, "GITHUB_API_URL", GITHUB)
    if named != default or api == GITHUB:
        return named
    return f"{api.removesuffix('/v3')}/graphql"


def _address(environment: Mapping[str, str], name: str, default: str) -> str:
    text = environment.get(name, "").strip().rstrip("/")
    if not text:
        return default
    if "@" in text:
        raise BotError(f"{name} must not contain a user name or a password", "they would be shown in reports")
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise BotError(f"{name} is not a valid URL: {text}", "write a URL such as https://host/path, or unset it")
    return text


def _with_end(address: str, end: str) -> str:
    return address if address.endswith(f"/{end}") else f"{address}/{end}"


def _knows_public_repositories(address: str) -> bool:
    """Whether lists' links can be asked about there, and a token sent: GitHub itself, or a stand-in on loopback.

    A company's own GitHub does not know the repositories of github.com: they would all seem to be gone.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    return is_loopback(host) or (parts.scheme == "https" and host == "api.github.com")


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
