"""The environment comes in; the addresses of the services that the bot asks go out."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.errors import BotError
from bot.papers.urls import split_url

if TYPE_CHECKING:
    from collections.abc import Mapping


GITHUB = "https://api.github.com"


@dataclass(frozen=True, slots=True)
class Services:
    """Where to ask; the defaults are the public services."""

    arxiv: str = "https://export.arxiv.org/api/query"
    oai: str = "https://oaipmh.arxiv.org/oai"
    datacite: str = "https://api.datacite.org/dois"
    handles: str = "https://doi.org/api/handles"
    crossref: str = "https://api.crossref.org/works"
    wayback: str = "https://web.archive.org/cdx/search/cdx"
    graphql: str = f"{GITHUB}/graphql"
    token: str | None = field(default=None, repr=False)
    """For GitHub; None where there is none, or where it must not be sent to that address."""


CONNECTIVITY_PROBES = (
    "https://www.wikipedia.org/",
    "https://www.python.org/",
    "https://www.debian.org/",
    "https://www.w3.org/",
    "https://www.iana.org/",
)
"""Pages of five owners that are practically always there: where most of them fail, it is our network."""
_PROBES_VARIABLES = ("BOT_CONNECTIVITY_PROBES", "BOT_CANARIES")
"""Addresses with blanks between, or `none`; the second name is that of version 0.1."""


def read_probes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The connectivity probes that the environment names, else the usual ones; raises BotError for an invalid URL."""
    name = next((name for name in _PROBES_VARIABLES if environment.get(name, "").strip()), "")
    if not name:
        return CONNECTIVITY_PROBES
    urls = environment[name].split()
    if urls == ["none"]:
        return ()
    for url in urls:
        parts = split_url(url)
        if parts is None or parts.scheme not in {"http", "https"} or not parts.host:
            raise BotError(f"{name}: not a valid URL: {url}", "write URLs with blanks between, or none")
    return tuple(dict.fromkeys(urls))


def read_services(environment: Mapping[str, str]) -> Services:
    """The addresses that the environment names, and GitHub's token; raises BotError for what is no address."""
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
        graphql=graphql,
        token=token if _knows_public_repositories(graphql) else None,
    )


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
        raise BotError(f"{name} must not hold a user name or a password", "they would be shown beside what was found")
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise BotError(f"{name} is no address: {text}", "write a URL such as https://host/path, or unset it")
    return text


def _with_end(address: str, end: str) -> str:
    return address if address.endswith(f"/{end}") else f"{address}/{end}"


def _knows_public_repositories(address: str) -> bool:
    """Whether lists' links can be asked about there, and a token sent: GitHub itself, or a stand-in on loopback.

    A company's own GitHub does not know the repositories of github.com: they would all seem to be gone.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return parts.scheme == "https" and host == "api.github.com"
