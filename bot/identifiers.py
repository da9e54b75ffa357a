"""A URL comes in; what it names, how it is spelled and what is wrong with it go out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from bot.arxiv_ids import ArxivId, Problem, read_arxiv_id, split_arxiv_id
from bot.dates import PartialDate
from bot.schemes import Identifier, Scheme, name_doi, name_work

if TYPE_CHECKING:
    from datetime import date

__all__ = [
    "MALFORMED",
    "NONCANONICAL",
    "ArxivForm",
    "Identifier",
    "Problem",
    "Scheme",
    "Target",
    "arxiv_month",
    "arxiv_order",
    "canonical_url",
    "corrected_url",
    "identify",
    "is_future",
    "strip_tracking",
]


class ArxivForm(StrEnum):
    """Which page of a paper on arXiv; every page but these three is OTHER."""

    ABS = "abs"
    PDF = "pdf"
    HTML = "html"
    OTHER = "other"


NONCANONICAL = frozenset(
    {
        *(Problem.HTTP, Problem.NO_SCHEME, Problem.WWW_OR_MIRROR_HOST, Problem.WRAPPED, Problem.NO_FORM),
        *(Problem.DOUBLE_SLASH, Problem.ID_PREFIX, Problem.SUBJECT_CLASS, Problem.VERSION, Problem.PDF_SUFFIX),
        *(Problem.ABS_WITH_PDF_SUFFIX, Problem.TRAILING_PUNCTUATION, Problem.QUERY, Problem.TRACKING),
        *(Problem.FRAGMENT, Problem.SPELLING),
    }
)
"""The URL leads, or was clearly meant to lead, to a page of arXiv that has a better URL."""

MALFORMED = frozenset(Problem) - NONCANONICAL
"""The URL does not hold an id that arXiv can have issued, or holds more than the id."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a URL names. For the pages of arXiv itself `form` says which page; for mirrors it is None.

    `suggestion` is the id that was meant where the URL has it wrong and only one reading is possible.
    """

    url: str
    identifier: Identifier | None = None
    version: int | None = None
    form: ArxivForm | None = None
    problems: tuple[Problem, ...] = ()
    suggestion: str | None = None


_URL = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?//([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_BARE = re.compile(r"(?:www\.)?(?:arxiv\.org|doi\.org|openreview\.net)/", re.IGNORECASE)
_WRAPPERS = re.compile(
    r"https?://(?:link\.zhihu\.com/\?(?:.*&)?target|(?:www\.)?google\.[a-z.]+/url\?(?:.*&)?(?:q|url)"
    r"|scholar\.google\.[a-z.]+/scholar_url\?(?:.*&)?url|link\.csdn\.net/\?(?:.*&)?target"
    r"|l\.facebook\.com/l\.php\?(?:.*&)?u)=([^&#]+)",
    re.IGNORECASE,
)
_TRACKER = re.compile(
    r"(?:utm_\w+|fbclid|gclid|dclid|msclkid|spm|trk|mc_[ce]id|igshid|yclid)(?:=.*)?", re.DOTALL | re.IGNORECASE
)
_SAME_SITE = re.compile(
    r"(?:(?:www|export|browse|web\d|aps|lanl|xxx|de|cn|es|il|in|jp|ru|uk|tw|br|fr|za|au|kr)\.)?arxiv\.org"
    r"|(?:xxx|arxiv)\.lanl\.gov|xxx\.itp\.ac\.cn"
)
_FORMS = {"abs": ArxivForm.ABS, "pdf": ArxivForm.PDF, "html": ArxivForm.HTML}
_OTHER_PAGES = frozenset("ps src e-print format tb bibtex dvi cits refs trackback show-email".split())
_ID = r"([^/?]+(?:/\d[^/?]*)?)"
_MIRRORS = {
    "ar5iv.org": rf"/(?:abs|html|pdf)/{_ID}/?",
    "ar5iv.labs.arxiv.org": rf"/(?:abs|html|pdf)/{_ID}/?",
    "alphaxiv.org": rf"/(?:\w\w/)?(?:abs|overview|pdf|html|audio|resources)/{_ID}/?",
    "huggingface.co": r"/papers/([^/?]+?)(?:\.md)?/?",
    "hf.co": r"/papers/([^/?]+?)(?:\.md)?/?",
    "scirate.com": rf"/arxiv/{_ID}/?",
    "arxiv-vanity.com": rf"/papers/{_ID}/?",
    "arxiv-sanity.com": rf"/{_ID}/?",
    "papers.cool": rf"/arxiv/{_ID}/?",
    "emergentmind.com": rf"/papers/{_ID}/?",
    "semanticscholar.org": rf"/arxiv/{_ID}/?",
    "api.semanticscholar.org": rf"/arxiv:{_ID}",
    "adsabs.harvard.edu": r"/abs/\d{4}arXiv(\d{4}\.?\d{4,5})\w",
    "ui.adsabs.harvard.edu": r"/abs/\d{4}arXiv(\d{4}\.?\d{4,5})\w(?:/.*)?",
    "doi.org": r"/10\.48550/(arxiv\.?.*)",
    "dx.doi.org": r"/10\.48550/(arxiv\.?.*)",
}
_PREFIX = re.compile(r"\s*arxiv\s*[:.]\s*", re.IGNORECASE)
_FIGURE = re.compile(r"(\d{4}\.\d{4,5}(?:v\d+)?)/+[^/].*", re.DOTALL)


@lru_cache(maxsize=65_536)
def identify(url: str) -> Target:
    """What `url` names, by its text alone. Any string is accepted; nothing is ever raised."""
    text = url.strip()
    if wrapped := _WRAPPERS.match(text):
        inner = identify(unquote(wrapped[1]))
        problems = (Problem.WRAPPED, *inner.problems)
        return Target(url, inner.identifier, inner.version, inner.form, problems, inner.suggestion)
    if match := _URL.match(text):
        return _identify_page(url, match, ())
    if _BARE.match(text) and (match := _URL.match("https://" + text)):
        return _identify_page(url, match, (Problem.NO_SCHEME,))
    if prefix := _PREFIX.match(text):
        return _target(url, read_arxiv_id(text[prefix.end() :]), None, (Problem.NO_SCHEME,))
    if text[:4].lower() == "doi:":
        return Target(url, name_doi(text[4:]), problems=(Problem.NO_SCHEME,))
    return Target(url)


def is_future(identifier: Identifier, today: date) -> bool:
    """Whether an arXiv id is of a month that has not begun anywhere: one day is allowed for time zones."""
    order = arxiv_order(identifier)
    tomorrow = today + timedelta(days=1)
    return order is not None and order[:2] > (tomorrow.year, tomorrow.month)


def arxiv_order(identifier: Identifier) -> tuple[int, int, int] | None:
    """Year, month and sequence number, by which arXiv ids sort; None for other schemes."""
    return split_arxiv_id(identifier.value) if identifier.scheme is Scheme.ARXIV else None


def arxiv_month(identifier: Identifier) -> PartialDate | None:
    """The month in which arXiv announced the paper; None for other schemes."""
    order = arxiv_order(identifier)
    return None if order is None else PartialDate(order[0], order[1])


def canonical_url(target: Target, form: ArxivForm | None = None, *, keep_version: bool = False) -> str | None:
    """The best URL of the same page of arXiv, or of the paper's page in `form`.

    None for other sites' pages (unless `form` asks for arXiv's), and where the id is not certain.
    """
    form = form or target.form
    if form not in _FORMS.values() or Problem.TRAILING_TEXT in target.problems:
        return None
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV:
        return None
    version = f"v{target.version}" if keep_version and target.version else ""
    return f"https://arxiv.org/{form}/{target.identifier.value}{version}"


def corrected_url(target: Target) -> str | None:
    """The URL with the suggested id in the place of the malformed one; None without a suggestion."""
    if target.suggestion is None or target.form not in _FORMS.values():
        return None
    return f"https://arxiv.org/{target.form}/{target.suggestion}"


def strip_tracking(url: str) -> str:
    """The URL without parameters that only track (`utm_source`, `fbclid` ...); all else stays as written."""
    before, mark, rest = url.partition("?")
    query, hash_, fragment = rest.partition("#")
    if not mark or "#" in before:
        return url
    parts = query.split("&")
    kept = [part for part in parts if not _TRACKER.fullmatch(part)]
    if len(kept) == len(parts):
        return url
    return before + ("?" + "&".join(kept) if kept else "") + hash_ + fragment


def _identify_page(url: str, match: re.Match[str], problems: tuple[Problem, ...]) -> Target:
    scheme, authority, path, query, fragment = (match[index] or "" for index in range(1, 6))
    if scheme and scheme.lower() not in {"http", "https"}:
        return Target(url)
    host = authority.rpartition("@")[2].partition(":")[0].rstrip(".").lower()
    if _SAME_SITE.fullmatch(host):
        if scheme.lower() == "http":
            problems += (Problem.HTTP,)
        if host != "arxiv.org":
            problems += (Problem.WWW_OR_MIRROR_HOST,)
        return _identify_arxiv(url, path, query, fragment, problems)
    host = host.removeprefix("www.")
    if (pattern := _MIRRORS.get(host)) and (found := re.fullmatch(pattern, unquote(path), re.IGNORECASE)):
        return _identify_mirror(url, found[1], problems)
    if host in {"example.com", "example.org", "example.net"}:
        return Target(url, problems=(Problem.PLACEHOLDER,))
    return Target(url, name_work(host, path, query), problems=problems)


def _identify_mirror(url: str, text: str, problems: tuple[Problem, ...]) -> Target:
    """A page elsewhere about a paper on arXiv: only what is wrong with the id counts."""
    prefix = _PREFIX.match(text)
    parsed = read_arxiv_id(text[prefix.end() :] if prefix else text)
    if parsed.problems == (Problem.WRONG_SEPARATOR,):
        parsed = ArxivId(parsed.suggestion)
    hard = tuple(problem for problem in parsed.problems if problem in MALFORMED)
    parsed = ArxivId(parsed.value, parsed.version, hard, parsed.suggestion)
    return _target(url, parsed, None, problems)


def _identify_arxiv(url: str, path: str, query: str, fragment: str, problems: tuple[Problem, ...]) -> Target:
    kind, rest, doubled = _split_path(path)
    if doubled:
        problems += (Problem.DOUBLE_SLASH,)
    form = _FORMS.get(kind.lower()) or (ArxivForm.OTHER if kind.lower() in _OTHER_PAGES else None)
    if form is None:
        whole = read_arxiv_id(f"{kind}/{rest}" if rest else kind)
        if whole.value is None:
            return Target(url)
        return _target(url, whole, ArxivForm.ABS, (*problems, Problem.NO_FORM), query, fragment)
    if (figure := _FIGURE.fullmatch(rest)) and form is not ArxivForm.PDF:
        form, rest = ArxivForm.OTHER, figure[1]
    if prefix := _PREFIX.match(rest):
        problems += (Problem.ID_PREFIX,)
        rest = rest[prefix.end() :]
    return _target(url, read_arxiv_id(rest), form, problems, query, fragment)


def _split_path(path: str) -> tuple[str, str, bool]:
    """The first part of a path on arXiv, the rest decoded, and whether slashes were doubled."""
    parts = [part for part in unquote(path).split("/")]
    inner = parts[1:]
    doubled = "" in inner[:-1]
    kept = [part for part in inner if part]
    if len(kept) > 1 and kept[0].lower() == "ftp":
        kept = ["pdf", kept[-1]]
    return (kept[0] if kept else ""), "/".join(kept[1:]), doubled


def _target(
    url: str,
    parsed: ArxivId,
    form: ArxivForm | None,
    problems: tuple[Problem, ...],
    query: str = "",
    fragment: str = "",
) -> Target:
    problems += parsed.problems
    if form is ArxivForm.ABS:
        problems = tuple(
            Problem.ABS_WITH_PDF_SUFFIX if one is Problem.PDF_SUFFIX else one for one in problems
        )
    if form is not None:
        problems += _query_problems(query)
        if fragment:
            problems += (Problem.FRAGMENT,)
        if parsed.version is not None:
            problems += (Problem.VERSION,)
    identifier = Identifier(Scheme.ARXIV, parsed.value) if parsed.value else None
    target = Target(url, identifier, parsed.version, form, problems, parsed.suggestion)
    if not problems and canonical_url(target) not in {None, url}:
        return Target(url, identifier, parsed.version, form, (Problem.SPELLING,), parsed.suggestion)
    return target


def _query_problems(query: str) -> tuple[Problem, ...]:
    if not query:
        return ()
    kept = strip_tracking(query)
    tracking = (Problem.TRACKING,) if kept != query else ()
    return tracking if tracking and not kept else (*tracking, Problem.QUERY)
