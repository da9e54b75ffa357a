"""What a response says: of its page (the one asked for, none, a wall, a stand-in; a paper), and of its host's limits.

Walls are known by status and header first and by the page's title last: a widget on a page does not make it a wall
(https://github.com/microlinkhq/is-antibot). Bodies are never searched for phrases, because pages quote them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

from bot.document.html import meta_tags, page_title
from bot.judgement import Case, always, judge, keep_last
from bot.links.connections import GET, Failure, FailureKind, FetchResult, Response
from bot.text import StrEnum, lazy_pattern


class Kind(StrEnum):
    """The kind of a response that is not a redirect."""

    FINE = "fine"
    GONE = "gone"
    WALL = "wall"
    LIMITED = "limited"
    FAULT = "fault"
    """An error of the server, perhaps a temporary one."""
    SOFT = "soft"
    """Another page than the requested one."""
    ODD = "odd"


@dataclass(frozen=True, slots=True)
class Page:
    """The kind of a response; `reason` says what shows it."""

    kind: Kind
    reason: str = ""


_WALL_STATUSES = frozenset({401, 402, 403, 407, 418, 451, 456, 999})
_GONE_STATUSES = frozenset({404, 410})
_PASSING_STATUSES = frozenset({408, 425})
_NO_PAGES = (
    *(".pdf", ".ps", ".djvu", ".epub", ".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar"),
    *(".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".mp4", ".mov", ".webm", ".mp3", ".wav"),
    *(".ppt", ".pptx", ".key", ".doc", ".docx", ".xls", ".xlsx", ".csv", ".bib", ".parquet", ".whl"),
)
_WALL_HEADERS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("cf-mitigated", lambda value: value == "challenge"),
    ("x-amzn-waf-action", lambda value: value in {"challenge", "captcha"}),
    ("x-vercel-mitigated", lambda value: bool(value)),
    ("x-datadome", lambda value: value != "protected"),
)
_WALL_TITLE = lazy_pattern(
    r"just a moment(\.\.\.|…)?|attention required! \| cloudflare|ddos-guard|checking your browser\b.*"
    r"|making sure you'?re not a bot!?|verify(ing)? (that )?you are (a )?human\b.*|human verification"
    r"|are you (a )?(robot|human)\??|robot (check|challenge)|bot verification|client challenge|security check"
    r"(point)?|vercel security checkpoint|pardon our interruption(\.\.\.)?|captcha|access (to this page "
    r"has been )?denied\b.*|please wait(\.\.\.|…)? \| cloudflare|one moment, please(\.\.\.|…)?"
    r"|(your )?request (was |has been )?(blocked|rejected)\b.*|(sorry,? )?you (are|have been) blocked\b.*"
    r"|安全验证|请稍候(…|\.\.\.)?",
    re.IGNORECASE,
)
_MAINTENANCE = lazy_pattern(
    r"(?:.{0,60}\b)?(?:(?:is |are )?(?:currently |temporarily )?(?:under|down for|undergoing)(?: scheduled)?"
    r" maintenance"
    r"|(?:scheduled )?maintenance(?: mode| break| in progress)?|temporarily (?:unavailable|offline|down)"
    r"|be right back|back soon|service unavailable)[.!…]{0,3}",
    re.IGNORECASE,
)
"""A part of a title that says that the site is down for now, whatever the status is."""
_LANGUAGE = lazy_pattern(
    r"(ar|bg|bn|ca|cs|da|de|el|en|es|et|fa|fi|fr|he|hi|hr|hu|id|it|ja|ko|lt|lv|ms|nb|nl|no|pl|pt|ro|ru|sk|sl|sr|sv"
    r"|th|tr|uk|vi|zh|cn|jp|kr|tw|us|gb|eu|ch|br)([-_][a-z]{2,4})?"
)
"""The languages and countries that sites keep editions for, as a folder of a path names them."""
_SEPARATOR = lazy_pattern(r"\s+[-–—·•|]\s+|\s*[:|»]\s+")
_NO_PAGE = lazy_pattern(
    r"(?:(?:oops|sorry|whoops|error|http|the|this|that|your|requested)\W{0,2}\s?){0,5}(?:"
    r"(?:404|410)(?:\spage|\W.{0,40}(?:found|gone|missing|error|exist)\w{0,3})?"
    r"|(?:(?:page|file|document|site|content|resource|url|item|article|link)\s?)?(?:you requested\s)?"
    r"(?:was|is|could|can|does|do|has|have)?\s?(?:not|n't|'t|no longer|cannot)\s"
    r"(?:be\s)?(?:found|available|exist\w{0,3})"
    r"|(?:page|file|document)\s(?:is\s)?(?:unavailable|missing)"
    r"|(?:\S{1,60}\s)?(?:domain|domain name)?\s?(?:is\s|may be\s)?(?:for sale|parked|expired)"
    r"|.{0,20}页面(?:未找到|不存在|没有找到)"
    r")[.!…]{0,3}",
    re.IGNORECASE,
)
"""A part of a title that, as a whole, says that there is no page."""
_LONGEST_TITLE = 120
_LOGIN = frozenset(
    "login log-in log_in signin sign-in sign_in logon authenticate sso cas saml saml2 oauth oauth2 authorize"
    " wp-login.php login.php login.html login.aspx servicelogin accounts-login".split()
)
_LOGIN_HOSTS = ("login.", "signin.", "sso.", "auth.", "accounts.", "idp.", "id.")
_CONSENT = frozenset("consent cookie-consent cookies cookiewall gdpr".split())
_MISSING = frozenset(
    "404 404.html 404.htm 404.php 404.aspx notfound not-found not_found pagenotfound page-not-found error404"
    " error-404 error_404".split()
)
_PARKING = (".hugedomains.com", ".sedoparking.com", ".sedo.com", ".dan.com", ".afternic.com", ".bodis.com")
_INDEXES = frozenset("index.html index.htm index.php default.aspx home index".split())


@keep_last  # the schedule asks, then the verdict and its evidence
def read_page(response: Response) -> Page:
    """What kind of page a response is, if it is not followed any further."""
    verdict = judge(_PAGES, response)
    return Page(verdict.value, verdict.reason.format(response, wall=_wall_header(response)))


def _wall_header(response: Response) -> str:
    """The header by which a wall tells that it is one."""
    for name, is_wall in _WALL_HEADERS:
        if name in response.headers and is_wall((value := response.headers[name].strip()).lower()):
            return f"{name}: {value[:40]}"
    return ""


def _has_status(*statuses: int) -> Callable[[Response], bool]:
    return lambda response: response.status in statuses


def _may_be_an_application(response: Response) -> bool:
    """Whether a 404 may hold the page nevertheless: GitHub Pages knows no other way to serve an application's pages.

    https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
    """
    hosted = response.headers.get("server", "").lower() == "github.com"
    return response.status == 404 and hosted and bool(response.title) and not _says_no_page(response)


def _is_maintained(response: Response) -> bool:
    parts = _SEPARATOR.split(response.title)
    return response.status in _GONE_STATUSES and any(map(_MAINTENANCE.fullmatch, parts))


def _says_no_page(response: Response) -> bool:
    return any(map(_NO_PAGE.fullmatch, _SEPARATOR.split(response.title)))


_PAGES: tuple[Case[Response, Kind], ...] = (
    Case("{wall}", _wall_header, Kind.WALL),
    Case("a page titled “{0.title}”", lambda each: _WALL_TITLE.fullmatch(each.title), Kind.WALL),
    Case("status {0.status}", _has_status(*_WALL_STATUSES), Kind.WALL),
    Case("status {0.status}, but the page is titled “{0.title}”", _may_be_an_application, Kind.SOFT),
    Case("status {0.status}, and a page titled “{0.title}”", _is_maintained, Kind.FAULT),
    Case("status {0.status}", _has_status(*_GONE_STATUSES), Kind.GONE),
    Case("status {0.status}", _has_status(429), Kind.LIMITED),
    Case("status {0.status}", lambda it: it.status >= 500 or it.status in _PASSING_STATUSES, Kind.FAULT),
    Case("status {0.status}", lambda it: not 200 <= it.status < 300 and it.status != 304, Kind.ODD),
    Case("status 202 and no page", lambda each: each.status == 202 and not each.size, Kind.ODD),
    Case("a page titled “{0.title}”", _says_no_page, Kind.SOFT),
    Case("status {0.status}", always, Kind.FINE),
)
"""What shows the kind of a page, the surest sign first."""


def read_title(text: str) -> str:
    """The first title of an HTML page, on one line; empty without one."""
    return page_title(text).replace("’", "'")[:_LONGEST_TITLE]


def is_page(response: Response) -> bool:
    """Whether the response is an HTML page, or may be one."""
    kind = response.headers.get("content-type", "").lower()
    return not kind or "html" in kind or kind.startswith("text/plain")


def wants_head(url: str) -> bool:
    """Whether a URL leads to a file rather than a page: there is no title to read, and it may be large."""
    path = url.partition("#")[0].partition("?")[0]
    return path.count("/") > 2 and path.lower().endswith(_NO_PAGES)


class _Redirect(NamedTuple):
    """Where a link led, and where it leads."""

    host: str
    path: tuple[str, ...]
    query: str
    final_host: str
    final_path: tuple[str, ...]
    final_query: str

    def gains(self, names: frozenset[str]) -> bool:
        """Whether a folder of these names is new in the path."""
        return bool(names.intersection(self.final_path).difference(self.path))


def _is_login_host(redirect: _Redirect) -> bool:
    return redirect.final_host.startswith(_LOGIN_HOSTS) and redirect.final_host != redirect.host


def _leads_to_top(redirect: _Redirect) -> bool:
    is_top = _is_root(redirect.final_path, redirect.final_query)
    return is_top and not _is_root(redirect.path, redirect.query)


def _parts(path: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in path.split("/") if part)


def _is_root(parts: tuple[str, ...], query: str) -> bool:
    """Whether a path is that of a site's start page, in whatever language."""
    return not query and all(part in _INDEXES or _LANGUAGE.fullmatch(part) for part in parts)


_STAND_INS: tuple[Case[_Redirect, str], ...] = (
    Case(
        "a site of parked domains", lambda each: f".{each.final_host}".endswith(_PARKING), "a page that sells domains"
    ),
    Case("a host for logins", _is_login_host, "a login page"),
    Case("a path of logins", lambda each: each.gains(_LOGIN), "a login page"),
    Case("a path of consent", lambda each: each.gains(_CONSENT), "a consent page"),
    Case("a path of errors", lambda each: each.gains(_MISSING), "an error page"),
    Case("the top of a site, which was not asked for", _leads_to_top, "a start page"),
    Case("it may be the page", always, ""),
)


def stand_in(asked: str, final: str) -> str:
    """Why the page to which `asked` redirects is not the intended one; empty if it may be."""
    before, after = urlsplit(asked), urlsplit(final)
    hosts = [(each.hostname or "").lower() for each in (before, after)]
    redirect = _Redirect(hosts[0], _parts(before.path), before.query, hosts[1], _parts(after.path), after.query)
    return judge(_STAND_INS, redirect).value


_EPOCH_FROM = 10_000_000
"""A reset time this large is a moment since 1970, a smaller one a number of seconds."""
_REMAINING = ("ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining")
_RESET = ("ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
_QUOTA_HEADERS = frozenset({"ratelimit", *_REMAINING})
_QUOTA = lazy_pattern(r"(?:^|[;,\s])(?:remaining|r)\s*=\s*0(?=\s*(?:[;,]|$))", re.IGNORECASE)
_UNTIL = lazy_pattern(r"(?:^|[;,\s])(?:reset|t)\s*=\s*(\d{1,12})", re.IGNORECASE)


def read_retry_after(value: str, now: float) -> float | None:
    """The seconds to wait by a Retry-After header (RFC 9110, 10.2.3: seconds or a date); None if it is invalid."""
    text = value.strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text):
        return float(text)
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0) if text else None
    except (ValueError, OverflowError):
        return None


def read_wait(response: Response) -> float | None:
    """What Retry-After asks for, else when the quota is full again."""
    wait = read_retry_after(response.headers.get("retry-after", ""), _now(response))
    return _reset(response.headers, _now(response)) if wait is None and response.status == 429 else wait


def read_quota(response: Response) -> float | None:
    """How long until more may be asked, where the response says that this request was the last one for now.

    Both forms in use: RateLimit-Remaining and -Reset with their X- variants, and the one RateLimit header of
    draft-ietf-httpapi-ratelimit-headers, old (`remaining=0, reset=5`) and new (`"default";r=0;t=5`).
    """
    if response.headers.keys().isdisjoint(_QUOTA_HEADERS):
        return None
    whole = response.headers.get("ratelimit", "")
    if _QUOTA.search(whole) and (until := _UNTIL.search(whole)):
        return float(until[1])
    remaining = _number(response.headers.get(name) for name in _REMAINING)
    return _reset(response.headers, _now(response)) if remaining == 0 else None


def _reset(headers: Mapping[str, str], now: float) -> float | None:
    value = _number(headers.get(name) for name in _RESET)
    if value is None:
        return None
    return max(value - now, 0.0) if value >= _EPOCH_FROM else value


def _number(values: Iterable[str | None]) -> float | None:
    """The first of them that is a number, without the policy that some hosts write after it."""
    for value in values:
        if found := re.match(r"\s*(\d{1,13}(?:\.\d{1,6})?)\s*(?:[;,]|$)", value or ""):
            return float(found[1])
    return None


def _now(response: Response) -> float:
    """The time by the host's clock where it sends one: the times in its headers are by that clock."""
    try:
        return parsedate_to_datetime(response.headers.get("date", "")).timestamp()
    except (ValueError, OverflowError):
        return response.time


_SILENT = frozenset({FailureKind.TIMEOUT, FailureKind.REFUSED, FailureKind.TLS, FailureKind.LOOKUP})


class Signal(StrEnum):
    """What an answer says about its host."""

    FINE = "fine"
    LIMITED = "limited"
    WALL = "wall"
    RESET = "reset"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Notice:
    """A signal; `wait` is how long the host asks to be left alone, `wall` tells walls apart."""

    signal: Signal
    wait: float | None = None
    wall: str = ""


def read_notice(answer: FetchResult) -> Notice:
    """What an answer says about its host."""
    if isinstance(answer, Failure):
        if answer.kind is FailureKind.RESET:
            return Notice(Signal.RESET)
        return Notice(Signal.SILENT if answer.kind in _SILENT else Signal.FINE)
    page = read_page(answer)
    if page.kind is Kind.LIMITED:
        return Notice(Signal.LIMITED, read_wait(answer))
    if page.kind is Kind.WALL and answer.method == GET:
        return Notice(Signal.WALL, wall=page.reason)
    return Notice(Signal.FINE, read_wait(answer) if answer.status == 503 else read_quota(answer))


Tags: TypeAlias = "tuple[tuple[str, ...], ...]"
"""Pairs of a name in lower case and a text, in the order of the page."""

_NEEDED = "citation_title"
"""A page without it is not the page of a paper."""
_KEPT = frozenset(
    f"citation_{name}"
    for name in "title author authors conference_title conference journal_title inbook_title date publication_date"
    " online_date year doi arxiv_id".split()
)
_MOST_TAGS = 150
_LONGEST = 1_000
"""Characters of one text."""
_AHEAD = 200
"""Characters between the start of a tag and the name in it, at most."""


_CODE = lazy_pattern(r"https?://(?:www\.)?github\.com/[\w-]{1,39}/[\w.-]{1,100}", re.IGNORECASE, needs=("github.com/",))
_MOST_CODE = 3
"""Repositories that a page may link to and still say where its code is; with more it is a list."""


def read_tags(text: str) -> Tags:
    """The tags of a page that say which paper it is about, and the repositories that it links to, as `code`."""
    found = {each.lower(): each for each in _CODE.findall(text)}
    code = tuple(("code", each) for each in found.values()) if len(found) <= _MOST_CODE else ()
    return (*_read_citation(text), *code)


def _read_citation(text: str) -> Tags:
    """The `citation_*` tags of a page; none if it does not give the title of a paper."""
    if _NEEDED not in text:
        return ()
    found: list[tuple[str, ...]] = []
    for name, content in meta_tags(text, max(text.find("citation_") - _AHEAD, 0)):
        if name in _KEPT and content and len(content) <= _LONGEST:
            found.append((name, content))
            if len(found) == _MOST_TAGS:
                break
    return tuple(found) if any(name == _NEEDED for name, _ in found) else ()
